//! Which call of the API enforces a rule, and what its body holds besides the rule's own input.

/// What a call needs that no case can name.
#[derive(Clone, Copy)]
pub enum Fill {
    /// A job of the company that asks.
    Job,
    /// The company that asks.
    Company,
    /// A file of the company.
    CompanyFile,
    /// The person who asks.
    Person,
    /// A custom crew of the company.
    Crew,
    /// A customer of the company.
    Customer,
    /// A product category of the company.
    Category,
    /// A vendor of the company.
    Vendor,
    /// A product of the company.
    Product,
    /// A purchase order of a job of the company.
    PurchaseOrder,
    /// A work order of a job of the company.
    WorkOrder,
    /// Another company, which nobody has named before.
    AnotherCompany,
    /// An invitation of the newcomer who calls.
    Invitation,
    /// A chat of the company.
    Room,
}

/// The call that stores what a rule allows.
pub struct Call {
    pub rule: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    /// Fields that the body carries besides the case's own.
    pub fills: &'static [(&'static str, Fill)],
    /// Fields of the form that this call does not take from it.
    pub ignores: &'static [&'static str],
    /// Fields that the call fills in where the form shows them filled in: it takes them blank.
    pub presets: &'static [&'static str],
    /// Only somebody without a company may call, and once.
    pub as_new_account: bool,
    /// Ids that cases make up: for one that the rule allows, the body names a thing that is there.
    /// What the rule refuses goes as it is, and the call says that it is no choice.
    pub made_up: &'static [(&'static str, Fill)],
    /// The thing whose id fills the gap in the path.
    pub of: Option<Fill>,
    /// The case is the only row of a list.
    pub is_row: bool,
    /// The body is a form of several parts, with a PDF in this one.
    pub pdf: Option<&'static str>,
    /// A list of addresses that must be those of contacts at the company's vendors.
    pub contacts: Option<&'static str>,
    /// The field of a case that says what kind of company asks: the call takes it from the token.
    pub kind_of_company: Option<&'static str>,
    /// What goes by a call of its own: a case that has some of it is not asked of this one.
    pub apart: Option<&'static str>,
    /// The call takes only so many an hour from one address. What it refuses for that is not asked.
    pub rate_limited: bool,
}

const fn post(rule: &'static str, path: &'static str) -> Call {
    let (method, by_a_newcomer) = ("POST", false);
    let (presets, made_up) = (&[], &[]);
    Call {
        rule,
        method,
        path,
        fills: &[],
        ignores: &[],
        presets,
        as_new_account: by_a_newcomer,
        made_up,
        of: None,
        is_row: false,
        pdf: None,
        contacts: None,
        kind_of_company: None,
        apart: None,
        rate_limited: false,
    }
}

impl Call {
    const fn with(self, fills: &'static [(&'static str, Fill)]) -> Self {
        Self { fills, ..self }
    }
}

