//! CSV imports of jobs, customers and products.

pub mod csv;
pub mod customers;
pub mod exports;
pub mod jobs;
pub mod products;
