//! The form that moves many jobs at once.

use chrono::NaiveDate;
use serde::Serialize;
use uuid::Uuid;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form, nested_form},
        rules,
    },
    i18n::rules::Text,
    jobs::forms::JobSchedule,
    planning::{
        numbers, read_form,
        shift::{Adjustment, ShiftBy},
        workday_forms::read_day,
    },
    types::{
        ids::{CalendarId, CrewId, JobId},
        limits::LIMITS,
        money::FormNumber,
    },
};

form! {
    /// Moves many jobs: how far, or to which day. Without `dryRun`, the reason and the state that a dry run
    /// answered are required.
    ShiftForm {
        #[ts(as = "SelectionForm")]
        selection: Option<SelectionForm> = "selection",
        #[ts(optional, type = "number | null")]
        workdays: Option<FormNumber> = "workdays",
        #[ts(optional, as = "Option<String>")]
        to: String = "to",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.planning_reason }>))]
        reason: String = "reason",
        #[ts(optional)]
        with_following: Option<bool> = "withFollowing",
        #[ts(optional)]
        dry_run: Option<bool> = "dryRun",
        #[ts(optional, as = "Option<Vec<AdjustmentForm>>")]
        adjust: Vec<AdjustmentForm> = "adjust",
        #[ts(optional, as = "Option<String>")]
        state: String = "state",
    }
}

form! {
    /// Which jobs move: these, or those that run on a day.
    SelectionForm {
        #[ts(optional, as = "Option<Vec<JobId>>")]
        job_ids: Vec<OptionalId<JobId>> = "jobIds",
        #[ts(optional, as = "Option<String>")]
        day: String = "day",
        #[ts(optional, as = "Option<Vec<CalendarId>>")]
        calendars: Vec<OptionalId<CalendarId>> = "calendars",
        #[ts(optional, as = "Option<Vec<String>>")]
        cities: Vec<String> = "cities",
        #[ts(optional, as = "Option<Vec<CrewId>>")]
        crews: Vec<OptionalId<CrewId>> = "crews",
    }
}

form! {
    /// What is to become of one job instead: other days, or nothing.
    AdjustmentForm {
        #[ts(as = "JobId")]
        job_id: String = "jobId",
        #[ts(optional, as = "Option<String>")]
        start_date: String = "startDate",
        #[ts(optional, as = "Option<String>")]
        end_date: String = "endDate",
        #[ts(optional)]
        skip: Option<bool> = "skip",
    }
}

nested_form!(SelectionForm, AdjustmentForm);

read_form! {
    /// Moves many jobs of the caller's company.
    ShiftRequest(ShiftForm)
}

/// Which jobs move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ShiftSelection {
    /// These, by their ids, each once.
    Jobs(Vec<JobId>),
    /// The active jobs that run on a day.
    Day(DaySelection),
}

/// The jobs that run on a day, narrowed by each list that is not empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DaySelection {
    /// The day.
    pub day: NaiveDate,
    /// Calendars that they are on.
    pub calendars: Vec<CalendarId>,
    /// Their cities, in lower case.
    pub cities: Vec<String>,
    /// The ids of custom crews and of companies that do them.
    pub crews: Vec<Uuid>,
}

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShiftTerms {
    /// Which jobs move.
    pub selection: ShiftSelection,
    /// How far.
    pub by: ShiftBy,
    /// Why; blank only in a dry run.
    pub reason: String,
    /// Whether jobs that follow give way.
    pub with_following: bool,
    /// Whether nothing is stored.
    pub dry_run: bool,
    /// What is to become of single jobs.
    pub adjust: Vec<(JobId, Adjustment)>,
    /// The state that the user saw; blank only in a dry run.
    pub state: String,
}

impl ShiftTerms {
    /// The day from which on the work moves, where the jobs of a day were selected.
    #[must_use]
    pub const fn day(&self) -> Option<NaiveDate> {
        match &self.selection {
            ShiftSelection::Jobs(_) => None,
            ShiftSelection::Day(selection) => Some(selection.day),
        }
    }
}

impl ShiftBy {
    /// Reads how far jobs move: exactly one of the two.
    pub(crate) fn read(
        workdays: Option<FormNumber>,
        to: &str,
    ) -> Result<Self, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        let most = LIMITS.shift_workdays;
        let by = match (workdays, to.is_empty()) {
            (None, false) => read_day("to", to).map(Self::To),
            _ => numbers::whole("workdays", workdays, -most, most).and_then(|days| match days {
                0 => Err(ValidationError::new("workdays", Code::TooSmall, Text::MoveByNothing)),
                days => Ok(Self::Workdays(days)),
            }),
        };
        if workdays.is_some() && !to.is_empty() {
            errors.add(ValidationError::new("to", Code::Mismatch, Text::OneOfTwo));
        }
        errors.add_all(by.clone().map(drop).map_err(|refusal| vec![refusal]));
        errors.finish()?;
        by.map_err(|refusal| vec![refusal])
    }
}

