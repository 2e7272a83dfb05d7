//! Exports of other programs: which one a file is of, which columns it has for our fields, and how its values
//! become ours (contract-2 §4).
//!
//! The headings of all programs are in one text, because a table of them takes up several times its size in the
//! browser.

pub mod addresses;
pub mod preset;
pub mod values;
