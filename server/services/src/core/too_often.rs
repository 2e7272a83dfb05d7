//! The refusal of what was done too often.

use domain::i18n::rules::Text;

/// Too often, with the sentence that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooOften {
    /// What the caller reads.
    pub text: Text,
    /// When to try again.
    pub retry_after_seconds: u64,
}
