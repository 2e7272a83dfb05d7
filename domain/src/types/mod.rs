//! The types of all rules: ids, amounts, dates, addresses, and the values of form fields.

pub mod address;
pub mod character_counter;
pub mod colors;
pub mod date;
pub mod date_range;
pub mod email;
pub mod field;
pub mod ids;
#[cfg(feature = "schema")]
pub mod json_schema;
pub mod language;
pub mod limits;
pub mod money;
pub mod normalize;
pub mod phone;
pub mod place;
pub mod point;
