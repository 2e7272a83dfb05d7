//! What the undo of a move of many jobs leaves alone, and whom it asks.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use super::{PATH, days, ids, job_on, request, schedule, shift, undo};
use crate::support::{Person, TestApp};

/// Moves a job by so many working days, and returns the address of the undo.
async fn moved(app: &TestApp, who: &Person, job: &Value, workdays: i32) -> String {
    let mut form = json!({
        "selection": { "jobIds": [job["id"]] }, "workdays": workdays, "reason": "Rain", "dryRun": true,
    });
    form["state"] = app.post(who, PATH, form.clone()).await.json["state"].clone();
    form["dryRun"] = json!(false);
    let done = app.post(who, PATH, form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    format!("{PATH}/{}/undo", done.json["shiftId"].as_str().expect("an id"))
}

both_engines! {
    async fn an_undo_leaves_alone_what_somebody_changed_and_comes_too_late_after_a_quarter_of_an_hour(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let mut jobs = Vec::new();
        for _ in 0..7 {
            jobs.push(job_on(app, &owner, "2026-05-04", "2026-05-04").await);
        }
        let [moved, done, given, gone, accepted, back, declined] = &jobs[..] else { panic!("seven jobs") };
        let sub = app.asked_subcontractor(&owner, accepted).await;
        let other = app.asked_subcontractor(&owner, declined).await;
        assert_eq!(app.answer(&sub, accepted, true).await.status, StatusCode::OK);
        let stored = shift(app, &owner, &request(&jobs.iter().collect::<Vec<_>>(), 1)).await;
        schedule(app, &owner, moved, "2026-05-07", "2026-05-07").await;
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": done["id"], "isActive": false })).await;
        app.foreman_on(&owner, given).await;
        app.post(&owner, "/api/jobs/delete", json!({ "jobId": gone["id"] })).await;
        assert_eq!(app.answer(&sub, accepted, true).await.status, StatusCode::OK);
        assert_eq!(app.answer(&other, declined, false).await.status, StatusCode::OK);
        let color = json!({ "jobId": back["id"], "color": "#112233" });
        assert_eq!(app.post(&owner, "/api/jobs/update/changeColor", color).await.status, StatusCode::OK);
        let answer = undo(app, &owner, &stored).await;
        assert_eq!(answer.json["restored"], ids(&[back]), "a color does not matter");
        let kept = |job: &Value, reason: &str| json!({ "jobId": job["id"], "reason": reason });
        assert_eq!(answer.json["kept"], json!([
            kept(moved, "changed"), kept(done, "changed"), kept(given, "changed"), kept(gone, "deleted"),
            kept(accepted, "answered"), kept(declined, "answered"),
        ]));
        assert_eq!(days(app, &owner, moved).await, ["2026-05-07", "2026-05-07"]);

        let stored = shift(app, &owner, &request(&[back], 1)).await;
        app.advance(Duration::minutes(15) + Duration::seconds(1));
        let late = undo(app, &owner, &stored).await;
        assert_eq!((late.status, late.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(days(app, &owner, back).await, ["2026-05-05", "2026-05-05"]);
    }

    async fn a_job_that_was_given_away_and_back_is_not_accepted_by_an_undo(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-05-04", "2026-05-06").await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.assign(&owner, &job, &connection).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let undo = moved(app, &owner, &job, 2).await;
        let nobody = json!({ "jobCrewTableId": job["jobCrewTableId"] });
        let taken = app.post(&owner, "/api/jobs/update/assign/nobody", nobody).await;
        assert_eq!(taken.status, StatusCode::OK, "{:?}", taken.json);
        app.assign(&owner, &job, &connection).await;
        let undone = app.post(&owner, &undo, json!({})).await;
        assert_eq!(undone.json, json!({ "restored": [], "kept": [{ "jobId": job["id"], "reason": "changed" }] }));
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["isAcceptedBySub"], json!(false));
    }

    async fn a_holder_who_had_answered_is_told_of_an_undo_and_not_asked_again(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job_on(&owner, "2026-05-04", "2026-05-06").await;
        let (_, secret) = app.link(&owner, &job, json!({ "email": "rosa@crew.example" })).await;
        let answer = json!({ "accepted": true, "startDate": "2026-05-04", "endDate": "2026-05-06" });
        assert_eq!(app.guest(&secret, "/answer", answer).await.status, StatusCode::OK);
        let undo = moved(app, &owner, &job, 2).await;
        assert!(app.newest_mail().await.text.contains("answer whether that suits you"));
        assert_eq!(app.post(&owner, &undo, json!({})).await.status, StatusCode::OK);
        let told = app.newest_mail().await.text;
        assert!(told.contains("Your answer for these days still counts."), "{told}");
        assert_eq!(app.outbox().await.len(), 2);
        assert_eq!(app.links(&owner, &job).await[0]["state"], "accepted");
    }
}
