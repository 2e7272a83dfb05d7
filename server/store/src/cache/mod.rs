//! Caches: bounded by bytes, and simultaneous misses of one key read once.

pub mod revision_cache;
pub mod single_flight;
