//! Which connected companies are free, and that nothing else of them is learned.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

async fn ask(app: &TestApp, who: &Person, query: &str) -> TestResponse {
    app.get(who, &format!("/api/availability?{query}")).await
}

async fn companies(app: &TestApp, who: &Person, query: &str) -> Vec<Value> {
    let response = ask(app, who, query).await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json["companies"].as_array().cloned().expect("companies")
}

/// The states of the days of the first week of March 2026, Monday first, and the free crews.
async fn week(app: &TestApp, who: &Person, connection: &str) -> (Vec<String>, Vec<Option<i64>>) {
    let query = format!("from=2026-03-02&to=2026-03-08&connections={connection}");
    let companies = companies(app, who, &query).await;
    let days = companies[0]["days"].as_array().expect("days");
    let word = |day: &Value| day["state"].as_str().expect("a state").to_owned();
    (days.iter().map(word).collect(), days.iter().map(|day| day["free"].as_i64()).collect())
}

fn refusal(response: &TestResponse) -> (StatusCode, &str, Vec<String>) {
    (response.status, response.code(), response.fields())
}

fn invalid(field: &str) -> (StatusCode, &'static str, Vec<String>) {
    (StatusCode::UNPROCESSABLE_ENTITY, "validation", vec![field.to_owned()])
}

