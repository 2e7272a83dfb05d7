//! What a link leaves out, and how long the one lives that was handed out.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::TestApp;

both_engines! {
    async fn a_foreman_makes_no_link_to_jobs_that_the_foreman_does_not_see(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, member) = app.crew(&owner).await;
        let foreman = app.foreman_on(&owner, &job).await;
        let fields = json!({ "crewMemberId": member, "allJobs": true });
        let refused = app.make_link(&foreman, &job, fields.clone()).await;
        assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
        app.link(&foreman, &job, json!({ "crewMemberId": member })).await;
        app.link(&owner, &job, fields).await;
    }

    async fn the_calendar_of_a_link_names_no_other_company(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        for maker in [&owner, &sub] {
            let (_, secret) = app.link(maker, &job, json!({})).await;
            let calendar = app.guest_get(&secret, "/calendar.ics").await;
            assert_eq!(calendar.status, StatusCode::OK);
            let text = String::from_utf8(calendar.bytes).expect("text");
            assert!(text.contains("SUMMARY:Whitaker re-roof"), "{text}");
            assert!(!text.contains("DESCRIPTION"), "{text}");
        }
    }

    async fn a_link_that_was_handed_out_lives_on_however_often_it_is_mailed(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (link, secret) = app.link(&owner, &job, json!({ "email": "rosa@crew.example" })).await;
        for day in 0..55 {
            app.advance(chrono::Duration::minutes(2));
            let sent = app.post(&owner, "/api/guest_links/send", json!({ "id": link["id"] })).await;
            assert_eq!(sent.status, StatusCode::OK, "{day}: {:?}", sent.json);
        }
        let opened = app.guest_get(&secret, "").await;
        assert_eq!(opened.status, StatusCode::OK);
        assert_ne!(opened.json["job"], Value::Null);
    }
}
