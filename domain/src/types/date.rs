//! Dates in their formats on the wire, on the jobs list and in fields.

use chrono::{
    DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeDelta, Utc,
};

use crate::types::language::Language;

const ENGLISH_MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SPANISH_MONTHS: [&str; 12] =
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];

/// Reads `YYYY-MM-DD`; anything else and days that do not exist are `None`.
///
/// Implemented here because chrono's own reader also accepts `2024-5-1` and takes up 10 KB in the browser.
#[must_use]
pub fn read_day(text: &str) -> Option<NaiveDate> {
    let [year @ .., b'-', m1, m0, b'-', d1, d0] = text.trim().as_bytes() else { return None };
    if year.len() != 4 {
        return None;
    }
    real_day(digits(year)?, digits(&[*m1, *m0])?, digits(&[*d1, *d0])?)
}

/// Reads `MM/DD/YYYY`, with one or two digits for month and day, the format of spreadsheets.
#[must_use]
pub fn read_us_day(text: &str) -> Option<NaiveDate> {
    let mut parts = text.trim().split('/');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    let fits = parts.next().is_none()
        && matches!(month.len(), 1 | 2)
        && matches!(day.len(), 1 | 2)
        && year.len() == 4;
    if !fits {
        return None;
    }
    real_day(digits(year.as_bytes())?, digits(month.as_bytes())?, digits(day.as_bytes())?)
}

/// Reads an instant of RFC 3339, such as `2026-03-01T15:30:00Z` or `2026-03-01T09:30:00-06:00`.
///
/// Implemented here for the reason above; digits beyond the millisecond are dropped.
#[must_use]
pub fn read_instant(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let local = read_local(text.get(..19)?)?;
    let (fraction, zone) = match text[19..].strip_prefix('.') {
        Some(rest) => rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?),
        None => ("000", &text[19..]),
    };
    if fraction.is_empty() {
        return None;
    }
    let milliseconds = fraction
        .bytes()
        .chain(*b"000")
        .take(3)
        .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    let minutes_east = match zone.as_bytes() {
        b"Z" | b"z" => 0,
        [sign @ (b'+' | b'-'), h1, h0, b':', m1, m0] => {
            let (hours, minutes) = (digits(&[*h1, *h0])?, digits(&[*m1, *m0])?);
            let minutes = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
            if *sign == b'-' { -i64::from(minutes) } else { i64::from(minutes) }
        }
        _ => return None,
    };
    let east = TimeDelta::try_minutes(minutes_east)?;
    let instant = local.checked_add_signed(TimeDelta::try_milliseconds(milliseconds)?)?;
    Some(instant.checked_sub_signed(east)?.and_utc())
}

/// Reads a local time, `YYYY-MM-DDTHH:MM:SS`.
#[must_use]
pub fn read_local(text: &str) -> Option<NaiveDateTime> {
    let (day, time) = text.trim().split_once(['T', 't'])?;
    let [h1, h0, b':', m1, m0, b':', s1, s0] = time.as_bytes() else { return None };
    let time =
        NaiveTime::from_hms_opt(digits(&[*h1, *h0])?, digits(&[*m1, *m0])?, digits(&[*s1, *s0])?)?;
    Some(read_day(day)?.and_time(time))
}

/// Formats an instant for the wire, `2026-03-01T15:30:00Z`.
#[must_use]
pub fn write_instant(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// A day in running text: `Jan 1st 2024`, in Spanish `1 ene 2024`.
#[must_use]
pub fn job_date(day: NaiveDate, language: Language) -> String {
    let (number, year) = (day.day(), day.year());
    match language {
        Language::English => {
            let month = ENGLISH_MONTHS[day.month0() as usize];
            format!("{month} {number}{} {year:04}", ordinal(number))
        }
        Language::Spanish => {
            format!("{number} {} {year:04}", SPANISH_MONTHS[day.month0() as usize])
        }
    }
}

/// A day in a field, `01/31/2024` in both languages.
#[must_use]
pub fn short_date(day: NaiveDate) -> String {
    format!("{:02}/{:02}/{:04}", day.month(), day.day(), day.year())
}

fn ordinal(number: u32) -> &'static str {
    match number {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    }
}

fn digits(bytes: &[u8]) -> Option<u32> {
    bytes
        .iter()
        .try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0')))
}

fn real_day(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    if year == 0 {
        return None;
    }
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const DATES: &[&str] = &[
        "2026-03-01",
        "3/1/2026",
        "2026-03-01T15:30:00Z",
        "2026-03-01t09:30:00.123456789-06:00",
        "9999-12-31T23:59:59.999-23:59",
        "0001-01-01T00:00:00+23:59",
    ];

    proptest! {
        #[test]
        fn a_date_that_is_accepted_is_read_again_as_it_is_written(text in foreign::text(DATES)) {
            let read = || (read_day(&text), read_us_day(&text), read_instant(&text), read_local(&text));
            let ((day, us_day, instant, _), cost) = cost::of(read);
            prop_assert!(cost.is_small_for(text.len(), 0), "{cost:?}");
            if let Some(day) = day {
                prop_assert_eq!(read_day(&day.to_string()), Some(day));
            }
            if let Some(day) = us_day {
                prop_assert_eq!(read_us_day(&short_date(day)), Some(day));
            }
            // A zone may move an instant to a year that has no four digits.
            if let Some(instant) = instant.filter(|instant| (1..=9999).contains(&instant.year())) {
                prop_assert_eq!(read_instant(&write_instant(instant)), Some(instant));
            }
        }
    }
}
