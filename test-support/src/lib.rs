//! For tests of parsers: bytes as a stranger sends them ([`foreign`]), and what reading them costs ([`cost`]).
//!
//! Only tests depend on this crate: it replaces the allocator of their binary by one that counts.

mod allocator;
pub mod cost;
pub mod foreign;
