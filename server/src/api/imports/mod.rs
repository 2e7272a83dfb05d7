//! CSV imports of jobs, customers and products.

pub(crate) mod customers;
pub(crate) mod imports;
pub(crate) mod jobs;
pub(crate) mod products;
mod stored_customers;
mod stored_jobs;
mod stored_products;
pub(crate) mod storing;
pub(crate) mod upload;
