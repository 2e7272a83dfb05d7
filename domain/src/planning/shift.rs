//! Moving many jobs at once: which ones move, to which days, and what they then overlap.

use chrono::NaiveDate;
use serde::Serialize;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    planning::{follows, workdays::WorkCalendar},
    types::date_range::Span,
};

/// A job as a move of many sees it. Jobs name each other by their positions in one list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedJob {
    /// Its days, if it is scheduled.
    pub days: Option<Span>,
    /// Whether it is completed: then it stays.
    pub is_complete: bool,
    /// Who does it: its crew, its company, its employee. Jobs with a lane in common overlap.
    pub lanes: Vec<usize>,
    /// The jobs that it follows, each with the working days between them.
    pub follows: Vec<(usize, i32)>,
}

/// How far the jobs move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ShiftBy {
    /// So many working days later, or earlier where it is negative.
    Workdays(i32),
    /// So that each begins on this day.
    To(NaiveDate),
}

/// What is to become of one job instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Adjustment {
    /// It gets these days.
    Days(Span),
    /// It stays.
    Skip,
}

/// A move of many jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The selected jobs, which are active and scheduled.
    pub select: Vec<usize>,
    /// The day from which on the work moves; a job that began before it keeps its start.
    pub day: Option<NaiveDate>,
    /// How far.
    pub by: ShiftBy,
    /// Whether jobs that follow a moved one give way to it.
    pub with_following: bool,
    /// What is to become of single jobs.
    pub adjust: Vec<(usize, Adjustment)>,
}

/// The move of one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMove {
    /// The job.
    pub job: usize,
    /// Its days so far.
    pub was: Span,
    /// Its days from now on.
    pub will: Span,
    /// The active jobs of its lane on these days, in the order of the list.
    pub overlaps: Vec<usize>,
}

/// What is known of one job while the move is computed.
#[derive(Clone, Default)]
struct State {
    step: Step,
    is_selected: bool,
    /// Selected, or behind a selected job.
    is_concerned: bool,
    adjusted: Option<Adjustment>,
    /// Its days, if it moves.
    will: Option<Span>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Step {
    #[default]
    New,
    /// It waits for what it follows.
    Open,
    Settled,
}

impl Shift {
    /// The moves, in the order of the jobs; a job that stays is not in them.
    ///
    /// # Errors
    /// Days beyond the calendar, jobs that wait for themselves, and days for a job that is not concerned.
    pub fn moves(
        &self,
        jobs: &[PlannedJob],
        calendar: &WorkCalendar,
    ) -> Result<Vec<PlannedMove>, ValidationError> {
        let mut states = vec![State::default(); jobs.len()];
        for at in &self.select {
            states[*at].is_selected = true;
        }
        // Of two adjustments of one job the first counts.
        for (at, adjustment) in self.adjust.iter().rev() {
            states[*at].adjusted = Some(*adjustment);
        }
        let mut open = Vec::new();
        for at in 0..jobs.len() {
            open.push(at);
            // A list instead of a recursion, which a long chain of jobs would let overflow.
            while let Some(job) = open.last().copied() {
                if states[job].step != Step::Settled {
                    states[job].step = Step::Open;
                    let follows = self.follows(&jobs[job], &states[job]);
                    let is_new = |at: usize| states[at].step == Step::New;
                    if let Some((first, _)) = follows.iter().find(|(first, _)| is_new(*first)) {
                        open.push(*first);
                        continue;
                    }
                    self.settle(job, jobs, &mut states, calendar)?;
                }
                open.pop();
            }
        }
        let mut moves = Vec::new();
        for (job, state) in states.iter().enumerate() {
            let (Some(was), Some(will)) = (jobs[job].days, state.will) else { continue };
            let mut overlaps = Vec::new();
            for (other, theirs) in jobs.iter().enumerate() {
                let days = states[other].will.or(theirs.days);
                let meets = |days: Span| days.overlaps(Some(will.start_date), Some(will.end_date));
                let shares_lane = jobs[job].lanes.iter().any(|lane| theirs.lanes.contains(lane));
                if shares_lane && other != job && !theirs.is_complete && days.is_some_and(meets) {
                    overlaps.push(other);
                }
            }
            moves.push(PlannedMove { job, was, will, overlaps });
        }
        Ok(moves)
    }

    /// What a job has to wait for: nothing where it moves anyway, or stays anyway.
    fn follows<'a>(&self, job: &'a PlannedJob, state: &State) -> &'a [(usize, i32)] {
        let stays = job.is_complete || job.days.is_none();
        if state.is_selected || stays || !self.with_following { &[] } else { &job.follows }
    }

    /// Gives a job its days, once those of all jobs that it follows are known.
    fn settle(
        &self,
        at: usize,
        jobs: &[PlannedJob],
        states: &mut [State],
        calendar: &WorkCalendar,
    ) -> Result<(), ValidationError> {
        let mut state = states[at].clone();
        state.step = Step::Settled;
        if let Some(was) = jobs[at].days {
            let mut will = was;
            if state.is_selected {
                state.is_concerned = true;
                will = self.moved(was, calendar).ok_or_else(|| self.beyond())?;
            }
            for (first, gap) in self.follows(&jobs[at], &state) {
                let ahead = &states[*first];
                if ahead.step != Step::Settled {
                    return Err(follows::circle());
                }
                state.is_concerned |= ahead.is_concerned;
                let end = ahead.will.map(|days| days.end_date);
                // The one with the latest end wins: the days only go up.
                if let Some(end) =
                    end.filter(|end| !calendar.keeps_gap(*end, *gap, will.start_date))
                {
                    let start = calendar.add(end, gap + 1);
                    let length = calendar.length(was);
                    let days = start.and_then(|start| calendar.span(start, length));
                    will = days.ok_or_else(|| self.beyond())?;
                }
            }
            match state.adjusted {
                Some(Adjustment::Days(days)) => will = days,
                Some(Adjustment::Skip) => will = was,
                None => {}
            }
            state.will = Some(will).filter(|will| *will != was);
        }
        if matches!(state.adjusted, Some(Adjustment::Days(_))) && !state.is_concerned {
            return Err(ValidationError::new("jobId", Code::Choice, Text::Choice));
        }
        states[at] = state;
        Ok(())
    }

    /// The days of a selected job.
    fn moved(&self, was: Span, calendar: &WorkCalendar) -> Option<Span> {
        let begun = self.day.filter(|day| was.start_date < *day);
        let rest = Span { start_date: begun.unwrap_or(was.start_date), ..was };
        // It ended before the day: there is nothing left to move.
        if rest.start_date > rest.end_date {
            return Some(was);
        }
        let start = match self.by {
            ShiftBy::Workdays(days) => calendar.add(rest.start_date, days)?,
            ShiftBy::To(day) => day,
        };
        let mut will = calendar.span(start, calendar.length(rest))?;
        if begun.is_some() {
            will = Span { end_date: will.end_date.max(was.start_date), ..was };
        }
        Some(will)
    }

    /// The refusal of a move beyond the years that have four digits.
    fn beyond(&self) -> ValidationError {
        let (field, code) = match self.by {
            ShiftBy::Workdays(..=-1) => ("workdays", Code::TooSmall),
            ShiftBy::Workdays(_) => ("workdays", Code::TooLarge),
            ShiftBy::To(_) => ("to", Code::TooLarge),
        };
        ValidationError::new(field, code, Text::DateFormat)
    }
}
