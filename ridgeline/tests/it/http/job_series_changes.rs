//! Changes of repeating jobs that meet what people did with single ones: moved, assigned, worked on, or changed at the same
//! moment.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use super::job_series::{CHANGE, CREATE, STOP, days, of_job, series};
use crate::support::{Person, TestApp, photos, upload};

/// A job every week from Monday, the 2nd of March 2026 on, a day each.
async fn weekly(app: &TestApp, owner: &Person, times: u32) -> Vec<Value> {
    let first = app.job_on(owner, "2026-03-02", "2026-03-02").await;
    let form = json!({ "jobId": first["id"], "unit": "week", "interval": 1, "times": times });
    let made = app.post(owner, CREATE, form).await;
    assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
    let mut jobs = vec![first];
    jobs.extend(made.json["jobs"].as_array().expect("jobs").iter().cloned());
    jobs.sort_by_key(|job| job["startDate"].to_string());
    jobs
}

async fn put_on(app: &TestApp, owner: &Person, job: &Value, day: &str) {
    let form = json!({ "jobId": job["id"], "startDate": day, "endDate": day });
    let set = app.post(owner, "/api/jobs/update/schedule", form).await;
    assert_eq!(set.status, StatusCode::OK, "{:?}", set.json);
}

async fn take_off(app: &TestApp, owner: &Person, job: &Value) {
    let set = app.post(owner, "/api/jobs/unschedule", json!({ "jobId": job["id"] })).await;
    assert_eq!(set.status, StatusCode::OK, "{:?}", set.json);
}

async fn change(app: &TestApp, owner: &Person, job: &Value, more: Value) -> Value {
    let mut form = more;
    form["jobId"] = job["id"].clone();
    let changed = app.post(owner, CHANGE, form).await;
    assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
    changed.json
}

/// The texts of a user's notifications, newest first.
async fn told(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/notifications/user").await.json["notifications"].clone();
    let list = list.as_array().expect("notifications").iter();
    list.map(|one| one["content"].as_str().expect("a text").to_owned()).collect()
}

/// The first days of jobs, in their order.
fn starts(jobs: &Value) -> Vec<&str> {
    let mut days: Vec<&str> = jobs
        .as_array()
        .expect("jobs")
        .iter()
        .map(|job| job["startDate"].as_str().unwrap_or("none"))
        .collect();
    days.sort_unstable();
    days
}

