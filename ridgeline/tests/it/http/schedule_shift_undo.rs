//! What the undo of a move of many jobs leaves alone, and whom it asks.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const PATH: &str = "/api/schedule/shift";

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
