//! The job import: a CSV file becomes jobs, row by row, the same in the preview and on the server.

pub mod fields;
pub mod row;
