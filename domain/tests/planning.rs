//! Working days, availability, windows and moves of many jobs, against slow and simple versions of themselves.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate, TimeDelta};
use domain::{
    planning::{
        availability::{DayState, Workload},
        capacity::{Capacity, Sharing},
        shift::{Adjustment, PlannedJob, PlannedMove, Shift, ShiftBy},
        windows::windows,
        workdays::WorkCalendar,
    },
    types::date_range::Span,
};
use proptest::prelude::*;

const ONE: TimeDelta = TimeDelta::days(1);

/// The working days of a company, asked day by day.
#[derive(Clone, Debug)]
struct SlowCalendar {
    weekdays: Vec<u8>,
    holidays: BTreeSet<NaiveDate>,
}

impl SlowCalendar {
    fn quick(&self) -> WorkCalendar {
        WorkCalendar::new(&self.weekdays, self.holidays.iter().rev().copied())
    }

    fn works(&self, day: NaiveDate) -> bool {
        let weekday = u8::try_from(day.weekday().number_from_monday()).expect("a weekday");
        self.weekdays.contains(&weekday) && !self.holidays.contains(&day)
    }

    fn add(&self, start: NaiveDate, days: i32) -> NaiveDate {
        let mut day = start;
        for _ in 0..days.abs() {
            day += ONE * days.signum();
            while !self.works(day) {
                day += ONE * days.signum();
            }
        }
        day
    }

    fn count(&self, start: NaiveDate, end: NaiveDate) -> i32 {
        let days = start.iter_days().take_while(|day| *day <= end);
        i32::try_from(days.filter(|day| self.works(*day)).count()).expect("a number")
    }

    fn length(&self, days: Span) -> i32 {
        let all = days.start_date.iter_days().take_while(|day| *day <= days.end_date);
        let ends = [days.start_date, days.end_date];
        let worked = all.filter(|day| self.works(*day) || ends.contains(day));
        i32::try_from(worked.count()).expect("a number")
    }

    fn span(&self, start: NaiveDate, length: i32) -> Span {
        Span { start_date: start, end_date: self.add(start, length - 1) }
    }
}

/// Days from the spring of 2024 on.
fn day(after: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2024, 4, 1).expect("a day") + TimeDelta::days(after)
}

fn span(start: i64, more: i64) -> Span {
    Span { start_date: day(start), end_date: day(start + more) }
}

fn calendar() -> impl Strategy<Value = SlowCalendar> {
    let weekdays = prop::collection::vec(1_u8..=7, 1..8);
    let holidays = prop::collection::btree_set((0_i64..60).prop_map(day), 0..12);
    (weekdays, holidays).prop_map(|(weekdays, holidays)| SlowCalendar { weekdays, holidays })
}

/// Random jobs: each may follow some that come before it in a random order, so that there are no circles.
fn jobs() -> impl Strategy<Value = Vec<PlannedJob>> {
    let days = prop::option::weighted(0.9, (0_i64..30, 0_i64..6));
    let follows = prop::collection::vec((any::<prop::sample::Index>(), 0_i32..4), 0..3);
    let job = (days, prop::bool::weighted(0.1), prop::option::of(0_usize..3), follows);
    (prop::collection::vec(job, 1..9), any::<u64>()).prop_map(|(jobs, seed)| {
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_by_key(|at| (seed ^ 0x9E37_79B9).wrapping_mul(2 * *at as u64 + 1) >> 40);
        let rank = |at: usize| order.iter().position(|other| *other == at).expect("a job");
        let planned = jobs.iter().enumerate().map(|(at, (days, is_complete, lane, follows))| {
            let before = &order[..rank(at)];
            let follows = follows.iter().filter(|_| !before.is_empty());
            PlannedJob {
                days: days.map(|(start, more)| span(start, more)),
                is_complete: *is_complete,
                lanes: lane.iter().copied().collect(),
                follows: follows.map(|(first, gap)| (*first.get(before), *gap)).collect(),
            }
        });
        planned.collect()
    })
}

fn adjustment() -> impl Strategy<Value = Option<Adjustment>> {
    prop_oneof![
        6 => Just(None),
        1 => Just(Some(Adjustment::Skip)),
        1 => (0_i64..40, 0_i64..4)
            .prop_map(|(start, more)| Some(Adjustment::Days(span(start, more)))),
    ]
}

