//! The days of what repeats when it changes from one on: counted by the rule, whatever was moved by hand.

use chrono::NaiveDate;
use domain::{
    i18n::rules::Text,
    planning::{
        repeats::{RepeatEnd, RepeatEvery, RepeatStart, RepeatUnit},
        series_days::{Occurrence, Recounted, SeriesDay, recount},
        series_forms::Series,
        workdays::WorkCalendar,
    },
    types::ids::SeriesId,
};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn every(interval: u32, unit: RepeatUnit) -> RepeatEvery {
    RepeatEvery { unit, interval }
}

/// A series of so many from this day on, by the calendar.
fn series(first: &str, every: RepeatEvery, times: u32, calendar: &WorkCalendar) -> Vec<Occurrence> {
    let days =
        every.days(RepeatStart::new(day(first)), RepeatEnd::Times(times), calendar).expect("days");
    let days = SeriesDay::of_new(every, &days).into_iter();
    (1..)
        .zip(days)
        .map(|(place, day)| Occurrence { place, day, start: Some(day.planned) })
        .collect()
}

/// Changes a series from the one at `at` on, and returns the days of all that changed.
fn change(
    all: &mut [Occurrence],
    at: usize,
    how: (Option<&str>, Option<RepeatEvery>),
    calendar: &WorkCalendar,
) -> Vec<String> {
    let first = all[at];
    let following: Vec<usize> =
        (0..all.len()).filter(|other| first.is_followed_by(&all[*other])).collect();
    let others: Vec<Occurrence> = following.iter().map(|other| all[*other]).collect();
    let counted = recount(&first, &others, (how.0.map(day), how.1), calendar).expect("days");
    let changed = std::iter::once(at).chain(following).zip(counted);
    let shown = changed.map(|(at, Recounted { day, start })| {
        all[at] = Occurrence { day, start, ..all[at] };
        start.map_or_else(|| "none".to_owned(), |start| start.to_string())
    });
    shown.collect()
}

#[test]
fn a_visit_moved_by_hand_does_not_move_the_visits_behind_it_when_the_rule_changes() {
    let calendar = WorkCalendar::default();
    let mut all = series("2026-03-02", every(1, RepeatUnit::Week), 5, &calendar);
    // The second was moved from Monday to Thursday, the fourth to Tuesday.
    all[1].start = Some(day("2026-03-12"));
    all[3].start = Some(day("2026-03-24"));
    let changed = change(&mut all, 1, (None, Some(every(2, RepeatUnit::Week))), &calendar);
    // Every other Monday from the 9th on; the moved ones keep their distance.
    assert_eq!(changed, ["2026-03-12", "2026-03-23", "2026-04-07", "2026-04-20"]);
    // A new first day is where they are counted from.
    let changed = change(&mut all, 1, (Some("2026-03-11"), None), &calendar);
    assert_eq!(changed, ["2026-03-11", "2026-03-25", "2026-04-09", "2026-04-22"]);
}

#[test]
fn an_end_before_the_second_visit_asks_for_a_later_day() {
    let weekly = every(1, RepeatUnit::Week);
    let end = RepeatEnd::Until(day("2026-03-08"));
    let refused = weekly.days(RepeatStart::new(day("2026-03-02")), end, &WorkCalendar::default());
    assert_eq!(refused.map_err(|error| error.text), Err(Text::RepeatsOnce));
}

#[test]
fn the_31st_comes_back_after_a_change_in_a_shorter_month() {
    let calendar = WorkCalendar::new(&[1, 2, 3, 4, 5, 6, 7], []);
    let mut all = series("2026-01-31", every(1, RepeatUnit::Month), 5, &calendar);
    let changed = change(&mut all, 1, (None, Some(every(2, RepeatUnit::Month))), &calendar);
    assert_eq!(changed, ["2026-02-28", "2026-04-30", "2026-06-30", "2026-08-31"]);
    // From weeks to months there is no such day.
    let mut all = series("2026-01-31", every(4, RepeatUnit::Week), 3, &calendar);
    let changed = change(&mut all, 1, (None, Some(every(1, RepeatUnit::Month))), &calendar);
    assert_eq!(changed, ["2026-02-28", "2026-03-28"]);
}

