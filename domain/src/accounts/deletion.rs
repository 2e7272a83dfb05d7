//! Deletes a user's account or a company for good. Its owner has to prove their identity again.

use std::borrow::Cow;

use uuid::Uuid;
use validator::{Validate, ValidateArgs as _};

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{self, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{field::Secret, ids::UserId, language::Language},
};

/// The prefix of the key that replaces a user whose account was deleted.
const FORMER: &str = "former user ";

/// What replaces a name or an address of a user whose account was deleted. It does not reveal who that was,
/// and differs from any real name or address.
#[must_use]
pub fn former_key(user: UserId) -> String {
    format!("{FORMER}{user}")
}

/// Whether this is the key of a deleted account.
#[must_use]
pub fn is_former_key(text: &str) -> bool {
    text.strip_prefix(FORMER).is_some_and(|id| id.len() == 36 && Uuid::try_parse(id).is_ok())
}

/// The first and last name shown for a deleted account.
#[must_use]
pub const fn former_names(language: Language) -> [&'static str; 2] {
    match language {
        Language::English => ["Former", "user"],
        Language::Spanish => ["Usuario", "anterior"],
    }
}

/// A name, or a list of names, as it is displayed: all deleted accounts have the same name.
#[must_use]
pub fn display_name(text: &str, language: Language) -> Cow<'_, str> {
    if !text.contains(FORMER) {
        return Cow::Borrowed(text);
    }
    let former = former_names(language).join(" ");
    let names =
        text.split(", ").map(|name| if is_former_key(name) { former.as_str() } else { name });
    Cow::Owned(names.collect::<Vec<&str>>().join(", "))
}

/// The words that confirm a deletion where the user has no password here.
const WORDS: [&str; 2] = ["DELETE", "ELIMINAR"];

/// How a user proves their identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredProof {
    /// By the password of their account, and a code where a second factor is on.
    Password {
        /// Whether it is on.
        code: bool,
    },
    /// By typing a word: they sign in with an identity provider.
    Word,
}

form! {
    /// Deletes the user's own account.
    DeleteAccount {
        #[ts(as = "String")]
        password: Secret = "password",
        #[validate(custom(function = rules::line))]
        code: String = "code",
        #[validate(custom(function = rules::line))]
        confirmation: String = "confirmation",
    }
}

form! {
    /// Deletes the user's own company.
    DeleteCompany {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[ts(as = "String")]
        password: Secret = "password",
        #[validate(custom(function = rules::line))]
        code: String = "code",
        #[validate(custom(function = rules::line))]
        confirmation: String = "confirmation",
    }
}

impl DeleteAccount {
    /// Checks that everything required is filled in. Only the server can check that it is correct.
    ///
    /// # Errors
    /// A refusal for each field.
    pub fn check_for(&self, proof: RequiredProof) -> Result<(), Vec<ValidationError>> {
        let Self { password, code, confirmation } = self;
        DeletionProof { name: None, password, code, confirmation }
            .check(&Expected { company_name: "", proof })
    }
}

impl DeleteCompany {
    /// Checks that everything required is filled in, and that the company's name is typed exactly.
    ///
    /// # Errors
    /// A refusal for each field.
    pub fn check_for(
        &self,
        own_name: &str,
        proof: RequiredProof,
    ) -> Result<(), Vec<ValidationError>> {
        let Self { name, password, code, confirmation } = self;
        DeletionProof { name: Some(name), password, code, confirmation }
            .check(&Expected { company_name: own_name.trim(), proof })
    }
}

/// What the server knows about a deletion before it reads the form.
struct Expected<'a> {
    company_name: &'a str,
    proof: RequiredProof,
}

/// The fields of both forms whose rules depend on the user and the company.
#[derive(Validate)]
#[validate(context = "Expected<'v_a>")]
struct DeletionProof<'a> {
    #[validate(custom(function = is_company_name, use_context))]
    name: Option<&'a str>,
    #[validate(custom(function = is_password_given, use_context))]
    password: &'a Secret,
    #[validate(custom(function = is_code_given, use_context))]
    code: &'a str,
    #[validate(custom(function = is_confirmed, use_context))]
    confirmation: &'a str,
}

