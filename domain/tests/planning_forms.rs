//! The bodies and queries of planning: what is refused at which field, and what is read.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    forms::{
        error::{Code, ValidationError},
        form::Form,
    },
    jobs::job::JobFollow,
    planning::{
        availability::AvailabilityQuery,
        capacity::{Capacity, NewDayOff, SetCapacity, Sharing},
        follows::{SetFollows, check_circle},
        offer_forms::{AnswerOffer, NewOffer, OfferEnd},
        shift::{Adjustment, Shift, ShiftBy},
        shift_forms::{ShiftRequest, ShiftSelection},
        shifted_jobs::{self, ScheduledJob, ShiftMove},
        workday_forms::{SetWorkdays, WorkHours, Workdays},
        workdays::WorkCalendar,
    },
    types::{
        date_range::Span,
        ids::{ConnectionId, JobId},
    },
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const ID: &str = "018f0000-0000-7000-8000-000000000001";

fn read<F: DeserializeOwned>(body: Value) -> F {
    serde_json::from_value(body).expect("a body of the right shape")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn span(start: &str, end: &str) -> Span {
    Span { start_date: day(start), end_date: day(end) }
}

fn codes(refusals: Vec<ValidationError>) -> Vec<(String, Code)> {
    refusals.into_iter().map(|refusal| (refusal.field, refusal.code)).collect()
}

/// The refused fields of a body, made of one that passes by setting these fields.
fn refused<F: Form>(passing: &Value, changes: &Value) -> Vec<(String, Code)> {
    let mut body = passing.clone();
    for (field, value) in changes.as_object().expect("fields") {
        body[field] = value.clone();
    }
    codes(read::<F>(body).check().err().unwrap_or_default())
}

/// Each change is refused at one field with one code.
fn assert_refused<F: Form>(passing: &Value, cases: Vec<(Value, &str, Code)>) {
    assert_eq!(refused::<F>(passing, &json!({})), [], "{passing}");
    for (changes, field, code) in cases {
        assert_eq!(refused::<F>(passing, &changes), [(field.to_owned(), code)], "{changes}");
    }
}

fn many(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("018f0000-0000-7000-8000-{at:012}")).collect()
}

#[test]
fn working_days_are_stored_in_order_and_each_once() {
    let body = json!({
        "weekdays": [5, 1, 3, 1],
        "holidays": [
            {"day": "2026-12-25", "name": " Christmas "},
            {"day": "2026-07-03", "name": "Independence Day"},
            {"day": "2026-12-25", "name": "Navidad"},
        ],
        "hours": {"start": "07:00", "end": "15:30"},
    });
    let read: Workdays = read::<SetWorkdays>(body).read().expect("working days");
    assert_eq!(read.weekdays, [1, 3, 5]);
    let names: Vec<_> = read.holidays.iter().map(|holiday| holiday.name.as_str()).collect();
    assert_eq!(names, ["Independence Day", "Christmas"]);
    let hours = WorkHours { start: "07:00".to_owned(), end: "15:30".to_owned() };
    assert_eq!(read.hours, Some(hours));
    assert!(!read.calendar().is_workday(day("2026-07-03")));
    assert!(read.calendar().is_workday(day("2026-07-06")));
}

#[test]
fn working_days_that_are_left_out_are_cleared() {
    let cleared = read::<SetWorkdays>(json!({"weekdays": [1, 2, 3, 4, 5]})).read();
    assert_eq!(cleared, Ok(Workdays::default()));
}

