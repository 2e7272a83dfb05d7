//! The values of a form's fields: how they are read from JSON, and the enums of the wire.

use std::{fmt, ops::Deref};

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

#[cfg(feature = "schema")]
use crate::types::json_schema::or_null;

/// A value of a form's field.
pub trait FromField: Sized {
    /// Reads a value, null being blank; `None` if it has the wrong type.
    fn read(value: &Value) -> Option<Self>;

    /// The value of an absent field: blank, unless the type distinguishes the two.
    #[must_use]
    fn absent() -> Option<Self> {
        Self::read(&Value::Null)
    }

    /// The JSON Schema of the value. Types that only the rules in the browser read have none.
    #[cfg(feature = "schema")]
    #[must_use]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}

/// Reads one field; an absent field is blank.
pub(crate) fn read_field<E: FromField + Default>(
    fields: &Map<String, Value>,
    name: &'static str,
    wrong: &mut Vec<&'static str>,
) -> E {
    fields.get(name).map_or_else(E::absent, E::read).unwrap_or_else(|| {
        wrong.push(name);
        E::default()
    })
}

impl FromField for String {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::new()),
            Value::String(text) => Some(text.trim().to_owned()),
            _ => None,
        }
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "null"] })
    }
}

impl<E: FromField> FromField for Vec<E> {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::new()),
            Value::Array(entries) => entries.iter().map(E::read).collect(),
            _ => None,
        }
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["array", "null"], "items": E::schema(schemas) })
    }
}

impl<E: FromField> FromField for Option<E> {
    fn read(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { E::read(value).map(Some) }
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        or_null(E::schema(schemas))
    }
}

/// A field that distinguishes null, which is blank, from absent, which is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated<E>(pub Option<E>);

impl<E: FromField> FromField for Stated<E> {
    fn read(value: &Value) -> Option<Self> {
        E::read(value).map(|stated| Self(Some(stated)))
    }

    fn absent() -> Option<Self> {
        Some(Self(None))
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        or_null(E::schema(schemas))
    }
}

/// The errors of `validator` contain the value.
impl<E: Serialize> Serialize for Stated<E> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl FromField for bool {
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }
}

impl FromField for Map<String, Value> {
    fn read(value: &Value) -> Option<Self> {
        value.as_object().cloned()
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}

/// A text that is neither trimmed, because its blanks count, nor shown in a log.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

impl Deref for Secret {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The errors of `validator` contain the value; a secret must not be in them.
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit()
    }
}

impl FromField for Secret {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::default()),
            Value::String(text) => Some(Self(text.clone())),
            _ => None,
        }
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "null"] })
    }
}

/// An enum of the wire, such as the user types.
pub trait WireEnum: Copy + 'static {
    /// Every wire word and its value.
    const WIRE_WORDS: &'static [(&'static str, Self)];

    /// The value of a wire word.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::WIRE_WORDS.iter().find(|(offered, _)| *offered == word).map(|(_, choice)| *choice)
    }

    /// The wire word of a value.
    #[must_use]
    fn as_word(self) -> &'static str
    where
        Self: PartialEq,
    {
        Self::WIRE_WORDS.iter().find(|(_, choice)| *choice == self).map_or("", |(word, _)| word)
    }
}
