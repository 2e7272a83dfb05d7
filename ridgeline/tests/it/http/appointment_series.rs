//! Appointments that repeat: at the same time of the company's day, changed together from one on, and ended.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const CREATE: &str = "/api/appointment_series/create";
const CHANGE: &str = "/api/appointment_series/change";
const STOP: &str = "/api/appointment_series/stop";

/// Half an hour on the 2nd of March 2026 at nine in Nashville, a week before the clocks change.
async fn meeting(app: &TestApp, owner: &Person) -> Value {
    let made = app.post(owner, "/api/appointments/create", json!({
        "start": "2026-03-02T15:00:00Z", "end": "2026-03-02T15:30:00Z", "customerId": app.customer(owner).await,
        "assignedToId": owner.user, "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
        "note": "Ring twice.",
    })).await;
    assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
    made.json["appointment"].clone()
}

async fn weekly(app: &TestApp, who: &Person, meeting: &Value, times: u32) -> TestResponse {
    let form =
        json!({ "appointmentId": meeting["id"], "unit": "week", "interval": 1, "times": times });
    app.post(who, CREATE, form).await
}

/// The appointments of the company, by their start.
async fn all(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, "/api/appointments/company").await.json["appointments"].clone();
    list.as_array().expect("appointments").clone()
}

async fn starts(app: &TestApp, who: &Person) -> Vec<String> {
    all(app, who)
        .await
        .iter()
        .map(|one| one["start"].as_str().expect("a time").to_owned())
        .collect()
}

async fn of(app: &TestApp, who: &Person, meeting: &Value) -> Value {
    let path = format!("/api/appointment_series/{}", meeting["id"].as_str().expect("an id"));
    let found = app.get(who, &path).await;
    assert_eq!(found.status, StatusCode::OK, "{:?}", found.json);
    found.json["series"].clone()
}

