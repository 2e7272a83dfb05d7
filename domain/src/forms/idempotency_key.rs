//! The key that a client makes for a call that it may have to send twice (contract-2, section 5).

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
};

/// The header that holds it, and the name of the field in a refusal.
pub const HEADER: &str = "Idempotency-Key";
/// The fewest characters: fewer could be guessed, or chosen twice.
pub const MIN_LENGTH: usize = 16;
/// The most characters.
pub const MAX_LENGTH: usize = 64;

/// Checks a key.
///
/// # Errors
/// If it is too short or too long.
pub fn check(key: &str) -> Result<(), ValidationError> {
    let length = key.chars().count();
    if length < MIN_LENGTH {
        return Err(
            ValidationError::new(HEADER, Code::TooShort, Text::TooShort).with("min", &MIN_LENGTH)
        );
    }
    if length > MAX_LENGTH {
        return Err(
            ValidationError::new(HEADER, Code::TooLong, Text::TooLong).with("max", &MAX_LENGTH)
        );
    }
    Ok(())
}

/// Another request came with the same key.
#[must_use]
pub fn used_otherwise() -> ValidationError {
    ValidationError::new(HEADER, Code::Choice, Text::HandedInOtherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_16_to_64_characters() {
        for (length, is_valid) in [(0, false), (15, false), (16, true), (64, true), (65, false)] {
            assert_eq!(check(&"ñ".repeat(length)).is_ok(), is_valid, "{length}");
        }
    }
}
