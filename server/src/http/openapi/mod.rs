//! The OpenAPI description of a call: its parameters and its responses.

pub mod call;
pub(crate) mod callers;
pub mod document;
mod examples;
pub(crate) mod operation;
pub(crate) mod parameters;
pub(crate) mod responses;
