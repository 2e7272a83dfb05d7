//! Reports: what the jobs, the money, the crews and the orders of a company come to over a while.
//!
//! A report counts what its reader sees in the lists, and nothing else: whoever sees the jobs that are
//! assigned to them reads a report of those, and money is for those who see the amounts of jobs.

pub mod crews;
pub mod jobs;
pub mod period;
pub mod texts;
pub mod value;
pub mod vendors;

/// The rows of a file, its headings first. Its writer guards the cells.
pub type Sheet = Vec<Vec<String>>;