fn shift_of(jobs: Vec<PlannedJob>) -> impl Strategy<Value = (Vec<PlannedJob>, Shift)> {
    let count = jobs.len();
    let by = prop_oneof![
        (-9_i32..10).prop_filter("a step", |days| *days != 0).prop_map(ShiftBy::Workdays),
        (0_i64..40).prop_map(|to| ShiftBy::To(day(to))),
    ];
    let picks = prop::collection::vec(any::<bool>(), count);
    let adjust = prop::collection::vec(adjustment(), count);
    let from = prop::option::of((0_i64..35).prop_map(day));
    (Just(jobs), picks, from, by, any::<bool>(), adjust).prop_map(
        |(jobs, picks, day, by, with_following, adjust)| {
            let can_move = |at: usize| jobs[at].days.is_some() && !jobs[at].is_complete;
            let select: Vec<usize> =
                (0..jobs.len()).filter(|at| picks[*at] && can_move(*at)).collect();
            // Other days only for selected jobs: those of other ones may be refused.
            let adjust = adjust.iter().enumerate().filter_map(|(at, adjust)| {
                let allowed = select.contains(&at) || *adjust == Some(Adjustment::Skip);
                adjust.filter(|_| allowed).map(|adjust| (at, adjust))
            });
            let adjust = adjust.collect();
            let shift = Shift { select, day, by, with_following, adjust };
            (jobs, shift)
        },
    )
}

/// The moves, computed anew until nothing changes.
fn slow_moves(jobs: &[PlannedJob], shift: &Shift, calendar: &SlowCalendar) -> Vec<PlannedMove> {
    let adjusted = |at: usize| shift.adjust.iter().find(|(job, _)| *job == at).map(|(_, to)| *to);
    let days_after = |was: Span| {
        let begun = shift.day.filter(|day| was.start_date < *day);
        let rest = Span { start_date: begun.unwrap_or(was.start_date), ..was };
        if rest.start_date > rest.end_date {
            return was;
        }
        let start = match shift.by {
            ShiftBy::Workdays(days) => calendar.add(rest.start_date, days),
            ShiftBy::To(day) => day,
        };
        let will = calendar.span(start, calendar.length(rest));
        if begun.is_some() {
            return Span { end_date: will.end_date.max(was.start_date), ..was };
        }
        will
    };
    let mut will: BTreeMap<usize, Span> = BTreeMap::new();
    loop {
        let mut next = BTreeMap::new();
        for (at, job) in jobs.iter().enumerate() {
            let Some(was) = job.days.filter(|_| !job.is_complete) else { continue };
            let days = match adjusted(at) {
                Some(Adjustment::Days(days)) => days,
                None if shift.select.contains(&at) => days_after(was),
                None if shift.with_following => {
                    let ends = job
                        .follows
                        .iter()
                        .filter_map(|(first, gap)| Some((will.get(first)?.end_date, *gap)));
                    let ends: Vec<_> = ends.collect();
                    let between =
                        |end: NaiveDate, start: NaiveDate| calendar.count(end + ONE, start - ONE);
                    let keeps = |start: NaiveDate| {
                        ends.iter().all(|(end, gap)| start > *end && between(*end, start) >= *gap)
                    };
                    if keeps(was.start_date) {
                        was
                    } else {
                        let mut days = was.start_date.iter_days();
                        let start = days.find(|day| calendar.works(*day) && keeps(*day));
                        calendar.span(start.expect("a day"), calendar.length(was))
                    }
                }
                None | Some(Adjustment::Skip) => was,
            };
            if days != was {
                next.insert(at, days);
            }
        }
        if next == will {
            break;
        }
        will = next;
    }
    let days = |at: usize| will.get(&at).copied().or(jobs[at].days);
    let moves = will.iter().map(|(job, to)| {
        let meets = |other: &usize| {
            let theirs = days(*other).filter(|_| !jobs[*other].is_complete);
            other != job
                && !jobs[*job].lanes.is_empty()
                && jobs[*job].lanes == jobs[*other].lanes
                && theirs.is_some_and(|theirs| {
                    theirs.start_date <= to.end_date && to.start_date <= theirs.end_date
                })
        };
        PlannedMove {
            job: *job,
            was: jobs[*job].days.expect("days"),
            will: *to,
            overlaps: (0..jobs.len()).filter(meets).collect(),
        }
    });
    moves.collect()
}

fn state() -> impl Strategy<Value = DayState> {
    prop::sample::select(vec![
        DayState::Unknown,
        DayState::Off,
        DayState::Free,
        DayState::Free,
        DayState::Busy,
        DayState::Full,
    ])
}

