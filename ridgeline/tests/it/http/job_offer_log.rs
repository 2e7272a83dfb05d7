//! What the activity log of an asked company tells of an offer, and what it does not.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

async fn newest_entry(app: &TestApp, who: &Person) -> Value {
    let log = app.get(who, "/api/activity").await;
    assert_eq!(log.status, StatusCode::OK, "{:?}", log.json);
    log.json["activity"][0].clone()
}

both_engines! {
    async fn whoever_accepts_an_offer_does_not_learn_who_had_the_job_before(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        let (crew, _) = app.crew(&owner).await;
        let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "customCrewId": crew, "isCustom": true });
        let given = app.post(&owner, "/api/jobs/update/assign/custom", form).await;
        assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
        let offer = app.offer(&owner, &job, &[&connection]).await;
        assert_eq!(app.accept_offer(&sub, &offer).await.status, StatusCode::OK);
        let fields = async |who: &Person| -> Vec<Value> {
            let changes = newest_entry(app, who).await["changes"].clone();
            changes.as_array().expect("changes").iter().map(|change| change["field"].clone()).collect()
        };
        assert!(fields(&owner).await.contains(&json!("crew")), "the contractor sees both");
        let seen = fields(&sub).await;
        assert!(seen.contains(&json!("subcontractor")) && !seen.contains(&json!("crew")), "{seen:?}");
    }

    async fn whoever_declines_an_offer_gets_no_link_to_the_job(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        let offer = app.offer(&owner, &job, &[&connection]).await;
        assert_eq!(app.decline_offer(&sub, &offer).await.status, StatusCode::OK);
        let entry = newest_entry(app, &sub).await;
        assert_eq!((&entry["kind"], &entry["jobId"], &entry["route"]), (&json!("jobOffer"), &Value::Null, &Value::Null));
        assert_eq!(newest_entry(app, &owner).await["jobId"], job["id"]);
    }

    async fn an_offer_beyond_the_last_year_is_refused(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, connection) = app.connected_subcontractor(&owner).await;
        for until in ["9999-12-31", "9999-12-31T23:59:59-05:00"] {
            let form = json!({
                "jobId": job["id"], "connections": [connection], "until": until,
                "days": [{ "startDate": "2026-03-09", "endDate": "2026-03-10" }],
            });
            let refused = app.post(&owner, "/api/job_offers/create", form).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["until range".to_owned()]), "{until}");
        }
    }
}
