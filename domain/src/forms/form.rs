//! How forms are read and checked.
//!
//! A form is a struct that mirrors a call's body. Its texts are trimmed while they are read, so that
//! what is checked is what is stored; null and missing equal blank, so that leaving a field out is
//! refused as `required` like leaving it empty.

use std::str::FromStr;

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{
    forms::error::ValidationError,
    types::{field::FromField, ids::CompanyId},
};

/// A call's body with rules of its own.
pub trait Form: DeserializeOwned {
    /// Refuses each wrong field once, in the order of the form.
    fn check(&self) -> Result<(), Vec<ValidationError>>;
}

/// A form that is filled from a JSON object, field by field.
pub trait FromFields: Sized {
    /// Fills the form, or names the fields whose values are of the wrong kind.
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>>;
}

/// Declares a form: its fields, and what the wire calls them.
///
/// Reading is written out here once, and not derived from serde for each form, because forty derived
/// readers weigh more in the browser than all rules together.
macro_rules! form {
    ($(#[$meta:meta])* $name:ident {$(
        $(#[$field_meta:meta])* $field:ident: $kind:ty = $wire:literal,
    )+}) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, ts_rs::TS)]
        #[ts(export, export_to = "index.ts")]
        #[expect(missing_docs, reason = "the fields are the words of the trade")]
        pub struct $name {$(
            $(#[$field_meta])*
            #[ts(rename = $wire)]
            pub $field: $kind,
        )+}

        impl $name {
            /// What is stored where somebody else may have changed it meanwhile: a field that this form
            /// took over from what `was` there is left as it is `stored` now.
            #[must_use]
            pub fn only_touched(self, was: &Self, stored: Self) -> Self {
                Self {$($field: if self.$field == was.$field { stored.$field } else { self.$field }),+}
            }
        }

        impl $crate::forms::form::FromFields for $name {
            fn from_fields(
                fields: &serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, Vec<&'static str>> {
                let mut wrong = Vec::new();
                let form = Self {$($field: $crate::types::field::read_field(fields, $wire, &mut wrong)),+};
                if wrong.is_empty() { Ok(form) } else { Err(wrong) }
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::types::json_schema::object(
                    [$(($wire, <$kind as $crate::types::field::FromField>::schema(schemas))),+],
                )
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let fields = serde_json::Map::deserialize(from)?;
                $crate::forms::form::FromFields::from_fields(&fields).map_err(|wrong| {
                    serde::de::Error::custom($crate::forms::form::wrong_types(&wrong))
                })
            }
        }
    };
}

pub(crate) use form;

/// Lets a form stand in a field of another one.
macro_rules! nested_form {
    ($($form:ty),+) => {$(
        impl $crate::types::field::FromField for $form {
            fn read(value: &serde_json::Value) -> Option<Self> {
                $crate::forms::form::FromFields::from_fields(value.as_object()?).ok()
            }

            #[cfg(feature = "schema")]
            fn schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemas.subschema_for::<Self>()
            }
        }
    )+};
}

pub(crate) use nested_form;

/// For the log: which fields could not be read.
pub(crate) fn wrong_types(fields: &[&str]) -> String {
    format!("values of the wrong kind: {}", fields.join(", "))
}

/// Names one of our things in a form. Blank is missing; what is no id at all becomes the nil id, which
/// belongs to nothing, so it is answered like any other unknown id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionalId<Id>(pub Option<Id>);

impl OptionalId<CompanyId> {
    /// Refuses a company that is named and is not the caller's own: it is asked of the token, not of
    /// the form.
    pub fn check_own(self, own: CompanyId) -> Result<(), ValidationError> {
        if self.0.is_none_or(|named| named == own) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("companyId"))
        }
    }
}

impl<Id: FromStr + Default> FromField for OptionalId<Id> {
    fn read(value: &Value) -> Option<Self> {
        let text = String::read(value)?;
        Some(Self((!text.is_empty()).then(|| text.parse().unwrap_or_default())))
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "null"], "format": "uuid" })
    }
}
