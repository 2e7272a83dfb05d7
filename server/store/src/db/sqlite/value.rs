//! How the values of SQLite's writing connection are read: in the forms in which `sqlx` stores them.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use rusqlite::types::ValueRef;
use serde::de::DeserializeOwned;
use sqlx::types::Json;
use uuid::Uuid;

/// A type that is read from a value of SQLite.
pub trait SqliteValue: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// Why the value is invalid.
    fn from_value(value: ValueRef<'_>) -> Result<Self, String>;
}

fn unexpected<T>(value: ValueRef<'_>) -> Result<T, String> {
    Err(format!("unexpected {}", value.data_type()))
}

fn text(value: ValueRef<'_>) -> Result<&str, String> {
    match value {
        ValueRef::Text(bytes) => std::str::from_utf8(bytes).map_err(|error| error.to_string()),
        other => unexpected(other),
    }
}

impl SqliteValue for bool {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl SqliteValue for i64 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        match value {
            ValueRef::Integer(number) => Ok(number),
            other => unexpected(other),
        }
    }
}

impl SqliteValue for f64 {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        match value {
            ValueRef::Real(number) => Ok(number),
            other => unexpected(other),
        }
    }
}

impl SqliteValue for String {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        text(value).map(str::to_owned)
    }
}

impl SqliteValue for Vec<u8> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        match value {
            ValueRef::Blob(bytes) | ValueRef::Text(bytes) => Ok(bytes.to_vec()),
            other => unexpected(other),
        }
    }
}

impl SqliteValue for NaiveDate {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        text(value)?.parse().map_err(|error: chrono::ParseError| error.to_string())
    }
}

impl SqliteValue for DateTime<Utc> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        let text = text(value)?;
        DateTime::parse_from_rfc3339(text)
            .map(|time| time.to_utc())
            // As SQLite's own functions write it.
            .or_else(|_| NaiveDateTime::parse_from_str(text, "%F %T%.f").map(|time| time.and_utc()))
            .map_err(|error| error.to_string())
    }
}

impl SqliteValue for Uuid {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        match value {
            ValueRef::Blob(bytes) => Self::from_slice(bytes).map_err(|error| error.to_string()),
            other => unexpected(other),
        }
    }
}

impl<T: DeserializeOwned> SqliteValue for Json<T> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        serde_json::from_str(text(value)?).map(Json).map_err(|error| error.to_string())
    }
}

impl<T: SqliteValue> SqliteValue for Option<T> {
    fn from_value(value: ValueRef<'_>) -> Result<Self, String> {
        match value {
            ValueRef::Null => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}
