//! Search.

pub mod hits;
pub mod index_cache;
pub mod search;
mod statements;
