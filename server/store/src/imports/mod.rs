//! Imports of CSV files: their rows are staged, and then stored all at once.

pub mod customers;
pub mod imports;
pub mod jobs;
pub mod products;
pub mod staging;
pub mod undo;
