//! How a sign-in at an identity provider ends.

use chrono::{DateTime, Utc};

/// A user as the provider identifies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The provider's id of the user, which is never reused.
    pub subject: String,
    /// Their address, if the provider verified it.
    pub verified_email: Option<String>,
    /// The token that signs them out there.
    pub id_token: String,
    /// When the provider last asked them who they are, as far as it says.
    pub authenticated_at: Option<DateTime<Utc>>,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The provider is unreachable, or its response makes no sense. A later try may succeed.
    #[error("the identity provider does not answer: {0:#}")]
    Unreachable(anyhow::Error),
    /// The provider refused, or its response is invalid.
    #[error("the identity provider's response is invalid: {0:#}")]
    Refused(anyhow::Error),
    /// The provider took the user of an earlier sign-in, though it was to ask again.
    #[error("the identity provider did not ask its user again")]
    NotAskedAgain,
}
