//! What the clocks of a company show.

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, TimeZone as _, Utc};
use chrono_tz::Tz;
use domain::companies::time_zone::TimeZone;

/// A zone that only a newer database knows is read as the first companies' one.
#[must_use]
pub fn zone(zone: TimeZone) -> Tz {
    zone.name().parse().unwrap_or(Tz::America__Chicago)
}

/// What they show at a moment.
#[must_use]
pub fn local(at: DateTime<Utc>, of: TimeZone) -> NaiveDateTime {
    at.with_timezone(&zone(of)).naive_local()
}

/// When a day begins; where clocks skip midnight, an hour later.
#[must_use]
pub fn begin(day: NaiveDate, of: TimeZone) -> DateTime<Utc> {
    let zone = zone(of);
    let midnight = day.and_time(NaiveTime::MIN);
    let begins = zone.from_local_datetime(&midnight).earliest();
    let begins =
        begins.or_else(|| zone.from_local_datetime(&(midnight + Duration::hours(1))).earliest());
    begins.map_or_else(|| midnight.and_utc(), |begins| begins.with_timezone(&Utc))
}
