//! Files of a company, and the documents among them that expire.

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{self, Form, FormFields, FromFields, form, wrong_types},
        rules::{self, Verdict},
        verdict::FormShape,
    },
    i18n::rules::Text,
    types::{
        date,
        field::{WireEnum, read_field},
        ids::FileId,
        limits::LIMITS,
    },
};

/// What kind of document a file is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum DocumentKind {
    /// A certificate of insurance.
    Insurance,
    /// A trade license.
    Licence,
    /// Anything else.
    #[default]
    Other,
}

impl WireEnum for DocumentKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("insurance", Self::Insurance), ("licence", Self::Licence), ("other", Self::Other)];
}

/// A file of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct CompanyFile {
    pub id: FileId,
    pub file_name: String,
    /// A permanent address for a public file, for any other a link that is valid for an hour or two.
    pub file_url: String,
    pub is_public: bool,
    pub kind: DocumentKind,
    /// The last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
}

/// A document that a contractor requires to be valid: of its kind the one that is valid longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct CompanyDocument {
    /// Insurance or license.
    pub kind: DocumentKind,
    /// The last day on which it is valid.
    pub expires_on: NaiveDate,
}

/// The status of a document on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum DocumentStatus {
    /// It is valid for longer than the warning period.
    Valid,
    /// It is valid, but expires within the warning period.
    ExpiresSoon,
    /// It expired before this day.
    Expired,
    /// Its expiration date is unknown.
    Undated,
}

/// The status today of a document that is valid through this day.
#[must_use]
pub fn document_status(expires_on: Option<NaiveDate>, today: NaiveDate) -> DocumentStatus {
    let left = expires_on.map(|last| (last - today).num_days());
    match left {
        None => DocumentStatus::Undated,
        Some(left) if left < 0 => DocumentStatus::Expired,
        Some(left) if left <= LIMITS.document_warning_days => DocumentStatus::ExpiresSoon,
        Some(_) => DocumentStatus::Valid,
    }
}

form! {
    /// The query of an upload: the file's name, and who may see it.
    NewFile {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.file_name }>), custom(function = check_file_name))]
        file_name: String = "fileName",
        #[ts(type = "\"true\" | \"false\"")]
        #[validate(custom(function = check_word))]
        is_public: String = "isPublic",
    }
}

impl NewFile {
    /// May everyone see it? For a form that passed its check.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.is_public == "true"
    }
}

fn check_file_name(name: &str) -> Verdict {
    let is_unsafe = |letter: char| letter.is_control() || matches!(letter, '/' | '\\');
    if name.contains(is_unsafe) {
        Err(rules::refused(Code::Format, Text::FileName))
    } else {
        Ok(())
    }
}

/// A yes or no in a query.
fn check_word(word: &str) -> Verdict {
    match word {
        "true" | "false" => Ok(()),
        "" => Err(rules::refused(Code::Required, Text::Required)),
        _ => Err(rules::refused(Code::Choice, Text::Choice)),
    }
}

/// Changes the details of a file. Fields that the form leaves out stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, TS, validator::Validate)]
#[ts(export, export_to = "index.ts", rename_all = "camelCase", optional_fields)]
pub struct EditFile {
    /// Who may see it.
    pub is_public: Option<bool>,
    /// Its kind.
    #[ts(type = "DocumentKind")]
    #[validate(custom(function = rules::choice::<DocumentKind>))]
    pub kind: Option<String>,
    /// The last day on which it is valid; null and blank remove the date.
    #[ts(type = "string | null")]
    #[validate(custom(function = rules::day))]
    pub expires_on: Option<String>,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for EditFile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EditFile".into()
    }

    fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        crate::types::json_schema::object(Self::properties(schemas))
    }
}

impl FormFields for EditFile {
    const SHAPE: &'static FormShape = &FormShape { names: "isPublic kind expiresOn ", inside: &[] };

    #[cfg(feature = "schema")]
    fn properties(
        schemas: &mut schemars::SchemaGenerator,
    ) -> Vec<(&'static str, schemars::Schema)> {
        vec![
            ("isPublic", <Option<bool> as crate::types::field::FromField>::schema(schemas)),
            ("kind", <Option<String> as crate::types::field::FromField>::schema(schemas)),
            ("expiresOn", <Option<String> as crate::types::field::FromField>::schema(schemas)),
        ]
    }
}

impl FromFields for EditFile {
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>> {
        let mut wrong = Vec::new();
        let form = Self {
            is_public: read_field(fields, "isPublic", &mut wrong),
            kind: read_field(fields, "kind", &mut wrong),
            // Blank has a meaning here, so only an absent field counts as missing.
            expires_on: fields
                .contains_key("expiresOn")
                .then(|| read_field(fields, "expiresOn", &mut wrong)),
        };
        if wrong.is_empty() { Ok(form) } else { Err(wrong) }
    }
}

impl<'de> Deserialize<'de> for EditFile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        Self::from_fields(&fields).map_err(|wrong| D::Error::custom(wrong_types(&wrong)))
    }
}

impl EditFile {
    /// Its kind, where the form changes it.
    #[must_use]
    pub fn kind(&self) -> Option<DocumentKind> {
        self.kind.as_deref().and_then(DocumentKind::from_word)
    }

    /// The expiration date, or none, where the form changes it.
    #[must_use]
    pub fn expires_on(&self) -> Option<Option<NaiveDate>> {
        self.expires_on.as_deref().map(date::read_day)
    }
}

impl Form for EditFile {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        form::check(self)?;
        // The specification's form has this field alone; the others came later.
        if self.is_public.is_none() && self.kind.is_none() && self.expires_on.is_none() {
            return Err(vec![ValidationError::new("isPublic", Code::Required, Text::Required)]);
        }
        Ok(())
    }
}
