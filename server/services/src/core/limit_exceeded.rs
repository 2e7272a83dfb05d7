//! The refusal of a call above a limit.

use domain::i18n::rules::Text;

/// Above a limit, with the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// The message for the caller.
    pub text: Text,
    /// When to retry.
    pub retry_after_seconds: u64,
}

impl LimitExceeded {
    /// A refusal for so many milliseconds, told in whole seconds, at least one.
    #[must_use]
    pub fn for_millis(text: Text, wait: i64) -> Self {
        let seconds = wait.max(0).unsigned_abs().div_ceil(1_000);
        Self { text, retry_after_seconds: seconds.max(1) }
    }
}
