//! When a reminder is due, in local time: people read it while they work.

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

use crate::planning::workdays::WorkCalendar;

/// The hour of reminders of a day.
const HOUR: u32 = 8;

/// A day after a moment, at the same time; on the next working day if that is none. `None` beyond the year 9999.
#[must_use]
pub fn a_day_after(moment: NaiveDateTime, calendar: &WorkCalendar) -> Option<NaiveDateTime> {
    let next = moment.date().checked_add_days(Days::new(1))?;
    let day = if calendar.is_workday(next) { next } else { calendar.add(next, 1)? };
    Some(day.and_time(moment.time()))
}

/// The morning of the last working day before a day. `None` before the year 1.
#[must_use]
pub fn morning_before(day: NaiveDate, calendar: &WorkCalendar) -> Option<NaiveDateTime> {
    let morning = NaiveTime::from_hms_opt(HOUR, 0, 0)?;
    Some(calendar.add(day, -1)?.and_time(morning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        text.parse().expect("a moment")
    }

    #[test]
    fn nobody_is_reminded_on_a_day_on_which_the_company_does_not_work() {
        let holiday = at("2026-03-10T00:00:00").date();
        let calendar = WorkCalendar::new(&[1, 2, 3, 4, 5], [holiday]);
        for (moment, next) in [
            ("2026-03-04T15:30:00", "2026-03-05T15:30:00"),
            // Friday to Monday, and over the holiday on Tuesday.
            ("2026-03-06T15:30:00", "2026-03-09T15:30:00"),
            ("2026-03-09T07:00:00", "2026-03-11T07:00:00"),
        ] {
            assert_eq!(a_day_after(at(moment), &calendar), Some(at(next)), "{moment}");
        }
        for (day, before) in [
            ("2026-03-05", "2026-03-04T08:00:00"),
            ("2026-03-09", "2026-03-06T08:00:00"),
            ("2026-03-11", "2026-03-09T08:00:00"),
        ] {
            let day = day.parse().expect("a day");
            assert_eq!(morning_before(day, &calendar), Some(at(before)), "{day}");
        }
    }
}
