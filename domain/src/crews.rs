//! Custom crews: people without an account.

use crate::{
    checks::Checks,
    error::Refusal,
    form::{Form, form},
    limits::LIMITS,
};

form! {
    /// A new custom crew.
    CrewForm {
        name: String = "name",
    }
}

impl Form for CrewForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().max(LIMITS.crew_name);
        checks.done()
    }
}

form! {
    /// A member of a custom crew.
    CrewMemberForm {
        name: String = "name",
        email: String = "email",
        phone: String = "phone",
    }
}

impl Form for CrewMemberForm {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).line().email();
        checks.text("phone", &self.phone).phone();
        checks.done()
    }
}
