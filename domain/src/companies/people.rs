//! Users and their settings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, OptionalId, form},
        validator::Validator,
    },
    permissions::permission::UserType,
    types::{
        field::WireEnum as _,
        ids::{CompanyId, UserId},
        language::Language,
    },
};

/// A signed-in person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct User {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub position: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub user_type: UserType,
    pub company_id: Option<CompanyId>,
    pub location: String,
    pub language: Language,
    pub account_creation_complete: bool,
}

/// A person as a company's page shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Employee {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub position: String,
    pub user_type: UserType,
    pub location: String,
}

form! {
    /// The user-settings form; the phone stays optional.
    UserSettings {
        first_name: String = "firstName",
        last_name: String = "lastName",
        location: String = "location",
        #[ts(as = "Language")]
        language: String = "language",
        position: String = "position",
        phone_number: String = "phoneNumber",
    }
}

impl UserSettings {
    /// The language chosen.
    #[must_use]
    pub fn language(&self) -> Language {
        Language::from_word(&self.language).unwrap_or_default()
    }
}

impl Form for UserSettings {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("firstName", &self.first_name).required().line();
        checks.text("lastName", &self.last_name).required().line();
        checks.text("location", &self.location).required().line();
        checks.choice::<Language>("language", &self.language);
        checks.text("position", &self.position).required().line();
        checks.text("phoneNumber", &self.phone_number).phone();
        checks.finish()
    }
}

form! {
    /// Takes somebody out of the company.
    RemoveUser {
        #[ts(as = "UserId")]
        user_id: OptionalId<UserId> = "userId",
    }
}

impl Form for RemoveUser {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("userId", self.user_id.0.as_ref());
        checks.finish()
    }
}
