//! The values of a row that the activity log compares.

use domain::{
    activity::activity::FieldValue,
    types::ids::{CompanyId, JobId},
};

/// A row's name and values at one moment.
#[derive(Clone, Debug)]
pub(crate) struct FieldValues {
    /// The company it belongs to.
    pub(crate) company: CompanyId,
    /// Its name.
    pub(crate) name: String,
    /// The job it belongs to, and the job's title.
    pub(crate) job: Option<(JobId, String)>,
    /// Its values.
    pub(crate) values: Vec<FieldValue>,
}