impl DeletionProof<'_> {
    fn check(&self, expected: &Expected<'_>) -> Result<(), Vec<ValidationError>> {
        form::refusals(self.validate_with_args(expected), "name password code confirmation ")
    }
}

fn is_company_name(name: &str, expected: &Expected<'_>) -> Verdict {
    if name == expected.company_name {
        Ok(())
    } else {
        Err(rules::refused(Code::Mismatch, Text::CompanyNameDiffers))
    }
}

fn is_password_given(password: &Secret, expected: &Expected<'_>) -> Verdict {
    match expected.proof {
        RequiredProof::Password { .. } => rules::required(password),
        RequiredProof::Word => Ok(()),
    }
}

fn is_code_given(code: &str, expected: &Expected<'_>) -> Verdict {
    match expected.proof {
        RequiredProof::Password { code: true } => rules::required(code),
        RequiredProof::Password { code: false } | RequiredProof::Word => Ok(()),
    }
}

fn is_confirmed(confirmation: &str, expected: &Expected<'_>) -> Verdict {
    match expected.proof {
        RequiredProof::Password { .. } => Ok(()),
        RequiredProof::Word => {
            rules::required(confirmation)?;
            if WORDS.iter().any(|word| word.eq_ignore_ascii_case(confirmation)) {
                Ok(())
            } else {
                Err(rules::refused(Code::Mismatch, Text::DeletionWord))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(result: Result<(), Vec<ValidationError>>) -> Vec<(String, Code)> {
        let refusals = result.err().unwrap_or_default();
        refusals.into_iter().map(|refusal| (refusal.field.clone(), refusal.code)).collect()
    }

    #[test]
    fn a_session_left_open_is_not_enough_to_delete_anything() {
        let form = DeleteAccount::default();
        assert_eq!(
            refused(form.check_for(RequiredProof::Password { code: true })),
            [("password".to_string(), Code::Required), ("code".to_string(), Code::Required)]
        );
        assert_eq!(
            refused(form.check_for(RequiredProof::Word)),
            [("confirmation".to_string(), Code::Required)]
        );
        let typed = |word: &str| DeleteAccount { confirmation: word.into(), ..form.clone() };
        assert_eq!(
            refused(typed("yes").check_for(RequiredProof::Word)),
            [("confirmation".to_string(), Code::Mismatch)]
        );
        assert_eq!(typed("delete").check_for(RequiredProof::Word), Ok(()));
        assert_eq!(typed("Eliminar").check_for(RequiredProof::Word), Ok(()));
    }

    #[test]
    fn a_deleted_account_has_no_name_in_either_language() {
        let key = former_key(UserId(Uuid::from_u128(7)));
        assert!(is_former_key(&key) && !is_former_key("former user Ana"));
        assert_eq!(display_name(&key, Language::English), "Former user");
        assert_eq!(display_name(&key, Language::Spanish), "Usuario anterior");
        let list = format!("Ana Ruiz, {key}, {key}");
        assert_eq!(display_name(&list, Language::English), "Ana Ruiz, Former user, Former user");
        for typed in ["Ana Ruiz", "the former user of unit 3", "former user, Ana"] {
            assert_eq!(display_name(typed, Language::Spanish), typed);
        }
    }

    #[test]
    fn a_company_is_not_deleted_when_a_similar_name_is_typed() {
        let form = |name: &str| DeleteCompany {
            name: name.into(),
            confirmation: "DELETE".into(),
            ..DeleteCompany::default()
        };
        assert_eq!(form("Ridge & Sons").check_for("Ridge & Sons", RequiredProof::Word), Ok(()));
        assert_eq!(
            refused(form("ridge & sons").check_for("Ridge & Sons", RequiredProof::Word)),
            [("name".to_string(), Code::Mismatch)]
        );
    }
}