#[test]
fn working_days_that_cannot_be_are_refused() {
    let day = |day: Value, name: Value| json!({"holidays": [{"day": day, "name": name}]});
    let days = |count: u32| {
        let first = self::day("2026-01-01");
        let days = first.iter_days().take(count as usize);
        json!({"holidays": days.map(|day| json!({"day": day, "name": "x"})).collect::<Vec<_>>()})
    };
    let hours = |start: &str, end: &str| json!({"hours": {"start": start, "end": end}});
    let passing = json!({"weekdays": [1]});
    assert_refused::<SetWorkdays>(
        &passing,
        vec![
            (json!({"weekdays": []}), "weekdays", Code::Required),
            (json!({"weekdays": null}), "weekdays", Code::Required),
            (json!({"weekdays": [0]}), "weekdays", Code::Choice),
            (json!({"weekdays": [1, 8]}), "weekdays", Code::Choice),
            (json!({"weekdays": [1.5]}), "weekdays", Code::Choice),
            (day(json!("2026-02-29"), json!("x")), "day", Code::Format),
            (day(json!(null), json!("x")), "day", Code::Required),
            (day(json!("2026-07-04"), json!(" ")), "name", Code::Required),
            (day(json!("2026-07-04"), json!("x".repeat(101))), "name", Code::TooLong),
            (days(501), "holidays", Code::TooLarge),
            (hours("", "16:00"), "start", Code::Required),
            (hours("07:00", ""), "end", Code::Required),
            (hours("7:00", "16:00"), "start", Code::Format),
            (hours("07:00", "24:00"), "end", Code::Format),
            (hours("07:00", "16:60"), "end", Code::Format),
            (hours("07:00", "16.00"), "end", Code::Format),
            (hours("16:00", "07:00"), "start", Code::Range),
            (hours("07:00", "07:00"), "start", Code::Range),
        ],
    );
    for allowed in [
        day(json!("2026-07-04"), json!("é".repeat(100))),
        days(500),
        hours("00:00", "23:59"),
        json!({"hours": null, "holidays": null}),
    ] {
        assert_eq!(refused::<SetWorkdays>(&passing, &allowed), [], "{allowed}");
    }
    let shape = serde_json::from_value::<SetWorkdays>(json!({"weekdays": ["monday"]}));
    assert!(shape.is_err(), "a word is no weekday");
}

#[test]
fn a_capacity_has_at_most_a_thousand_crews() {
    let passing = json!({"crews": 3, "sharing": "busy"});
    assert_refused::<SetCapacity>(
        &passing,
        vec![
            (json!({"crews": null}), "crews", Code::Required),
            (json!({"crews": -1}), "crews", Code::TooSmall),
            (json!({"crews": 1_001}), "crews", Code::TooLarge),
            (json!({"crews": 2.5}), "crews", Code::Format),
            (json!({"sharing": null}), "sharing", Code::Required),
            (json!({"sharing": "all"}), "sharing", Code::Choice),
        ],
    );
    for crews in [0, 1_000] {
        let read = read::<SetCapacity>(json!({"crews": crews, "sharing": "count"})).read();
        assert_eq!(read, Ok(Capacity { crews, sharing: Sharing::Count }));
    }
    assert_eq!(Capacity::default(), Capacity { crews: 1, sharing: Sharing::None });
}

#[test]
fn days_off_end_after_they_begin_and_last_at_most_366_days() {
    let passing = json!({"from": "2026-01-01", "to": "2027-01-01", "reason": "é".repeat(500)});
    assert_refused::<NewDayOff>(
        &passing,
        vec![
            (json!({"from": null}), "from", Code::Required),
            (json!({"to": " "}), "to", Code::Required),
            (json!({"from": "2026-02-29"}), "from", Code::Format),
            (json!({"to": "1.1.2027"}), "to", Code::Format),
            (json!({"from": "2027-01-02"}), "from", Code::Range),
            (json!({"to": "2027-01-02"}), "to", Code::TooLarge),
            (json!({"reason": "x".repeat(501)}), "reason", Code::TooLong),
        ],
    );
    let one = read::<NewDayOff>(json!({"from": "2026-01-01", "to": "2026-01-01", "reason": " "}));
    assert_eq!((one.days(), one.reason()), (Some(span("2026-01-01", "2026-01-01")), None));
}

#[test]
fn a_query_for_days_names_at_most_twenty_connections_and_92_days() {
    let query = |from: &str, to: &str, connections: &str| {
        let (from, to, connections) = (from.to_owned(), to.to_owned(), connections.to_owned());
        AvailabilityQuery { from, to, connections }.read()
    };
    let (from, to) = ("2026-01-01", "2026-04-02");
    assert_eq!(query(from, to, ""), Ok((span(from, to), None)));
    let twice = format!(" {ID}, {ID},");
    let one: ConnectionId = ID.parse().expect("an id");
    assert_eq!(query(from, to, &twice), Ok((span(from, to), Some(vec![one]))));
    let nil = Some(vec![ConnectionId::default()]);
    assert_eq!(query(from, to, "x").map(|read| read.1), Ok(nil), "no connection, so unknown");
    assert!(query(from, to, &many(20).join(",")).is_ok());
    for (from, to, connections, field, code) in [
        ("", to, String::new(), "from", Code::Required),
        (from, "", String::new(), "to", Code::Required),
        ("x", to, String::new(), "from", Code::Format),
        (from, "2026-02-30", String::new(), "to", Code::Format),
        (to, from, String::new(), "from", Code::Range),
        (from, "2026-04-03", String::new(), "to", Code::TooLarge),
        (from, to, many(21).join(","), "connections", Code::TooLarge),
    ] {
        let refusals = query(from, to, &connections).expect_err("refused");
        assert_eq!(codes(refusals), [(field.to_owned(), code)], "{from} {to} {connections}");
    }
    let missing = serde_json::from_value::<AvailabilityQuery>(json!({})).expect("a query");
    assert_eq!(missing.read().map_err(|refusals| refusals.len()), Err(2));
}

