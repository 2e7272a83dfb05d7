//! Reports: what the jobs, the money, the crews and the orders of a company come to over a while.
//!
//! A report counts what its reader sees in the lists, and nothing else: whoever sees the jobs that are
//! assigned to them reads a report of those, and money is for those who see the amounts of jobs.

mod crews;
mod jobs;
mod period;
mod texts;
mod value;
mod vendors;

pub use crews::{CrewLoad, CrewsReport};
pub use jobs::{JobDates, JobsNow, JobsReport, JobsRow};
pub use period::{MOST_DAYS, Report, ReportDays, ReportForm, ReportPeriod, ReportStep};
pub use texts::Heading;
pub use value::{ValueOfDay, ValueReport, ValueRow, ValueSum};
pub use vendors::{ReportedOrder, VendorRow, VendorsReport};

/// The rows of a file, its headings first. Its writer guards the cells.
pub type Sheet = Vec<Vec<String>>;
