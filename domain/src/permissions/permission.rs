//! Who may do what. Both the server and the buttons in the app call [`check`].

use std::{fmt::Write as _, str::FromStr};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    i18n::rules::Text,
    types::{
        field::{FromField, WireEnum},
        ids::UserId,
    },
};

/// The kind of company a user works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum CompanyType {
    /// Sells and runs jobs.
    Contractor,
    /// Is assigned jobs.
    Subcontractor,
}

impl WireEnum for CompanyType {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("contractor", Self::Contractor), ("subcontractor", Self::Subcontractor)];
}

/// A user's role inside the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum UserType {
    /// Manages the account.
    Admin,
    /// Reads only.
    Member,
    /// Sees assigned jobs and appointments.
    Salesman,
    /// Sees assigned jobs and appointments.
    Foreman,
}

impl WireEnum for UserType {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("admin", Self::Admin),
        ("member", Self::Member),
        ("salesman", Self::Salesman),
        ("foreman", Self::Foreman),
    ];
}

impl UserType {
    /// Does this user see only the jobs and appointments assigned to them?
    #[must_use]
    pub const fn sees_assigned_only(self) -> bool {
        matches!(self, Self::Salesman | Self::Foreman)
    }
}

/// The two values that every permission depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Role {
    /// The kind of company.
    pub company_type: CompanyType,
    /// The user's role inside the company.
    pub user_type: UserType,
}

impl Role {
    /// Every combination, for tests and the printed matrix.
    pub const ALL: [Self; 8] = [
        Self::new(CompanyType::Contractor, UserType::Admin),
        Self::new(CompanyType::Contractor, UserType::Member),
        Self::new(CompanyType::Contractor, UserType::Salesman),
        Self::new(CompanyType::Contractor, UserType::Foreman),
        Self::new(CompanyType::Subcontractor, UserType::Admin),
        Self::new(CompanyType::Subcontractor, UserType::Member),
        Self::new(CompanyType::Subcontractor, UserType::Salesman),
        Self::new(CompanyType::Subcontractor, UserType::Foreman),
    ];

    /// A role from its two parts.
    #[must_use]
    pub const fn new(company_type: CompanyType, user_type: UserType) -> Self {
        Self { company_type, user_type }
    }

    /// The combined name, such as `admin_contractor`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}_{}", self.user_type.as_word(), self.company_type.as_word())
    }
}

impl FromField for Role {
    fn read(value: &Value) -> Option<Self> {
        let company_type = CompanyType::from_word(value.get("companyType")?.as_str()?)?;
        Some(Self {
            company_type,
            user_type: UserType::from_word(value.get("userType")?.as_str()?)?,
        })
    }
}

/// Who may perform an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Everyone,
    Contractors,
    Admins,
    AdminContractors,
    AdminSubcontractors,
}

impl Who {
    const fn side(self) -> Option<CompanyType> {
        match self {
            Self::Everyone | Self::Admins => None,
            Self::Contractors | Self::AdminContractors => Some(CompanyType::Contractor),
            Self::AdminSubcontractors => Some(CompanyType::Subcontractor),
        }
    }

    const fn admins_only(self) -> bool {
        matches!(self, Self::Admins | Self::AdminContractors | Self::AdminSubcontractors)
    }
}

/// What an action requires of a role, and the messages for roles that it refuses.
struct Requirement {
    who: Who,
    to_the_other_side: Text,
    to_a_non_admin: Text,
}

macro_rules! permissions {
    ($($action:ident $wire:literal $who:ident $other:ident $non_admin:ident $doc:literal;)+) => {
        /// Every action with a permission, named as the trade names it.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[ts(export, export_to = "index.ts")]
        pub enum Action {$(
            #[doc = $doc]
            #[serde(rename = $wire)]
            $action,
        )+}

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$action),+];

            const WORDS: &[&str] = &[$($wire),+];

            const MEANINGS: &[&str] = &[$($doc),+];

            const TABLE: &[Requirement] = &[$(Requirement {
                who: Who::$who,
                to_the_other_side: Text::$other,
                to_a_non_admin: Text::$non_admin,
            }),+];
        }
    };
}