both_engines! {
    async fn a_contractor_sees_when_a_subcontractor_has_crews_left(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        assert_eq!(week(app, &owner, &connection).await, (vec!["unknown".into(); 7], vec![None; 7]), "until it shares");
        // Two jobs of different contractors on Tuesday, one on Wednesday, and one that it has not answered.
        let other = app.sign_in(Contractor, Admin).await;
        let with_other = app.connection(&sub, &other, true).await;
        for (who, start, end, connection, answer) in [
            (&owner, "2026-03-03", "2026-03-03", &connection, true),
            (&other, "2026-03-03", "2026-03-04", &with_other, true),
            (&owner, "2026-03-05", "2026-03-05", &connection, false),
        ] {
            let job = app.job_on(who, start, end).await;
            app.assign(who, &job, connection).await;
            if answer {
                assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
            }
        }
        let done = app.job_on(&owner, "2026-03-02", "2026-03-06").await;
        app.assign(&owner, &done, &connection).await;
        assert_eq!(app.answer(&sub, &done, true).await.status, StatusCode::OK);
        let form = json!({ "jobId": done["id"], "isActive": false });
        assert_eq!(app.post(&owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
        app.share(&sub, 2, "busy").await;
        let states = |words: [&str; 7]| words.map(str::to_owned).to_vec();
        let expected = states(["free", "full", "busy", "free", "free", "off", "off"]);
        assert_eq!(week(app, &owner, &connection).await, (expected.clone(), vec![None; 7]));
        app.share(&sub, 2, "count").await;
        let free = vec![Some(2), Some(0), Some(1), Some(2), Some(2), None, None];
        assert_eq!(week(app, &owner, &connection).await, (expected, free.clone()));
        assert_eq!(week(app, &other, &with_other).await.1, free, "the same for every connection");
        app.share(&sub, 1, "count").await;
        assert_eq!(week(app, &owner, &connection).await.1, [Some(1), Some(0), Some(0), Some(1), Some(1), None, None]);
        app.share(&sub, 0, "count").await;
        let (states_without, free) = week(app, &owner, &connection).await;
        assert_eq!(states_without, states(["full", "full", "full", "full", "full", "off", "off"]));
        assert_eq!(free[0], Some(0));
    }

    async fn a_company_is_off_on_days_that_it_does_not_work(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.share(&sub, 1, "count").await;
        let form = json!({ "weekdays": [1, 2, 3, 6], "holidays": [{ "day": "2026-03-03", "name": "Roofers' day" }] });
        assert_eq!(app.put(&sub, "/api/company/workdays", form).await.status, StatusCode::OK);
        let form = json!({ "from": "2026-03-04", "to": "2026-03-05", "reason": "Surgery of the owner" });
        assert_eq!(app.put(&sub, "/api/company/daysOff", form).await.status, StatusCode::OK);
        let (states, free) = week(app, &owner, &connection).await;
        assert_eq!(states, ["free", "off", "off", "off", "off", "free", "off"]);
        assert_eq!(free, [Some(1), None, None, None, None, Some(1), None], "never a number on a day off");
        app.share(&sub, 1, "none").await;
        assert_eq!(week(app, &owner, &connection).await.0, vec!["unknown"; 7], "not even the weekend");
    }

    async fn a_contractors_own_jobs_count_unless_another_company_does_them(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let partner = app.sign_in(Contractor, Admin).await;
        let connection = app.connection(&partner, &owner, true).await;
        app.share(&partner, 1, "busy").await;
        app.job_on(&partner, "2026-03-02", "2026-03-02").await;
        let given = app.job_on(&partner, "2026-03-03", "2026-03-03").await;
        let sub = app.asked_subcontractor(&partner, &given).await;
        assert_eq!(app.answer(&sub, &given, true).await.status, StatusCode::OK);
        assert_eq!(week(app, &owner, &connection).await.0, ["full", "free", "free", "free", "free", "off", "off"]);
    }

    async fn nothing_but_states_and_numbers_crosses(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.share(&sub, 1, "count").await;
        let job = app.job_on(&owner, "2026-03-02", "2026-03-02").await;
        app.assign(&owner, &job, &connection).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let query = format!("from=2026-03-02&to=2026-03-03&connections={connection}");
        let expected = json!({ "companies": [{ "companyId": sub.company, "days": [
            { "day": "2026-03-02", "state": "full", "free": 0 }, { "day": "2026-03-03", "state": "free", "free": 1 },
        ] }] });
        assert_eq!(ask(app, &owner, &query).await.json, expected);
        app.share(&sub, 1, "busy").await;
        let expected = json!({ "companies": [{ "companyId": sub.company, "days": [
            { "day": "2026-03-02", "state": "full" }, { "day": "2026-03-03", "state": "free" },
        ] }] });
        assert_eq!(ask(app, &owner, &query).await.json, expected);
    }

    async fn foreign_pending_removed_and_unknown_connections_are_refused_alike(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        app.share(&sub, 3, "count").await;
        let stranger = app.sign_in(Contractor, Admin).await;
        let foreign = app.connection(&sub, &stranger, true).await;
        let waits = app.sign_in(Subcontractor, Admin).await;
        let (sent, received) = (app.connection(&owner, &waits, false).await, app.sign_in(Subcontractor, Admin).await);
        let received = app.connection(&received, &owner, false).await;
        let (_, removed) = app.connected_subcontractor(&owner).await;
        let form = json!({ "id": removed });
        assert_eq!(app.post(&owner, "/api/connections/decline", form).await.status, StatusCode::OK);
        let company = sub.company.to_string();
        let mut bodies = Vec::new();
        for id in [foreign.as_str(), &sent, &received, &removed, "0198f7a0-0000-7000-8000-000000000000", "x", &company] {
            for ids in [id.to_owned(), format!("{connection},{id}")] {
                let response = ask(app, &owner, &format!("from=2026-03-02&to=2026-03-02&connections={ids}")).await;
                assert_eq!(refusal(&response), invalid("connections choice"), "{ids}");
                bodies.push(response.json);
            }
        }
        bodies.dedup();
        assert_eq!(bodies.len(), 1, "not a word differs");
        let all = companies(app, &owner, "from=2026-03-02&to=2026-03-02").await;
        assert_eq!(all.len(), 1, "all accepted ones");
        assert_eq!(all[0]["companyId"], json!(sub.company));
        let nobody = app.sign_in(Contractor, Admin).await;
        assert_eq!(companies(app, &nobody, "from=2026-03-02&to=2026-03-02").await, Vec::<Value>::new());
        for who in [&sub, &app.colleague(owner.company, Foreman).await] {
            assert_eq!(ask(app, who, "from=2026-03-02&to=2026-03-02").await.status, StatusCode::FORBIDDEN);
        }
    }

    async fn an_answer_has_at_most_92_days_and_20_companies(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for (query, field) in [
            ("from=2026-03-01", "to required"),
            ("to=2026-03-01", "from required"),
            ("from=2026-03-01&to=tomorrow", "to format"),
            ("from=2026-03-02&to=2026-03-01", "from range"),
            ("from=2026-03-01&to=2026-06-01", "to too_large"),
        ] {
            assert_eq!(refusal(&ask(app, &owner, query).await), invalid(field), "{query}");
        }
        let mut ids = Vec::new();
        for _ in 0..20 {
            ids.push(app.connected_subcontractor(&owner).await.1);
        }
        let twenty = companies(app, &owner, &format!("from=2026-03-01&to=2026-05-31&connections={}", ids.join(","))).await;
        assert_eq!((twenty.len(), twenty[0]["days"].as_array().map(Vec::len)), (20, Some(92)));
        assert_eq!(companies(app, &owner, "from=2026-03-01&to=2026-03-01").await.len(), 20);
        ids.push(app.connected_subcontractor(&owner).await.1);
        let query = format!("from=2026-03-01&to=2026-03-01&connections={}", ids.join(","));
        assert_eq!(refusal(&ask(app, &owner, &query).await), invalid("connections too_large"));
        assert_eq!(refusal(&ask(app, &owner, "from=2026-03-01&to=2026-03-01").await), invalid("connections too_large"));
    }

    async fn many_companies_take_as_many_statements_as_one(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let mut counts = Vec::new();
        for more in [1, 9] {
            for _ in 0..more {
                let (sub, connection) = app.connected_subcontractor(&owner).await;
                app.share(&sub, 2, "count").await;
                let job = app.job_on(&owner, "2026-03-02", "2026-03-04").await;
                app.assign(&owner, &job, &connection).await;
                assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
            }
            companies(app, &owner, "from=2026-03-02&to=2026-03-31").await;
            let before = app.app.db.statements_run();
            companies(app, &owner, "from=2026-03-02&to=2026-03-31").await;
            counts.push(app.app.db.statements_run() - before);
        }
        assert_eq!(counts[0], counts[1], "statements for 1 company and for 10");
        assert!(counts[0] <= 5, "{counts:?}");
    }
}
