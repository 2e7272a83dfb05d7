//! A temporary account that has no company yet.

use serde_json::Value;

/// A new account that has no company.
#[derive(Clone)]
pub(super) struct Newcomer {
    pub(super) token: String,
    pub(super) email: String,
    /// An unused invitation.
    pub(super) invitation: Option<Value>,
}

/// The text of a JSON value.
pub(super) fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