both_engines! {
    async fn an_appointment_repeats_at_the_same_time_of_day_over_a_change_of_the_clocks(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        let calendar = app.post(&owner, "/api/calendar/new", json!({ "title": "Sales" })).await.json["calendar"]["id"].clone();
        let form = json!({ "appointmentId": first["id"], "calendarId": calendar });
        assert_eq!(app.post(&owner, "/api/appointments/assignToCalendar", form).await.status, StatusCode::OK);
        let made = weekly(app, &owner, &first, 3).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        assert_eq!(starts(app, &owner).await, ["2026-03-02T15:00:00Z", "2026-03-09T14:00:00Z", "2026-03-16T14:00:00Z"]);
        let last = &all(app, &owner).await[2];
        for field in ["customerId", "assignedToId", "address", "city", "state", "zip", "note", "color", "status"] {
            assert_eq!(last[field], first[field], "{field}");
        }
        assert_eq!((&last["end"], &last["appointmentCalendarAssignments"][0]["calendarId"]), (&json!("2026-03-16T14:30:00Z"), &calendar));
        let series = of(app, &owner, last).await;
        assert_eq!((&series["unit"], &series["position"], &series["count"]), (&json!("week"), &json!(3), &json!(3)));
        assert_eq!(of(app, &owner, &first).await, made.json["series"]);
    }

    async fn appointments_fall_on_days_off_and_refusals_make_none(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        let form = json!({ "appointmentId": first["id"], "unit": "year", "interval": 1, "times": 7 });
        let refused = app.post(&owner, CREATE, form).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["times too_large".to_owned()]));
        assert_eq!(all(app, &owner).await.len(), 1);
        let form = json!({ "appointmentId": first["id"], "unit": "day", "interval": 5, "until": "2026-03-07" });
        assert_eq!(app.post(&owner, CREATE, form).await.status, StatusCode::OK);
        assert_eq!(starts(app, &owner).await, ["2026-03-02T15:00:00Z", "2026-03-07T15:00:00Z"], "a Saturday");
        assert_eq!(weekly(app, &owner, &first, 2).await.status, StatusCode::CONFLICT, "it repeats already");
        let other = meeting(app, &owner).await;
        for path in [CHANGE, STOP] {
            let refused = app.post(&owner, path, json!({ "appointmentId": other["id"] })).await;
            assert_eq!(refused.status, StatusCode::CONFLICT, "it does not repeat");
        }
    }

    async fn only_admins_of_the_contractor_repeat_appointments(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        assert_eq!(weekly(app, &owner, &first, 2).await.status, StatusCode::OK);
        for (who, expected) in [
            (app.colleague(owner.company, Member).await, StatusCode::FORBIDDEN),
            (app.colleague(owner.company, Foreman).await, StatusCode::FORBIDDEN),
            (app.sign_in(Subcontractor, Admin).await, StatusCode::FORBIDDEN),
            (app.sign_in(Contractor, Admin).await, StatusCode::NOT_FOUND),
        ] {
            for path in [CREATE, CHANGE, STOP] {
                assert_eq!(app.post(&who, path, json!({ "appointmentId": first["id"] })).await.status, expected);
            }
        }
        let foreman = app.colleague(owner.company, Foreman).await;
        let path = format!("/api/appointment_series/{}", first["id"].as_str().expect("an id"));
        assert_eq!(app.get(&foreman, &path).await.status, StatusCode::NOT_FOUND, "it is not theirs");
        assert_eq!(all(app, &owner).await.len(), 2);
    }

    async fn this_and_all_that_follow_change_and_what_is_done_stays(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        assert_eq!(weekly(app, &owner, &first, 5).await.status, StatusCode::OK);
        let found = all(app, &owner).await;
        let path = format!("/api/appointments/complete/{}", found[2]["id"].as_str().expect("an id"));
        assert_eq!(app.put(&owner, &path, json!({ "followUpNote": "" })).await.status, StatusCode::OK);
        let (_, cursor) = app.feed(&owner, "after=now").await;
        let form = json!({ "appointmentId": found[1]["id"], "start": "2026-03-10T18:00:00Z", "note": "By the back door.", "color": "#aabbcc" });
        let changed = app.post(&owner, CHANGE, form).await;
        let kept = json!([{ "appointmentId": found[2]["id"], "reason": "complete" }]);
        assert_eq!((changed.status, &changed.json["kept"]), (StatusCode::OK, &kept), "{:?}", changed.json);
        assert_eq!(starts(app, &owner).await, [
            "2026-03-02T15:00:00Z", "2026-03-10T18:00:00Z", "2026-03-16T14:00:00Z", "2026-03-24T18:00:00Z", "2026-03-31T18:00:00Z",
        ]);
        let now = all(app, &owner).await;
        assert_eq!((&now[3]["note"], &now[3]["color"], &now[3]["end"]), (&json!("By the back door."), &json!("#aabbcc"), &json!("2026-03-24T18:30:00Z")));
        assert_eq!((&now[0]["note"], &now[0]["color"]), (&first["note"], &first["color"]));
        assert_eq!(app.changed_since(&owner, &cursor).await, ["appointment.scheduled"; 3]);
        let form = json!({ "appointmentId": found[3]["id"], "unit": "month", "interval": 1 });
        assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
        assert_eq!(starts(app, &owner).await[3..], ["2026-03-24T18:00:00Z", "2026-04-24T18:00:00Z"]);

        let stopped = app.post(&owner, STOP, json!({ "appointmentId": found[1]["id"] })).await;
        assert_eq!((stopped.status, &stopped.json["kept"]), (StatusCode::OK, &kept), "{:?}", stopped.json);
        assert_eq!(stopped.json["deleted"], json!([found[3]["id"], found[4]["id"]]));
        assert_eq!(starts(app, &owner).await.len(), 3);
        let all_gone = app.post(&owner, STOP, json!({ "appointmentId": found[0]["id"], "withThis": true })).await;
        assert_eq!(all_gone.json["deleted"], json!([found[0]["id"], found[1]["id"]]));
        assert_eq!(of(app, &owner, &found[2]).await["count"], 1);
    }

    async fn an_appointment_over_a_change_of_the_clocks_keeps_its_end_by_the_clock(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        // From eleven on Saturday evening to four on Sunday morning: four hours where the clocks go forward that night.
        let made = app.post(&owner, "/api/appointments/create", json!({
            "start": "2026-03-01T05:00:00Z", "end": "2026-03-01T10:00:00Z", "assignedToId": owner.user,
            "customerId": app.customer(&owner).await,
        })).await;
        let first = &made.json["appointment"];
        assert_eq!(weekly(app, &owner, first, 3).await.status, StatusCode::OK);
        let times = |all: &[Value]| {
            let both = |one: &Value| format!("{} {}", one["start"], one["end"]).replace('"', "");
            all.iter().map(both).collect::<Vec<_>>()
        };
        assert_eq!(times(&all(app, &owner).await), [
            "2026-03-01T05:00:00Z 2026-03-01T10:00:00Z", "2026-03-08T05:00:00Z 2026-03-08T09:00:00Z",
            "2026-03-15T04:00:00Z 2026-03-15T09:00:00Z",
        ]);
        // Moved to Friday evening they all last five hours; moved back, one lasts four again.
        for (start, second) in [
            ("2026-02-28T05:00:00Z", "2026-03-07T05:00:00Z 2026-03-07T10:00:00Z"),
            ("2026-03-01T05:00:00Z", "2026-03-08T05:00:00Z 2026-03-08T09:00:00Z"),
        ] {
            let form = json!({ "appointmentId": first["id"], "start": start });
            assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
            assert_eq!(times(&all(app, &owner).await)[1], second);
        }
    }

    async fn another_time_of_day_moves_no_day_and_the_last_of_a_series_begins_another(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let made = app.post(&owner, "/api/appointments/create", json!({
            "start": "2026-01-31T15:00:00Z", "end": "2026-01-31T15:30:00Z", "assignedToId": owner.user,
            "customerId": app.customer(&owner).await,
        })).await;
        let form = json!({ "appointmentId": made.json["appointment"]["id"], "unit": "month", "interval": 1, "times": 3 });
        assert_eq!(app.post(&owner, CREATE, form).await.status, StatusCode::OK);
        let found = all(app, &owner).await;
        let form = json!({ "appointmentId": found[1]["id"], "start": "2026-02-28T16:00:00Z" });
        assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
        assert_eq!(starts(app, &owner).await, ["2026-01-31T15:00:00Z", "2026-02-28T16:00:00Z", "2026-03-31T15:00:00Z"]);
        assert_eq!(weekly(app, &owner, &found[1], 2).await.status, StatusCode::CONFLICT, "one follows");
        assert_eq!(weekly(app, &owner, &found[2], 2).await.status, StatusCode::OK);
        assert_eq!(starts(app, &owner).await[3..], ["2026-04-07T15:00:00Z"]);
    }

    async fn an_appointment_moved_by_hand_keeps_its_time_and_moves_none_behind_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        assert_eq!(weekly(app, &owner, &first, 4).await.status, StatusCode::OK);
        let found = all(app, &owner).await;
        let path = format!("/api/appointments/schedule/{}", found[1]["id"].as_str().expect("an id"));
        let times = json!({ "start": "2026-03-11T19:00:00Z", "end": "2026-03-11T19:30:00Z" });
        assert_eq!(app.put(&owner, &path, times).await.status, StatusCode::OK);
        let form = json!({ "appointmentId": found[1]["id"], "unit": "week", "interval": 2, "dryRun": true });
        let shown = app.post(&owner, CHANGE, form.clone()).await;
        assert_eq!(starts(app, &owner).await[2], "2026-03-16T14:00:00Z", "nothing is stored yet");
        let mut form = form;
        form["dryRun"] = json!(false);
        let changed = app.post(&owner, CHANGE, form).await;
        assert_eq!((changed.status, &changed.json["appointments"]), (StatusCode::OK, &shown.json["appointments"]));
        // Every other Monday from the 9th on, at nine.
        assert_eq!(starts(app, &owner).await[1..], ["2026-03-11T19:00:00Z", "2026-03-23T14:00:00Z", "2026-04-06T14:00:00Z"]);
        // Another day for all, every week as the first: the moved one stays two days later, at its own time.
        let form = json!({ "appointmentId": first["id"], "start": "2026-03-03T15:00:00Z" });
        assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
        assert_eq!(starts(app, &owner).await, ["2026-03-03T15:00:00Z", "2026-03-12T19:00:00Z", "2026-03-17T14:00:00Z", "2026-03-24T14:00:00Z"]);
    }

    async fn a_cleared_note_is_cleared_for_all_that_follow(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        assert_eq!(weekly(app, &owner, &first, 3).await.status, StatusCode::OK);
        let found = all(app, &owner).await;
        let form = json!({ "appointmentId": found[1]["id"], "note": null });
        assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
        let notes: Vec<Value> = all(app, &owner).await.iter().map(|one| one["note"].clone()).collect();
        assert_eq!(notes, [json!("Ring twice."), json!(null), json!(null)]);
    }

    async fn the_history_says_that_an_appointment_repeats_by_another_rule_and_no_more(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = meeting(app, &owner).await;
        assert_eq!(weekly(app, &owner, &first, 3).await.status, StatusCode::OK);
        let form = json!({ "appointmentId": first["id"], "unit": "month", "interval": 6 });
        assert_eq!(app.post(&owner, CHANGE, form).await.status, StatusCode::OK);
        assert_eq!(app.post(&owner, STOP, json!({ "appointmentId": first["id"] })).await.status, StatusCode::OK);
        let log = app.log(&owner, "").await;
        for text in ["set the repetition", "from every week to every 6 months", "cleared the repetition"] {
            assert!(log.iter().any(|entry| entry.contains(text)), "{text}: {log:?}");
        }
    }

    async fn two_who_repeat_an_appointment_at_once_make_its_copies_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for round in 1..4 {
            let first = meeting(app, &owner).await;
            let (one, other) =
                tokio::join!(weekly(app, &owner, &first, 4), weekly(app, &owner, &first, 4));
            let mut answers = [one.status, other.status];
            answers.sort_unstable();
            assert_eq!(answers, [StatusCode::OK, StatusCode::CONFLICT], "{:?} {:?}", one.json, other.json);
            assert_eq!(all(app, &owner).await.len(), round * 4);
        }
    }
}