/// The rules that a call enforces. A call that this server does not have is told, not counted.
pub const CALLS: &[Call] = &[
    Call {
        // The address is the one that was signed in with (contract, section 4).
        ignores: &["email"],
        as_new_account: true,
        ..post("onboarding.validate", "/api/auth/createNewAccountWithCompany")
    },
    post("userSettings.validate", "/api/auth/user/update"),
    Call {
        method: "PUT",
        of: Some(Fill::Company),
        ..post("company.validate", "/api/company/update/{companyId}")
    },
    Call {
        method: "PUT",
        of: Some(Fill::CompanyFile),
        ..post("companyFile.validate", "/api/company/myFiles/{id}")
    },
    post("companySearch.validate", "/api/company/search"),
    post("qualification.validate", "/api/qualifications/new"),
    post("job.validate", "/api/jobs/create"),
    post("jobSchedule.validate", "/api/jobs/update/schedule").with(&[("jobId", Fill::Job)]),
    post("inspectionNote.validate", "/api/jobs/update/inspectionNote")
        .with(&[("jobId", Fill::Job)]),
    post("tag.validate", "/api/jobs/addTag").with(&[("jobId", Fill::Job)]),
    post("note.validate", "/api/jobs/addNote")
        .with(&[("jobId", Fill::Job), ("authorId", Fill::Person)]),
    post("measurement.validate", "/api/jobs/addMeasurementReport").with(&[("jobId", Fill::Job)]),
    post("calendar.validate", "/api/calendar/new"),
    post("customCrew.validate", "/api/custom_crews/create"),
    post("crewMember.validate", "/api/custom_crews/create_crew_member")
        .with(&[("crewId", Fill::Crew)]),
    post("customer.validate", "/api/customers/create"),
    Call {
        made_up: &[("customerId", Fill::Customer), ("assignedToId", Fill::Person)],
        ..post("appointment.validate", "/api/appointments/create")
    },
    post("category.validate", "/api/products/categories/add"),
    post("product.validate", "/api/products/add").with(&[("categoryId", Fill::Category)]),
    post("vendor.validate", "/api/contractor_vendors"),
    post("vendorContact.validate", "/api/contractor_vendors/contacts")
        .with(&[("vendorId", Fill::Vendor)]),
    Call {
        // A blank title is the default title (contract, section 4).
        presets: &["title"],
        ..post("orderTitle.validate", "/api/work_orders/create").with(&[("jobId", Fill::Job)])
    },
    post("workOrderItem.validate", "/api/work_orders/addItem")
        .with(&[("workOrderId", Fill::WorkOrder)]),
    Call {
        made_up: &[("productId", Fill::Product)],
        of: Some(Fill::PurchaseOrder),
        is_row: true,
        ..post("productQuantity.validate", "/api/purchase_orders/updateOrderItems/{orderId}")
            .with(&[("purchaseOrderId", Fill::PurchaseOrder)])
    },
    Call {
        pdf: Some("purchaseOrderPDF"),
        contacts: Some("contactEmails"),
        ..post("purchaseOrderEmail.validate", "/api/purchase_orders/sendToVendors")
    },
    post("connection.validate", "/api/connections/connect")
        .with(&[("recipientId", Fill::AnotherCompany)]),
    Call {
        ignores: &["companyType"],
        kind_of_company: Some("companyType"),
        ..post("invitation.validate", "/api/company/invite")
    },
    Call {
        // Both addresses are known: the one that was signed in with, and the invited one.
        ignores: &["email", "invitedEmail"],
        as_new_account: true,
        ..post("invitationCompletion.validate", "/api/company/invitation/submit")
            .with(&[("invitationId", Fill::Invitation)])
    },
    Call { rate_limited: true, ..post("lead.validate", "/api/leads") },
    post("feedback.validate", "/api/feedback"),
    Call {
        // Pictures are sent one by one, each by a call of its own.
        ignores: &["attachments"],
        apart: Some("attachments"),
        ..post("chatMessage.validate", "/api/chat/sendMessage")
            .with(&[("userId", Fill::Person), ("roomId", Fill::Room)])
    },
];

/// The rules that cannot be asked yet: rule, method, and the path that is still to come, be it the
/// rule's own or one that makes what it needs. Once a server has it, the rule fails until it stands in
/// [`CALLS`].
pub const NOT_YET: &[(&str, &str, &str)] = &[];

/// The rules that no body of JSON can be asked of, and what asks them instead.
#[cfg(test)]
const NEVER: &[(&str, &str)] = &[
    ("file.validate", "a case says what a file is and has no file: the server's tests send files"),
    ("publicPage.validate", "an address is given once: the second run would find it taken"),
];

/// The call of a rule.
pub fn of(rule: &str) -> Option<&'static Call> {
    CALLS.iter().find(|call| call.rule == rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_validation_rule_is_forgotten_over_http() {
        for rule in domain::evaluate::rules().filter(|rule| rule.ends_with(".validate")) {
            let planned = NOT_YET.iter().filter(|(later, ..)| *later == rule).count();
            let mapped = CALLS.iter().filter(|call| call.rule == rule).count();
            let never = NEVER.iter().filter(|(never, _)| *never == rule).count();
            let places = planned + mapped + never;
            assert_eq!(places, 1, "{rule} must stand in CALLS, NOT_YET or NEVER, once");
        }
    }
}
