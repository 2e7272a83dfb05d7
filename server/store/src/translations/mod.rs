//! Translations of users' texts.

pub mod texts;
pub mod translations;
