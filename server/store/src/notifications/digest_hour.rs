//! When the daily mail is sent: at the same local time of the company, in summer and in winter.

use chrono::{DateTime, Days, NaiveTime, TimeZone as _, Utc};
use domain::{companies::time_zone::TimeZone, types::limits::LIMITS};

use crate::company_time;

/// The next time after `now` at which it is the hour of the daily mail in a time zone.
#[must_use]
pub fn next(now: DateTime<Utc>, zone: TimeZone) -> DateTime<Utc> {
    let zone = company_time::zone(zone);
    let today = now.with_timezone(&zone).date_naive();
    let hour = NaiveTime::from_hms_opt(LIMITS.digest_hour, 0, 0).unwrap_or_default();
    let days = (0..3).filter_map(|days| today.checked_add_days(Days::new(days)));
    days.filter_map(|day| zone.from_local_datetime(&day.and_time(hour)).earliest())
        .map(|moment| moment.with_timezone(&Utc))
        .find(|moment| *moment > now)
        .unwrap_or(now + Days::new(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_daily_mail_is_sent_at_six_in_summer_and_in_winter() {
        for (now, zone, at) in [
            ("2026-03-02T11:59:59Z", "America/Chicago", "2026-03-02T12:00:00Z"),
            ("2026-03-02T12:00:00Z", "America/Chicago", "2026-03-03T12:00:00Z"),
            // Clocks go forward in the night to March 8, and back in the night to November 1.
            ("2026-03-07T13:00:00Z", "America/Chicago", "2026-03-08T11:00:00Z"),
            ("2026-03-08T11:00:00Z", "America/Chicago", "2026-03-09T11:00:00Z"),
            ("2026-10-31T12:00:00Z", "America/Chicago", "2026-11-01T12:00:00Z"),
            ("2026-03-02T12:00:00Z", "America/Phoenix", "2026-03-02T13:00:00Z"),
            ("2026-03-02T23:30:00Z", "Asia/Kolkata", "2026-03-03T00:30:00Z"),
        ] {
            let now: DateTime<Utc> = now.parse().expect("a time");
            let zone = zone.parse().expect("a zone");
            assert_eq!(
                next(now, zone),
                at.parse::<DateTime<Utc>>().expect("a time"),
                "{now} {zone}"
            );
        }
    }
}
