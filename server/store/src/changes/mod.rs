//! Changes that other software is told of: what a company sees of them, and its feed.

pub(crate) mod erasure;
pub mod feed;
mod reader;
