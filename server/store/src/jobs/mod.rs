//! Jobs, their records and their assignment.

pub mod assignment;
pub mod author;
pub mod bulk;
pub mod changes;
pub mod follows;
pub mod images;
pub mod jobs;
pub mod notes;
pub mod places;
pub mod records;
pub(crate) mod rows;
pub mod visibility;