#[test]
fn a_list_of_jobs_to_follow_is_short_and_each_has_a_gap() {
    let follow = |job: &str, gap: Value| json!({"jobId": job, "gapWorkdays": gap});
    let list = |count: usize| {
        let all: Vec<_> = many(count).iter().map(|job| follow(job, json!(0))).collect();
        json!({ "follows": all })
    };
    let passing = json!({"jobId": ID, "follows": [follow(ID, json!(260))]});
    assert_refused::<SetFollows>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"follows": null}), "follows", Code::Required),
            (json!({"follows": [follow("", json!(1))]}), "jobId", Code::Required),
            (json!({"follows": [follow(ID, json!(null))]}), "gapWorkdays", Code::Required),
            (json!({"follows": [follow(ID, json!(-1))]}), "gapWorkdays", Code::TooSmall),
            (json!({"follows": [follow(ID, json!(261))]}), "gapWorkdays", Code::TooLarge),
            (json!({"follows": [follow(ID, json!(0.5))]}), "gapWorkdays", Code::Format),
            (list(21), "follows", Code::TooLarge),
        ],
    );
    assert_eq!(refused::<SetFollows>(&passing, &list(20)), []);
    assert_eq!(refused::<SetFollows>(&passing, &list(0)), [], "an empty list clears it");
    let twice = json!({
        "jobId": ID,
        "follows": [follow(ID, json!(3)), follow(ID, json!(5)), follow(ID, json!(0))],
    });
    let longest = JobFollow { job_id: ID.parse().expect("an id"), gap_workdays: 5 };
    assert_eq!(read::<SetFollows>(twice).read(), Ok(vec![longest]));
}

#[test]
fn a_job_never_waits_for_itself() {
    let ids: Vec<JobId> = many(4).iter().map(|id| id.parse().expect("an id")).collect();
    let follow = |at: usize| JobFollow { job_id: ids[at], gap_workdays: 0 };
    let others = BTreeMap::from([(ids[1], vec![ids[2]]), (ids[2], vec![ids[3], ids[1]])]);
    let circle = |job: usize, follows: &[usize]| {
        let follows: Vec<_> = follows.iter().map(|at| follow(*at)).collect();
        check_circle(ids[job], &follows, &others).err().map(|refusal| (refusal.field, refusal.code))
    };
    let refused = Some(("follows".to_owned(), Code::Range));
    assert_eq!(circle(0, &[0]), refused, "directly");
    assert_eq!(circle(3, &[1]), refused, "over two others");
    assert_eq!(circle(0, &[1, 2, 3]), None, "a circle of others does not go on for ever");
    assert_eq!(circle(3, &[0]), None);
    assert_eq!(circle(3, &[]), None);
}

#[test]
fn an_offer_asks_somebody_for_some_day_until_some_time() {
    let window = |start: &str, end: &str| json!({"startDate": start, "endDate": end});
    let days = |count: usize| {
        let all = day("2026-05-01")
            .iter_days()
            .take(count)
            .map(|day| window(&day.to_string(), &day.to_string()));
        json!({"days": all.collect::<Vec<_>>()})
    };
    let passing = json!({
        "jobId": ID,
        "connections": [ID],
        "days": [window("2026-05-04", "2026-05-05")],
        "until": "2026-05-01T12:00:00Z",
    });
    assert_refused::<NewOffer>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"connections": []}), "connections", Code::Required),
            (json!({"connections": many(21)}), "connections", Code::TooLarge),
            (days(0), "days", Code::Required),
            (days(11), "days", Code::TooLarge),
            (json!({"days": [window("2026-05-05", "2026-05-04")]}), "startDate", Code::Range),
            (json!({"days": [window("", "2026-05-04")]}), "startDate", Code::Required),
            (json!({"days": [window("2026-05-04", "x")]}), "endDate", Code::Format),
            (json!({"until": null}), "until", Code::Required),
            (json!({"until": "tomorrow"}), "until", Code::Format),
        ],
    );
    for allowed in [json!({"connections": many(20)}), days(10), json!({"until": "2026-05-01"})] {
        assert_eq!(refused::<NewOffer>(&passing, &allowed), [], "{allowed}");
    }
    let mut twice = passing;
    twice["connections"] = json!([ID, ID]);
    twice["days"] = json!([window("2026-05-04", "2026-05-05"), window("2026-05-04", "2026-05-05")]);
    let terms = read::<NewOffer>(twice).read().expect("terms");
    assert_eq!((terms.connections.len(), terms.days), (1, vec![span("2026-05-04", "2026-05-05")]));
}

