//! The changes feed: the events of a company, with the data as the company sees it.

pub(crate) mod erasure;
pub mod feed;
mod reader;
