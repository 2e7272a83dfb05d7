//! The best days for work in the days ahead, by who is free.

use chrono::{Datelike as _, NaiveDate, TimeDelta};

use crate::{
    planning::{availability::DayState, workdays::WorkCalendar},
    types::date_range::Span,
};

/// The days ahead in which windows are looked for, the first one included.
pub const DAYS_AHEAD: usize = 28;

/// How many windows are offered where nobody asks for another number.
pub const USUAL: usize = 3;

/// The points of a working day without room: more than any window with room has.
const NO_ROOM: u32 = 1_000;

/// The points of a working day: the fewer, the more certain.
const fn points(state: DayState) -> u32 {
    match state {
        DayState::Free => 0,
        DayState::Busy => 1,
        DayState::Unknown => 2,
        DayState::Full | DayState::Off => NO_ROOM,
    }
}

/// The best windows of so many working days: fewest points first, then the earliest; none overlaps a better
/// one. Days that are not listed are unknown, and one that is listed twice is as bad as its worst state.
#[must_use]
pub fn windows(
    from: NaiveDate,
    workdays: i32,
    calendar: &WorkCalendar,
    states: &[(NaiveDate, DayState)],
    most: usize,
) -> Vec<Span> {
    let mut listed = [None; DAYS_AHEAD];
    for (day, state) in states {
        let ahead = usize::try_from((*day - from).num_days());
        if let Some(worst) = ahead.ok().and_then(|ahead| listed.get_mut(ahead)) {
            *worst = (*worst).max(Some(points(*state)));
        }
    }
    // The points of each working day. What is not listed is as uncertain as what is unknown.
    let mut worked = [None; DAYS_AHEAD];
    let mut day = from;
    for (points, listed) in worked.iter_mut().zip(listed) {
        if calendar.is_workday(day) && day.year() < 10_000 {
            *points = listed.or(Some(self::points(DayState::Unknown)));
        }
        day = day.succ_opt().unwrap_or(day);
    }
    let mut best = Vec::new();
    while best.len() < most {
        let mut found = (NO_ROOM, 0, 0);
        for start in 0..DAYS_AHEAD {
            let (mut sum, mut left) = (0, workdays);
            for (end, points) in worked.iter().enumerate().skip(start) {
                // A window begins on a working day, and goes over days that are none.
                let Some(points) = points else {
                    if end == start {
                        break;
                    }
                    continue;
                };
                sum += points;
                left -= 1;
                if left == 0 && sum < found.0 {
                    found = (sum, start, end);
                }
                if left == 0 || sum >= NO_ROOM {
                    break;
                }
            }
        }
        let (sum, start, end) = found;
        if sum == NO_ROOM {
            break;
        }
        // There is no room for two windows on one day.
        for points in &mut worked[start..=end] {
            *points = points.and(Some(NO_ROOM));
        }
        let day = |ahead: usize| from + TimeDelta::days(i64::try_from(ahead).unwrap_or_default());
        best.push(Span { start_date: day(start), end_date: day(end) });
    }
    best
}
