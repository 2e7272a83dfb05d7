//! The period of a report, and the weeks or months in it.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{date, date_range::Span, field::WireEnum},
};

/// Days of the longest period: three years, one of them a leap year.
pub const MOST_DAYS: i64 = 1_096;

/// The kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Jobs created, worked on and completed.
    Jobs,
    /// The value of active jobs, scheduled and not.
    Value,
    /// The scheduled days of each crew.
    Crews,
    /// Purchase orders by vendor.
    Vendors,
}

/// The unit that a period is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum ReportStep {
    /// From Sunday to Saturday, as the calendar draws them.
    Week,
    /// From the first to the last of a month.
    Month,
}

impl WireEnum for ReportStep {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("week", Self::Week), ("month", Self::Month)];
}

impl ReportStep {
    /// The first day of the week or month that contains a day.
    #[must_use]
    pub fn begin(self, day: NaiveDate) -> NaiveDate {
        let back = match self {
            Self::Week => day.weekday().num_days_from_sunday(),
            Self::Month => day.day0(),
        };
        day.checked_sub_days(Days::new(back.into())).unwrap_or(day)
    }

    /// The first day of the week or month so many later.
    fn after(self, day: NaiveDate, count: u32) -> Option<NaiveDate> {
        let begin = self.begin(day);
        match self {
            Self::Week => begin.checked_add_days(Days::new(u64::from(count) * 7)),
            Self::Month => begin.checked_add_months(Months::new(count)),
        }
    }

    /// The last day of the week or month so many later.
    fn end_after(self, day: NaiveDate, count: u32) -> NaiveDate {
        self.after(day, count + 1).and_then(|next| next.pred_opt()).unwrap_or(day)
    }
}

/// One week or month of a report, or the part of it within the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ReportDays {
    /// Its first day.
    pub from: NaiveDate,
    /// Its last day.
    pub to: NaiveDate,
}

impl ReportDays {
    /// How many days of a job are in it: every day on the calendar counts, including weekends.
    #[must_use]
    pub fn of(self, span: Span) -> u32 {
        let (first, last) = (self.from.max(span.start_date), self.to.min(span.end_date));
        u32::try_from((last - first).num_days() + 1).unwrap_or_default()
    }
}

/// The period of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ReportPeriod {
    /// Its first day.
    pub from: NaiveDate,
    /// Its last day.
    pub to: NaiveDate,
    /// The unit that it is divided into.
    pub by: ReportStep,
}

impl ReportPeriod {
    /// The default period of a report: the last months for reports of the past, the next ones for reports of
    /// the future.
    #[must_use]
    pub fn usual(report: Report, today: NaiveDate) -> Self {
        let back = |months| {
            let begin = ReportStep::Month.begin(today);
            begin.checked_sub_months(Months::new(months)).unwrap_or(begin)
        };
        let (from, ahead, by) = match report {
            Report::Jobs => (back(11), 0, ReportStep::Month),
            Report::Value => (back(0), 5, ReportStep::Month),
            Report::Crews => (ReportStep::Week.begin(today), 7, ReportStep::Week),
            Report::Vendors => (back(2), 0, ReportStep::Month),
        };
        Self { from, to: by.end_after(today, ahead), by }
    }

    /// Its weeks or months in order; the first and the last one are cut off at the period's ends.
    #[must_use]
    pub fn parts(self) -> Vec<ReportDays> {
        let mut parts = Vec::new();
        let mut from = self.from;
        while from <= self.to {
            let next = self.by.after(from, 1);
            let to = next.and_then(|next| next.pred_opt()).unwrap_or(self.to).min(self.to);
            parts.push(ReportDays { from, to });
            match next {
                Some(next) => from = next,
                None => break,
            }
        }
        parts
    }
}

/// The position of the part that contains a day; the parts are in order.
pub(super) fn part_of(parts: &[ReportDays], day: NaiveDate) -> Option<usize> {
    let at = parts.partition_point(|part| part.to < day);
    parts.get(at).filter(|part| part.from <= day).map(|_| at)
}

/// The period of a report, as in the query string. Blank is the same as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[validate(schema(function = "ReportForm::check_period", skip_on_field_errors = false))]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ReportForm {
    #[validate(custom(function = rules::query_day))]
    pub from: Option<String>,
    #[validate(custom(function = rules::query_day))]
    pub to: Option<String>,
    #[validate(custom(function = rules::query_choice::<ReportStep>))]
    pub by: Option<String>,
}

impl ReportForm {
    /// Parses the period. Without days it is the default period of this report.
    ///
    /// # Errors
    /// Invalid dates, one without the other, a period that ends before it starts or is too long, and an
    /// unknown unit.
    pub fn read(
        &self,
        report: Report,
        today: NaiveDate,
    ) -> Result<ReportPeriod, Vec<ValidationError>> {
        form::refusals(self.validate(), "from to by ")?;
        let usual = ReportPeriod::usual(report, today);
        let (from, to) = self.days().unwrap_or((usual.from, usual.to));
        let by = ReportStep::from_word(text_of(self.by.as_ref())).unwrap_or(usual.by);
        Ok(ReportPeriod { from, to, by })
    }

    /// Both days, where they are given and valid.
    fn days(&self) -> Option<(NaiveDate, NaiveDate)> {
        date::read_day(text_of(self.from.as_ref())).zip(date::read_day(text_of(self.to.as_ref())))
    }

    fn check_period(&self) -> Verdict {
        let is_blank = |text: &Option<String>| text_of(text.as_ref()).is_empty();
        let refusal = match self.days() {
            Some((from, to)) if from > to => {
                ValidationError::new("from", Code::Range, Text::StartAfterEnd)
            }
            Some((from, to)) if (to - from).num_days() >= MOST_DAYS => {
                ValidationError::new("to", Code::TooLarge, Text::PeriodTooLong)
            }
            None if is_blank(&self.from) && !is_blank(&self.to) => {
                ValidationError::new("from", Code::Required, Text::Required)
            }
            None if is_blank(&self.to) && !is_blank(&self.from) => {
                ValidationError::new("to", Code::Required, Text::Required)
            }
            _ => return Ok(()),
        };
        Err(refusal.into())
    }
}

fn text_of(text: Option<&String>) -> &str {
    text.map_or("", |text| text.trim())
}
