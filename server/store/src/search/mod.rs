//! Search.

pub mod index_cache;
pub mod search;
