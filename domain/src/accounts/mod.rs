//! Accounts: signing in, settings, deletion.

pub mod accounts;
pub mod deletion;
pub mod sign_in;
pub mod sign_in_methods;
