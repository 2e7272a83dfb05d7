//! The page of a company that anybody may see, without signing in.

use serde::Serialize;
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, form},
        validator::Validator,
    },
    i18n::rules::Text,
    permissions::permission::CompanyType,
    types::limits::LIMITS,
};

/// Whether a company has a page of its own, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PublicPage {
    /// May anybody see it?
    pub visible: bool,
    /// The last part of its address.
    pub slug: Option<String>,
}

/// A file on such a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PublicFile {
    pub file_name: String,
    pub file_url: String,
}

/// What such a page shows.
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
    /// Shows or hides the page. A hidden one may do without an address.
    SetPublicPage {
        #[ts(type = "boolean")]
        visible: Option<bool> = "visible",
        slug: String = "slug",
    }
}

impl Form for SetPublicPage {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("visible", self.visible.as_ref());
        if self.visible == Some(true) {
            checks.text("slug", &self.slug).required();
        }
        checks
            .text("slug", &self.slug)
            .max(LIMITS.slug_max)
            .parses_as(|slug| is_slug(slug).then_some(()), Text::SlugFormat);
        let length = self.slug.chars().count();
        if length > 0 && length < LIMITS.slug_min as usize {
            let refusal = ValidationError::new("slug", Code::TooShort, Text::TooShort);
            checks.add_error(refusal.with("min", &LIMITS.slug_min));
        }
        checks.finish()
    }
}

/// Small letters and digits, and between them single hyphens.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.split('-').all(|part| !part.is_empty() && part.bytes().all(is_letter))
}
