//! The value of active jobs: those with dates by their start, and those without.

use chrono::NaiveDate;
use serde::Serialize;
use ts_rs::TS;

use super::{
    Sheet,
    period::{ReportDays, ReportPeriod, part_of},
    texts::Heading,
};
use crate::types::{language::Language, money::Total};

/// The active jobs that start on one day, or those without dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyValue {
    /// The day.
    pub start: Option<NaiveDate>,
    /// How many jobs there are.
    pub jobs: u32,
    /// How many of them have a contract amount.
    pub with_amount: u32,
    /// The sum of their contract amounts, in cents.
    pub cents: i64,
}

/// A number of jobs and their value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ValueSum {
    /// How many jobs there are.
    pub jobs: u32,
    /// The sum of their contract amounts.
    pub value: Total,
    /// How many have no contract amount.
    pub without_amount: u32,
}

impl ValueSum {
    fn add(&mut self, day: &DailyValue) {
        self.jobs += day.jobs;
        self.value = self.value.plus(Total::from_cents(day.cents));
        self.without_amount += day.jobs.saturating_sub(day.with_amount);
    }

    fn cells(self) -> [String; 3] {
        [self.jobs.to_string(), self.value.plain(), self.without_amount.to_string()]
    }
}

/// One week or month: the jobs that start in it, each with its whole amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ValueRow {
    /// Its first day.
    pub from: NaiveDate,
    /// Its last day.
    pub to: NaiveDate,
    /// The jobs that start in it.
    pub sum: ValueSum,
}

/// Scheduled against unscheduled value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ValueReport {
    /// The period of the report.
    pub period: ReportPeriod,
    /// Its weeks or months in order.
    pub rows: Vec<ValueRow>,
    /// All jobs that start in the period.
    pub scheduled: ValueSum,
    /// Jobs that started before it and are not complete.
    pub before: ValueSum,
    /// Jobs that start after it.
    pub after: ValueSum,
    /// Jobs without dates.
    pub unscheduled: ValueSum,
}

impl ValueReport {
    /// Adds up the values.
    #[must_use]
    pub fn of(period: ReportPeriod, days: &[DailyValue]) -> Self {
        let parts = period.parts();
        let row =
            |part: &ReportDays| ValueRow { from: part.from, to: part.to, sum: ValueSum::default() };
        let none = ValueSum::default();
        let mut report = Self {
            period,
            rows: parts.iter().map(row).collect(),
            scheduled: none,
            before: none,
            after: none,
            unscheduled: none,
        };
        for day in days {
            let Some(start) = day.start else {
                report.unscheduled.add(day);
                continue;
            };
            if let Some(at) = part_of(&parts, start) {
                report.rows[at].sum.add(day);
                report.scheduled.add(day);
            } else if start < period.from {
                report.before.add(day);
            } else {
                report.after.add(day);
            }
        }
        report
    }

    /// As a file: jobs outside the period are in rows below its weeks or months.
    #[must_use]
    pub fn sheet(&self, language: Language) -> Sheet {
        let head = [
            Heading::Jobs,
            Heading::From,
            Heading::To,
            Heading::Count,
            Heading::Value,
            Heading::WithoutAmount,
        ];
        let row = |heading: Heading, days: [String; 2], sum: ValueSum| {
            let heading = [heading.template(language).to_owned()];
            heading.into_iter().chain(days).chain(sum.cells()).collect()
        };
        let inside = self.rows.iter().map(|part| {
            row(Heading::Scheduled, [part.from.to_string(), part.to.to_string()], part.sum)
        });
        let outside = [
            (Heading::Before, self.before),
            (Heading::After, self.after),
            (Heading::Unscheduled, self.unscheduled),
        ];
        let outside =
            outside.map(|(heading, sum)| row(heading, [String::new(), String::new()], sum));
        std::iter::once(Heading::row(&head, language)).chain(inside).chain(outside).collect()
    }
}
