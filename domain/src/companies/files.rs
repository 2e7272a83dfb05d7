//! Files of a company, and the papers among them that run out.

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

/// What a file is to those who work with the company.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum DocumentKind {
    /// A certificate of insurance.
    Insurance,
    /// A licence of the trade.
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
    /// Of a public file a lasting address, of any other a link that lives for an hour or two.
    pub file_url: String,
    pub is_public: bool,
    pub kind: DocumentKind,
    /// The last day on which it holds.
    pub expires_on: Option<NaiveDate>,
}

/// A paper that a contractor wants to see valid: of its kind the one that holds longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct CompanyDocument {
    /// Insurance or licence.
    pub kind: DocumentKind,
    /// The last day on which it holds.
    pub expires_on: NaiveDate,
}

/// How a paper stands on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum DocumentStanding {
    /// It holds, and for longer than the warning reaches.
    Valid,
    /// It holds, but not for long.
    ExpiresSoon,
    /// It held until a day before this one.
    Expired,
    /// Nobody said how long it holds.
    Undated,
}

/// How a paper that holds through this day stands today.
#[must_use]
pub fn document_status(expires_on: Option<NaiveDate>, today: NaiveDate) -> DocumentStanding {
    let left = expires_on.map(|last| (last - today).num_days());
    match left {
        None => DocumentStanding::Undated,
        Some(left) if left < 0 => DocumentStanding::Expired,
        Some(left) if left <= LIMITS.document_warning_days => DocumentStanding::ExpiresSoon,
        Some(_) => DocumentStanding::Valid,
    }
}

form! {
    /// The address of an upload: what the file is called, and who may see it.
    NewFile {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.file_name }>), custom(function = check_file_name))]
        file_name: String = "fileName",
        #[ts(type = "\"true\" | \"false\"")]
        #[validate(custom(function = check_word))]
        is_public: String = "isPublic",
    }
}

impl NewFile {
    /// May everybody see it? Of a form that passed its check.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.is_public == "true"
    }
}

fn check_file_name(name: &str) -> Verdict {
    let harms = |letter: char| letter.is_control() || matches!(letter, '/' | '\\');
    if name.contains(harms) { Err(rules::refused(Code::Format, Text::FileName)) } else { Ok(()) }
}

/// A yes or no of an address.
fn check_word(word: &str) -> Verdict {
    match word {
        "true" | "false" => Ok(()),
        "" => Err(rules::refused(Code::Required, Text::Required)),
        _ => Err(rules::refused(Code::Choice, Text::Choice)),
    }
}

/// Changes what is said of a file. What the form leaves out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, TS, validator::Validate)]
#[ts(export, export_to = "index.ts", rename_all = "camelCase", optional_fields)]
pub struct EditFile {
    /// Who may see it.
    pub is_public: Option<bool>,
    /// What it is.
    #[ts(type = "DocumentKind")]
    #[validate(custom(function = rules::choice::<DocumentKind>))]
    pub kind: Option<String>,
    /// The last day on which it holds; null and blank take the date away.
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
            // Blank says something here, so only a field that is missing is missing.
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
    /// What it is, where the form says so.
    #[must_use]
    pub fn kind(&self) -> Option<DocumentKind> {
        self.kind.as_deref().and_then(DocumentKind::from_word)
    }

    /// Until when it holds: the date that the form gives, or none, where it says anything of it.
    #[must_use]
    pub fn expires_on(&self) -> Option<Option<NaiveDate>> {
        self.expires_on.as_deref().map(date::read_day)
    }
}

impl Form for EditFile {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        form::check(self)
    }
}
