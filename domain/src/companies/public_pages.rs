//! The page of a company that anybody may see, without signing in.

use serde::Serialize;
use ts_rs::TS;

use crate::{
    forms::{
        checks::Checks,
        error::{Code, Refusal},
        form::{Form, form},
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
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("visible", self.visible.as_ref());
        if self.visible == Some(true) {
            checks.text("slug", &self.slug).required();
        }
        checks
            .text("slug", &self.slug)
            .max(LIMITS.slug_max)
            .reads_as(|slug| is_slug(slug).then_some(()), Text::SlugFormat);
        let length = self.slug.chars().count();
        if length > 0 && length < LIMITS.slug_min as usize {
            let refusal = Refusal::new("slug", Code::TooShort, Text::TooShort);
            checks.refuse(refusal.with("min", &LIMITS.slug_min));
        }
        checks.done()
    }
}

/// Small letters and digits, and between them single hyphens.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.split('-').all(|part| !part.is_empty() && part.bytes().all(is_letter))
}
