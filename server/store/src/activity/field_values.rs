//! The values of a thing that the activity log compares.

use domain::{
    activity::activity::FieldValue,
    types::ids::{CompanyId, JobId},
};

/// What a thing is and has at a moment.
#[derive(Clone, Debug)]
pub(crate) struct FieldValues {
    /// Whose it is.
    pub(crate) company: CompanyId,
    /// What it is called.
    pub(crate) name: String,
    /// The job it belongs to, and what that is called.
    pub(crate) job: Option<(JobId, String)>,
    /// Its values.
    pub(crate) values: Vec<FieldValue>,
}
