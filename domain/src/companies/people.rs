//! Users and their settings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        form::{OptionalId, form},
        rules,
    },
    permissions::permission::UserType,
    types::{
        field::WireEnum as _,
        ids::{CompanyId, UserId},
        language::Language,
    },
};

/// A signed-in user.
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

/// A user as a company's page shows them.
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
        #[validate(custom(function = rules::required_line))]
        first_name: String = "firstName",
        #[validate(custom(function = rules::required_line))]
        last_name: String = "lastName",
        #[validate(custom(function = rules::required_line))]
        location: String = "location",
        #[ts(as = "Language")]
        #[validate(custom(function = rules::choice::<Language>))]
        language: String = "language",
        #[validate(custom(function = rules::required_line))]
        position: String = "position",
        #[validate(custom(function = rules::phone))]
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

form! {
    /// Removes a user from the company.
    RemoveUser {
        #[ts(as = "UserId")]
        #[validate(required)]
        user_id: OptionalId<UserId> = "userId",
    }
}
