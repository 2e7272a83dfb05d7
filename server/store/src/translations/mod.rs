//! Translations of texts that people wrote.

pub mod texts;
pub mod translations;
