//! The rules of planning. They report every refused field, not only the first.
//!
//! Lists are read entry by entry here, and not as the forms of the calls, whose readers would take up more
//! space in the browser than these rules.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::{
    input::{Input, refused},
    values::{RuleResult, ValueRule, value},
};
use crate::{
    evaluate::outcome::Outcome,
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::Form as _,
    },
    i18n::rules::Text,
    jobs::{forms::JobSchedule, job::JobStatus},
    planning::{
        availability::DayState,
        numbers,
        shift::{Adjustment, PlannedJob, Shift, ShiftBy},
        windows,
        workday_forms::read_weekdays,
        workdays::WorkCalendar,
    },
    types::{date_range::Span, field::WireEnum as _, limits::LIMITS, money::FormNumber},
};

pub(super) const RULES: &[(&str, ValueRule)] = &[
    ("workdays.add", add_workdays),
    ("workdays.count", count_workdays),
    ("schedule.shift", shift),
    ("availability.windows", find_windows),
];

/// What was refused so far.
#[derive(Default)]
struct Reading(ValidationErrors);

impl Reading {
    /// Keeps what was read, or its refusals.
    fn keep<T>(&mut self, read: Result<T, Vec<ValidationError>>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(refusals) => {
                self.refuse_all(refusals);
                None
            }
        }
    }

    #[inline(never)]
    fn refuse_all(&mut self, refusals: Vec<ValidationError>) {
        self.0.add_all(Err(refusals));
    }

    #[inline(never)]
    fn refuse(&mut self, field: &str, code: Code, text: Text) {
        self.0.add(ValidationError::new(field, code, text));
    }

    #[inline(never)]
    fn day(&mut self, input: &Input<'_>, field: &str) -> NaiveDate {
        self.keep(input.day(field)).unwrap_or_default()
    }

    #[inline(never)]
    fn text(&mut self, input: &Input<'_>, field: &str) -> String {
        self.keep(input.text(field)).unwrap_or_default()
    }

    fn flag(&mut self, input: &Input<'_>, field: &str) -> bool {
        self.keep(input.optional(field)).flatten() == Some(true)
    }

    #[inline(never)]
    fn whole(&mut self, input: &Input<'_>, field: &str, min: i32, max: i32) -> i32 {
        let number = input.optional(field).and_then(|number| {
            numbers::whole(field, number, min, max).map_err(|refusal| vec![refusal])
        });
        self.keep(number).unwrap_or_default()
    }

    fn list<'a>(&mut self, input: &Input<'a>, field: &str) -> &'a [Value] {
        match input.raw(field) {
            Value::Array(entries) => entries,
            Value::Null => &[],
            _ => {
                self.refuse(field, Code::Format, Text::WrongKind);
                &[]
            }
        }
    }

    /// A list of objects.
    fn records<'a>(&mut self, input: &Input<'a>, field: &str) -> &'a [Value] {
        let entries = self.list(input, field);
        if entries.iter().all(Value::is_object) {
            return entries;
        }
        self.refuse(field, Code::Format, Text::WrongKind);
        &[]
    }

    /// The calendar; Monday to Friday where it is missing.
    fn calendar(&mut self, input: &Input<'_>) -> WorkCalendar {
        let calendar = match input.raw("calendar") {
            Value::Null => return WorkCalendar::default(),
            calendar @ Value::Object(_) => Input::new(calendar),
            _ => {
                self.refuse("calendar", Code::Format, Text::WrongKind);
                return WorkCalendar::default();
            }
        };
        let numbers: Option<Vec<FormNumber>> = self.keep(calendar.list("weekdays"));
        let weekdays = numbers.map(|numbers| read_weekdays(&numbers).map_err(|why| vec![why]));
        let weekdays = weekdays.and_then(|weekdays| self.keep(weekdays)).unwrap_or_default();
        let mut holidays = Vec::new();
        for holiday in self.records(&calendar, "holidays") {
            holidays.push(self.day(&Input::new(holiday), "day"));
        }
        WorkCalendar::new(&weekdays, holidays)
    }

    fn finish(self) -> Result<(), Vec<ValidationError>> {
        self.0.finish()
    }
}

/// Positions in a list by the ids in it. Objects of JSON are maps that the browser has anyway.
#[derive(Default)]
struct Positions(Map<String, Value>);

impl Positions {
    fn of(&self, id: &str) -> Option<usize> {
        usize::try_from(self.0.get(id)?.as_u64()?).ok()
    }

    /// The position of an id, which is the next one where it is new.
    fn add(&mut self, id: String) -> usize {
        let next = self.0.len();
        let known = self.of(&id);
        if known.is_none() {
            self.0.insert(id, next.into());
        }
        known.unwrap_or(next)
    }
}

fn add_workdays(input: &Input<'_>) -> RuleResult {
    let mut reading = Reading::default();
    let start = reading.day(input, "start");
    let most = LIMITS.workday_steps;
    let days = reading.whole(input, "days", -most, most);
    let calendar = reading.calendar(input);
    reading.finish()?;
    match calendar.add(start, days) {
        Some(day) => value(day),
        None if days < 0 => refused("days", Code::TooSmall, Text::DateFormat),
        None => refused("days", Code::TooLarge, Text::DateFormat),
    }
}

fn count_workdays(input: &Input<'_>) -> RuleResult {
    let mut reading = Reading::default();
    let (start, end) = (reading.day(input, "start"), reading.day(input, "end"));
    let calendar = reading.calendar(input);
    reading.finish()?;
    if start > end {
        return refused("start", Code::Range, Text::StartAfterEnd);
    }
    value(calendar.count(start, end))
}

