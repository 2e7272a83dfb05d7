//! How a form is declared, read and validated.

pub mod error;
pub mod form;
pub mod idempotency_key;
pub mod rules;
pub mod verdict;