impl AdjustmentForm {
    fn adjustment(&self) -> Result<Adjustment, Vec<ValidationError>> {
        if self.job_id.is_empty() {
            return Err(vec![ValidationError::new("jobId", Code::Required, Text::Required)]);
        }
        let (start_date, end_date) = (self.start_date.clone(), self.end_date.clone());
        Adjustment::read(self.skip == Some(true), &JobSchedule { start_date, end_date })
    }
}

impl Adjustment {
    /// Reads what is to become of a job: exactly one of the two.
    pub(crate) fn read(skip: bool, days: &JobSchedule) -> Result<Self, Vec<ValidationError>> {
        if !skip {
            days.check()?;
            // Days that passed their check can be read.
            return Ok(days.span().map_or(Self::Skip, Self::Days));
        }
        if days.start_date.is_empty() && days.end_date.is_empty() {
            return Ok(Self::Skip);
        }
        Err(vec![ValidationError::new("skip", Code::Mismatch, Text::OneOfTwo)])
    }
}

impl SelectionForm {
    fn read(&self) -> Result<ShiftSelection, Vec<ValidationError>> {
        let refused = |code, text| Err(vec![ValidationError::new("selection", code, text)]);
        match (self.job_ids.is_empty(), self.day.is_empty()) {
            (true, true) => return refused(Code::Required, Text::Required),
            (false, false) => return refused(Code::Mismatch, Text::OneOfTwo),
            (false, true) => {
                check_count("jobIds", self.job_ids.len())?;
                let ids = self.job_ids.iter().map(|id| id.0.unwrap_or_default());
                let mut ids: Vec<JobId> = ids.collect();
                ids.sort_unstable();
                ids.dedup();
                return Ok(ShiftSelection::Jobs(ids));
            }
            (true, false) => {}
        }
        let mut errors = ValidationErrors::default();
        let lists = [
            ("calendars", self.calendars.len()),
            ("cities", self.cities.len()),
            ("crews", self.crews.len()),
        ];
        for (field, count) in lists {
            let most = numbers::at_most(field, count, LIMITS.bulk_jobs);
            errors.add_all(most.map_err(|refusal| vec![refusal]));
        }
        let day = read_day("day", &self.day).unwrap_or_else(|refusal| {
            errors.add(refusal);
            NaiveDate::MIN
        });
        errors.finish()?;
        Ok(ShiftSelection::Day(DaySelection {
            day,
            calendars: self.calendars.iter().map(|id| id.0.unwrap_or_default()).collect(),
            cities: self.cities.iter().map(|city| city.to_lowercase()).collect(),
            crews: self.crews.iter().map(|id| id.0.unwrap_or_default().0).collect(),
        }))
    }
}

fn check_count(field: &str, count: usize) -> Result<(), Vec<ValidationError>> {
    if count <= LIMITS.bulk_jobs as usize {
        return Ok(());
    }
    let refusal = ValidationError::new(field, Code::TooLarge, Text::TooManyJobs);
    Err(vec![refusal.with("max", &LIMITS.bulk_jobs)])
}

impl ShiftRequest {
    /// What it asks for. Whose jobs these are is not known here.
    pub fn read(&self) -> Result<ShiftTerms, Vec<ValidationError>> {
        let form = &self.0;
        let mut errors = ValidationErrors::default();
        let selection = form.selection.clone().unwrap_or_default().read();
        errors.add_all(selection.clone().map(drop));
        let by = ShiftBy::read(form.workdays, &form.to);
        errors.add_all(by.clone().map(drop));
        errors.add_all(form.check());
        let dry_run = form.dry_run == Some(true);
        for (field, text) in [("reason", &form.reason), ("state", &form.state)] {
            if !dry_run && text.is_empty() {
                errors.add(ValidationError::new(field, Code::Required, Text::Required));
            }
        }
        let count = check_count("adjust", form.adjust.len());
        let adjusted = if count.is_ok() { form.adjust.as_slice() } else { &[] };
        errors.add_all(count);
        let mut adjust = Vec::new();
        for adjusted in adjusted {
            match adjusted.adjustment() {
                Ok(adjustment) => {
                    adjust.push((adjusted.job_id.parse().unwrap_or_default(), adjustment));
                }
                Err(refusals) => errors.add_all(Err(refusals)),
            }
        }
        errors.finish()?;
        Ok(ShiftTerms {
            selection: selection?,
            by: by?,
            reason: form.reason.clone(),
            with_following: form.with_following == Some(true),
            dry_run,
            adjust,
            state: form.state.clone(),
        })
    }
}