both_engines! {
    async fn a_visit_moved_by_hand_does_not_move_those_behind_it_when_the_rule_changes(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 5).await;
        put_on(app, &owner, &jobs[1], "2026-03-12").await;
        put_on(app, &owner, &jobs[3], "2026-03-24").await;
        let changed = change(app, &owner, &jobs[1], json!({ "unit": "week", "interval": 2 })).await;
        // Every other Monday from the 9th on, which is its day by the rule; the other moved one stays a Tuesday.
        assert_eq!(starts(&changed["jobs"]), ["2026-03-12", "2026-03-23", "2026-04-07", "2026-04-20"]);
        let again = change(app, &owner, &jobs[2], json!({ "unit": "week", "interval": 1 })).await;
        assert_eq!(starts(&again["jobs"]), ["2026-03-23", "2026-03-31", "2026-04-06"]);
    }

    async fn what_is_shown_before_a_change_is_what_it_does_and_nothing_is_stored(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 5).await;
        put_on(app, &owner, &jobs[3], "2026-03-24").await;
        let complete = json!({ "jobId": jobs[2]["id"], "isActive": false });
        assert_eq!(app.post(&owner, "/api/jobs/complete", complete).await.status, StatusCode::OK);
        assert_eq!(app.post(&owner, "/api/jobs/delete", json!({ "jobId": jobs[4]["id"] })).await.status, StatusCode::OK);
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.assign(&owner, &jobs[3], &connection).await;
        let (before, news, (_, cursor)) =
            (days(app, &owner).await, app.notified(&sub).await, app.feed(&owner, "after=now").await);
        let history = app.history(&owner, &jobs[1]).await;
        let how = json!({ "startDate": "2026-03-10", "unit": "week", "interval": 2, "title": "Gutters", "contractAmount": null });
        let mut dry = how.clone();
        dry["dryRun"] = json!(true);
        let shown = change(app, &owner, &jobs[1], dry).await;
        assert_eq!(days(app, &owner).await, before);
        assert_eq!((app.notified(&sub).await, app.history(&owner, &jobs[1]).await), (news, history));
        assert_eq!(app.changed_since(&owner, &cursor).await, Vec::<String>::new());
        assert_eq!(of_job(app, &owner, &jobs[1]).await["interval"], 1);
        let done = change(app, &owner, &jobs[1], how).await;
        assert_eq!((starts(&shown["jobs"]), &shown["kept"]), (starts(&done["jobs"]), &done["kept"]));
        assert_eq!(starts(&done["jobs"]), ["2026-03-10", "2026-04-08"]);
        assert_eq!(done["kept"], json!([{ "jobId": jobs[2]["id"], "reason": "complete" }]));
    }

    async fn the_jobs_shown_before_they_are_made_are_those_that_are_made(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-03-02", "2026-03-03").await;
        let mut form = json!({ "jobId": job["id"], "unit": "month", "interval": 1, "times": 4, "dryRun": true });
        let shown = app.post(&owner, CREATE, form.clone()).await;
        assert_eq!((shown.status, days(app, &owner).await.len()), (StatusCode::OK, 1), "{:?}", shown.json);
        assert_eq!(of_job(app, &owner, &job).await, json!(null));
        form["dryRun"] = json!(false);
        let made = app.post(&owner, CREATE, form).await;
        assert_eq!(starts(&made.json["jobs"]), starts(&shown.json["jobs"]));
        assert_eq!(starts(&made.json["jobs"]), ["2026-04-02", "2026-05-04", "2026-06-02"]);
    }

    async fn a_cleared_amount_is_cleared_for_all_and_a_blank_title_is_refused(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 3).await;
        change(app, &owner, &jobs[0], json!({ "contractAmount": 80 })).await;
        assert_eq!(app.job_seen_by(&owner, &jobs[2]["id"]).await["contractAmount"], json!(80));
        change(app, &owner, &jobs[1], json!({ "color": "#aabbcc" })).await;
        assert_eq!(app.job_seen_by(&owner, &jobs[2]["id"]).await["contractAmount"], json!(80), "it was left out");
        change(app, &owner, &jobs[1], json!({ "contractAmount": null })).await;
        for (job, amount) in [(&jobs[0], json!(80)), (&jobs[1], json!(null)), (&jobs[2], json!(null))] {
            assert_eq!(app.job_seen_by(&owner, &job["id"]).await["contractAmount"], amount);
        }
        for (field, value) in [("title", json!("")), ("title", json!(null)), ("color", json!(null)), ("startDate", json!(null))] {
            let refused = app.post(&owner, CHANGE, json!({ "jobId": jobs[0]["id"], field: value })).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![format!("{field} required")]));
        }
    }

    async fn a_job_without_days_is_put_on_the_day_that_was_chosen_for_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = series(app, &owner, 4).await;
        take_off(app, &owner, &jobs[1]).await;
        take_off(app, &owner, &jobs[2]).await;
        change(app, &owner, &jobs[1], json!({ "startDate": "2026-09-07" })).await;
        // As long as the others; the next one without days stays so.
        assert_eq!(days(app, &owner).await, ["- -", "2026-03-02 2026-03-03", "2026-09-07 2026-09-08", "2027-09-07 2027-09-08"]);
    }

    async fn a_company_hears_only_of_its_own_jobs_by_their_new_titles(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 5).await;
        let form = json!({ "jobId": jobs[0]["id"], "title": "The secret villa", "city": "Nashville", "state": "TN" });
        assert_eq!(app.post(&owner, "/api/jobs/update/nameAddress", form).await.status, StatusCode::OK);
        let (one, to_one) = app.connected_subcontractor(&owner).await;
        let (other, to_other) = app.connected_subcontractor(&owner).await;
        app.assign(&owner, &jobs[1], &to_one).await;
        app.assign(&owner, &jobs[2], &to_one).await;
        app.assign(&owner, &jobs[3], &to_other).await;
        let before = (told(app, &one).await.len(), told(app, &other).await.len());
        change(app, &owner, &jobs[0], json!({ "startDate": "2026-03-03" })).await;
        let texts = told(app, &one).await;
        assert_eq!(texts.len(), before.0 + 1, "{texts:?}");
        assert!(texts[0].contains("moved 2 jobs") && !texts[0].contains("villa"), "{texts:?}");
        change(app, &owner, &jobs[1], json!({ "startDate": "2026-03-11", "title": "Gutters" })).await;
        assert!(told(app, &one).await[0].contains("to other days (Gutters). Accept the new dates"), "{:?}", told(app, &one).await);
        assert!(told(app, &other).await[0].contains("Gutters"), "{:?}", told(app, &other).await);
    }

    async fn the_end_of_a_series_is_one_message_for_each_company_and_person(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 6).await;
        let (one, to_one) = app.connected_subcontractor(&owner).await;
        let (other, to_other) = app.connected_subcontractor(&owner).await;
        for job in &jobs[1..4] {
            app.assign(&owner, job, &to_one).await;
        }
        app.assign(&owner, &jobs[4], &to_other).await;
        let foreman = app.foreman_on(&owner, &jobs[5]).await;
        let stopped = app.post(&owner, STOP, json!({ "jobId": jobs[0]["id"] })).await;
        assert_eq!(stopped.json["deleted"].as_array().map(Vec::len), Some(5), "{:?}", stopped.json);
        // Nobody is asked any more to do what is gone.
        let texts = told(app, &one).await;
        let about_jobs: Vec<&String> = texts.iter().filter(|text| !text.contains("connect")).collect();
        assert!(about_jobs.len() == 1 && about_jobs[0].contains("took 3 jobs back"), "{texts:?}");
        for who in [&other, &foreman] {
            let texts = told(app, who).await;
            let about_jobs: Vec<&String> = texts.iter().filter(|text| !text.contains("connect")).collect();
            assert!(about_jobs.len() == 1 && about_jobs[0].contains("back"), "{texts:?}");
        }
    }

    async fn a_job_on_which_somebody_worked_is_not_deleted_with_the_rest(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 8).await;
        app.work_order(&owner, &jobs[1]).await;
        let path = format!("/api/jobs/uploadJobImage/{}", jobs[2]["id"].as_str().expect("id"));
        let photo = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
        assert_eq!(app.send(Some(&owner), photo).await.status, StatusCode::OK);
        let note = json!({ "jobId": jobs[3]["id"], "authorId": owner.user, "content": "The dog bites." });
        assert_eq!(app.post(&owner, "/api/jobs/addNote", note).await.status, StatusCode::OK);
        app.purchase_order(&owner, &jobs[4]).await;
        let note = json!({ "jobId": jobs[5]["id"], "inspectionNote": "Rotten deck." });
        assert_eq!(app.post(&owner, "/api/jobs/update/inspectionNote", note).await.status, StatusCode::OK);
        let stopped = app.post(&owner, STOP, json!({ "jobId": jobs[0]["id"], "withThis": true })).await;
        assert_eq!(stopped.json["deleted"], json!([jobs[0]["id"], jobs[6]["id"], jobs[7]["id"]]), "{:?}", stopped.json);
        let kept: Vec<Value> = jobs[1..6].iter().map(|job| json!({ "jobId": job["id"], "reason": "records" })).collect();
        assert_eq!(stopped.json["kept"], json!(kept));
        // They are moved and changed with the others.
        let changed = change(app, &owner, &jobs[1], json!({ "startDate": "2026-03-10" })).await;
        assert_eq!(starts(&changed["jobs"]), ["2026-03-10", "2026-03-17", "2026-03-24", "2026-03-31", "2026-04-07"]);
    }

    async fn an_end_leaves_what_comes_before_in_time(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 4).await;
        // The last was moved before the second by hand.
        put_on(app, &owner, &jobs[3], "2026-03-04").await;
        assert_eq!(of_job(app, &owner, &jobs[1]).await["following"], 1);
        let stopped = app.post(&owner, STOP, json!({ "jobId": jobs[1]["id"] })).await;
        assert_eq!(stopped.json["deleted"], json!([jobs[2]["id"]]), "{:?}", stopped.json);
        assert_eq!(days(app, &owner).await, ["2026-03-02 2026-03-02", "2026-03-04 2026-03-04", "2026-03-09 2026-03-09"]);
    }

    async fn a_series_goes_on_after_the_job_it_was_made_from_is_deleted(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 4).await;
        assert_eq!(app.post(&owner, "/api/jobs/delete", json!({ "jobId": jobs[0]["id"] })).await.status, StatusCode::OK);
        let second = of_job(app, &owner, &jobs[1]).await;
        assert_eq!((&second["position"], &second["count"], &second["following"]), (&json!(1), &json!(3), &json!(2)));
        let changed = change(app, &owner, &jobs[1], json!({ "unit": "week", "interval": 2 })).await;
        assert_eq!(starts(&changed["jobs"]), ["2026-03-09", "2026-03-23", "2026-04-06"]);
    }

    async fn the_history_says_that_a_job_repeats_by_another_rule_and_no_more(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let first = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
        let tag = json!({ "jobId": first["id"], "content": "steep" });
        assert_eq!(app.post(&owner, "/api/jobs/addTag", tag).await.status, StatusCode::OK);
        let form = json!({ "jobId": first["id"], "unit": "week", "interval": 1, "times": 3 });
        let made = app.post(&owner, CREATE, form).await;
        let copy = &made.json["jobs"][1];
        assert!(app.history(&owner, &first).await[0].contains("set the repetition"), "{:?}", app.history(&owner, &first).await);
        assert!(app.history(&owner, copy).await.iter().any(|text| text.contains("steep")), "{:?}", app.history(&owner, copy).await);
        change(app, &owner, &first, json!({ "unit": "month", "interval": 6 })).await;
        let texts = app.history(&owner, &first).await;
        assert!(texts[0].contains("from every week to every 6 months"), "{texts:?}");
        let sub = app.asked_subcontractor(&owner, &first).await;
        assert_eq!(app.post(&owner, STOP, json!({ "jobId": first["id"] })).await.status, StatusCode::OK);
        let texts = app.history(&owner, &first).await;
        assert!(texts[0].contains("cleared the repetition"), "{texts:?}");
        let texts = app.history(&sub, &first).await;
        assert!(!texts.iter().any(|text| text.contains("repetition")), "it is the contractor's: {texts:?}");
    }

    async fn two_who_repeat_a_job_at_once_make_its_copies_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for _ in 0..3 {
            let job = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
            let before = days(app, &owner).await.len();
            let send = || app.post(&owner, CREATE, json!({ "jobId": job["id"], "unit": "week", "interval": 1, "times": 4 }));
            let (one, other) = tokio::join!(send(), send());
            let mut answers = [one.status, other.status];
            answers.sort_unstable();
            assert_eq!(answers, [StatusCode::OK, StatusCode::CONFLICT], "{:?} {:?}", one.json, other.json);
            assert_eq!(days(app, &owner).await.len(), before + 3);
        }
    }

    async fn two_who_change_a_series_at_once_leave_it_as_if_one_came_after_the_other(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = weekly(app, &owner, 5).await;
        for round in 0..3 {
            let (day, back) = (format!("2026-03-{:02}", 10 + round), format!("2026-03-{:02}", 16 + round));
            let one = app.post(&owner, CHANGE, json!({ "jobId": jobs[1]["id"], "startDate": day }));
            let other = app.post(&owner, CHANGE, json!({ "jobId": jobs[2]["id"], "startDate": back }));
            let (one, other) = tokio::join!(one, other);
            assert_eq!((one.status, other.status), (StatusCode::OK, StatusCode::OK), "{:?} {:?}", one.json, other.json);
            let now = days(app, &owner).await;
            // The third job is a week behind the second if that came last, and on its own day otherwise.
            let third = now[2].get(..10).expect("a day").parse::<chrono::NaiveDate>().expect("a day");
            let last = third + chrono::Days::new(14);
            assert!(now[4].starts_with(&last.to_string()), "{now:?}");
        }
        let stop = app.post(&owner, STOP, json!({ "jobId": jobs[0]["id"] }));
        let change = app.post(&owner, CHANGE, json!({ "jobId": jobs[1]["id"], "title": "Gutters" }));
        let (stopped, changed) = tokio::join!(stop, change);
        assert_eq!(stopped.status, StatusCode::OK, "{:?}", stopped.json);
        assert!([StatusCode::OK, StatusCode::NOT_FOUND].contains(&changed.status), "{:?}", changed.json);
        assert_eq!(days(app, &owner).await.len(), 1);
    }
}
