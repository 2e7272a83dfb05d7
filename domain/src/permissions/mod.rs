//! Who may do what.

pub mod permission;
