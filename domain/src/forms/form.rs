//! How forms are declared, read and checked.
//!
//! A form is a struct that mirrors a call's body. Its texts are trimmed while they are read, so that what is
//! checked is what is stored; null and missing equal blank, so that an absent field is refused as `required`
//! like an empty one. Its rules are [`validator`](validator::Validate) attributes on its fields.

use std::str::FromStr;

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer, de::DeserializeOwned};
use serde_json::{Map, Value};
use validator::{Validate, ValidateRequired};

use crate::{
    forms::{
        error::ValidationError,
        verdict::{self, FormShape},
    },
    types::{field::FromField, ids::CompanyId},
};

/// A call's body with validation rules.
pub trait Form: DeserializeOwned {
    /// Refuses each wrong field once, in the order of declaration.
    fn check(&self) -> Result<(), Vec<ValidationError>>;
}

/// A type that is read from a JSON object, field by field.
pub trait FromFields: Sized {
    /// Reads it, or returns the names of the fields whose values have the wrong type.
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>>;
}

/// A nested form that may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionalForm<F>(pub Option<F>);

impl<F: Validate> Validate for OptionalForm<F> {
    fn validate(&self) -> Result<(), validator::ValidationErrors> {
        self.0.as_ref().map_or(Ok(()), Validate::validate)
    }
}

impl<F: FromFields> FromFields for OptionalForm<F> {
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>> {
        F::from_fields(fields).map(|form| Self(Some(form)))
    }
}

impl<F: FromField> FromField for OptionalForm<F> {
    fn read(value: &Value) -> Option<Self> {
        Option::read(value).map(Self)
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        Option::<F>::schema(schemas)
    }
}

/// The metadata of a form's fields.
pub trait FormFields: FromFields {
    /// Their names and their order.
    const SHAPE: &'static FormShape;

    /// The JSON Schema of each field.
    #[cfg(feature = "schema")]
    fn properties(schemas: &mut SchemaGenerator) -> Vec<(&'static str, Schema)>;
}

impl<F: FormFields> FormFields for OptionalForm<F> {
    const SHAPE: &'static FormShape = F::SHAPE;

