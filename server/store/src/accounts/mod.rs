//! Accounts: sessions, passwords, second factors, identities.

pub mod attempts;
pub mod email_tokens;
pub mod identities;
pub mod passwords;
pub mod second_factors;
pub mod sessions;
pub mod sign_in_proofs;
pub mod used_sign_ins;
