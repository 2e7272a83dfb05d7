//! The days on which something repeats.

use chrono::{Datelike as _, NaiveDate};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::error::{Code, ValidationError},
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

/// The day so many months later; the last one of a month that is too short.
fn months_after(day: NaiveDate, months: u32) -> Option<NaiveDate> {
    let month = day.month0() + months;
    let year = day.year().checked_add_unsigned(month / 12)?;
    let mut days = (0..4).map(|short| day.day().wrapping_sub(short));
    days.find_map(|day| NaiveDate::from_ymd_opt(year, month % 12 + 1, day))
}

/// Where counting begins.
#[derive(Clone, Copy, Debug)]
pub struct RepeatStart {
    first: NaiveDate,
    /// The day that the first is planned on: later days come after it.
    planned: NaiveDate,
    /// The day from which months are counted, and how many they are up to the first day.
    anchor: NaiveDate,
    months: u32,
}

impl RepeatStart {
    /// With this day, from which months are counted as well.
    #[must_use]
    pub const fn new(first: NaiveDate) -> Self {
        Self { first, planned: first, anchor: first, months: 0 }
    }

    /// With a day that months counted from an earlier one lead to: the 31st stays the 31st where it fell into a shorter
    /// month.
    #[must_use]
    pub fn anchored(first: NaiveDate, anchor: NaiveDate) -> Self {
        let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
        let months = u32::try_from(months(first) - months(anchor)).unwrap_or_default();
        let is_reached = months_after(anchor, months) == Some(first);
        if is_reached { Self { first, planned: first, anchor, months } } else { Self::new(first) }
    }

    /// The same, where the first is planned on this day, because its own is no working day.
    #[must_use]
    pub const fn planned_on(self, planned: NaiveDate) -> Self {
        Self { planned, ..self }
    }
}

/// A day of what repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatDay {
    /// By the rule alone.
    pub due: NaiveDate,
    /// The same, or the next working day.
    pub planned: NaiveDate,
}

impl RepeatEvery {
    /// As the activity log stores it: `6/month`.
    #[must_use]
    pub fn written(self) -> String {
        format!("{}/{}", self.interval, self.unit.as_word())
    }

    /// Whether its steps are months, which are counted from an anchor.
    #[must_use]
    pub const fn is_monthly(self) -> bool {
        matches!(self.unit, RepeatUnit::Month | RepeatUnit::Year)
    }

    /// The day so many steps after the first. Months are counted from the anchor and not from the previous day, so that the
    /// 31st comes back after a shorter month.
    fn after(self, start: RepeatStart, steps: u32) -> Option<NaiveDate> {
        let count = self.interval * steps;
        let days = match self.unit {
            RepeatUnit::Day => count,
            RepeatUnit::Week => count * 7,
            RepeatUnit::Month => return months_after(start.anchor, start.months + count),
            RepeatUnit::Year => return months_after(start.anchor, start.months + count * 12),
        };
        let first = start.first.num_days_from_ce();
        NaiveDate::from_num_days_from_ce_opt(first + days.cast_signed())
    }

    /// The days from the first one on, in order, each once. The first is as it is; each other one that is no working day
    /// moves to the next, and counts only if it comes after the one before it.
    pub fn days(
        self,
        start: RepeatStart,
        end: RepeatEnd,
        calendar: &WorkCalendar,
    ) -> Result<Vec<RepeatDay>, ValidationError> {
        let first = start.first;
        let horizon = months_after(first, LIMITS.repeat_months);
        // Years have four digits.
        let horizon = horizon.filter(|day| day.year() < 10_000).unwrap_or(first);
        let (most, last) = match end {
            RepeatEnd::Times(times) => (times, NaiveDate::MAX),
            RepeatEnd::Until(last) => (LIMITS.repeat_times, last),
        };
        let is_until = last < NaiveDate::MAX;
        let mut days = vec![RepeatDay { due: first, planned: first }];
        let (mut count, mut steps, mut latest) = (1, 0, start.planned);
        let is_over = loop {
            if count == most && !is_until {
                break false;
            }
            steps += 1;
            let due = self.after(start, steps).filter(|day| *day <= horizon);
            let day = due.and_then(|due| Some((due, calendar.on_or_after(due)?)));
            let Some((due, planned)) = day else { break last > horizon };
            if planned > last {
                break false;
            }
            if planned <= latest {
                continue;
            }
            if count == most {
                break true;
            }
            days.push(RepeatDay { due, planned });
            (count, latest) = (count + 1, planned);
        };
        let refused = match (is_over, is_until) {
            (false, true) if count < 2 => {
                ValidationError::new("until", Code::Range, Text::RepeatsOnce)
            }
            (false, _) => return Ok(days),
            (true, true) => ValidationError::new("until", Code::TooLarge, Text::RepeatTooLong)
                .with("max", &LIMITS.repeat_times),
            (true, false) => {
                ValidationError::new("times", Code::TooLarge, Text::TooLarge).with("max", &count)
            }
        };
        Err(refused)
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
    pub fn read(times: Option<FormNumber>, until: &str) -> Result<Self, ValidationError> {
        if until.is_empty() {
            let times = numbers::whole("times", times, 2, LIMITS.repeat_times.cast_signed());
            return times.map(|times| Self::Times(times.unsigned_abs()));
        }
        if times.is_some() {
            return Err(ValidationError::new("until", Code::Mismatch, Text::OneOfTwo));
        }
        read_day("until", until).map(Self::Until)
    }
}
