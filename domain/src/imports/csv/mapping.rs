//! Maps the columns of a file to our fields.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::exports::preset::{self, Preset},
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
    type = "{ [field in ImportField | CustomerField | PriceField | VendorField]?: string | null }"
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

/// What decides whether the job of an export is complete: further fields, whose columns are always those of the
/// export.
const JOB_STATES: [&str; 2] = ["status", "closed"];

/// The positions of the mapped columns, in the order of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    mapped: Vec<Option<usize>>,
    /// The fallback columns of an export, which are read where a cell is blank: the index of the field, and the
    /// column. The fields of a job's state come after all other fields.
    fallbacks: Vec<(usize, usize)>,
    /// Whether the values are those of another program's export.
    is_export: bool,
}

impl Columns {
    pub(crate) fn find(
        fields: &[Field],
        mapping: &ImportMapping,
        headings: &[String],
        preset: Option<Preset>,
    ) -> Result<Self, Vec<ValidationError>> {
        let mut mapped = vec![None; fields.len()];
        let mut refusals = Vec::new();
        for (column, Field { name, needed, .. }) in mapped.iter_mut().zip(fields) {
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
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut fallbacks = Vec::new();
        if preset.is_some() {
            let plain = plain_headings(headings);
            let names = fields.iter().map(|field| field.name).chain(JOB_STATES);
            for (place, name) in names.enumerate() {
                let mut known = preset::columns(name, &plain).into_iter();
                if let Some(column) = mapped.get(place) {
                    // A field that is mapped to a column of no known heading has no fallback.
                    known.find(|known| Some(*known) == *column);
                }
                fallbacks.extend(known.map(|column| (place, column)));
            }
        }
        Ok(Self { mapped, fallbacks, is_export: preset.is_some() })
    }

    /// The column of the field at this index of the list.
    #[must_use]
    pub fn of(&self, place: usize) -> Option<usize> {
        self.mapped.get(place).copied().flatten()
    }

    /// The fallback columns of the field at this index of the list.
    pub(crate) fn fallbacks(&self, place: usize) -> impl Iterator<Item = usize> {
        self.fallbacks.iter().filter(move |(of, _)| *of == place).map(|(_, column)| *column)
    }

    /// Whether the values are those of another program's export.
    pub(crate) const fn is_export(&self) -> bool {
        self.is_export
    }
}

/// Matches headings with our fields. A heading is used once, by the first field that lists it as likeliest. In an
/// export, a name or an address in one column is used for each of its parts.
pub(crate) fn guess(
    fields: &[Field],
    headings: &[String],
    preset: Option<Preset>,
) -> ImportMapping {
    let plain = plain_headings(headings);
    let mut mapping: Vec<(String, String)> = Vec::new();
    let mut taken = vec![false; headings.len()];
    let (mut address, mut is_whole) = (None, false);
    for field in fields {
        let known = preset.and_then(|_| preset::columns(field.name, &plain).first().copied());
        let mut at = known.or_else(|| {
            field.headings.iter().find_map(|known| {
                plain.iter().zip(&taken).position(|(heading, taken)| heading == known && !taken)
            })
        });
        if preset.is_some() {
            match field.name {
                "address" => {
                    address = at.filter(|at| plain[*at].contains("add"));
                }
                "city" => is_whole = at.is_none(),
                _ => {}
            }
            if is_whole && matches!(field.name, "city" | "state" | "zip") {
                at = at.or(address);
            }
        }
        if let Some(at) = at {
            taken[at] = true;
            mapping.push((field.name.to_owned(), headings[at].clone()));
        }
    }
    ImportMapping(mapping)
}

fn plain_headings(headings: &[String]) -> Vec<String> {
    headings.iter().map(|heading| plain(heading)).collect()
}

/// A heading without case, accents and anything but letters and digits; `#` is a number.
fn plain(heading: &str) -> String {
    let mut plain = with_colons(heading);
    plain.retain(|letter| letter != ':');
    plain
}

/// The same with colons, by which `AccuLynx` divides its headings.
fn with_colons(heading: &str) -> String {
    let mut letters = fold(heading).replace('#', "number");
    letters.retain(|letter| letter.is_alphanumeric() || letter == ':');
    letters
}

/// The program that exported a file with these headings, if it is known.
pub(crate) fn preset(headings: &[String]) -> Option<Preset> {
    let headings: Vec<String> = headings.iter().map(|heading| with_colons(heading)).collect();
    Preset::find(&headings)
}
