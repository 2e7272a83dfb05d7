//! Imports of CSV files: their rows are staged, and then stored all at once. Photos of an import are stored one by one.

pub mod customers;
pub mod imports;
pub mod jobs;
pub mod photos;
pub mod products;
pub mod staging;
pub mod undo;
mod undo_photos;
mod undo_products;
mod undo_vendors;
pub mod vendors;
