//! Signing in with an e-mail address and a password.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, form},
        validator::Validator,
    },
    i18n::rules::Text,
    types::{email, field::Secret, limits::LIMITS},
};

form! {
    /// The sign-up form, and the sign-in form too. The password keeps its blanks.
    Credentials {
        email: String = "email",
        #[ts(as = "String")]
        password: Secret = "password",
    }
}

impl Credentials {
    /// The address as accounts are looked up by it.
    #[must_use]
    pub fn account(&self) -> String {
        email::normalized(&self.email)
    }
}

impl Form for Credentials {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("email", &self.email).required().line().email();
        if let Err(refusal) = check_password("password", &self.password) {
            checks.add_error(refusal);
        }
        checks.finish()
    }
}

/// A password has 8 to 128 characters and is taken as it is. Whether it is one of those that
/// everybody has is asked of the server: the list of them is too long for the browser.
pub fn check_password(field: &str, password: &str) -> Result<(), ValidationError> {
    let length = password.chars().count();
    let refusal = |code, text| ValidationError::new(field, code, text);
    if length == 0 {
        Err(refusal(Code::Required, Text::Required))
    } else if password.contains('\0') {
        Err(refusal(Code::Format, Text::BadCharacter))
    } else if length < LIMITS.password_min as usize {
        Err(refusal(Code::TooShort, Text::TooShort).with("min", &LIMITS.password_min))
    } else if length > LIMITS.password_max as usize {
        Err(refusal(Code::TooLong, Text::TooLong).with("max", &LIMITS.password_max))
    } else {
        Ok(())
    }
}