// The whole permission table. A refusal for the wrong kind of company comes first.
//
//  action                wire name               for                  other company type         non-admin              doc
permissions! {
    CompanyEdit           "company.edit"          Admins               Unauthorized               OnlyAdmins             "Change the company's settings.";
    CompanyFiles          "company.files"         Admins               Unauthorized               OnlyAdmins             "Upload, delete and publish company files.";
    CompanyQualifications "company.qualifications" Admins              Unauthorized               OnlyAdmins             "Add and delete qualifications.";
    UsersInvite           "users.invite"          Admins               Unauthorized               OnlyAdmins             "Invite users.";
    UsersRemove           "users.remove"          Admins               Unauthorized               OnlyAdmins             "Remove users.";
    ConnectionsManage     "connections.manage"    Admins               Unauthorized               OnlyAdmins             "Request, accept, decline and remove connections.";
    JobsCreate            "jobs.create"           AdminContractors     OnlyAdminsCreateJobs       OnlyAdminsCreateJobs   "Create and import jobs.";
    JobsEdit              "jobs.edit"             AdminContractors     Unauthorized               Unauthorized           "Change a job's title and address.";
    JobsDelete            "jobs.delete"           AdminContractors     Unauthorized               Unauthorized           "Delete a job.";
    JobsSchedule          "jobs.schedule"         AdminContractors     OnlyAdminsSchedule         OnlyAdminsSchedule     "Set, move and clear a job's dates.";
    JobsComplete          "jobs.complete"         AdminContractors     Unauthorized               Unauthorized           "Mark a job complete or active.";
    JobsColor             "jobs.color"            AdminContractors     OnlyContractorsColor       OnlyAdmins             "Change a job's color.";
    JobsAssign            "jobs.assign"           AdminContractors     Unauthorized               Unauthorized           "Assign a job to a subcontractor or a custom crew.";
    JobsAcceptDecline     "jobs.acceptDecline"    AdminSubcontractors  Unauthorized               OnlyAdmins             "Accept or decline an assigned job.";
    JobsAssignEmployee    "jobs.assignEmployee"   Admins               Unauthorized               OnlyAdmins             "Assign a job to an employee.";
    JobsContractAmount    "jobs.contractAmount"   AdminContractors     OnlyAdminContractors       OnlyAdminContractors   "Change a job's contract amount.";
    JobsJobNumber         "jobs.jobNumber"        AdminContractors     OnlyAdminContractors       OnlyAdminContractors   "Change a job's number.";
    JobsInspectionNote    "jobs.inspectionNote"   AdminContractors     OnlyAdminContractors       OnlyAdminContractors   "Change a job's inspection note.";
    JobsCustomer          "jobs.customer"         AdminContractors     Unauthorized               Unauthorized           "Choose a job's customer.";
    JobsTags              "jobs.tags"             AdminContractors     Unauthorized               Unauthorized           "Add and delete tags.";
    JobsMeasurements      "jobs.measurements"     AdminContractors     Unauthorized               Unauthorized           "Add and delete measurement reports.";
    JobsImages            "jobs.images"           Everyone             Unauthorized               Unauthorized           "Add images to a job.";
    JobsNotes             "jobs.notes"            Everyone             Unauthorized               Unauthorized           "Add notes to a job.";
    JobsCalendarAssign    "jobs.calendarAssign"   Admins               Unauthorized               OnlyAdmins             "Put a job on a calendar.";
    WorkOrdersCreate      "workOrders.create"     AdminContractors     Unauthorized               MustBeAdminUser        "Create work orders.";
    WorkOrdersEdit        "workOrders.edit"       AdminContractors     Unauthorized               Unauthorized           "Change the items of a work order.";
    WorkOrdersDelete      "workOrders.delete"     AdminContractors     Unauthorized               Unauthorized           "Delete work orders.";
    WorkOrdersSign        "workOrders.sign"       Everyone             Unauthorized               Unauthorized           "Sign and unsign a work order.";
    PurchaseOrdersView    "purchaseOrders.view"   Contractors          Unauthorized               Unauthorized           "See purchase orders.";
    PurchaseOrdersEdit    "purchaseOrders.edit"   AdminContractors     Unauthorized               Unauthorized           "Create, change and delete purchase orders.";
    PurchaseOrdersSend    "purchaseOrders.send"   AdminContractors     Unauthorized               OnlyAdmins             "Send a purchase order to vendors.";
    VendorsManage         "vendors.manage"        AdminContractors     Unauthorized               OnlyAdmins             "Add, change and delete vendors and their contacts.";
    CustomersView         "customers.view"        Contractors          Unauthorized               Unauthorized           "See customers.";
    CustomersManage       "customers.manage"      AdminContractors     Unauthorized               OnlyAdminsCustomers    "Add, change and delete customers.";
    ProductsView          "products.view"         Contractors          Unauthorized               Unauthorized           "See products.";
    ProductsManage        "products.manage"       AdminContractors     Unauthorized               OnlyAdmins             "Add, change and delete products and categories.";
    CrewsView             "crews.view"            Everyone             Unauthorized               Unauthorized           "See custom crews.";
    CrewsManage           "crews.manage"          Admins               Unauthorized               OnlyAdmins             "Add, change and delete custom crews and their members.";
    CalendarsManage       "calendars.manage"      Admins               Unauthorized               OnlyAdmins             "Create and delete calendars.";
    AppointmentsView      "appointments.view"     Contractors          Unauthorized               Unauthorized           "See appointments.";
    AppointmentsCreate    "appointments.create"   AdminContractors     Unauthorized               MustBeAdmin            "Create appointments.";
    AppointmentsEdit      "appointments.edit"     AdminContractors     Unauthorized               MustBeAdmin            "Change and delete appointments.";
    AppointmentsSchedule  "appointments.schedule" AdminContractors     Unauthorized               MustBeAdmin            "Move and resize appointments.";
    AppointmentsComplete  "appointments.complete" AdminContractors     Unauthorized               MustBeAdmin            "Complete appointments.";
    ReportsView           "reports.view"          Everyone             Unauthorized               Unauthorized           "See reports of jobs and crews.";
    ReportsValue          "reportsValue.view"     Contractors          Unauthorized               Unauthorized           "See reports of what jobs are worth.";
    ChatSend              "chat.send"             Everyone             Unauthorized               Unauthorized           "Write messages.";
    ApiKeysManage         "apiKeys.manage"        Admins               Unauthorized               OnlyAdmins             "Create, renew and delete API keys.";
    WebhooksManage        "webhooks.manage"       Admins               Unauthorized               OnlyAdmins             "Create, change and delete webhooks.";
}

