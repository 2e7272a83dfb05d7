//! Maps the columns of a file to our fields.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::{field::FromField, normalize::fold},
};

/// A field that a column can map to.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The wire name.
    pub name: &'static str,
    /// The message when no column maps to it; `None` where it is optional.
    pub needed: Option<Text>,
    /// The headings for it, the likeliest first, without case, accents and blanks.
    pub headings: &'static [&'static str],
}

/// The fields of one kind of import, as an option list.
pub trait SheetField: Copy {
    /// All of them, in the order of the list.
    const FIELDS: &'static [Field];

    /// The index in [`Self::FIELDS`].
    fn place(self) -> usize;
}

/// Declares the fields of one kind of import: name, wire name, description, and headings.
macro_rules! sheet_fields {
    ($(#[$meta:meta])* $kind:ident $($field:ident $wire:literal $doc:literal $(needed $text:ident)? [$($heading:literal)+])+) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
            ts_rs::TS,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        #[ts(export, export_to = "index.ts")]
        pub enum $kind {$(#[doc = $doc] $field),+}

        impl $kind {
            /// The wire name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                <Self as $crate::types::field::WireEnum>::WIRE_WORDS[self as usize].0
            }
        }

        impl $crate::types::field::WireEnum for $kind {
            const WIRE_WORDS: &'static [(&'static str, Self)] = &[$(($wire, Self::$field)),+];
        }

        impl $crate::imports::csv::mapping::SheetField for $kind {
            const FIELDS: &'static [$crate::imports::csv::mapping::Field] = &[$(
                $crate::imports::csv::mapping::Field {
                    name: $wire,
                    needed: sheet_fields!(@needed $($text)?),
                    headings: &[$($heading),+],
                }
            ),+];

            fn place(self) -> usize {
                self as usize
            }
        }
    };
    (@needed) => { None };
    (@needed $text:ident) => { Some($crate::i18n::rules::Text::$text) };
}

pub(crate) use sheet_fields;

/// Maps our fields, by their wire names, to headings.
///
/// A list, because it is short, and a map of its own takes up 2 KB in the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, TS)]
#[ts(
    export,
    export_to = "index.ts",
    type = "{ [field in ImportField | CustomerField | PriceField]?: string | null }"
)]
pub struct ImportMapping(pub Vec<(String, String)>);

impl ImportMapping {
    /// The heading of one of our fields.
    #[must_use]
    pub fn heading(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, heading)| heading.as_str())
    }
}

impl Serialize for ImportMapping {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(field, heading)| (field, heading)))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ImportMapping {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ImportMapping".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": { "type": ["string", "null"] },
        })
    }
}

impl FromField for ImportMapping {
    /// Null and blank mean "no column"; unknown fields are skipped when the columns are found.
    fn read(value: &Value) -> Option<Self> {
        let mut mapping = Vec::new();
        for (field, heading) in value.as_object()? {
            let heading = String::read(heading)?;
            if !heading.is_empty() {
                mapping.push((field.clone(), heading));
            }
        }
        Some(Self(mapping))
    }
}

impl<'de> Deserialize<'de> for ImportMapping {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Self::read(&value).ok_or_else(|| D::Error::custom("our field to a heading of the file"))
    }
}

/// The positions of the mapped columns, in the order of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Option<usize>>);

impl Columns {
    pub(crate) fn find(
        fields: &[Field],
        mapping: &ImportMapping,
        headings: &[String],
    ) -> Result<Self, Vec<ValidationError>> {
        let mut columns = vec![None; fields.len()];
        let mut refusals = Vec::new();
        for (column, Field { name, needed, .. }) in columns.iter_mut().zip(fields) {
            match mapping.heading(name) {
                Some(heading) => match headings.iter().position(|known| known == heading) {
                    Some(at) => *column = Some(at),
                    None => refusals.push(
                        ValidationError::new(name, Code::Choice, Text::ImportUnknownHeading)
                            .with("heading", &heading),
                    ),
                },
                None => {
                    refusals.extend(
                        needed.map(|text| ValidationError::new(name, Code::Required, text)),
                    );
                }
            }
        }
        if refusals.is_empty() { Ok(Self(columns)) } else { Err(refusals) }
    }

    /// The column of the field at this index of the list.
    #[must_use]
    pub fn of(&self, place: usize) -> Option<usize> {
        self.0.get(place).copied().flatten()
    }
}

/// Matches headings with our fields. A heading is used once, by the first field that lists it as likeliest.
pub(crate) fn guess(fields: &[Field], headings: &[String]) -> ImportMapping {
    let plain: Vec<String> = headings.iter().map(|heading| plain(heading)).collect();
    let mut mapping = Vec::new();
    let mut taken = vec![false; headings.len()];
    for field in fields {
        let at = field.headings.iter().find_map(|known| {
            plain.iter().zip(&taken).position(|(heading, taken)| heading == known && !taken)
        });
        if let Some(at) = at {
            taken[at] = true;
            mapping.push((field.name.to_owned(), headings[at].clone()));
        }
    }
    ImportMapping(mapping)
}

/// A heading without case, accents and anything but letters and digits; `#` is a number.
fn plain(heading: &str) -> String {
    let letters = fold(heading).replace('#', "number");
    letters.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
