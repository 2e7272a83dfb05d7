//! The days of what repeats: the cases in `cases.json`, and against a slow and simple version of themselves.

use chrono::{Datelike, Days, NaiveDate};
use domain::{
    forms::error::ValidationError,
    planning::{
        repeats::{RepeatEnd, RepeatEvery, RepeatStart, RepeatUnit},
        series_forms::RepeatJob,
        workdays::WorkCalendar,
    },
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What a case gives: the days, or the refused fields and why.
fn outcome(input: &Value) -> Value {
    let read = |field: &str| input[field].as_str().expect("a day").parse().expect("a day");
    let calendar = &input["calendar"];
    let weekdays: Vec<u8> =
        serde_json::from_value(calendar["weekdays"].clone()).unwrap_or_default();
    let holidays = calendar["holidays"].as_array().into_iter().flatten();
    let holidays = holidays.map(|holiday| holiday["day"].as_str().expect("a day").parse());
    let calendar = WorkCalendar::new(&weekdays, holidays.map(|day| day.expect("a day")));
    let mut form = input.clone();
    form["jobId"] = json!("018f0000-0000-7000-8000-000000000001");
    let form: RepeatJob = serde_json::from_value(form).expect("a form");
    let counted = form.read().and_then(|(every, end)| {
        days(every, read("start"), end, &calendar).map_err(|refusal| vec![refusal])
    });
    match counted {
        Ok(days) => json!({ "value": days }),
        Err(refusals) => {
            let refusals = refusals.iter();
            let refusals =
                refusals.map(|refusal| json!({ "field": refusal.field, "code": refusal.code }));
            json!({ "errors": refusals.collect::<Vec<_>>() })
        }
    }
}

#[test]
fn visits_fall_on_the_days_of_each_case() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("cases.json")).expect("cases");
    for case in cases {
        assert_eq!(outcome(&case["input"]), case["expect"], "{}", case["name"]);
    }
}

fn day(after: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2024, 1, 1).expect("a day") + Days::new(after)
}

/// The days on which it falls.
fn days(
    every: RepeatEvery,
    first: NaiveDate,
    end: RepeatEnd,
    calendar: &WorkCalendar,
) -> Result<Vec<NaiveDate>, ValidationError> {
    let days = every.days(RepeatStart::new(first), end, calendar)?;
    Ok(days.into_iter().map(|day| day.planned).collect())
}

/// Counts months on a calendar page, and takes the last day of a month that is too short.
fn in_months(first: NaiveDate, months: u32) -> NaiveDate {
    let page = first.month0() + months;
    let (year, month) = (first.year() + i32::try_from(page / 12).expect("a year"), page % 12 + 1);
    let mut days = (1..=first.day()).rev();
    days.find_map(|day| NaiveDate::from_ymd_opt(year, month, day)).expect("a day")
}

fn planned(first: NaiveDate, every: RepeatEvery, step: u32) -> NaiveDate {
    let count = every.interval * step;
    match every.unit {
        RepeatUnit::Day => first + Days::new(count.into()),
        RepeatUnit::Week => first + Days::new(u64::from(count) * 7),
        RepeatUnit::Month => in_months(first, count),
        RepeatUnit::Year => in_months(first, count * 12),
    }
}

fn next_workday(calendar: &WorkCalendar, day: NaiveDate) -> NaiveDate {
    day.iter_days().find(|day| calendar.is_workday(*day)).expect("a working day")
}

fn every() -> impl Strategy<Value = RepeatEvery> {
    let unit = prop_oneof![
        Just(RepeatUnit::Day),
        Just(RepeatUnit::Week),
        Just(RepeatUnit::Month),
        Just(RepeatUnit::Year),
    ];
    (unit, 1_u32..20).prop_map(|(unit, interval)| RepeatEvery { unit, interval })
}

fn calendar() -> impl Strategy<Value = WorkCalendar> {
    let weekdays = prop::collection::vec(1_u8..=7, 1..8);
    let holidays = prop::collection::vec((0_u64..2_000).prop_map(day), 0..40);
    (weekdays, holidays).prop_map(|(weekdays, holidays)| WorkCalendar::new(&weekdays, holidays))
}

/// The working days that are planned within five years, each once, until there are so many.
fn slowly(
    first: NaiveDate,
    every: RepeatEvery,
    calendar: &WorkCalendar,
    most: usize,
) -> Vec<NaiveDate> {
    let horizon = in_months(first, 60);
    let steps = (1..).map(|step| planned(first, every, step)).take_while(|day| *day <= horizon);
    let mut days = vec![first];
    for day in steps.map(|day| next_workday(calendar, day)) {
        if days.len() < most && !days.contains(&day) && day > first {
            days.push(day);
        }
    }
    days
}

proptest! {
    #[test]
    fn the_days_rise_and_are_as_many_as_asked_for(
        start in (0_u64..800).prop_map(day), every in every(), calendar in calendar(), times in 2_u32..=60,
    ) {
        let slow = slowly(start, every, &calendar, times as usize);
        match days(every, start, RepeatEnd::Times(times), &calendar) {
            Ok(days) => {
                prop_assert_eq!(days.len(), times as usize);
                prop_assert!(days.is_sorted_by(|one, next| one < next), "{:?}", days);
                prop_assert!(days[1..].iter().all(|day| calendar.is_workday(*day)));
                prop_assert_eq!(days, slow);
            }
            Err(refusal) => {
                prop_assert_eq!(refusal.field, "times");
                prop_assert!(slow.len() < times as usize);
            }
        }
    }

    #[test]
    fn until_a_day_they_are_those_that_do_not_come_after_it(
        start in (0_u64..800).prop_map(day), every in every(), calendar in calendar(), more in 0_u64..1_700,
    ) {
        let last = start + Days::new(more);
        let mut slow = slowly(start, every, &calendar, usize::MAX);
        slow.retain(|day| *day <= last);
        match days(every, start, RepeatEnd::Until(last), &calendar) {
            Ok(days) => prop_assert_eq!(days, slow),
            Err(refusal) => {
                prop_assert_eq!(refusal.field, "until");
                prop_assert!(slow.len() < 2 || slow.len() > 60, "{:?}", slow);
            }
        }
    }
}

#[test]
fn a_month_that_is_too_short_does_not_shorten_those_after_it() {
    let calendar = WorkCalendar::new(&[1, 2, 3, 4, 5, 6, 7], []);
    let first = NaiveDate::from_ymd_opt(2025, 1, 31).expect("a day");
    let every = RepeatEvery { unit: RepeatUnit::Month, interval: 1 };
    let days = days(every, first, RepeatEnd::Times(4), &calendar).expect("days");
    let days: Vec<String> = days.iter().map(NaiveDate::to_string).collect();
    assert_eq!(days, ["2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"]);
}
