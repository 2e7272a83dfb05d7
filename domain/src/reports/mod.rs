//! Reports: totals of a company's jobs, amounts, crews and orders over a period.
//!
//! A report counts what its reader sees in the lists, and nothing else: users who only see assigned jobs get
//! a report of those, and amounts are only for users who see the amounts of jobs.

pub mod crews;
pub mod jobs;
pub mod period;
pub mod texts;
pub mod value;
pub mod vendors;

/// The rows of a file, headings first. Its writer escapes the cells.
pub type Sheet = Vec<Vec<String>>;
