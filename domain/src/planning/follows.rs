//! Jobs that follow others: which one waits for which, and how long.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{OptionalId, form, nested_form},
    },
    i18n::rules::Text,
    planning::{numbers, read_form},
    types::{ids::JobId, limits::LIMITS, money::FormNumber},
};

/// A job that another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct JobFollow {
    /// The job that comes first.
    pub job_id: JobId,
    /// The working days between its end and the start of the one that follows.
    #[ts(type = "number")]
    pub gap_workdays: u32,
}

form! {
    /// One of the jobs that a job follows.
    FollowForm {
        #[ts(as = "JobId")]
        job_id: String = "jobId",
        #[ts(type = "number")]
        gap_workdays: Option<FormNumber> = "gapWorkdays",
    }
}

form! {
    /// The jobs that a job follows; the list replaces the former.
    FollowsForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        follows: Vec<FollowForm> = "follows",
    }
}

nested_form!(FollowForm);

read_form! {
    /// Sets the jobs that a job follows.
    SetFollows(FollowsForm)
}

impl SetFollows {
    /// The job's id; the nil id, which belongs to nothing, where none was given.
    #[must_use]
    pub fn job_id(&self) -> JobId {
        self.0.job_id.0.unwrap_or_default()
    }

    /// The jobs that it follows, by their ids, each once. Of two gaps to one job the longer counts, which keeps
    /// both.
    pub fn read(&self) -> Result<Vec<JobFollow>, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        errors.add_all(crate::forms::form::Form::check(&self.0));
        if let Err(refusal) = numbers::at_most("follows", self.0.follows.len(), LIMITS.follows) {
            errors.add(refusal);
            return Err(errors.into_list());
        }
        let mut gaps: BTreeMap<JobId, u32> = BTreeMap::new();
        for form in &self.0.follows {
            if form.job_id.is_empty() {
                errors.add(ValidationError::new("jobId", Code::Required, Text::Required));
            }
            let job: JobId = form.job_id.parse().unwrap_or_default();
            match numbers::whole("gapWorkdays", form.gap_workdays, 0, LIMITS.gap_workdays) {
                Ok(gap) => {
                    let gap = u32::try_from(gap).unwrap_or_default();
                    let longest = gaps.entry(job).or_default();
                    *longest = gap.max(*longest);
                }
                Err(refusal) => errors.add(refusal),
            }
        }
        errors.finish()?;
        let each = gaps.into_iter();
        Ok(each.map(|(job_id, gap_workdays)| JobFollow { job_id, gap_workdays }).collect())
    }
}

/// The refusal of jobs that would wait for themselves.
#[must_use]
pub fn circle() -> ValidationError {
    ValidationError::new("follows", Code::Range, Text::FollowsItself)
}

/// Refuses that a job follows itself, directly or over others. `others` has what each other job of the company
/// follows.
pub fn check_circle(
    job: JobId,
    follows: &[JobFollow],
    others: &BTreeMap<JobId, Vec<JobId>>,
) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    let mut ahead: Vec<JobId> = follows.iter().map(|follow| follow.job_id).collect();
    while let Some(next) = ahead.pop() {
        if next == job {
            return Err(circle());
        }
        if seen.insert(next) {
            ahead.extend(others.get(&next).into_iter().flatten());
        }
    }
    Ok(())
}
