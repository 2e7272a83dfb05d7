//! Planning (contract-2, section 3): working days, jobs that follow each other, capacity, offers, and moving
//! many jobs at once, and jobs that repeat.

pub mod appointment_series;
pub mod availability;
pub mod capacity;
pub mod follows;
pub mod numbers;
pub mod offer_forms;
pub mod offers;
pub mod reminder_times;
pub mod repeats;
pub mod series_days;
pub mod series_forms;
pub mod shift;
pub mod shift_forms;
pub mod shifted_jobs;
pub mod weather;
pub mod windows;
pub mod workday_forms;
pub mod workdays;

/// Declares the body of a call whose lists and alternatives are checked while they are read: a form, and the
/// value that its `read` returns.
macro_rules! read_form {
    ($(#[$meta:meta])* $name:ident($form:ident)) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name(pub $form);

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $form::deserialize(from).map(Self)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $form::schema_name()
            }

            fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $form::json_schema(schemas)
            }
        }

        impl $crate::forms::form::Form for $name {
            fn check(&self) -> Result<(), Vec<$crate::forms::error::ValidationError>> {
                self.read().map(drop)
            }
        }
    };
}

pub(crate) use read_form;