/// Reads one job of the list. What it follows outside of the list does not matter.
fn planned_job(
    reading: &mut Reading,
    entry: &Value,
    ids: &Positions,
    lanes: &mut Positions,
) -> PlannedJob {
    let input = Input::new(entry);
    let status = reading.text(&input, "status");
    let mut job = PlannedJob {
        is_complete: JobStatus::from_word(&status) == Some(JobStatus::Complete),
        ..PlannedJob::default()
    };
    let days = reading.keep(input.whole::<JobSchedule>()).unwrap_or_default();
    if !days.start_date.is_empty() && !days.end_date.is_empty() {
        reading.keep(days.check());
        job.days = days.span();
    }
    let lane = reading.text(&input, "lane");
    if !lane.is_empty() {
        job.lanes.push(lanes.add(lane));
    }
    for follow in reading.records(&input, "follows") {
        let follow = Input::new(follow);
        let gap = reading.whole(&follow, "gapWorkdays", 0, LIMITS.gap_workdays);
        if let Some(first) = ids.of(&reading.text(&follow, "jobId")) {
            job.follows.push((first, gap));
        }
    }
    job
}

/// The selected jobs. `required` wins over the other codes of the field.
fn select(
    reading: &mut Reading,
    ids: &[Value],
    positions: &Positions,
    jobs: &[PlannedJob],
) -> Vec<usize> {
    let mut selected = Vec::new();
    let mut refused = ids.is_empty().then_some((Code::Required, Text::Required));
    for id in ids {
        let at = positions.of(id.as_str().unwrap_or_default().trim());
        let why = match at.map(|at| (at, &jobs[at])) {
            _ if !id.is_string() => (Code::Format, Text::WrongKind),
            None => (Code::Choice, Text::Choice),
            Some((_, job)) if job.days.is_none() => (Code::Required, Text::NotScheduled),
            Some((_, job)) if job.is_complete => (Code::Completed, Text::JobComplete),
            Some((at, _)) => {
                selected.push(at);
                continue;
            }
        };
        if refused.is_none() || why.0 == Code::Required {
            refused = Some(why);
        }
    }
    if let Some((code, text)) = refused {
        reading.refuse("select", code, text);
    }
    selected
}

fn shift(input: &Input<'_>) -> RuleResult {
    let mut reading = Reading::default();
    let entries = reading.records(input, "jobs");
    let mut positions = Positions::default();
    let mut ids = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let id = reading.text(&Input::new(entry), "id");
        positions.0.insert(id.clone(), at.into());
        ids.push(id);
    }
    let mut lanes = Positions::default();
    let mut jobs = Vec::new();
    for entry in entries {
        jobs.push(planned_job(&mut reading, entry, &positions, &mut lanes));
    }
    let selected = reading.list(input, "select");
    let select = select(&mut reading, selected, &positions, &jobs);
    let day = reading.keep(input.optional_day("day")).flatten();
    let by =
        input.optional("workdays").and_then(|workdays| ShiftBy::read(workdays, &input.text("to")?));
    let by = reading.keep(by).unwrap_or(ShiftBy::Workdays(1));
    let with_following = reading.flag(input, "withFollowing");
    let mut adjust = Vec::new();
    for entry in reading.records(input, "adjust") {
        let entry = Input::new(entry);
        let id = reading.text(&entry, "jobId");
        let skip = reading.flag(&entry, "skip");
        let days = reading.keep(entry.whole::<JobSchedule>()).unwrap_or_default();
        let adjustment = reading.keep(Adjustment::read(skip, &days));
        match positions.of(&id) {
            Some(at) => adjust.extend(adjustment.map(|adjustment| (at, adjustment))),
            None if id.is_empty() => reading.refuse("jobId", Code::Required, Text::Required),
            None => reading.refuse("jobId", Code::Choice, Text::Choice),
        }
    }
    let calendar = reading.calendar(input);
    reading.finish()?;
    let shift = Shift { select, day, by, with_following, adjust };
    let moves = shift.moves(&jobs, &calendar).map_err(|refusal| vec![refusal])?;
    let mut shown = Vec::new();
    for moved in moves {
        let overlaps = moved.overlaps.iter().map(|other| Value::from(ids[*other].as_str()));
        let overlaps: Vec<Value> = overlaps.collect();
        shown.push(json!({
            "jobId": ids[moved.job],
            "was": written(moved.was),
            "will": written(moved.will),
            "overlaps": overlaps,
        }));
    }
    Ok(Outcome::Value(json!({ "moves": shown })))
}

fn written(days: Span) -> Value {
    json!(days)
}

fn find_windows(input: &Input<'_>) -> RuleResult {
    let mut reading = Reading::default();
    let from = reading.day(input, "from");
    let workdays = reading.whole(input, "workdays", 1, i32::MAX);
    let most = if input.raw("most").is_null() {
        windows::USUAL
    } else {
        usize::try_from(reading.whole(input, "most", 0, i32::MAX)).unwrap_or_default()
    };
    let mut states = Vec::new();
    for entry in reading.records(input, "days") {
        let entry = Input::new(entry);
        let day = reading.day(&entry, "day");
        let state: Option<DayState> = reading.keep(entry.choice("state"));
        states.push((day, state.unwrap_or(DayState::Unknown)));
    }
    let calendar = reading.calendar(input);
    reading.finish()?;
    let mut best = Vec::new();
    for days in windows::windows(from, workdays, &calendar, &states, most) {
        best.push(written(days));
    }
    Ok(Outcome::Value(best.into()))
}
