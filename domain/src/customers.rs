//! Customers and how they are found.

use crate::{
    checks::Checks,
    error::Refusal,
    folding::Query,
    form::{Form, form},
    text::Text,
};

form! {
    /// The customer form, and what a search looks at.
    CustomerForm {
        first_name: String = "firstName",
        last_name: String = "lastName",
        company: String = "company",
        phone: String = "phone",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
    }
}

impl Form for CustomerForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let missing = Text::CustomerIncomplete;
        let mut checks = Checks::new();
        checks.text("firstName", &self.first_name).required_saying(missing).line();
        checks.text("lastName", &self.last_name).required_saying(missing).line();
        checks.text("company", &self.company).line();
        checks.text("phone", &self.phone).required_saying(missing).phone();
        checks.text("address", &self.address).line();
        checks.text("city", &self.city).line();
        checks.text("state", &self.state).line();
        checks.text("zip", &self.zip).line();
        checks.done()
    }
}

/// Does every word of the query stand in some field of the customer?
#[must_use]
pub fn matches(query: &str, customer: &CustomerForm) -> bool {
    Query::new(query).matches(&[
        &customer.address,
        &customer.city,
        &customer.state,
        &customer.zip,
        &customer.first_name,
        &customer.last_name,
        &customer.phone,
        &customer.company,
    ])
}
