//! Deletes a user's account or a company for good. Its owner has to prove their identity again.

use std::borrow::Cow;

use uuid::Uuid;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::form,
        rules,
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
        let mut errors = ValidationErrors::default();
        check_proof(&mut errors, proof, &self.password, &self.code, &self.confirmation);
        errors.finish()
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
        let mut errors = ValidationErrors::default();
        if self.name != own_name.trim() {
            errors.add(ValidationError::new("name", Code::Mismatch, Text::CompanyNameDiffers));
        }
        check_proof(&mut errors, proof, &self.password, &self.code, &self.confirmation);
        errors.finish()
    }
}

fn check_proof(
    errors: &mut ValidationErrors,
    proof: RequiredProof,
    password: &str,
    code: &str,
    confirmation: &str,
) {
    let mut required = |field: &str, text: &str| {
        if text.trim().is_empty() {
            errors.add(ValidationError::new(field, Code::Required, Text::Required));
        }
    };
    match proof {
        RequiredProof::Password { code: with_code } => {
            required("password", password);
            if with_code {
                required("code", code);
            }
        }
        RequiredProof::Word => {
            required("confirmation", confirmation);
            if !WORDS.iter().any(|word| word.eq_ignore_ascii_case(confirmation)) {
                errors.add(ValidationError::new(
                    "confirmation",
                    Code::Mismatch,
                    Text::DeletionWord,
                ));
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