/// The windows, each tried against all better ones.
fn slow_windows(
    from: NaiveDate,
    workdays: i32,
    calendar: &SlowCalendar,
    states: &BTreeMap<NaiveDate, DayState>,
    most: usize,
) -> Vec<Span> {
    let mut possible = Vec::new();
    for start in from.iter_days().take(28).filter(|day| calendar.works(*day)) {
        let days = calendar.span(start, workdays);
        let worked = start.iter_days().take_while(|day| *day <= days.end_date);
        let worked: Vec<DayState> = worked
            .filter(|day| calendar.works(*day))
            .map(|day| states.get(&day).copied().unwrap_or(DayState::Unknown))
            .collect();
        let has_room = !worked.iter().any(|day| matches!(day, DayState::Full | DayState::Off));
        let points: usize = worked
            .iter()
            .map(|day| match day {
                DayState::Busy => 1,
                DayState::Unknown => 2,
                _ => 0,
            })
            .sum();
        if has_room && days.end_date < from + TimeDelta::days(28) {
            possible.push((points, start, days));
        }
    }
    possible.sort_by_key(|(points, start, _)| (*points, *start));
    let mut best: Vec<Span> = Vec::new();
    for (_, _, days) in possible {
        let is_apart = best
            .iter()
            .all(|better| better.end_date < days.start_date || days.end_date < better.start_date);
        if is_apart && best.len() < most {
            best.push(days);
        }
    }
    best
}

