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
    instant(day.and_time(NaiveTime::MIN), of)
}

/// The moment of a local date and time: the first of two, and an hour later if the clocks skip it.
#[must_use]
pub fn instant(at: NaiveDateTime, of: TimeZone) -> DateTime<Utc> {
    let zone = zone(of);
    let earliest = |at: NaiveDateTime| zone.from_local_datetime(&at).earliest();
    let found = earliest(at).or_else(|| earliest(at + Duration::hours(1)));
    found.map_or_else(|| at.and_utc(), |found| found.with_timezone(&Utc))
}
