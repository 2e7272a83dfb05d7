//! Moves of many jobs at once.

use std::collections::{BTreeMap, HashSet};

use domain::{
    forms::error::Code,
    jobs::job::JobFollow,
    planning::{
        shift::{Adjustment, Shift, ShiftBy},
        shift_forms::{ShiftRequest, ShiftSelection},
        shifted_jobs::{self, ScheduledJob, ShiftMove},
        workdays::WorkCalendar,
    },
    types::ids::JobId,
};
use serde_json::{Value, json};

use super::{ID, assert_refused, day, many, read, refused, span};

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
