//! The job import: a CSV file becomes jobs, row by row, the same in the preview and on the server.

mod fields;
mod row;

pub use fields::ImportField;
pub use row::{ImportedJob, dedupe_key};
