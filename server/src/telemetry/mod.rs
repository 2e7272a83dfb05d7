//! What whoever runs the server learns of it: lines of the log, figures, and traces.
//!
//! None of them ever holds a token, a body, a query, or a path that somebody typed: calls are named by the
//! pattern of their route.

mod figures;
mod log;
mod process;
mod requests;
mod text;
mod traces;

pub use self::{
    figures::Figures,
    log::{Telemetry, start},
    requests::{Asker, Watch, watch},
    text::{CONTENT_TYPE, text},
    traces::{TRACES, of_statement},
};
