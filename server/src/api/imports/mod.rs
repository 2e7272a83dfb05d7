//! CSV imports of jobs, customers and products.

pub(crate) mod customers;
pub(crate) mod imports;
pub(crate) mod jobs;
pub(crate) mod products;
pub mod store_customers;
pub mod store_jobs;
pub mod store_products;
pub(crate) mod upload;
