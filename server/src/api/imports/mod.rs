//! CSV imports of jobs, customers, products and vendors.

pub(crate) mod customers;
pub(crate) mod imports;
pub(crate) mod jobs;
pub(crate) mod products;
mod stored_customers;
mod stored_jobs;
mod stored_products;
mod stored_vendors;
pub(crate) mod storing;
pub(crate) mod upload;
pub(crate) mod vendors;
