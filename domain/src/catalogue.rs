//! What a contractor buys and from whom: products, their categories, vendors and their contacts.

use crate::{
    checks::Checks,
    error::Refusal,
    form::{Form, form},
    money::Figure,
    text::Text,
};

form! {
    /// A vendor.
    VendorForm {
        name: String = "name",
        account_number: String = "accountNumber",
    }
}

impl Form for VendorForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.text("accountNumber", &self.account_number).line();
        checks.done()
    }
}

form! {
    /// A person at a vendor.
    VendorContactForm {
        name: String = "name",
        email: String = "email",
    }
}

impl Form for VendorContactForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).required().line().email();
        checks.done()
    }
}

form! {
    /// A product category.
    CategoryForm {
        title: String = "title",
    }
}

impl Form for CategoryForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("title", &self.title).required_saying(Text::MustProvideTitle).line();
        checks.done()
    }
}

form! {
    /// A product.
    ProductForm {
        name: String = "name",
        #[ts(type = "number | null")]
        unit_cost: Option<Figure> = "unitCost",
    }
}

impl Form for ProductForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.figure("unitCost", self.unit_cost).required().money();
        checks.done()
    }
}