    #[cfg(feature = "schema")]
    fn properties(schemas: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        F::properties(schemas)
    }
}

/// Refuses each field of a form once, in the order of declaration.
pub(crate) fn check<F: FormFields + Validate>(form: &F) -> Result<(), Vec<ValidationError>> {
    verdict::of_form(form.validate(), F::SHAPE)
}

/// Does the same for a form that is not declared by `form!`: that of a query string, or one whose rules need
/// other values. `names` are its wire names, each followed by a space.
pub(crate) fn refusals(
    verdict: Result<(), validator::ValidationErrors>,
    names: &'static str,
) -> Result<(), Vec<ValidationError>> {
    verdict::of_form(verdict, &FormShape { names, inside: &[] })
}

/// Declares a form: its fields with their rules and their names on the wire. A field without a wire name is a
/// flattened form; it needs `#[ts(flatten)]` and, for its rules, `#[validate(nested)]`. A nested form under
/// its own name has `=>` before the name.
///
/// The reader is written out here, and not derived from serde for each form, because forty derived readers
/// take up more space in the browser than all rules together.
macro_rules! form {
    ($(#[$meta:meta])* $name:ident {$(
        $(#[$field_meta:meta])* $field:ident: $kind:ty $(= $wire:literal)? $(=> $form:literal)?,
    )+}) => {
        #[derive(Clone, Debug, Default, PartialEq, Eq, ts_rs::TS, validator::Validate)]
        $(#[$meta])*
        #[ts(export, export_to = "index.ts")]
        #[expect(missing_docs, reason = "the fields are the words of the trade")]
        pub struct $name {$(
            $(#[$field_meta])*
            $(#[ts(rename = $wire)])?
            $(#[ts(rename = $form)])?
            pub $field: $kind,
        )+}

        impl $name {
            /// The values to store where another user may have changed some meanwhile: a field that equals
            /// `was` takes its value from `stored`.
            #[must_use]
            pub fn only_touched(self, was: &Self, stored: Self) -> Self {
                Self {$($field: if self.$field == was.$field { stored.$field } else { self.$field }),+}
            }
        }

        impl $crate::forms::form::Form for $name {
            fn check(&self) -> Result<(), Vec<$crate::forms::error::ValidationError>> {
                $crate::forms::form::check(self)
            }
        }

        impl $crate::forms::form::FromFields for $name {
            fn from_fields(
                fields: &serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, Vec<&'static str>> {
                let mut wrong = Vec::new();
                let form = Self {$(
                    $field: $crate::forms::form::form_field!(read fields, wrong, $kind $(= $wire)? $(=> $form)?),
                )+};
                if wrong.is_empty() { Ok(form) } else { Err(wrong) }
            }
        }

        impl $crate::forms::form::FormFields for $name {
            const SHAPE: &'static $crate::forms::verdict::FormShape =
                &$crate::forms::verdict::FormShape {
                    names: concat!($(
                        $crate::forms::form::form_field!(name $field $(= $wire)? $(=> $form)?), " "
                    ),+),
                    inside: $crate::forms::form::forms_inside!(
                        [] $({$field: $kind $(= $wire)? $(=> $form)?})+
                    ),
                };

            #[cfg(feature = "schema")]
            fn properties(
                schemas: &mut schemars::SchemaGenerator,
            ) -> Vec<(&'static str, schemars::Schema)> {
                [$($crate::forms::form::form_field!(schema schemas, $kind $(= $wire)? $(=> $form)?)),+].concat()
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::types::json_schema::object(
                    <Self as $crate::forms::form::FormFields>::properties(schemas),
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

/// One field of a form: with a wire name, or a flattened form.
macro_rules! form_field {
    (name $field:ident = $wire:literal) => {
        $wire
    };
    (name $field:ident => $wire:literal) => {
        $wire
    };
    (name $field:ident) => {
        concat!("*", stringify!($field))
    };
    (read $fields:ident, $wrong:ident, $kind:ty = $wire:literal) => {
        $crate::types::field::read_field($fields, $wire, &mut $wrong)
    };
    (read $fields:ident, $wrong:ident, $kind:ty => $wire:literal) => {
        $crate::types::field::read_field($fields, $wire, &mut $wrong)
    };
    (read $fields:ident, $wrong:ident, $kind:ty) => {
        <$kind as $crate::forms::form::FromFields>::from_fields($fields).unwrap_or_else(|wrong| {
            $wrong.extend(wrong);
            <$kind>::default()
        })
    };
    (schema $schemas:ident, $kind:ty = $wire:literal) => {
        vec![($wire, <$kind as $crate::types::field::FromField>::schema($schemas))]
    };
    (schema $schemas:ident, $kind:ty => $wire:literal) => {
        vec![($wire, <$kind as $crate::types::field::FromField>::schema($schemas))]
    };
    (schema $schemas:ident, $kind:ty) => {
        <$kind as $crate::forms::form::FormFields>::properties($schemas)
    };
}

/// The nested forms among the fields of a form.
macro_rules! forms_inside {
    ([$($found:tt)*]) => { &[$($found)*] };
    ([$($found:tt)*] {$field:ident: $kind:ty = $wire:literal} $($rest:tt)*) => {
        $crate::forms::form::forms_inside!([$($found)*] $($rest)*)
    };
    ([$($found:tt)*] {$field:ident: $kind:ty $(=> $wire:literal)?} $($rest:tt)*) => {
        $crate::forms::form::forms_inside!([
            $($found)* (stringify!($field), <$kind as $crate::forms::form::FormFields>::SHAPE),
        ] $($rest)*)
    };
}

pub(crate) use form_field;
pub(crate) use forms_inside;

/// Allows a form as a field of another one.
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

/// For the log: the fields that could not be read.
pub(crate) fn wrong_types(fields: &[&str]) -> String {
    format!("values of the wrong kind: {}", fields.join(", "))
}

/// The id of an entity in a form. Blank is missing; an invalid id becomes the nil id, which belongs to
/// nothing, so it is refused like any other unknown id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionalId<Id>(pub Option<Id>);

impl OptionalId<CompanyId> {
    /// Refuses a company other than the caller's own: the company is taken from the token, not from the form.
    pub fn check_own(self, own: CompanyId) -> Result<(), ValidationError> {
        if self.0.is_none_or(|named| named == own) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("companyId"))
        }
    }
}

impl<Id> ValidateRequired for OptionalId<Id> {
    fn is_some(&self) -> bool {
        self.0.is_some()
    }
}

/// The errors of `validator` contain the value; the id is of no use in them.
impl<Id> Serialize for OptionalId<Id> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit()
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
