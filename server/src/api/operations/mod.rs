//! For the operator: health, metrics, the API document, feedback and leads.

pub(crate) mod api_docs;
pub(crate) mod basemap;
pub(crate) mod feedback;
pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod openapi;
pub mod openmetrics;
