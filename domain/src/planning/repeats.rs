//! The days on which something repeats.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::error::{Code, ValidationError, ValidationErrors},
    i18n::rules::Text,
    planning::{numbers, workday_forms::read_day, workdays::WorkCalendar},
    types::{field::WireEnum, limits::LIMITS, money::FormNumber},
};

/// What is counted from one time to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum RepeatUnit {
    /// Days.
    #[default]
    Day,
    /// Weeks: on the same weekday.
    Week,
    /// Months: on the same day of the month, or the last one of a shorter month.
    Month,
    /// Years.
    Year,
}

impl WireEnum for RepeatUnit {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("day", Self::Day), ("week", Self::Week), ("month", Self::Month), ("year", Self::Year)];
}

/// How far apart two times are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatEvery {
    /// What is counted.
    pub unit: RepeatUnit,
    /// How many of them.
    pub interval: u32,
}

impl RepeatEvery {
    /// The day so many steps after the first. Months are counted from the first day and not from the previous one, so that
    /// the 31st comes back after a shorter month.
    fn after(self, first: NaiveDate, steps: u32) -> Option<NaiveDate> {
        let count = self.interval.checked_mul(steps)?;
        match self.unit {
            RepeatUnit::Day => first.checked_add_days(Days::new(count.into())),
            RepeatUnit::Week => first.checked_add_days(Days::new(u64::from(count) * 7)),
            RepeatUnit::Month => first.checked_add_months(Months::new(count)),
            RepeatUnit::Year => first.checked_add_months(Months::new(count.checked_mul(12)?)),
        }
    }

    /// The days from the first one on, in order, each once. The first is as it is; each other one that is no working day
    /// moves to the next, and counts only if it comes after the one before it.
    pub fn days(
        self,
        first: NaiveDate,
        end: RepeatEnd,
        calendar: &WorkCalendar,
    ) -> Result<Vec<NaiveDate>, ValidationError> {
        let horizon = first.checked_add_months(Months::new(LIMITS.repeat_months));
        // Years have four digits.
        let horizon = horizon.filter(|day| day.year() < 10_000).unwrap_or(first);
        let too_many = || {
            ValidationError::new("until", Code::TooLarge, Text::RepeatTooLong)
                .with("max", &LIMITS.repeat_times)
        };
        let mut days = vec![first];
        let mut steps = 0;
        loop {
            if end == RepeatEnd::Times(u32::try_from(days.len()).unwrap_or(u32::MAX)) {
                return Ok(days);
            }
            steps += 1;
            let planned = self.after(first, steps).filter(|day| *day <= horizon);
            let day = planned.and_then(|day| {
                if calendar.is_workday(day) { Some(day) } else { calendar.add(day, 1) }
            });
            match (day, end) {
                (Some(day), RepeatEnd::Until(last)) if day > last => break,
                (Some(day), _) if days.last() < Some(&day) => days.push(day),
                (Some(_), _) => {}
                (None, RepeatEnd::Until(last)) if last <= horizon => break,
                (None, RepeatEnd::Until(_)) => return Err(too_many()),
                (None, RepeatEnd::Times(_)) => {
                    let most = ValidationError::new("times", Code::TooLarge, Text::TooLarge);
                    return Err(most.with("max", &days.len()));
                }
            }
            if days.len() > LIMITS.repeat_times as usize {
                return Err(too_many());
            }
        }
        if days.len() < 2 {
            return Err(ValidationError::new("until", Code::Range, Text::StartAfterEnd));
        }
        Ok(days)
    }
}

/// When it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatEnd {
    /// After so many times, the first included.
    Times(u32),
    /// Not after this day.
    Until(NaiveDate),
}

impl RepeatEnd {
    /// Reads when it ends: exactly one of the two.
    pub fn read(times: Option<FormNumber>, until: &str) -> Result<Self, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        let end = match (times, until.is_empty()) {
            (None, false) => read_day("until", until).map(Self::Until),
            _ => numbers::whole("times", times, 2, LIMITS.repeat_times.cast_signed())
                .map(|times| Self::Times(times.unsigned_abs())),
        };
        if times.is_some() && !until.is_empty() {
            errors.add(ValidationError::new("until", Code::Mismatch, Text::OneOfTwo));
        }
        let read = end.map_err(|refusal| vec![refusal]);
        errors.add_all(read.clone().map(drop));
        errors.finish()?;
        read
    }
}
