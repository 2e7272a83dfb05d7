//! The comparison: axum, one statement and serde, and nothing else. No sign-in, no log, no second table: a job's tags and
//! reports are stored in its row as finished JSON.

#![expect(
    clippy::disallowed_methods,
    reason = "the baseline does not use the product's own layers"
)]

mod job;
pub mod postgres;
pub mod sqlite;
