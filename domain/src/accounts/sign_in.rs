//! Signing in with an e-mail address and a password.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{email, field::Secret, limits::LIMITS},
};

form! {
    /// The sign-up form, and the sign-in form too. The password is not trimmed.
    Credentials {
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
        #[ts(as = "String")]
        #[validate(custom(function = check_password))]
        password: Secret = "password",
    }
}

impl Credentials {
    /// The address by which accounts are looked up.
    #[must_use]
    pub fn account(&self) -> String {
        email::normalized(&self.email)
    }
}

/// A password has 8 to 128 characters and is used unchanged. The server checks it against common passwords:
/// that list is too long for the browser.
pub fn check_password(password: &str) -> Verdict {
    rules::storable(password)?;
    let length = password.chars().count();
    let refusal = |code, text| ValidationError::new("", code, text);
    let refusal = if length == 0 {
        refusal(Code::Required, Text::Required)
    } else if length < LIMITS.password_min as usize {
        refusal(Code::TooShort, Text::TooShort).with("min", &LIMITS.password_min)
    } else if length > LIMITS.password_max as usize {
        refusal(Code::TooLong, Text::TooLong).with("max", &LIMITS.password_max)
    } else {
        return Ok(());
    };
    Err(refusal.into())
}
