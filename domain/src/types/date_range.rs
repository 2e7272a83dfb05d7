//! Ranges of whole days: as a job stores them, and as a calendar grid draws them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::types::{date, field::FromField};

/// The days a job is on the calendar, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Span {
    /// First day worked.
    pub start_date: NaiveDate,
    /// Last day worked.
    pub end_date: NaiveDate,
}

/// The days as a calendar grid draws them, with an exclusive end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct GridSpan {
    /// First day drawn.
    pub start: NaiveDate,
    /// The day after the last one drawn.
    pub end: NaiveDate,
}

impl FromField for Span {
    fn read(value: &Value) -> Option<Self> {
        let day = |field: &str| date::read_day(value.get(field)?.as_str()?);
        Some(Self { start_date: day("startDate")?, end_date: day("endDate")? })
    }
}

impl FromField for GridSpan {
    fn read(value: &Value) -> Option<Self> {
        let day = |field: &str| date::read_day(value.get(field)?.as_str()?);
        Some(Self { start: day("start")?, end: day("end")? })
    }
}

impl Span {
    /// The days for the grid. The last supported day has no day after it and stays the end.
    #[must_use]
    pub fn to_grid(self) -> GridSpan {
        GridSpan { start: self.start_date, end: self.end_date.succ_opt().unwrap_or(self.end_date) }
    }

    /// Do these days and a range, open where it is `None`, have a day in common?
    #[must_use]
    pub fn overlaps(self, from: Option<NaiveDate>, to: Option<NaiveDate>) -> bool {
        from.is_none_or(|from| self.end_date >= from) && to.is_none_or(|to| self.start_date <= to)
    }
}

impl GridSpan {
    /// The days as they are stored.
    #[must_use]
    pub fn to_span(self) -> Span {
        Span { start_date: self.start, end_date: self.end.pred_opt().unwrap_or(self.end) }
    }
}
