//! Links for people without an account: how the office manages them, and what their holders do.

pub mod holder;
pub mod office;
pub mod orders;
pub mod page;
pub mod pictures;
mod view;
