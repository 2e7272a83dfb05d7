//! Who changes something, and when.

use chrono::{DateTime, Utc};
use domain::types::ids::{CompanyId, UserId};

/// Who did what others are told of, and when.
#[derive(Clone, Copy, Debug)]
pub struct ActionContext {
    /// Who. They are never told themselves.
    pub user: UserId,
    /// For which company.
    pub company: CompanyId,
    /// When.
    pub now: DateTime<Utc>,
}
