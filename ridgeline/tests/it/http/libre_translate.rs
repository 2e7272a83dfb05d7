//! A translation service that fails or is not configured, and translation in the reader's browser.

use std::time::Duration;

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::{Value, json};

use super::translations::{PATH, ask, note, read, stored};
use crate::support::{FakeTranslator, TestApp, TranslatingApp};

const PREPARE: &str = "/api/translations/prepare";
const RESTORE: &str = "/api/translations/restore";
const NOT_SET_UP: &str = "Translation is not set up on this server.";
const SILENT: &str = "The translation service does not answer. Please try again in a moment.";

both_engines! {
    async fn a_failing_translation_service_is_reported_and_nothing_is_stored(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let id = note(app, &admin, &job, "Dog in the yard").await;
        for machine in [
            FakeTranslator::Says(StatusCode::INTERNAL_SERVER_ERROR, r#"{"error":"out of memory"}"#),
            FakeTranslator::Says(StatusCode::TOO_MANY_REQUESTS, r#"{"error":"Slowdown"}"#),
            FakeTranslator::Says(StatusCode::FORBIDDEN, r#"{"error":"Invalid API key"}"#),
            FakeTranslator::Says(StatusCode::OK, "<html>"),
            FakeTranslator::Says(StatusCode::OK, "{}"),
            FakeTranslator::Says(StatusCode::OK, r#"{"translatedText":["one","two"]}"#),
            FakeTranslator::Says(StatusCode::OK, r#"{"translatedText":[]}"#),
            FakeTranslator::Says(StatusCode::OK, r#"{"translatedText":[" "]}"#),
            FakeTranslator::PointsElsewhere,
        ] {
            app.now(machine);
            // A different reader each time: the same call may be repeated only ten times a minute.
            let reader = app.colleague(admin.company, Admin).await;
            let response = ask(app, &reader, "jobNote", &[&id]).await;
            assert_eq!((response.status, response.code(), response.message()), (StatusCode::CONFLICT, "conflict", SILENT));
            assert_eq!(app.requests().len(), 1, "nobody is asked twice, nor anybody else");
        }
        assert_eq!(stored(app).await, 0);
        app.now(FakeTranslator::Says(StatusCode::OK, r#"{"translatedText":"Un perro\u0000"}"#));
        assert_eq!(read(&ask(app, &admin, "jobNote", &[&id]).await), ["content: Un perro"], "some answer no list");
    }

    async fn a_translation_service_that_never_responds_times_out(app: &TestApp) {
        let app = TranslatingApp::with_timeout(app.app.db.engine(), Duration::from_millis(300)).await;
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let id = note(&app, &admin, &job, "Dog in the yard").await;
        app.now(FakeTranslator::Silent);
        let response = ask(&app, &admin, "jobNote", &[&id]).await;
        assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, SILENT));
        assert_eq!(stored(&app).await, 0);
    }

    async fn without_a_service_nothing_is_translated_and_users_get_a_message(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        assert_eq!(app.get(&admin, "/api/config").await.json["translate"], json!(false));
        let response = ask(app, &admin, "job", &[&job["id"]]).await;
        assert_eq!((response.status, response.code(), response.message()), (StatusCode::CONFLICT, "conflict", NOT_SET_UP));
        let with = TranslatingApp::new(app.app.db.engine()).await;
        assert_eq!(with.get(&with.sign_in(Contractor, Admin).await, "/api/config").await.json["translate"], json!(true));
    }

    async fn an_invalid_request_names_its_fields(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let id = "0198f7a0-0000-7000-8000-000000000000";
        for (body, refused) in [
            (json!({}), vec!["kind required", "ids required", "language required"]),
            (json!({ "kind": "weather", "ids": [id], "language": "german" }), vec!["kind choice", "language choice"]),
            (json!({ "kind": "job", "ids": vec![id; 51], "language": "spanish" }), vec!["ids too_large"]),
        ] {
            let response = app.post(&admin, PATH, body).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect()));
        }
        for body in [json!({ "kind": "job", "ids": "x", "language": "spanish" }), json!({ "kind": 1, "ids": [id], "language": "spanish" }), json!([])] {
            let response = app.post(&admin, PATH, body).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        }
        assert_eq!(app.requests(), [] as [Value; 0]);
    }

    async fn translation_in_the_browser_gets_roofing_terms_right_too(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let (first, ready) = (note(app, &admin, &job, "Check the ridge on two squares").await, note(app, &admin, &job, "Drip edge").await);
        let body = json!({ "kind": "jobNote", "ids": [first, ready], "language": "spanish" });
        let response = app.post(&admin, PREPARE, body).await;
        assert_eq!(response.json["texts"], json!([
            { "id": first, "field": "content", "original": "Check the ridge on two squares", "text": "Check the [ZQ0] on two [ZQ1]",
              "mixed": "Check the cumbrera on two cuadros", "isReady": false, "from": "english", "to": "spanish" },
            { "id": ready, "field": "content", "original": "Drip edge", "text": "Gotero", "mixed": "Gotero", "isReady": true, "from": "english", "to": "spanish" },
        ]));
        let put_back = async |text: &str| {
            let answer = json!({ "id": first, "field": "content", "text": text });
            app.post(&admin, RESTORE, json!({ "kind": "jobNote", "language": "spanish", "answers": [answer] })).await.json
        };
        let back = put_back("Revise el [ zq0 ] en dos [ZQ1]").await;
        assert_eq!(back["translations"][0]["text"], "Revise la cumbrera en dos cuadros");
        assert_eq!(back["lost"], json!([]));
        let lost = put_back("Revise el [ZQ0] en dos").await;
        assert_eq!(lost, json!({ "translations": [], "lost": [{ "id": first, "field": "content" }] }));
        assert_eq!(put_back("Revise la cumbrera en dos cuadros").await["lost"], json!([]));
        assert_eq!(stored(app).await, 0, "what one person's machine says is nobody else's translation");
    }

    async fn no_text_is_prepared_for_a_user_who_may_not_read_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (outsider, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let product = json!(app.product(&admin, "Paint", 100).await);
        let request = json!({ "kind": "product", "ids": [product], "language": "spanish" });
        let answered = json!({ "kind": "product", "language": "spanish", "answers": [{ "id": product, "field": "name", "text": "x" }] });
        for (path, body, of_many) in [(PREPARE, request, "ids"), (RESTORE, answered, "answers")] {
            assert_eq!(app.call(None, "POST", path, body.clone()).await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(app.post(&sub, path, body.clone()).await.status, StatusCode::FORBIDDEN);
            assert_eq!(app.post(&outsider, path, body.clone()).await.status, StatusCode::NOT_FOUND);
            assert_eq!(app.post(&admin, path, body.clone()).await.status, StatusCode::OK);
            let mut many = body.clone();
            many[of_many] = vec![body[of_many][0].clone(); 101].into();
            let response = app.post(&admin, path, many).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![format!("{of_many} too_large")]));
            let mut none = body;
            none[of_many] = json!([]);
            assert_eq!(app.post(&admin, path, none.clone()).await.fields(), [format!("{of_many} required")]);
            none[of_many] = json!(["x", 7]);
            let response = app.post(&admin, path, none).await;
            assert_eq!(response.status, StatusCode::BAD_REQUEST);
        }
    }
}
