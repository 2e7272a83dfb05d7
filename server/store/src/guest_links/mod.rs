//! Links for people without an account.

pub mod changes;
pub mod holder;
pub mod links;
pub mod secrets;
