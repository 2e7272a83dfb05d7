//! Jobs and appointments that repeat: the forms that make, change and end a series, and its answers.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form},
        rules,
    },
    i18n::rules::Text,
    planning::{
        numbers, read_form,
        repeats::{RepeatEnd, RepeatEvery, RepeatUnit},
    },
    types::{
        date,
        field::WireEnum as _,
        ids::{AppointmentId, JobId, SeriesId},
        limits::LIMITS,
        money::{FormNumber, Money},
    },
};

/// The series that a job or an appointment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Series {
    /// The series.
    pub id: SeriesId,
    /// What is counted from one to the next.
    pub unit: RepeatUnit,
    /// How many of them.
    #[ts(type = "number")]
    pub interval: u32,
    /// Its place among those of the series that there are.
    #[ts(type = "number")]
    pub position: u32,
    /// How many of the series there are.
    #[ts(type = "number")]
    pub count: u32,
}

/// Why a change of a series left a job as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum SeriesKeptReason {
    /// Another company has accepted it.
    Accepted,
    /// It is complete.
    Complete,
}

/// A job that a change of a series left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct KeptSeriesJob {
    /// The job.
    pub job_id: JobId,
    /// Why.
    pub reason: SeriesKeptReason,
}

form! {
    /// How often something repeats, and either how many times, the first included, or until which day.
    RepeatRule {
        #[ts(as = "RepeatUnit")]
        #[validate(custom(function = rules::choice::<RepeatUnit>))]
        unit: String = "unit",
        #[ts(type = "number")]
        interval: Option<FormNumber> = "interval",
        #[ts(optional, type = "number | null")]
        times: Option<FormNumber> = "times",
        #[ts(optional, as = "Option<String>")]
        until: String = "until",
    }
}

form! {
    /// Repeats a job.
    RepeatJobForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        rule: RepeatRule,
    }
}

form! {
    /// Repeats an appointment.
    RepeatAppointmentForm {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[validate(nested)]
        #[ts(flatten)]
        rule: RepeatRule,
    }
}

read_form! {
    /// Repeats a job of the caller's company.
    RepeatJob(RepeatJobForm)
}

read_form! {
    /// Repeats an appointment of the caller's company.
    RepeatAppointment(RepeatAppointmentForm)
}

/// Reads how far apart two times are; the unit was checked.
fn every(unit: &str, interval: Option<FormNumber>) -> Result<RepeatEvery, ValidationError> {
    let interval = numbers::whole("interval", interval, 1, LIMITS.repeat_interval)?;
    let unit = RepeatUnit::from_word(unit).unwrap_or_default();
    Ok(RepeatEvery { unit, interval: interval.unsigned_abs() })
}

/// Reads a new rule, if there is one.
pub(super) fn new_rule(
    unit: &str,
    interval: Option<FormNumber>,
) -> Result<Option<RepeatEvery>, Vec<ValidationError>> {
    if unit.is_empty() && interval.is_none() {
        return Ok(None);
    }
    let mut errors = ValidationErrors::default();
    if RepeatUnit::from_word(unit).is_none() {
        let (code, text) = if unit.is_empty() {
            (Code::Required, Text::ChoiceRequired)
        } else {
            (Code::Choice, Text::Choice)
        };
        errors.add(ValidationError::new("unit", code, text));
    }
    let every = every(unit, interval).map_err(|refusal| vec![refusal]);
    errors.add_all(every.clone().map(drop));
    errors.finish()?;
    every.map(Some)
}

/// Reads how often something repeats, and until when, where the rest of its form was checked with this result.
fn read_rule(
    rule: &RepeatRule,
    checked: Result<(), Vec<ValidationError>>,
) -> Result<(RepeatEvery, RepeatEnd), Vec<ValidationError>> {
    let mut errors = ValidationErrors::default();
    errors.add_all(checked);
    let every = every(&rule.unit, rule.interval).map_err(|refusal| vec![refusal]);
    errors.add_all(every.clone().map(drop));
    let end = RepeatEnd::read(rule.times, &rule.until);
    errors.add_all(end.clone().map(drop));
    errors.finish()?;
    Ok((every?, end?))
}

impl RepeatJob {
    /// The job, if the form names one.
    #[must_use]
    pub fn job(&self) -> Option<JobId> {
        self.0.job_id.0
    }

    /// How often, and until when.
    pub fn read(&self) -> Result<(RepeatEvery, RepeatEnd), Vec<ValidationError>> {
        read_rule(&self.0.rule, self.0.check())
    }
}

impl RepeatAppointment {
    /// The appointment, if the form names one.
    #[must_use]
    pub fn appointment(&self) -> Option<AppointmentId> {
        self.0.appointment_id.0
    }

    /// How often, and until when.
    pub fn read(&self) -> Result<(RepeatEvery, RepeatEnd), Vec<ValidationError>> {
        read_rule(&self.0.rule, self.0.check())
    }
}

form! {
    /// Changes a job that repeats and those that follow it. What is left out stays as it is. With a day or a rule, the
    /// days of the following jobs are counted anew from this job's.
    SeriesChangeForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::day))]
        start_date: String = "startDate",
        #[ts(optional, as = "Option<RepeatUnit>")]
        unit: String = "unit",
        #[ts(optional, type = "number | null")]
        interval: Option<FormNumber> = "interval",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::line))]
        title: String = "title",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::color))]
        color: String = "color",
        #[ts(optional, type = "number | null")]
        #[validate(custom(function = rules::money))]
        contract_amount: Option<FormNumber> = "contractAmount",
    }
}

read_form! {
    /// Changes a repeating job of the caller's company and those that follow it.
    ChangeSeries(SeriesChangeForm)
}

/// What a change of a series changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesChange {
    /// The new first day of the first of these jobs.
    pub start_date: Option<NaiveDate>,
    /// The new rule.
    pub every: Option<RepeatEvery>,
    /// The new title.
    pub title: Option<String>,
    /// The new color.
    pub color: Option<String>,
    /// The new contract amount.
    pub contract_amount: Option<Money>,
}

impl SeriesChange {
    /// Whether the days are counted anew.
    #[must_use]
    pub const fn moves(&self) -> bool {
        self.start_date.is_some() || self.every.is_some()
    }

    /// Whether anything but the days changes.
    #[must_use]
    pub const fn changes_fields(&self) -> bool {
        self.title.is_some() || self.color.is_some() || self.contract_amount.is_some()
    }
}

impl ChangeSeries {
    /// The job, if the form names one.
    #[must_use]
    pub fn job(&self) -> Option<JobId> {
        self.0.job_id.0
    }

    /// What it changes.
    pub fn read(&self) -> Result<SeriesChange, Vec<ValidationError>> {
        let form = &self.0;
        let mut errors = ValidationErrors::default();
        errors.add_all(form.check());
        let every = new_rule(&form.unit, form.interval);
        errors.add_all(every.clone().map(drop));
        errors.finish()?;
        let given = |text: &String| (!text.is_empty()).then(|| text.clone());
        Ok(SeriesChange {
            start_date: date::read_day(&form.start_date),
            every: every?,
            title: given(&form.title),
            color: given(&form.color),
            contract_amount: form.contract_amount.and_then(Money::from_figure),
        })
    }
}

form! {
    /// Ends a series: deletes the jobs that follow this one and, if `withThis` says so, this one.
    StopSeries {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(optional)]
        with_this: Option<bool> = "withThis",
    }
}