proptest! {
    #[test]
    fn a_step_over_working_days_lands_where_walking_does(
        calendar in calendar(), start in 0_i64..60, days in -40_i32..40
    ) {
        let end = calendar.quick().add(day(start), days);
        prop_assert_eq!(end, Some(calendar.add(day(start), days)));
    }

    #[test]
    fn working_days_are_counted_as_by_walking(calendar in calendar(), start in 0_i64..60, more in 0_i64..60) {
        let (start, end) = (day(start), day(start + more));
        prop_assert_eq!(calendar.quick().count(start, end), calendar.count(start, end));
        let days = Span { start_date: start, end_date: end };
        prop_assert_eq!(calendar.quick().length(days), calendar.length(days));
    }

    #[test]
    fn as_many_days_are_counted_as_were_added(calendar in calendar(), start in -4_000_i64..4_000, days in 1_i32..=2_600) {
        let (calendar, start) = (calendar.quick(), day(start));
        let later = calendar.add(start, days).expect("a day");
        prop_assert!(calendar.is_workday(later));
        prop_assert_eq!(calendar.count(start + ONE, later), days);
        let earlier = calendar.add(start, -days).expect("a day");
        prop_assert!(calendar.is_workday(earlier));
        prop_assert_eq!(calendar.count(earlier, start - ONE), days);
        if calendar.is_workday(start) {
            prop_assert_eq!(calendar.add(later, -days), Some(start));
            prop_assert_eq!(calendar.add(earlier, days), Some(start));
        }
    }

    #[test]
    fn a_moved_job_is_as_long_as_before(
        calendar in calendar(), start in 0_i64..60, more in 0_i64..30, by in -260_i32..=260
    ) {
        prop_assume!(by != 0);
        let calendar = calendar.quick();
        let job = PlannedJob { days: Some(span(start, more)), ..PlannedJob::default() };
        for by in [ShiftBy::Workdays(by), ShiftBy::To(day(i64::from(by)))] {
            let shift = Shift { select: vec![0], day: None, by, with_following: false, adjust: vec![] };
            let moves = shift.moves(std::slice::from_ref(&job), &calendar).expect("moves");
            for moved in moves {
                prop_assert_eq!(calendar.length(moved.will), calendar.length(moved.was));
            }
        }
    }

    #[test]
    fn many_jobs_move_as_one_by_one(calendar in calendar(), (jobs, shift) in jobs().prop_flat_map(shift_of)) {
        let moves = shift.moves(&jobs, &calendar.quick()).expect("moves");
        prop_assert_eq!(moves, slow_moves(&jobs, &shift, &calendar));
    }

    #[test]
    fn a_selected_circle_ends_and_an_unselected_one_is_refused(gap in 0_i32..3, by in 1_i32..20) {
        let follows = |first: usize| vec![(first, gap)];
        let job = |first| PlannedJob { days: Some(span(0, 1)), follows: follows(first), ..PlannedJob::default() };
        let jobs = [job(2), job(0), job(1)];
        let shift = |select: Vec<usize>| Shift {
            select, day: None, by: ShiftBy::Workdays(by), with_following: true, adjust: vec![],
        };
        let calendar = WorkCalendar::default();
        prop_assert!(shift(vec![0, 1, 2]).moves(&jobs, &calendar).is_ok());
        prop_assert!(shift(vec![0]).moves(&jobs, &calendar).is_ok());
        let mut behind = jobs.to_vec();
        behind.push(PlannedJob { days: Some(span(0, 1)), ..PlannedJob::default() });
        behind[0].follows.push((3, gap));
        let refused = shift(vec![3]).moves(&behind, &calendar).expect_err("a circle");
        prop_assert_eq!(refused.field, "follows");
    }

    #[test]
    fn the_best_windows_are_those_that_no_better_one_overlaps(
        calendar in calendar(),
        from in 0_i64..40,
        workdays in 1_i32..6,
        states in prop::collection::btree_map((0_i64..80).prop_map(day), state(), 0..50),
        most in 0_usize..5,
    ) {
        let from = day(from);
        let listed: Vec<_> = states.iter().map(|(day, state)| (*day, *state)).collect();
        let found = windows(from, workdays, &calendar.quick(), &listed, most);
        prop_assert_eq!(found, slow_windows(from, workdays, &calendar, &states, most));
    }

    #[test]
    fn a_day_is_as_free_as_its_jobs_leave_it(
        calendar in calendar(),
        (from, more) in (0_i64..60, 0_i64..92),
        off in prop::collection::vec((-20_i64..120, 0_i64..40), 0..4),
        jobs in prop::collection::vec((-20_i64..120, 0_i64..40), 0..12),
        crews in 0_u32..4,
        sharing in prop::sample::select(vec![Sharing::None, Sharing::Busy, Sharing::Count]),
    ) {
        let spans = |list: Vec<(i64, i64)>| list.into_iter().map(|(start, more)| span(start, more)).collect::<Vec<_>>();
        let (off, jobs, quick) = (spans(off), spans(jobs), calendar.quick());
        let capacity = Capacity { crews, sharing };
        let workload = Workload { capacity, calendar: &quick, days_off: &off, jobs: &jobs };
        let period = span(from, more);
        let days = workload.days(period);
        prop_assert_eq!(days.len(), usize::try_from(more).expect("days") + 1);
        for (at, shown) in days.iter().enumerate() {
            let day = period.start_date + TimeDelta::days(i64::try_from(at).expect("a day"));
            let running = jobs.iter().filter(|job| job.overlaps(Some(day), Some(day))).count();
            let running = u32::try_from(running).expect("few");
            let is_off = !calendar.works(day) || off.iter().any(|off| off.overlaps(Some(day), Some(day)));
            let state = if sharing == Sharing::None {
                DayState::Unknown
            } else if is_off {
                DayState::Off
            } else if running >= crews {
                DayState::Full
            } else if running == 0 {
                DayState::Free
            } else {
                DayState::Busy
            };
            prop_assert_eq!((shown.day, shown.state), (day, state));
            let counted = sharing == Sharing::Count && !is_off;
            prop_assert_eq!(shown.free, counted.then(|| crews.saturating_sub(running)));
        }
    }
}

/// A season of a large company: 500 jobs in chains, on few lanes, with as many holidays as there may be.
fn season() -> (Vec<PlannedJob>, Shift, WorkCalendar) {
    let jobs = (0..500_usize).map(|at| PlannedJob {
        days: Some(span(i64::try_from(at).expect("few") * 2, 8)),
        lanes: vec![at % 4],
        follows: (at.saturating_sub(20)..at).map(|first| (first, 260)).collect(),
        ..PlannedJob::default()
    });
    let shift = Shift {
        select: vec![0],
        day: None,
        by: ShiftBy::Workdays(260),
        with_following: true,
        adjust: vec![],
    };
    let holidays = (0..500).map(|at| day(at * 9));
    (jobs.collect(), shift, WorkCalendar::new(&[1, 3], holidays))
}

#[test]
fn a_chain_of_500_jobs_moves_over_centuries() {
    let (jobs, shift, calendar) = season();
    let moves = shift.moves(&jobs, &calendar).expect("moves");
    assert_eq!(moves.len(), 500);
    for (moved, before) in moves[1..].iter().zip(&moves) {
        assert!(calendar.keeps_gap(before.will.end_date, 260, moved.will.start_date));
        assert_eq!(calendar.length(moved.will), calendar.length(moved.was));
    }
    assert!(moves[499].will.start_date.year() > 3_000);
}
