//! Notifications of a schedule shift and of its undo.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use super::{give, job_on, notices, request, shift, undo};
use crate::support::{Person, TestApp};

both_engines! {
    async fn everybody_is_told_once_however_many_of_their_jobs_moved(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(owner.company, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let second = app.colleague(sub.company, Admin).await;
        let roofer = app.colleague(sub.company, Member).await;
        let connection = app.connection(&owner, &sub, true).await;
        let mut jobs = Vec::new();
        for day in ["2026-05-04", "2026-05-05", "2026-05-06"] {
            let job = job_on(app, &owner, day, day).await;
            give(app, &owner, &connection, &job).await;
            jobs.push(job);
        }
        let own = job_on(app, &owner, "2026-05-04", "2026-05-04").await;
        let foreman = app.foreman_on(&owner, &own).await;
        for job in &jobs[..2] {
            assert_eq!(app.answer(&sub, job, true).await.status, StatusCode::OK);
        }
        let assign = json!({ "assignedToUserId": roofer.user, "jobCrewTableId": jobs[0]["jobCrewTableId"] });
        assert_eq!(app.post(&sub, "/api/jobs/update/assign/user", assign).await.status, StatusCode::OK);
        for who in [&owner, &colleague, &sub, &second, &roofer, &foreman] {
            let list = app.get(who, "/api/notifications/user").await.json["notifications"].clone();
            let seen: Value = list.as_array().expect("a list").iter().map(|one| one["id"].clone()).collect();
            app.post(who, "/api/notifications/seen", seen).await;
        }
        let new = async |who: &Person| {
            let list = app.get(who, "/api/notifications/user").await.json["notifications"].clone();
            let list = list.as_array().expect("a list").clone();
            let new = list.iter().filter(|one| one["isNew"] == json!(true));
            new.map(|one| one["content"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let stored = shift(app, &owner, &request(&[&jobs[0], &jobs[1], &jobs[2], &own], 5)).await;
        let asked = "Ridge & Sons moved 3 jobs to other days (Rain). Accept the new dates or decline them.";
        for who in [&sub, &second] {
            assert_eq!(new(who).await, [asked], "pending ones, too");
        }
        let of_one = new(&roofer).await;
        assert!(of_one.len() == 1 && of_one[0].contains("Whitaker re-roof"), "{of_one:?}");
        let of_one = new(&foreman).await;
        assert!(of_one.len() == 1 && !of_one[0].contains("Accept"), "{of_one:?}");
        assert!(new(&owner).await.is_empty() && new(&colleague).await.is_empty(), "never who did it");
        for job in &jobs {
            let seen = app.job_seen_by(&sub, &job["id"]).await;
            assert_eq!((&seen["isAcceptedBySub"], &seen["assignedToCompanyId"]), (&json!(false), &json!(sub.company)));
        }
        assert_eq!(app.job_seen_by(&owner, &jobs[0]["id"]).await["assignedToUserId"], json!(roofer.user), "employees stay");

        // One is answered meanwhile, and stays; the others are back, with their acceptance.
        assert_eq!(app.answer(&sub, &jobs[2], false).await.status, StatusCode::OK);
        assert_eq!(undo(app, &colleague, &stored).await.json, json!({
            "restored": [jobs[0]["id"], jobs[1]["id"], own["id"]],
            "kept": [{ "jobId": jobs[2]["id"], "reason": "answered" }],
        }));
        for job in &jobs[..2] {
            assert_eq!(app.job_seen_by(&sub, &job["id"]).await["isAcceptedBySub"], json!(true), "nobody is asked again");
        }
        let told = ["Ridge & Sons moved 2 jobs back to their former days. You need not answer."];
        assert_eq!(new(&second).await, told, "it replaces what is no longer true");
        assert_eq!(notices(app, &sub).await.iter().filter(|text| text.contains("back to")).count(), 1);
    }
}
