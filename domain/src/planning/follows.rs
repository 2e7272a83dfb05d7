//! Jobs that follow others: which one waits for which, and how long.

use std::collections::{BTreeMap, HashSet};

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{OptionalId, form, nested_form},
    },
    i18n::rules::Text,
    jobs::job::JobFollow,
    planning::{numbers, read_form},
    types::{ids::JobId, limits::LIMITS, money::FormNumber},
};

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
        #[ts(as = "Vec<FollowForm>")]
        follows: Option<Vec<FollowForm>> = "follows",
    }
}

nested_form!(FollowForm);

read_form! {
    /// Sets the jobs that a job follows.
    SetFollows(FollowsForm)
}

impl SetFollows {
    /// The job, if the form names one.
    #[must_use]
    pub fn job(&self) -> Option<JobId> {
        self.0.job_id.0
    }

    fn follows(&self) -> &[FollowForm] {
        self.0.follows.as_deref().unwrap_or_default()
    }

    /// The job and those that it follows, each once, in the order of their ids: the order in which they are
    /// locked. Of a form that names too many only the job.
    #[must_use]
    pub fn named_jobs(&self) -> Vec<JobId> {
        let follows = self.follows().iter().take(LIMITS.follows as usize);
        let follows = follows.filter_map(|form| form.job_id.parse().ok());
        let mut named: Vec<JobId> = self.job().into_iter().chain(follows).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The jobs that it follows, by their ids, each once. Of two gaps to one job the longer counts, which keeps
    /// both.
    pub fn read(&self) -> Result<Vec<JobFollow>, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        errors.add_all(crate::forms::form::Form::check(&self.0));
        if self.0.follows.is_none() {
            errors.add(ValidationError::new("follows", Code::Required, Text::Required));
        }
        let follows = self.follows();
        if let Err(refusal) = numbers::at_most("follows", follows.len(), LIMITS.follows) {
            errors.add(refusal);
            return Err(errors.into_list());
        }
        let mut gaps: BTreeMap<JobId, u32> = BTreeMap::new();
        for form in follows {
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
