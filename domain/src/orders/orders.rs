//! What work orders and purchase orders share: titles, rows and sending.

use crate::{
    forms::{
        error::Code,
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{email, ids::JobId, limits::LIMITS, money::FormNumber},
};

/// The default title of an order: `#{jobNumber}-{n}`, with the smallest number that no order of the same kind
/// uses.
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

/// Whether an order of the job with this number has a default title, and not one that somebody gave it.
#[must_use]
pub fn is_default_title(job_number: Option<&str>, title: &str) -> bool {
    let number = job_number.unwrap_or_default().trim();
    let rest = title.strip_prefix('#').and_then(|rest| rest.strip_prefix(number));
    let count = rest.and_then(|rest| rest.strip_prefix('-'));
    count.is_some_and(|count| count.parse::<usize>().is_ok())
}

/// Whether the version that a user saw, if stated, is the current one.
pub(crate) fn is_version(seen: Option<FormNumber>, current: i64) -> bool {
    seen.is_none_or(|seen| seen.to_whole() == Some(current))
}

/// Refuses to change an order that has changed since the user saw it.
pub(crate) fn check_version(seen: Option<FormNumber>, current: i64) -> Result<(), Text> {
    if is_version(seen, current) { Ok(()) } else { Err(Text::OrderChanged) }
}

form! {
    /// The title of a new order.
    OrderTitle {
        #[validate(custom(function = rules::required, message = "MustProvideTitle"), custom(function = rules::line))]
        title: String = "title",
    }
}

form! {
    /// A new order of a job. A blank title becomes the default title.
    NewOrder {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(custom(function = rules::line))]
        title: String = "title",
    }
}

impl NewOrder {
    /// The title given, or the default title for these titles of the job's orders of the same kind.
    #[must_use]
    pub fn title_or_default(self, job_number: Option<&str>, existing: &[String]) -> String {
        if self.title.is_empty() { default_title(job_number, existing) } else { self.title }
    }
}

form! {
    /// One row of a work order.
    WorkOrderItemForm {
        #[validate(custom(function = rules::required, message = "MustProvideTitle"), custom(function = rules::line))]
        title: String = "title",
        #[validate(custom(function = rules::lines))]
        description: String = "description",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_quantity))]
        quantity: Option<FormNumber> = "quantity",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_money))]
        unit_cost: Option<FormNumber> = "unitCost",
    }
}

form! {
    /// One row of the product picker.
    ProductQuantity {
        product_id: String = "productId",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_quantity))]
        quantity: Option<FormNumber> = "quantity",
    }
}

form! {
    /// The mail with a purchase order to vendors.
    PurchaseOrderEmail {
        #[validate(custom(function = check_contacts))]
        contact_emails: Vec<String> = "contactEmails",
        #[validate(custom(function = rules::at_most::<{ LIMITS.purchase_order_message }>))]
        message: String = "message",
    }
}

fn check_contacts(contacts: &[String]) -> Verdict {
    let mut contacts = contacts.iter().filter(|contact| !contact.is_empty()).peekable();
    if contacts.peek().is_none() {
        Err(rules::refused(Code::Required, Text::ChooseContact))
    } else if contacts.any(|contact| !email::is_address(contact)) {
        Err(rules::refused(Code::Email, Text::Email))
    } else {
        Ok(())
    }
}