#[test]
fn an_offer_that_is_over_before_it_is_made_is_refused() {
    let instant = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
    let now = instant("2026-05-01T12:00:00Z");
    // Midnight in Nashville.
    let midnight = |day: NaiveDate| instant(&format!("{day}T05:00:00Z"));
    let check =
        |end: OfferEnd| end.check(now, midnight).map_err(|refusal| (refusal.field, refusal.code));
    let refused = Err(("until".to_owned(), Code::Range));
    assert_eq!(check(OfferEnd::At(now)), refused);
    let later = instant("2026-05-01T12:00:01Z");
    assert_eq!(check(OfferEnd::At(later)), Ok(later));
    assert_eq!(check(OfferEnd::With(day("2026-04-30"))), refused);
    let today = OfferEnd::With(day("2026-05-01"));
    assert_eq!(check(today), Ok(instant("2026-05-02T05:00:00Z")), "the whole day");
}

#[test]
fn who_accepts_an_offer_names_one_of_its_days() {
    let offered = [span("2026-05-04", "2026-05-05"), span("2026-05-11", "2026-05-12")];
    let answer = |body: Value| {
        let mut whole = json!({"id": ID, "accepted": true});
        for (field, value) in body.as_object().expect("fields") {
            whole[field] = value.clone();
        }
        let form: AnswerOffer = read(whole);
        assert_eq!(form.check(), Ok(()));
        form.window(&offered).map_err(|refusal| (refusal.field, refusal.code))
    };
    let window = |start: &str, end: &str| json!({"window": {"startDate": start, "endDate": end}});
    assert_eq!(answer(window("2026-05-11", "2026-05-12")), Ok(Some(offered[1])));
    let choice = Err(("window".to_owned(), Code::Choice));
    assert_eq!(answer(window("2026-05-04", "2026-05-12")), choice);
    assert_eq!(answer(window("2026-05-04", "x")), choice);
    assert_eq!(answer(json!({})), Err(("window".to_owned(), Code::Required)));
    assert_eq!(answer(json!({"accepted": false})), Ok(None));
    let passing = json!({"id": ID, "accepted": false});
    let cases = vec![
        (json!({"id": null}), "id", Code::Required),
        (json!({"accepted": null}), "accepted", Code::Required),
    ];
    assert_refused::<AnswerOffer>(&passing, cases);
}

