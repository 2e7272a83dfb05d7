//! What whoever runs the server learns of it: lines of the log, figures, and traces.
//!
//! None of them ever holds a token, a body, a query, or a path that somebody typed: calls are named by the
//! pattern of their route.

pub mod log;
pub mod metrics;
pub mod process;
pub mod traces;
