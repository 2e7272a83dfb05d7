//! The calendar of working days: what is counted with it, and steps over it.
//!
//! All of it is arithmetic on the numbers of days, so that a step over years costs as much as one to tomorrow.

use chrono::{Datelike as _, NaiveDate};

use crate::types::date_range::Span;

/// The number of 9999-12-31, the last day that is written with four digits.
const LAST: i32 = 3_652_059;

/// The days on which a company works: some weekdays, except holidays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkCalendar {
    /// The working weekdays, one bit each, from Monday on; never none.
    week: u8,
    /// Which ones of all working weekdays are holidays: their positions, in order.
    closed: Vec<i32>,
}

impl Default for WorkCalendar {
    /// Monday to Friday, without holidays.
    fn default() -> Self {
        Self { week: 0b001_1111, closed: Vec::new() }
    }
}

impl WorkCalendar {
    /// The calendar with these weekdays, 1 being Monday, and holidays. Without a weekday it is Monday to
    /// Friday.
    #[must_use]
    pub fn new(weekdays: &[u8], holidays: impl IntoIterator<Item = NaiveDate>) -> Self {
        let mut week = 0;
        for weekday in weekdays.iter().filter(|weekday| (1..=7).contains(*weekday)) {
            week |= 1 << (weekday - 1);
        }
        let mut calendar = Self::default();
        if week != 0 {
            calendar.week = week;
        }
        for holiday in holidays {
            let day = holiday.num_days_from_ce();
            let position = calendar.weekdays_until(day);
            // A holiday on a weekend changes nothing.
            if position == calendar.weekdays_until(day - 1) {
                continue;
            }
            let at = calendar.closed.partition_point(|closed| *closed < position);
            if calendar.closed.get(at) != Some(&position) {
                calendar.closed.insert(at, position);
            }
        }
        calendar
    }

    /// The working weekdays from 0001-01-01, a Monday, to a day, holidays included.
    fn weekdays_until(&self, day: i32) -> i32 {
        let (weeks, after_monday) = ((day - 1).div_euclid(7), (day - 1).rem_euclid(7));
        let begun = self.week & !(0xFE << after_monday);
        weeks * self.days_a_week() + begun.count_ones().cast_signed()
    }

    fn days_a_week(&self) -> i32 {
        self.week.count_ones().cast_signed()
    }

    /// The working days from 0001-01-01 to a day.
    fn workdays_until(&self, day: i32) -> i32 {
        let position = self.weekdays_until(day);
        let closed = self.closed.partition_point(|closed| *closed <= position);
        position - i32::try_from(closed).unwrap_or(i32::MAX)
    }

    /// The working day with so many working days up to it.
    fn workday(&self, count: i32) -> Option<NaiveDate> {
        let closed = self.closed.iter().zip(0..).filter(|(at, before)| *at - before <= count);
        let position = count.checked_add(i32::try_from(closed.count()).ok()?)?;
        // Without as many of the week's working days as come before it, it is the first one left.
        let mut left = self.week;
        for _ in 0..(position - 1).rem_euclid(self.days_a_week()) {
            left &= left - 1;
        }
        let weekday = left.trailing_zeros().cast_signed();
        let day = (position - 1).div_euclid(self.days_a_week()) * 7 + weekday + 1;
        if (1..=LAST).contains(&day) { NaiveDate::from_num_days_from_ce_opt(day) } else { None }
    }

    /// The day so many working days later, or earlier where `days` is negative; 0 is the day itself, whether it
    /// is a working day or not. `None` beyond the years 1 to 9999.
    #[must_use]
    pub fn add(&self, start: NaiveDate, days: i32) -> Option<NaiveDate> {
        let day = start.num_days_from_ce();
        match days {
            0 => Some(start),
            1.. => self.workday(self.workdays_until(day).checked_add(days)?),
            _ => self.workday(self.workdays_until(day - 1).checked_add(days + 1)?),
        }
    }

    /// How many working days there are from `start` to `end`, both included; 0 for days in the wrong order.
    #[must_use]
    pub fn count(&self, start: NaiveDate, end: NaiveDate) -> i32 {
        let before = self.workdays_until(start.num_days_from_ce() - 1);
        (self.workdays_until(end.num_days_from_ce()) - before).max(0)
    }

    /// Is this a working day?
    #[must_use]
    pub fn is_workday(&self, day: NaiveDate) -> bool {
        self.count(day, day) > 0
    }

    /// A day, or the next working day where it is none. `None` beyond the year 9999.
    #[must_use]
    pub fn on_or_after(&self, day: NaiveDate) -> Option<NaiveDate> {
        if self.is_workday(day) { Some(day) } else { self.add(day, 1) }
    }

    /// The length of a job: its working days, and its first and last day in any case.
    #[must_use]
    pub fn length(&self, days: Span) -> i32 {
        let (start, end) = (days.start_date, days.end_date);
        let first = !self.is_workday(start);
        let last = start != end && !self.is_workday(end);
        self.count(start, end) + i32::from(first) + i32::from(last)
    }

    /// The days of a job of this length that begins on this day. `None` beyond the years 1 to 9999.
    #[must_use]
    pub fn span(&self, start_date: NaiveDate, length: i32) -> Option<Span> {
        Some(Span { start_date, end_date: self.add(start_date, length - 1)? })
    }

    /// Does a job that begins on `start` keep so many working days between it and a job that ends on `end`?
    #[must_use]
    pub fn keeps_gap(&self, end: NaiveDate, gap: i32, start: NaiveDate) -> bool {
        let before = self.workdays_until(start.num_days_from_ce() - 1);
        start > end && before - self.workdays_until(end.num_days_from_ce()) >= gap
    }
}
