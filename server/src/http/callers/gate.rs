//! The actions as types: one per [`Action`] that a route requires, and one for every member of a company.

use domain::{
    guest_links::access,
    i18n::rules::Text,
    permissions::permission::{Action, Role},
};

use crate::http::caller::Gate;

macro_rules! permissions {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("See [`Action::", stringify!($name), "`].")]
        #[derive(Debug)]
        pub enum $name {}

        impl Gate for $name {
            const ACTION: Option<Action> = Some(Action::$name);
            const NAME: &'static str = Action::$name.as_str();
        }
    )+};
}

permissions!(
    ApiKeysManage,
    AppointmentsComplete,
    AppointmentsCreate,
    AppointmentsEdit,
    AppointmentsSchedule,
    AppointmentsView,
    CalendarsManage,
    ChatSend,
    CompanyEdit,
    CompanyFiles,
    CompanyQualifications,
    ConnectionsManage,
    CrewsManage,
    CrewsView,
    CustomersManage,
    CustomersView,
    JobsAcceptDecline,
    JobsAssign,
    JobsAssignEmployee,
    JobsCalendarAssign,
    JobsColor,
    JobsComplete,
    JobsContractAmount,
    JobsCreate,
    JobsCustomer,
    JobsDelete,
    JobsEdit,
    JobsImages,
    JobsInspectionNote,
    JobsJobNumber,
    JobsMeasurements,
    JobsNotes,
    JobsSchedule,
    JobsTags,
    ProductsManage,
    ProductsView,
    PurchaseOrdersEdit,
    PurchaseOrdersSend,
    PurchaseOrdersView,
    ReportsValue,
    ReportsView,
    UsersInvite,
    UsersRemove,
    VendorsManage,
    WebhooksManage,
    WorkOrdersCreate,
    WorkOrdersDelete,
    WorkOrdersEdit,
    WorkOrdersSign,
);

/// Who may make links for people without an account; which jobs they see is checked with each job.
#[derive(Debug)]
pub enum GuestLinks {}

impl Gate for GuestLinks {
    const ACTION: Option<Action> = None;
    const NAME: &'static str = "guest links";

    fn check(role: Role) -> Result<(), Text> {
        access::check_role(role)
    }
}

/// Every member of a company.
#[derive(Debug)]
pub enum SignedIn {}

impl Gate for SignedIn {
    const ACTION: Option<Action> = None;
    const NAME: &'static str = "signed in";
}
