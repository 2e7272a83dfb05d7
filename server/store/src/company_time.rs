//! Dates and times in a company's time zone.

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, TimeZone as _, Utc};
use chrono_tz::Tz;
use domain::companies::time_zone::TimeZone;

/// The zone for `chrono`; a zone that only a newer database knows becomes Chicago's.
#[must_use]
pub fn zone(zone: TimeZone) -> Tz {
    zone.name().parse().unwrap_or(Tz::America__Chicago)
}

/// The local date and time of a moment.
#[must_use]
pub fn local(at: DateTime<Utc>, of: TimeZone) -> NaiveDateTime {
    at.with_timezone(&zone(of)).naive_local()
}

/// The start of a day; an hour later if the clocks skip midnight.
#[must_use]
pub fn begin(day: NaiveDate, of: TimeZone) -> DateTime<Utc> {
    let zone = zone(of);
    let midnight = day.and_time(NaiveTime::MIN);
    let begins = zone.from_local_datetime(&midnight).earliest();
    let begins =
        begins.or_else(|| zone.from_local_datetime(&(midnight + Duration::hours(1))).earliest());
    begins.map_or_else(|| midnight.and_utc(), |begins| begins.with_timezone(&Utc))
}
