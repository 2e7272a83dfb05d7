//! The time zone of Nashville, which the whole demo uses.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::companies::time_zone::TimeZone;
use store::company_time;

/// The date there: in the evening UTC is already a day ahead.
pub(super) fn today(now: DateTime<Utc>) -> NaiveDate {
    company_time::local(now, TimeZone::default()).date()
}

/// The moment of a local time; `None` for the hour that is skipped in March.
pub(super) fn at(day: NaiveDate, time: NaiveTime) -> Option<DateTime<Utc>> {
    let local = day.and_time(time).and_local_timezone(company_time::zone(TimeZone::default()));
    local.earliest().map(|at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_is_around_the_local_date_at_any_time() {
        let day = |now: &str| today(now.parse().unwrap()).to_string();
        assert_eq!(day("2026-11-23T05:59:00Z"), "2026-11-22");
        assert_eq!(day("2026-11-23T06:00:00Z"), "2026-11-23");
        assert_eq!(day("2026-06-12T04:59:00Z"), "2026-06-11");
        assert_eq!(day("2026-06-12T05:00:00Z"), "2026-06-12");
    }

    #[test]
    fn a_meeting_at_nine_is_at_nine_in_winter_and_in_summer() {
        let nine = NaiveTime::from_hms_opt(9, 0, 0).unwrap();
        let moment = |day: &str| at(day.parse().unwrap(), nine).unwrap().to_rfc3339();
        assert_eq!(moment("2026-03-07"), "2026-03-07T15:00:00+00:00");
        assert_eq!(moment("2026-03-08"), "2026-03-08T14:00:00+00:00");
        assert_eq!(moment("2026-10-31"), "2026-10-31T14:00:00+00:00");
        assert_eq!(moment("2026-11-01"), "2026-11-01T15:00:00+00:00");
    }
}
