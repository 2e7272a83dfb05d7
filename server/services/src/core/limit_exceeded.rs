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
