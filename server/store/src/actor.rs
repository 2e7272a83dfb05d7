//! The user who makes a change, and the time.

use chrono::{DateTime, Utc};
use domain::types::ids::{ApiKeyId, CompanyId, UserId};

/// The user behind a change that others are notified of, and the time.
#[derive(Clone, Copy, Debug)]
pub struct ActionContext {
    /// The user, who is never notified of their own change.
    pub user: UserId,
    /// The user's company.
    pub company: CompanyId,
    /// The time.
    pub now: DateTime<Utc>,
    /// The API key that the user's software used.
    pub api_key: Option<ApiKeyId>,
}