impl Action {
    /// The wire name, such as `jobs.create`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// What the action allows, as a sentence for the permission matrix.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        Self::MEANINGS[self as usize]
    }
}

impl FromStr for Action {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let at = Self::WORDS.iter().position(|word| *word == text).ok_or(())?;
        Ok(Self::ALL[at])
    }
}

/// May this role do this? Otherwise returns the message to show.
pub fn check(role: Role, action: Action) -> Result<(), Text> {
    let requirement = &Action::TABLE[action as usize];
    if requirement.who.side().is_some_and(|side| side != role.company_type) {
        Err(requirement.to_the_other_side)
    } else if requirement.who.admins_only() && role.user_type != UserType::Admin {
        Err(requirement.to_a_non_admin)
    } else {
        Ok(())
    }
}

/// May this user delete what `author` wrote? Only their own, whatever their role; nobody deletes what was written by
/// link.
pub fn check_author(author: Option<UserId>, caller: UserId) -> Result<(), Text> {
    if author == Some(caller) { Ok(()) } else { Err(Text::NotYours) }
}

/// The user types a company of this kind may invite.
#[must_use]
pub const fn invited_user_types(company_type: CompanyType) -> &'static [UserType] {
    match company_type {
        CompanyType::Contractor => {
            &[UserType::Admin, UserType::Member, UserType::Salesman, UserType::Foreman]
        }
        CompanyType::Subcontractor => &[UserType::Admin, UserType::Member],
    }
}

/// Every action and every role as a text table, for people to read and for tests to compare: the company
/// types on the first line, the user types on the second, then one line per action.
#[must_use]
pub fn matrix() -> String {
    const ACT: usize = 24;
    const ROLE: usize = 10;
    // A gap separates the two halves of the table.
    let gap = |role: &Role| if role.user_type == UserType::Admin { "  " } else { "" };
    let (mut companies, mut users) = (" ".repeat(ACT), " ".repeat(ACT));
    for role in &Role::ALL {
        let company = if gap(role).is_empty() { "" } else { role.company_type.as_word() };
        // Writing to a string cannot fail.
        let _ = write!(companies, "{}{company:<ROLE$}", gap(role));
        let _ = write!(users, "{}{:<ROLE$}", gap(role), role.user_type.as_word());
    }
    let rows = Action::ALL.iter().map(|action| {
        let mut row = format!("{:ACT$}", action.as_str());
        for role in &Role::ALL {
            let may = if check(*role, *action).is_ok() { "yes" } else { "-" };
            let _ = write!(row, "{}{may:<ROLE$}", gap(role));
        }
        row
    });
    let lines: Vec<String> = [companies, users].into_iter().chain(rows).collect();
    lines.iter().fold(String::new(), |table, line| table + line.trim_end() + "\n")
}
