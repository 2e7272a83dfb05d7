//! With what a user signs in, beside other ways on the same server.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;

/// Minutes after a sign-in in which users may change with what they sign in.
pub const RECENT_SIGN_IN_MINUTES: i64 = 10;

/// With what a user signs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SignInMethods {
    /// The identity providers that can be linked; none where one provider is the only way to sign in.
    pub providers: Vec<ProviderLink>,
    /// Whether the user has a password.
    pub has_password: bool,
    /// Whether this session began recently enough to change this.
    pub signed_in_recently: bool,
}

/// An identity provider, and whether it signs the user in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ProviderLink {
    /// The provider's id on this server.
    pub id: String,
    /// The provider's name.
    pub name: String,
    /// When the user linked it; null while it is not linked.
    pub linked_at: Option<DateTime<Utc>>,
}
