//! Imports: CSV files of jobs, customers, products and vendors, and photos for jobs.

pub mod csv;
pub mod customers;
pub mod exports;
pub mod jobs;
pub mod photos;
pub mod products;
pub mod vendors;