#[test]
fn a_move_of_many_jobs_says_which_and_how_far() {
    let passing = json!({
        "selection": {"jobIds": [ID]}, "workdays": 1, "reason": "é".repeat(500), "state": "x",
    });
    let select = |selection: Value| json!({ "selection": selection });
    let adjust = |adjust: Value| json!({ "adjust": [adjust] });
    let ids = |count: usize| json!({"selection": {"jobIds": many(count)}});
    let skips = |count: usize| {
        let skips: Vec<_> =
            many(count).iter().map(|job| json!({"jobId": job, "skip": true})).collect();
        json!({ "adjust": skips })
    };
    assert_refused::<ShiftRequest>(
        &passing,
        vec![
            (select(json!(null)), "selection", Code::Required),
            (select(json!({})), "selection", Code::Required),
            (select(json!({"jobIds": []})), "selection", Code::Required),
            (select(json!({"cities": ["Nashville"]})), "selection", Code::Required),
            (select(json!({"jobIds": [ID], "day": "2026-05-04"})), "selection", Code::Mismatch),
            (select(json!({"day": "2026-02-29"})), "day", Code::Format),
            (select(json!({"day": "2026-05-04", "crews": many(501)})), "crews", Code::TooLarge),
            (ids(501), "jobIds", Code::TooLarge),
            (json!({"workdays": null}), "workdays", Code::Required),
            (json!({"workdays": 0}), "workdays", Code::TooSmall),
            (json!({"workdays": -261}), "workdays", Code::TooSmall),
            (json!({"workdays": 261}), "workdays", Code::TooLarge),
            (json!({"workdays": 1.5}), "workdays", Code::Format),
            (json!({"to": "2026-05-04"}), "to", Code::Mismatch),
            (json!({"workdays": null, "to": "x"}), "to", Code::Format),
            (json!({"reason": " "}), "reason", Code::Required),
            (json!({"reason": "x".repeat(501)}), "reason", Code::TooLong),
            (json!({"reason": "x".repeat(501), "dryRun": true}), "reason", Code::TooLong),
            (json!({"state": null}), "state", Code::Required),
            (skips(501), "adjust", Code::TooLarge),
            (adjust(json!({"jobId": ID, "startDate": "2026-05-04"})), "endDate", Code::Required),
            (
                adjust(json!({"jobId": ID, "startDate": "2026-05-04", "endDate": "2026-05-03"})),
                "startDate",
                Code::Range,
            ),
            (
                adjust(json!({"jobId": ID, "startDate": "2026-05-04", "endDate": "x"})),
                "endDate",
                Code::Format,
            ),
            (
                adjust(json!({"jobId": ID, "startDate": "2026-05-04", "skip": true})),
                "skip",
                Code::Mismatch,
            ),
            (adjust(json!({"skip": true})), "jobId", Code::Required),
        ],
    );
    for allowed in [
        ids(500),
        skips(500),
        json!({"workdays": -260}),
        json!({"workdays": 260}),
        json!({"workdays": null, "to": "2026-05-09"}),
        json!({"dryRun": true, "reason": null, "state": null}),
    ] {
        assert_eq!(refused::<ShiftRequest>(&passing, &allowed), [], "{allowed}");
    }
}

#[test]
fn a_move_is_read_as_it_was_asked_for() {
    let job: JobId = ID.parse().expect("an id");
    let days = read::<ShiftRequest>(json!({
        "selection": {
            "day": "2026-05-04", "calendars": [ID], "cities": [" NASHVILLE "], "crews": [ID, "x"],
        },
        "to": "2026-05-09",
        "withFollowing": true,
        "dryRun": true,
        "adjust": [
            {"jobId": ID, "startDate": "2026-05-11", "endDate": "2026-05-12"},
            {"jobId": "nonsense", "skip": true},
        ],
    }));
    let terms = days.read().expect("terms");
    assert_eq!(terms.day(), Some(day("2026-05-04")));
    let ShiftSelection::Day(selection) = &terms.selection else { panic!("a day: {terms:?}") };
    assert_eq!(selection.cities, ["nashville"]);
    assert_eq!((selection.calendars.len(), selection.crews.len()), (1, 2));
    assert_eq!(terms.by, ShiftBy::To(day("2026-05-09")));
    assert!(terms.with_following && terms.dry_run);
    let adjusted = Adjustment::Days(span("2026-05-11", "2026-05-12"));
    assert_eq!(terms.adjust, [(job, adjusted), (JobId::default(), Adjustment::Skip)]);
    let jobs = read::<ShiftRequest>(json!({
        "selection": {"jobIds": [ID, ID]}, "workdays": -3, "reason": " rain ", "state": "s",
    }));
    let terms = jobs.read().expect("terms");
    assert_eq!(terms.selection, ShiftSelection::Jobs(vec![job]));
    assert_eq!((terms.by, terms.day()), (ShiftBy::Workdays(-3), None));
    assert_eq!((terms.reason.as_str(), terms.state.as_str()), ("rain", "s"));
    assert!(!terms.with_following && !terms.dry_run);
}

/// A job as the company has it.
fn job(at: usize, changes: &Value) -> ScheduledJob {
    let id = &many(at + 1)[at];
    let mut job = json!({
        "id": id, "title": "Re-roof", "city": "Nashville", "status": "active",
        "is_accepted_by_sub": false, "answers": 0,
        "start_date": "2026-05-04", "end_date": "2026-05-05",
    });
    for (field, value) in changes.as_object().expect("fields") {
        job[field] = value.clone();
    }
    read(job)
}

