//! Maps each rule to the call of the API that enforces it, with the body's fields besides the rule's input.

/// Values that a call needs and a case cannot contain.
#[derive(Clone, Copy)]
pub enum Fill {
    /// A job of the calling company.
    Job,
    /// The calling company.
    Company,
    /// A file of the company.
    CompanyFile,
    /// The calling user.
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
    /// A new company on every use.
    AnotherCompany,
    /// An invitation of the calling newcomer.
    Invitation,
    /// A chat of the company.
    Room,
}

/// The call that stores what a rule allows.
pub struct Call {
    pub rule: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    /// Fields of the body besides those of the case.
    pub fills: &'static [(&'static str, Fill)],
    /// Fields of the form that this call ignores.
    pub ignores: &'static [&'static str],
    /// Fields that the call accepts blank, because it has a default for them.
    pub presets: &'static [&'static str],
    /// Only an account without a company may call, and only once.
    pub as_new_account: bool,
    /// Ids that cases make up. One that the rule accepts is replaced with the id of an existing row; one that
    /// the rule refuses is sent unchanged, and the call answers `choice`.
    pub made_up: &'static [(&'static str, Fill)],
    /// The row whose id is the path's parameter.
    pub of: Option<Fill>,
    /// The case is the only row of a list.
    pub is_row: bool,
    /// The body is a multipart form with a PDF in this part.
    pub pdf: Option<&'static str>,
    /// A list of addresses that must belong to contacts of the company's vendors.
    pub contacts: Option<&'static str>,
    /// The field of a case that holds the type of the calling company, which the call reads from the token.
    pub kind_of_company: Option<&'static str>,
    /// A field that a separate call takes: a case with a positive number in it is skipped.
    pub apart: Option<&'static str>,
    /// The call has an hourly limit per address. A case refused for that is skipped.
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

/// The rules that a call enforces. A call that this server does not have is reported, not counted.
pub const CALLS: &[Call] = &[
    Call {
        // The address is the one of the sign-in (contract, section 4).
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
        // Both addresses are known: the one of the sign-in, and the invited one.
        ignores: &["email", "invitedEmail"],
        as_new_account: true,
        ..post("invitationCompletion.validate", "/api/company/invitation/submit")
            .with(&[("invitationId", Fill::Invitation)])
    },
    Call { rate_limited: true, ..post("lead.validate", "/api/leads") },
    post("feedback.validate", "/api/feedback"),
    Call {
        // Each picture is sent by a separate call.
        ignores: &["attachments"],
        apart: Some("attachments"),
        ..post("chatMessage.validate", "/api/chat/sendMessage")
            .with(&[("userId", Fill::Person), ("roomId", Fill::Room)])
    },
];

/// The rules without a call yet: rule, method, and the missing path, either the rule's own or one that creates
/// what it needs. Once a server has the path, the rule fails until it is listed in [`CALLS`].
pub const NOT_YET: &[(&str, &str, &str)] = &[];

/// The rules that no JSON body can test, and what tests them instead.
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
            let entries = planned + mapped + never;
            assert_eq!(entries, 1, "{rule} must be listed in CALLS, NOT_YET or NEVER, once");
        }
    }
}
