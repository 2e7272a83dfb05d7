//! The public page of a company, which anyone can see without signing in.

use serde::Serialize;
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::Verdict,
    },
    i18n::rules::Text,
    permissions::permission::CompanyType,
    types::limits::LIMITS,
};

/// Whether a company has a public page, and its address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PublicPage {
    /// May everyone see it?
    pub visible: bool,
    /// The last part of its address.
    pub slug: Option<String>,
}

/// A file on a public page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PublicFile {
    pub file_name: String,
    pub file_url: String,
}

/// What a public page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PublicCompany {
    pub slug: String,
    pub name: String,
    pub location: String,
    pub description: String,
    pub company_type: CompanyType,
    pub logo_url: Option<String>,
    pub qualifications: Vec<String>,
    pub files: Vec<PublicFile>,
}

form! {
    /// Shows or hides the page. A hidden page needs no address.
    #[validate(schema(function = "SetPublicPage::check_address", skip_on_field_errors = false))]
    SetPublicPage {
        #[ts(type = "boolean")]
        #[validate(required)]
        visible: Option<bool> = "visible",
        #[validate(custom(function = check_slug))]
        slug: String = "slug",
    }
}

impl SetPublicPage {
    /// A visible page has an address.
    fn check_address(&self) -> Verdict {
        if self.visible == Some(true) && self.slug.is_empty() {
            return Err(ValidationError::new("slug", Code::Required, Text::Required).into());
        }
        Ok(())
    }
}

fn check_slug(slug: &str) -> Verdict {
    let length = slug.chars().count();
    let refusal = |code, text| ValidationError::new("", code, text);
    let refusal = if length > LIMITS.slug_max as usize {
        refusal(Code::TooLong, Text::TooLong).with("max", &LIMITS.slug_max)
    } else if length > 0 && !is_slug(slug) {
        refusal(Code::Format, Text::SlugFormat)
    } else if length > 0 && length < LIMITS.slug_min as usize {
        refusal(Code::TooShort, Text::TooShort).with("min", &LIMITS.slug_min)
    } else {
        return Ok(());
    };
    Err(refusal.into())
}

/// Lowercase letters and digits, separated by single hyphens.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.split('-').all(|part| !part.is_empty() && part.bytes().all(is_letter))
}