#[test]
fn a_move_asks_again_who_had_accepted_and_names_the_jobs_of_the_same_people() {
    let other = &many(10)[9];
    let jobs = [
        job(0, &json!({"assigned_company_id": ID, "is_accepted_by_sub": true})),
        job(
            1,
            &json!({"assigned_company_id": ID, "start_date": "2026-05-06", "end_date": "2026-05-06"}),
        ),
        job(2, &json!({"crew_id": other, "start_date": "2026-05-06", "end_date": "2026-05-06"})),
        job(3, &json!({"start_date": null, "end_date": null})),
        job(4, &json!({"assigned_user_id": ID, "status": "complete"})),
    ];
    let follow = |job: usize| JobFollow { job_id: jobs[job].id, gap_workdays: 0 };
    let gone = JobFollow { job_id: JobId::default(), gap_workdays: 0 };
    let follows = BTreeMap::from([(jobs[2].id, vec![gone, follow(0)])]);
    let planned = shifted_jobs::planned(&jobs, &follows);
    assert_eq!(planned[2].follows, [(0, 0)], "a deleted job does not matter");
    assert_eq!(planned[0].lanes, planned[1].lanes);
    assert_ne!(planned[0].lanes, planned[2].lanes);
    assert_eq!((planned[3].lanes.len(), planned[3].days), (0, None));
    assert!(planned[4].is_complete && planned[4].lanes.len() == 1);
    let both = job(5, &json!({"crew_id": other, "assigned_user_id": ID}));
    let planned = shifted_jobs::planned(&[both, jobs[2].clone(), jobs[4].clone()], &follows);
    assert!(planned[0].lanes.contains(&planned[1].lanes[0]), "the crew works on both");
    assert!(planned[0].lanes.contains(&planned[2].lanes[0]), "so does the employee");
    let planned = shifted_jobs::planned(&jobs, &follows);
    let shift = Shift {
        select: vec![0],
        day: None,
        by: ShiftBy::Workdays(1),
        with_following: true,
        adjust: vec![],
    };
    let moves = shift.moves(&planned, &WorkCalendar::default()).expect("moves");
    let moves: Vec<_> = moves.iter().map(|moved| ShiftMove::of(&jobs, moved)).collect();
    let first = ShiftMove {
        job_id: jobs[0].id,
        was: span("2026-05-04", "2026-05-05"),
        will: span("2026-05-05", "2026-05-06"),
        asks_again: vec![ID.parse().expect("an id")],
        overlaps: vec![jobs[1].id],
    };
    let second = ShiftMove {
        job_id: jobs[2].id,
        was: span("2026-05-06", "2026-05-06"),
        will: span("2026-05-07", "2026-05-07"),
        asks_again: vec![],
        overlaps: vec![],
    };
    assert_eq!(moves, [first, second]);
}

#[test]
fn the_jobs_of_a_day_are_narrowed_by_each_list_that_is_given() {
    let takes = |lists: Value, changes: Value| {
        let mut selection = json!({"day": "2026-05-05"});
        for (field, value) in lists.as_object().expect("fields") {
            selection[field] = value.clone();
        }
        let form = json!({"selection": selection, "workdays": 1, "dryRun": true});
        let terms = read::<ShiftRequest>(form).read().expect("terms");
        let ShiftSelection::Day(selection) = terms.selection else { panic!("a day") };
        let job = job(0, &changes);
        let on_calendars = HashSet::from_iter(changes.get("answers").map(|_| job.id));
        selection.takes(&job, &on_calendars)
    };
    // Of the jobs on the chosen calendars.
    let on = json!({"answers": 1});
    let other = &many(10)[9];
    for (lists, changes, expected) in [
        (json!({}), json!({}), true),
        (json!({}), json!({"end_date": "2026-05-04"}), false),
        (json!({}), json!({"start_date": "2026-05-06", "end_date": "2026-05-06"}), false),
        (json!({}), json!({"start_date": null, "end_date": null}), false),
        (json!({}), json!({"status": "complete"}), false),
        (json!({"cities": ["memphis", "NASHVILLE"]}), json!({}), true),
        (json!({"cities": ["ÁLAMO"]}), json!({"city": " Álamo "}), true),
        (json!({"cities": ["Memphis"]}), json!({}), false),
        (json!({"crews": [ID]}), json!({"crew_id": ID}), true),
        (json!({"crews": [ID]}), json!({"assigned_company_id": ID}), true),
        (json!({"crews": [ID]}), json!({"assigned_user_id": ID}), false),
        (json!({"crews": [ID]}), json!({"crew_id": other}), false),
        (json!({"calendars": [ID]}), on.clone(), true),
        (json!({"calendars": [other]}), json!({}), false),
        (json!({"calendars": [ID], "cities": ["nashville"], "crews": [ID]}), on, false),
        (json!({"calendars": [], "cities": null, "crews": []}), json!({}), true),
    ] {
        assert_eq!(takes(lists.clone(), changes.clone()), expected, "{lists} {changes}");
    }
}
