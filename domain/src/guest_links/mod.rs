//! Links for people without an account: one link opens one job, or one purchase order, for one person.

pub mod access;
pub mod forms;
pub mod lifetime;
pub mod link;
pub mod view;
