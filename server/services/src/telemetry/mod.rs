//! Observability for the operator: log lines, metrics, and traces.
//!
//! None of them contains a token, a body, a query, or a path from a client: calls are named by the pattern of
//! their route.

pub mod log;
pub mod metrics;
pub mod process;
pub mod traces;
