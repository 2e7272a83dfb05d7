//! Jobs and appointments that repeat: the forms that make, change and end a series, and its answers.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    planning::{
        numbers, read_form,
        repeats::{RepeatEnd, RepeatEvery, RepeatUnit},
    },
    types::{
        date,
        field::{Stated, WireEnum as _},
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
    /// Its place among those of the series that there are, by their days.
    #[ts(type = "number")]
    pub position: u32,
    /// How many of the series there are.
    #[ts(type = "number")]
    pub count: u32,
    /// How many of them follow this one.
    #[ts(type = "number")]
    pub following: u32,
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
    /// It has photos, notes, measurements or orders: it is not deleted with the others.
    Records,
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
    /// Repeats a job. A dry run answers which ones would be made, and makes none.
    RepeatJobForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        rule: RepeatRule,
        #[ts(optional)]
        dry_run: Option<bool> = "dryRun",
    }
}

form! {
    /// Repeats an appointment. A dry run answers which ones would be made, and makes none.
    RepeatAppointmentForm {
        #[ts(as = "AppointmentId")]
        #[validate(required)]
        appointment_id: OptionalId<AppointmentId> = "appointmentId",
        #[validate(nested)]
        #[ts(flatten)]
        rule: RepeatRule,
        #[ts(optional)]
        dry_run: Option<bool> = "dryRun",
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
    unit: &Stated<String>,
    interval: &Stated<Option<FormNumber>>,
) -> Result<Option<RepeatEvery>, Vec<ValidationError>> {
    if unit.0.is_none() && interval.0.is_none() {
        return Ok(None);
    }
    let unit = unit.0.as_deref().unwrap_or_default();
    let interval = interval.0.flatten();
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
    let end = RepeatEnd::read(rule.times, &rule.until).map_err(|refusal| vec![refusal]);
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

    /// Whether it only asks which ones would be made.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.0.dry_run == Some(true)
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

    /// Whether it only asks which ones would be made.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.0.dry_run == Some(true)
    }

    /// How often, and until when.
    pub fn read(&self) -> Result<(RepeatEvery, RepeatEnd), Vec<ValidationError>> {
        read_rule(&self.0.rule, self.0.check())
    }
}

/// A rule of a field that is not blank where it is there.
pub(super) fn not_blank(text: &Stated<String>, rule: fn(&str) -> Verdict) -> Verdict {
    text.0.as_deref().map_or(Ok(()), |text| rules::required(text).and_then(|()| rule(text)))
}

fn new_line(text: &Stated<String>) -> Verdict {
    not_blank(text, rules::line)
}

fn new_day(text: &Stated<String>) -> Verdict {
    not_blank(text, rules::day)
}

pub(super) fn new_color(text: &Stated<String>) -> Verdict {
    not_blank(text, rules::color)
}

fn new_amount(amount: &Stated<Option<FormNumber>>) -> Verdict {
    rules::money(&amount.0.flatten())
}

form! {
    /// Changes a job that repeats and those that follow it. What is left out stays as it is; a null amount is cleared. With
    /// a day or a rule, the days of the following jobs are counted anew. A dry run answers what would be, and changes
    /// nothing.
    SeriesChangeForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = new_day))]
        start_date: Stated<String> = "startDate",
        #[ts(optional, as = "Option<RepeatUnit>")]
        unit: Stated<String> = "unit",
        #[ts(optional, type = "number | null")]
        interval: Stated<Option<FormNumber>> = "interval",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = new_line))]
        title: Stated<String> = "title",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = new_color))]
        color: Stated<String> = "color",
        #[ts(optional, type = "number | null")]
        #[validate(custom(function = new_amount))]
        contract_amount: Stated<Option<FormNumber>> = "contractAmount",
        #[ts(optional)]
        dry_run: Option<bool> = "dryRun",
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
    /// The new contract amount, or none.
    pub contract_amount: Option<Option<Money>>,
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

    /// Whether it only asks what would be.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.0.dry_run == Some(true)
    }

    /// What it changes.
    pub fn read(&self) -> Result<SeriesChange, Vec<ValidationError>> {
        let form = &self.0;
        let mut errors = ValidationErrors::default();
        errors.add_all(form.check());
        let every = new_rule(&form.unit, &form.interval);
        errors.add_all(every.clone().map(drop));
        errors.finish()?;
        Ok(SeriesChange {
            start_date: form.start_date.0.as_deref().and_then(date::read_day),
            every: every?,
            title: form.title.0.clone(),
            color: form.color.0.clone(),
            contract_amount: form
                .contract_amount
                .0
                .map(|amount| amount.and_then(Money::from_figure)),
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
