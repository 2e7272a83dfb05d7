//! How a form is read and validated.

pub mod error;
pub mod form;
pub mod validator;
