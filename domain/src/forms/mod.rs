//! How a form is read and validated.

pub mod checks;
pub mod error;
pub mod form;
