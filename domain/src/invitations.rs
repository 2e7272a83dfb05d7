//! Inviting people into a company, and what they fill in.

use crate::{
    checks::Checks,
    email,
    error::{Code, Refusal},
    form::{Choice as _, Form, form},
    language::Language,
    permission::{CompanyType, UserType, invited_user_types},
    text::Text,
};

form! {
    /// The invitation form. The company type is the inviting company's own.
    NewInvitation {
        email: String = "email",
        #[ts(type = "UserType | \"\"")]
        user_type: String = "userType",
        #[ts(as = "CompanyType")]
        company_type: String = "companyType",
    }
}

impl NewInvitation {
    /// The user type offered, where it is one.
    #[must_use]
    pub fn user_type(&self) -> Option<UserType> {
        UserType::from_word(&self.user_type)
    }
}

impl Form for NewInvitation {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("email", &self.email).required().line().email();
        checks.choice::<UserType>("userType", &self.user_type);
        checks.choice::<CompanyType>("companyType", &self.company_type);
        if let (Some(company), Some(user)) =
            (CompanyType::from_word(&self.company_type), self.user_type())
            && !invited_user_types(company).contains(&user)
        {
            checks.refuse(Refusal::new("userType", Code::Choice, Text::Choice));
        }
        checks.done()
    }
}

form! {
    /// What an invited person fills in, with the address they signed in with and the invited one.
    InvitationCompletion {
        first_name: String = "firstName",
        last_name: String = "lastName",
        phone_number: String = "phoneNumber",
        location: String = "location",
        position: String = "position",
        #[ts(as = "Language")]
        language: String = "language",
        email: String = "email",
        invited_email: String = "invitedEmail",
    }
}

impl Form for InvitationCompletion {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("firstName", &self.first_name).required().line();
        checks.text("lastName", &self.last_name).required().line();
        checks.text("phoneNumber", &self.phone_number).phone();
        checks.text("location", &self.location).required().line();
        checks.text("position", &self.position).required().line();
        checks.choice::<Language>("language", &self.language);
        checks.text("email", &self.email).required().line().email();
        if email::normalized(&self.email) != email::normalized(&self.invited_email) {
            checks.refuse(Refusal::new("email", Code::Mismatch, Text::InvitationMismatch));
        }
        checks.done()
    }
}
