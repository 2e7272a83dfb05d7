//! A company's time zone: a calendar outside the app uses it for the company's days.
//!
//! Nothing is computed with zones here: instants cross the wire in UTC, and browsers and calendars have the
//! history of every zone. So a zone is only its name in the IANA database.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use ts_rs::TS;

use crate::{
    forms::{
        error::Code,
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
};

/// The zones and links of the IANA database 2025b, one per line. The browser does not load the list (3 KB
/// with brotli): its own picker offers the zones it knows, so it only needs [`is_formed`].
const NAMES: &str = include_str!("../../data/time_zones.txt");

/// The longest name that is read, in characters; the longest in the database has 32.
const LONGEST: usize = 64;

/// A time zone by its IANA name, such as `America/Chicago`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "index.ts", type = "string")]
pub struct TimeZone(&'static str);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TimeZone {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TimeZone".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "examples": ["America/Chicago"] })
    }
}

impl Default for TimeZone {
    /// The time zone of the first companies.
    fn default() -> Self {
        Self("America/Chicago")
    }
}

impl TimeZone {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// There is no zone of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTimeZone;

impl fmt::Display for UnknownTimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no time zone of this name")
    }
}

impl FromStr for TimeZone {
    type Err = UnknownTimeZone;

    /// Reads a name as browsers send it, old names included.
    fn from_str(name: &str) -> Result<Self, UnknownTimeZone> {
        NAMES.lines().find(|known| *known == name.trim()).map(Self).ok_or(UnknownTimeZone)
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Could this be the name of a zone, even one that only a newer database has?
#[must_use]
pub fn is_formed(name: &str) -> bool {
    let name = name.trim();
    name.len() <= LONGEST
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte))
}

/// The browser's own zone: blank, or formed like the name of a zone.
pub(crate) fn check_guess(name: &str) -> Verdict {
    if name.is_empty() || is_formed(name) {
        return Ok(());
    }
    Err(rules::refused(Code::Choice, Text::Choice))
}

/// One of the known zones.
fn check(name: &str) -> Verdict {
    if name.is_empty() {
        Err(rules::refused(Code::Required, Text::ChoiceRequired))
    } else if name.parse::<TimeZone>().is_err() {
        Err(rules::refused(Code::Choice, Text::Choice))
    } else {
        Ok(())
    }
}

form! {
    /// Sets the company's time zone.
    SetTimeZone {
        #[validate(custom(function = check))]
        time_zone: String = "timeZone",
    }
}

impl SetTimeZone {
    /// The zone, where it is valid.
    #[must_use]
    pub fn time_zone(&self) -> Option<TimeZone> {
        self.time_zone.parse().ok()
    }
}
