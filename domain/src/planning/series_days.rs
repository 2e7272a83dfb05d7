//! The days of jobs and appointments in a series: which ones follow one of them, and on which days they fall when the
//! series changes from it on.
//!
//! Each has its day by the rule and, where somebody moved it, another day of its own. A series is counted from the days by
//! the rule, so that one that was moved does not move those behind it, and keeps its distance from its own day.

use chrono::NaiveDate;

use crate::{
    forms::error::ValidationError,
    planning::{
        repeats::{RepeatDay, RepeatEnd, RepeatEvery, RepeatStart},
        series_forms::Series,
        workdays::WorkCalendar,
    },
    types::ids::SeriesId,
};

/// The day of a job or an appointment by the rule of its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesDay {
    /// The rule.
    pub every: RepeatEvery,
    /// The day from which months are counted.
    pub anchor: NaiveDate,
    /// By the rule alone.
    pub due: NaiveDate,
    /// The working day that it was given for that.
    pub planned: NaiveDate,
}

impl SeriesDay {
    /// The days of a new series that begins with this day.
    #[must_use]
    pub fn of_new(every: RepeatEvery, days: &[RepeatDay]) -> Vec<Self> {
        let first = days.first().map(|day| day.due);
        days.iter().map(|day| Self::at(every, first.unwrap_or(day.due), *day)).collect()
    }

    fn at(every: RepeatEvery, anchor: NaiveDate, RepeatDay { due, planned }: RepeatDay) -> Self {
        Self { every, anchor: if every.is_monthly() { anchor } else { due }, due, planned }
    }

    /// The day from which another rule counts months: the 31st stays the 31st where this one fell into a shorter month.
    fn anchor_for(self, every: RepeatEvery) -> NaiveDate {
        if every.is_monthly() && self.every.is_monthly() { self.anchor } else { self.due }
    }
}

/// A job or an appointment in its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its place when it was made. Places of deleted ones stay empty.
    pub place: u32,
    /// Its day by the rule.
    pub day: SeriesDay,
    /// The day on which it is; `None` for a job without days.
    pub start: Option<NaiveDate>,
}

impl Occurrence {
    fn date(&self) -> NaiveDate {
        self.start.unwrap_or(self.day.planned)
    }

    /// Does the other one come later: in the series, by the rule, and as the days are now?
    #[must_use]
    pub fn is_followed_by(&self, other: &Self) -> bool {
        other.place > self.place
            && other.day.planned >= self.day.planned
            && other.date() >= self.date()
    }
}

impl Series {
    /// The series as the one at this position of all of it has it.
    #[must_use]
    pub fn of(id: SeriesId, all: &[Occurrence], at: usize) -> Option<Self> {
        let this = all.get(at)?;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Some(Self {
            id,
            unit: this.day.every.unit,
            interval: this.day.every.interval,
            position: number(at + 1),
            count: number(all.len()),
            following: number(all.iter().filter(|other| this.is_followed_by(other)).count()),
        })
    }
}

/// A day that is counted anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recounted {
    /// By the rule.
    pub day: SeriesDay,
    /// The day on which it will be; `None` for a job that has no days and gets none.
    pub start: Option<NaiveDate>,
}

/// Counts the days of one and of those that follow it anew, in the order given: from `start`, or from its day by the rule,
/// and by the rule `every`, or as so far. One that was moved keeps its distance from its day by the rule; those behind a
/// deleted one keep theirs.
pub fn recount(
    first: &Occurrence,
    following: &[Occurrence],
    (start, every): (Option<NaiveDate>, Option<RepeatEvery>),
    calendar: &WorkCalendar,
) -> Result<Vec<Recounted>, ValidationError> {
    let rule = every.unwrap_or(first.day.every);
    let (anchor, due) = match start {
        Some(start) => (start, start),
        None => (first.day.anchor_for(rule), first.day.due),
    };
    // Without a new day the first stays where it is, also where its day by the rule was no working day.
    let own = match start {
        Some(start) => RepeatDay { due: start, planned: start },
        None => RepeatDay { due, planned: first.day.planned },
    };
    let from = RepeatStart::anchored(due, anchor).planned_on(own.planned);
    let steps = |other: &Occurrence| other.place.saturating_sub(first.place);
    let last = following.iter().map(steps).max().unwrap_or_default();
    let field = if every.is_some() { "interval" } else { "startDate" };
    let refused = |refusal| ValidationError { field: field.to_owned(), ..refusal };
    let days = rule.days(from, RepeatEnd::Times(last + 1), calendar).map_err(refused)?;
    let own = SeriesDay::at(rule, anchor, own);
    let mut all = vec![Recounted { day: own, start: start.or(first.start) }];
    for other in following {
        let day = usize::try_from(steps(other)).ok().and_then(|at| days.get(at)).copied();
        let Some(day) = day else {
            all.push(Recounted { day: other.day, start: other.start });
            continue;
        };
        let moved = other.start.map(|start| start - other.day.planned);
        let start = moved.and_then(|moved| match moved.num_days() {
            0 => Some(day.planned),
            _ => calendar.on_or_after(day.planned.checked_add_signed(moved)?),
        });
        all.push(Recounted { day: SeriesDay::at(rule, anchor, day), start });
    }
    Ok(all)
}
