//! Job notes: everybody who sees the job reads and writes them, only the author deletes them.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const ADD: &str = "/api/jobs/addNote";
const DELETE: &str = "/api/jobs/notes/delete";

async fn add(app: &TestApp, who: &Person, job: &Value, content: &str) -> TestResponse {
    app.post(who, ADD, json!({ "authorId": who.user, "jobId": job["id"], "content": content }))
        .await
}

async fn notes(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    app.get(who, &format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"))).await
}

both_engines! {
    async fn users_who_do_not_see_the_job_see_none_of_its_notes(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let note = add(app, &admin, &job, "Dog in the yard").await.json["id"].clone();
        let path = format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"));
        assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.call(None, "POST", ADD, json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.call(None, "POST", DELETE, json!({})).await.status, StatusCode::UNAUTHORIZED);
        let unassigned_foreman = app.colleague(admin.company, Foreman).await;
        for who in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await, unassigned_foreman] {
            let response = notes(app, &who, &job).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
            assert_eq!(add(app, &who, &job, "").await.status, StatusCode::NOT_FOUND, "404 comes before 422");
            assert_eq!(app.post(&who, DELETE, json!({ "noteId": note })).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(notes(app, &admin, &job).await.json["notes"].as_array().map(Vec::len), Some(1));
    }

    async fn everybody_on_the_job_writes_and_reads_notes_with_author_and_time(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let member = app.colleague(admin.company, Member).await;
        let foreman = app.foreman_on(&admin, &job).await;
        let mut written = Vec::new();
        for (who, text) in [(&admin, "first\nsecond line"), (&member, "second"), (&foreman, "third")] {
            let created = add(app, who, &job, text).await;
            assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
            written.push(created.json["id"].clone());
            app.advance(chrono::Duration::minutes(1));
        }
        for who in [&admin, &member, &foreman] {
            let read = notes(app, who, &job).await;
            let ids: Vec<_> = read.json["notes"].as_array().expect("notes").iter().map(|note| note["id"].clone()).collect();
            assert_eq!(ids, written, "oldest first");
        }
        let first = notes(app, &foreman, &job).await.json["notes"][0].clone();
        assert_eq!(first, json!({
            "id": written[0], "content": "first\nsecond line", "jobId": job["id"], "authorId": admin.user,
            "firstName": "Ada", "lastName": "Ridge", "name": null, "viaLink": false, "dateInserted": "2026-03-02T12:00:00Z" }));
    }

    async fn an_assigned_subcontractor_writes_notes_until_it_declines(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        add(app, &admin, &job, "Gate code 4711").await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let helper = app.colleague(sub.company, Member).await;
        assert_eq!(notes(app, &sub, &job).await.json["notes"][0]["content"], "Gate code 4711");
        let question = add(app, &helper, &job, "Is Tuesday fine?").await;
        assert_eq!(question.status, StatusCode::OK);
        app.answer(&sub, &job, true).await;
        assert_eq!(add(app, &sub, &job, "We start at seven").await.status, StatusCode::OK);
        assert_eq!(notes(app, &admin, &job).await.json["notes"].as_array().map(Vec::len), Some(3));
        let crew = app.crew(&admin).await.0;
        app.post(&admin, "/api/jobs/update/assign/custom", json!({ "customCrewId": crew, "jobCrewTableId": job["jobCrewTableId"] })).await;
        assert_eq!(notes(app, &sub, &job).await.status, StatusCode::NOT_FOUND);
        let response = app.post(&helper, DELETE, json!({ "noteId": question.json["id"] })).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "who left the job left its notes");
        let response = notes(app, &admin, &job).await;
        assert_eq!(response.json["notes"].as_array().map(Vec::len), Some(3), "what was said stays");
    }

    async fn only_the_author_deletes_a_note(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let note = add(app, &sub, &job, "Decking is soft").await.json["id"].clone();
        for who in [&admin, &app.colleague(sub.company, Admin).await] {
            let response = app.post(who, DELETE, json!({ "noteId": note })).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
            assert_eq!(response.message(), "Only the person who wrote this may delete it.");
        }
        let deleted = app.post(&sub, DELETE, json!({ "noteId": note })).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": note })));
        assert_eq!(notes(app, &admin, &job).await.json["notes"], json!([]));
        assert_eq!(app.post(&sub, DELETE, json!({ "noteId": note })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&sub, DELETE, json!({})).await.fields(), ["noteId required"]);
    }

    async fn nobody_writes_a_note_as_somebody_else_or_an_empty_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Admin).await;
        let job = app.job(&admin).await;
        let response = app.post(&admin, ADD, json!({ "authorId": other.user, "jobId": job["id"], "content": "x" })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["authorId choice".to_string()]));
        assert_eq!(response.message(), "You can only write in your own name.");
        assert_eq!(add(app, &admin, &job, " \n ").await.fields(), ["content required"]);
        assert_eq!(add(app, &admin, &job, &"x".repeat(10_001)).await.fields(), ["content too_long"]);
        assert_eq!(add(app, &admin, &job, "a\u{0}b").await.fields(), ["content format"]);
        let response = app.post(&admin, ADD, json!({ "content": "x" })).await;
        assert_eq!(response.fields(), ["authorId required", "jobId required"]);
        assert_eq!(notes(app, &admin, &job).await.json["notes"], json!([]));
    }

    async fn a_deleted_jobs_notes_are_deleted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let note = add(app, &admin, &job, "x").await.json["id"].clone();
        let deleted = app.post(&admin, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        assert_eq!(app.post(&admin, DELETE, json!({ "noteId": note })).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_forty_notes_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let mut statements = Vec::new();
        for more in [1, 39] {
            for n in 0..more {
                add(app, &admin, &job, &format!("note {n} of {more}")).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            notes(app, &admin, &job).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 note and for 40");
    }
}
