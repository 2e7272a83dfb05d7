//! What work orders and purchase orders share: titles, rows and sending.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, OptionalId, form},
        validator::Validator,
    },
    i18n::rules::Text,
    types::{email, ids::JobId, limits::LIMITS, money::FormNumber},
};

/// The title an order gets when nothing else is written: `#{jobNumber}-{n}`, with the smallest number
/// that no order of the same kind uses.
#[must_use]
pub fn default_title<Title: AsRef<str>>(job_number: Option<&str>, existing: &[Title]) -> String {
    let number = job_number.unwrap_or_default().trim();
    let mut n = 1_usize;
    loop {
        let title = format!("#{number}-{n}");
        if !existing.iter().any(|taken| taken.as_ref() == title) {
            return title;
        }
        n += 1;
    }
}

form! {
    /// The title of a new order.
    OrderTitle {
        title: String = "title",
    }
}

impl Form for OrderTitle {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("title", &self.title).required_with(Text::MustProvideTitle).line();
        checks.finish()
    }
}

form! {
    /// A new order of a job. A blank title is the default title.
    NewOrder {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        title: String = "title",
    }
}

impl NewOrder {
    /// The title that was written, or else the default one, given the titles of the job's orders of
    /// the same kind.
    #[must_use]
    pub fn title_or_default(self, job_number: Option<&str>, existing: &[String]) -> String {
        if self.title.is_empty() { default_title(job_number, existing) } else { self.title }
    }
}

impl Form for NewOrder {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.text("title", &self.title).line();
        checks.finish()
    }
}

form! {
    /// One row of a work order.
    WorkOrderItemForm {
        title: String = "title",
        description: String = "description",
        #[ts(type = "number | null")]
        quantity: Option<FormNumber> = "quantity",
        #[ts(type = "number | null")]
        unit_cost: Option<FormNumber> = "unitCost",
    }
}

impl Form for WorkOrderItemForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("title", &self.title).required_with(Text::MustProvideTitle).line();
        checks.text("description", &self.description).lines();
        checks.number("quantity", self.quantity).required().quantity();
        checks.number("unitCost", self.unit_cost).required().money();
        checks.finish()
    }
}

form! {
    /// One row of the product picker.
    ProductQuantity {
        product_id: String = "productId",
        #[ts(type = "number | null")]
        quantity: Option<FormNumber> = "quantity",
    }
}

impl Form for ProductQuantity {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.number("quantity", self.quantity).required().quantity();
        checks.finish()
    }
}

form! {
    /// What goes to vendors with a purchase order.
    PurchaseOrderEmail {
        contact_emails: Vec<String> = "contactEmails",
        message: String = "message",
    }
}

impl Form for PurchaseOrderEmail {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        const FIELD: &str = "contactEmails";
        let mut checks = Validator::new();
        let mut contacts =
            self.contact_emails.iter().filter(|contact| !contact.is_empty()).peekable();
        if contacts.peek().is_none() {
            checks.add_error(ValidationError::new(FIELD, Code::Required, Text::ChooseContact));
        } else if contacts.any(|contact| !email::is_address(contact)) {
            checks.add_error(ValidationError::new(FIELD, Code::Email, Text::Email));
        }
        checks.text("message", &self.message).max(LIMITS.purchase_order_message);
        checks.finish()
    }
}
