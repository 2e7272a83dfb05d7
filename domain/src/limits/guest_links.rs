//! Limits of links for people without an account (contract-2, section 1).

/// Days that a link lives after the end of its job, and at least after it was made.
pub const DAYS_AFTER: u64 = 30;
/// Most days from the making of a link to its end, and from today to a chosen last day.
pub const DAYS_AT_MOST: u64 = 400;
/// Days of the holder's other jobs that a link may show, from today on.
pub const DAYS_SHOWN: u64 = 7;
/// The other jobs that are shown.
pub const JOBS_SHOWN: i64 = 100;
/// Links that one company may make for one job or one order, ended ones included: they stay listed.
pub const LINKS: i64 = 100;
/// Secrets of one link: each mail carries a further one. Beyond that the oldest ends.
pub const SECRETS: i64 = 50;
/// Signatures on one work order by one link: one for each name.
pub const SIGNATURES: i64 = 20;
/// Characters of the reason of an answer.
pub const REASON: u32 = 500;
/// Wrong secrets from one network within an hour; the next one is refused.
pub const WRONG_SECRETS_PER_HOUR: i64 = 20;