#[test]
fn a_day_off_in_one_year_does_not_move_the_following_years() {
    let holidays = [day("2026-07-03"), day("2027-07-05")];
    let calendar = WorkCalendar::new(&[1, 2, 3, 4, 5], holidays);
    // Saturday the 4th of July 2026 moves to Monday; Sunday 2027 over the holiday to Tuesday.
    let mut all = series("2025-07-04", every(1, RepeatUnit::Year), 4, &calendar);
    let starts: Vec<_> = all.iter().filter_map(|one| one.start).collect();
    assert_eq!(starts, ["2025-07-04", "2026-07-06", "2027-07-06", "2028-07-04"].map(day));
    let changed = change(&mut all, 1, (None, Some(every(6, RepeatUnit::Month))), &calendar);
    assert_eq!(changed, ["2026-07-06", "2027-01-04", "2027-07-06"]);
}

#[test]
fn visits_behind_a_deleted_one_keep_their_distance_and_its_place_stays_empty() {
    let calendar = WorkCalendar::default();
    let mut all = series("2026-03-02", every(1, RepeatUnit::Week), 5, &calendar);
    all.remove(2);
    let changed = change(&mut all, 1, (Some("2026-03-10"), None), &calendar);
    assert_eq!(changed, ["2026-03-10", "2026-03-24", "2026-03-31"]);
    let shown = Series::of(SeriesId::default(), &all, 1).expect("a series");
    assert_eq!((shown.position, shown.count, shown.following), (2, 4, 2));
    assert_eq!(Series::of(SeriesId::default(), &all, 4), None);
}

#[test]
fn a_visit_without_days_gets_none_but_the_first_gets_the_day_that_was_chosen() {
    let calendar = WorkCalendar::default();
    let mut all = series("2026-03-02", every(1, RepeatUnit::Week), 4, &calendar);
    all[1].start = None;
    all[2].start = None;
    let changed = change(&mut all, 1, (None, Some(every(2, RepeatUnit::Week))), &calendar);
    assert_eq!(changed, ["none", "none", "2026-04-06"]);
    let changed = change(&mut all, 1, (Some("2026-03-10"), None), &calendar);
    assert_eq!(changed, ["2026-03-10", "none", "2026-04-07"]);
}

#[test]
fn an_earlier_visit_does_not_follow_a_later_one_however_they_were_moved() {
    let calendar = WorkCalendar::default();
    let mut all = series("2026-03-02", every(1, RepeatUnit::Week), 4, &calendar);
    assert!(all[0].is_followed_by(&all[1]) && !all[1].is_followed_by(&all[0]));
    assert!(!all[1].is_followed_by(&all[1]));
    // The last was moved before the second by hand.
    all[3].start = Some(day("2026-03-04"));
    assert!(!all[1].is_followed_by(&all[3]) && all[0].is_followed_by(&all[3]));
    // All from the third on were moved before the first by the rule.
    change(&mut all, 2, (Some("2026-02-02"), None), &calendar);
    assert!(!all[1].is_followed_by(&all[2]) && !all[0].is_followed_by(&all[2]));
    assert!(all[2].is_followed_by(&all[3]));
}

#[test]
fn a_rule_that_leaves_five_years_is_refused_where_it_was_chosen() {
    let calendar = WorkCalendar::default();
    let all = series("2026-03-02", every(1, RepeatUnit::Year), 3, &calendar);
    let refused = |start: Option<&str>, rule| {
        let counted = recount(&all[0], &all[1..], (start.map(day), rule), &calendar);
        counted.expect_err("refused").field
    };
    assert_eq!(refused(None, Some(every(3, RepeatUnit::Year))), "interval");
    assert_eq!(refused(Some("9998-03-02"), None), "startDate");
}

#[test]
fn no_two_visits_fall_on_one_day_after_a_change_at_one_that_a_weekend_moved() {
    let calendar = WorkCalendar::default();
    let mut all = series("2026-03-02", every(1, RepeatUnit::Day), 8, &calendar);
    // The sixth is due on Saturday and planned on Monday.
    assert_eq!((all[5].day.due, all[5].day.planned), (day("2026-03-07"), day("2026-03-09")));
    let changed = change(&mut all, 5, (None, Some(every(2, RepeatUnit::Day))), &calendar);
    assert_eq!(changed, ["2026-03-09", "2026-03-11", "2026-03-13"]);
}
