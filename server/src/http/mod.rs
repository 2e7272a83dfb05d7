//! What every call passes through: routes, extractors, errors, limits and headers.

pub(crate) mod body;
pub mod browser;
pub mod caller;
pub mod callers;
pub mod client_address;
pub(crate) mod compression;
pub mod current_row;
pub(crate) mod detached;
pub mod duplicate_requests;
pub mod error;
mod error_conversions;
pub(crate) mod idempotency;
pub(crate) mod list_delta;
pub(crate) mod mail_allowance;
pub(crate) mod middleware;
pub mod openapi;
pub(crate) mod prelude;
pub mod rate_limit;
pub mod request_body;
pub mod request_log;
pub mod routes;
pub(crate) mod security_headers;
pub mod transaction_retry;
pub(crate) mod upload;
pub mod url;
pub mod web_app;
