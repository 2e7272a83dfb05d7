//! Idempotency keys: a client that missed the response sends the same call again, and it is executed once. A
//! decision based on an outdated state is not executed at all.

use axum::{
    body::Body,
    http::{HeaderValue, Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, chat::SEND, photos, upload};

const NOTE: &str = "/api/jobs/addNote";
const COMPLETE: &str = "/api/jobs/complete";
const SIGN: &str = "/api/work_orders/sign";

fn under(key: &str, mut request: Request<Body>) -> Request<Body> {
    // As long as a key must be.
    let key = HeaderValue::from_bytes(format!("{key:-<16}").as_bytes()).expect("a header");
    request.headers_mut().insert("idempotency-key", key);
    request
}

/// Sends a form with an idempotency key.
async fn send_with_key(
    app: &TestApp,
    who: &Person,
    key: &str,
    way: (&str, &str),
    form: &Value,
) -> TestResponse {
    let request = Request::builder()
        .method(way.0)
        .uri(way.1)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(form.to_string()))
        .expect("request");
    app.send(Some(who), under(key, request)).await
}

async fn post(app: &TestApp, who: &Person, key: &str, path: &str, form: &Value) -> TestResponse {
    send_with_key(app, who, key, ("POST", path), form).await
}

fn note(who: &Person, job: &Value, content: &str) -> Value {
    json!({ "authorId": who.user, "jobId": job["id"], "content": content })
}

fn id(of: &Value) -> &str {
    of["id"].as_str().expect("id")
}

async fn notes(app: &TestApp, who: &Person, job: &Value) -> usize {
    let notes = app.get(who, &format!("/api/jobs/fetchNotes/{}", id(job))).await;
    notes.json["notes"].as_array().expect("notes").len()
}

async fn picture(app: &TestApp, who: &Person, key: &str, job: &Value, file: &[u8]) -> TestResponse {
    let path = format!("/api/jobs/uploadJobImage/{}", id(job));
    app.send(Some(who), under(key, upload(&path, ("image", "roof.jpg"), file, &[]))).await
}

async fn pictures(app: &TestApp, who: &Person, job: &Value) -> usize {
    let images = app.get(who, &format!("/api/jobs/fetchImgs/{}", id(job))).await;
    images.json["imgs"].as_array().expect("imgs").len()
}

async fn shown(app: &TestApp, who: &Person, key: &str, room: &str, file: &[u8]) -> TestResponse {
    let path = format!("/api/chat/sendAttachment/{room}");
    app.send(Some(who), under(key, upload(&path, ("image", "roof.jpg"), file, &[]))).await
}

/// The number of stored files of this kind and of uploads that were not cleaned up.
fn files(app: &TestApp, of: &str) -> usize {
    let count = |folder: String| {
        std::fs::read_dir(app.folder.path().join(folder)).map_or(0, Iterator::count)
    };
    count(format!("files/{of}")) + count("arriving".to_owned())
}

fn refused_as_other(response: &TestResponse) {
    assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(response.fields(), ["Idempotency-Key choice"]);
    assert_eq!(
        response.message(),
        "Something else was already sent with the same key. Send this again with a new one."
    );
}

fn changed(response: &TestResponse, says: &str) {
    assert_eq!(
        (response.status, response.code()),
        (StatusCode::CONFLICT, "changed"),
        "{:?}",
        response.json
    );
    assert!(response.message().starts_with(says), "{}", response.message());
}

both_engines! {
    async fn a_note_that_is_sent_again_is_stored_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Member).await;
        let job = app.job(&admin).await;
        let form = note(&admin, &job, "Soft decking");
        let first = post(app, &admin, "k1", NOTE, &form).await;
        assert_eq!(first.status, StatusCode::OK, "{:?}", first.json);
        app.advance(chrono::Duration::days(3));
        let again = post(app, &admin, "k1", NOTE, &form).await;
        assert_eq!((again.status, &again.json), (StatusCode::OK, &first.json));
        assert_eq!(notes(app, &admin, &job).await, 1);
        assert_eq!(post(app, &admin, "k2", NOTE, &form).await.status, StatusCode::OK, "said twice on purpose");
        assert_eq!(post(app, &other, "k1", NOTE, &note(&other, &job, "Mine")).await.status, StatusCode::OK, "keys are one's own");
        assert_eq!(app.post(&admin, NOTE, form).await.status, StatusCode::OK, "and nobody needs one");
        assert_eq!(notes(app, &admin, &job).await, 4);
    }

    async fn two_concurrent_calls_with_one_key_store_one_result(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let job = app.job(&admin).await;
        let (form, file) = (note(&admin, &job, "Twins"), photos::jpeg(64, 48));
        let says = json!({ "userId": admin.user, "roomId": room, "contents": "Twins" });
        let same = |answers: Vec<TestResponse>, name: &str| {
            for answer in &answers {
                assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
                assert_eq!(answer.json[name]["id"], answers[0].json[name]["id"], "{name}");
            }
        };
        let sent = join_all((0..3).map(|_| post(app, &admin, "n", NOTE, &form))).await;
        assert!(sent.iter().all(|answer| answer.json == sent[0].json && answer.status == StatusCode::OK));
        assert_eq!(notes(app, &admin, &job).await, 1);
        same(join_all((0..3).map(|_| picture(app, &admin, "i", &job, &file))).await, "newEntry");
        assert_eq!(pictures(app, &admin, &job).await, 1);
        assert_eq!(files(app, "job-images"), 2, "the picture and its small copy");
        same(join_all((0..3).map(|_| post(app, &admin, "m", SEND, &says))).await, "message");
        same(join_all((0..3).map(|_| shown(app, &admin, "p", &room, &file))).await, "message");
        assert_eq!(app.page(&admin, &room).await.len(), 2);
        assert_eq!(files(app, "chat-images"), 2);
    }

    async fn a_different_call_with_the_same_key_is_refused_and_not_silently_dropped(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let (job, other) = (app.job(&admin).await, app.job(&admin).await);
        post(app, &admin, "k", NOTE, &note(&admin, &job, "One")).await;
        refused_as_other(&post(app, &admin, "k", NOTE, &note(&admin, &job, "Two")).await);
        refused_as_other(&post(app, &admin, "k", NOTE, &note(&admin, &other, "One")).await);
        refused_as_other(&picture(app, &admin, "k", &job, &photos::jpeg(64, 48)).await);
        picture(app, &admin, "i", &job, &photos::jpeg(64, 48)).await;
        refused_as_other(&picture(app, &admin, "i", &job, &photos::jpeg(48, 64)).await);
        refused_as_other(&picture(app, &admin, "i", &other, &photos::jpeg(64, 48)).await);
        shown(app, &admin, "c", &room, &photos::jpeg(64, 48)).await;
        refused_as_other(&shown(app, &admin, "c", &room, &photos::jpeg(48, 64)).await);
        let long = "k".repeat(65);
        for response in [
            post(app, &admin, &long, NOTE, &note(&admin, &job, "Three")).await,
            picture(app, &admin, &long, &job, &photos::jpeg(32, 32)).await,
        ] {
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["Idempotency-Key too_long".to_owned()]));
        }
        assert_eq!((notes(app, &admin, &job).await, notes(app, &admin, &other).await), (1, 0));
        assert_eq!((pictures(app, &admin, &job).await, pictures(app, &admin, &other).await), (1, 0));
    }

    async fn a_refused_call_may_be_repeated_with_its_key(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let (form, file) = (note(&sub, &job, "We start at seven"), photos::jpeg(64, 48));
        assert_eq!(post(app, &sub, "n", NOTE, &form).await.status, StatusCode::NOT_FOUND);
        assert_eq!(picture(app, &sub, "i", &job, &file).await.status, StatusCode::NOT_FOUND);
        let connection = app.connection(&admin, &sub, true).await;
        let asks = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        let assigned = app.post(&admin, "/api/jobs/update/assign/subcontractorAccount", asks).await;
        assert_eq!(assigned.status, StatusCode::OK, "{:?}", assigned.json);
        assert_eq!(post(app, &sub, "n", NOTE, &form).await.status, StatusCode::OK);
        assert_eq!(picture(app, &sub, "i", &job, &file).await.status, StatusCode::OK);
        assert_eq!((notes(app, &admin, &job).await, pictures(app, &admin, &job).await), (1, 1));
    }

    async fn a_stored_message_is_returned_again_after_its_room_was_closed(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let says = json!({ "userId": admin.user, "roomId": room, "contents": "On my way", "tempId": "1-a" });
        let file = photos::jpeg(64, 48);
        let message = post(app, &admin, "m", SEND, &says).await.json["message"]["id"].clone();
        let seen = shown(app, &admin, "p", &room, &file).await.json["message"]["id"].clone();
        app.post(&sub, "/api/connections/decline", json!({ "id": room })).await;
        assert_eq!(post(app, &admin, "m", SEND, &says).await.json["message"]["id"], message);
        assert_eq!(shown(app, &admin, "p", &room, &file).await.json["message"]["id"], seen);
        let closed = shown(app, &admin, "q", &room, &file).await;
        assert_eq!((closed.status, closed.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn a_repeated_completion_does_not_undo_a_later_change(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let form = json!({ "jobId": job["id"], "isActive": false });
        let done = post(app, &admin, "k", COMPLETE, &form).await;
        assert_eq!((done.status, &done.json["job"]["status"]), (StatusCode::OK, &json!("complete")));
        app.post(&admin, COMPLETE, json!({ "jobId": job["id"], "isActive": true })).await;
        let again = post(app, &admin, "k", COMPLETE, &form).await;
        assert_eq!((again.status, &again.json), (StatusCode::OK, &done.json), "what was answered");
        let now = app.get(&admin, &format!("/api/jobs/job/{}", id(&job))).await;
        assert_eq!(now.json["info"]["status"], "active");
    }

    async fn completing_a_job_that_was_rescheduled_meanwhile_is_a_conflict(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let plan = async |start: &str, end: &str| {
            let days = json!({ "jobId": job["id"], "startDate": start, "endDate": end });
            app.post(&admin, "/api/jobs/update/schedule", days).await.json["job"].clone()
        };
        let complete = |was: &Value, is_active: bool| {
            let was = json!({ "status": was["status"], "startDate": was["startDate"], "endDate": was["endDate"] });
            json!({ "jobId": job["id"], "isActive": is_active, "was": was })
        };
        let seen = plan("2026-03-02", "2026-03-04").await;
        let now = plan("2026-03-09", "2026-03-11").await;
        for stale in [&job, &seen] {
            let response = post(app, &admin, "stale", COMPLETE, &complete(stale, false)).await;
            changed(&response, "This job has changed since you saw it.");
        }
        let stands = app.job_seen_by(&admin, &job["id"]).await;
        assert_eq!((&stands["status"], &stands["startDate"]), (&json!("active"), &json!("2026-03-09")));
        let done = post(app, &admin, "again", COMPLETE, &complete(&now, false)).await;
        assert_eq!(done.json["job"]["status"], "complete", "{:?}", done.json);
        let agreed = post(app, &admin, "too", COMPLETE, &complete(&seen, false)).await;
        assert_eq!(agreed.status, StatusCode::OK, "it is what they want it to be");
        changed(&post(app, &admin, "open", COMPLETE, &complete(&now, true)).await, "This job has changed");
        let malformed = json!({ "jobId": job["id"], "isActive": true, "was": "yesterday" });
        assert_eq!(app.post(&admin, COMPLETE, malformed).await.status, StatusCode::BAD_REQUEST);
    }

    async fn completing_an_appointment_that_was_moved_meanwhile_is_a_conflict(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({
            "start": "2026-03-02T09:00:00Z", "end": "2026-03-02T10:00:00Z", "customerId": app.customer(&admin).await,
            "assignedToId": admin.user, "companyId": admin.company, "address": "", "city": "Nashville", "state": "TN",
            "zip": "", "note": "" });
        let created = app.post(&admin, "/api/appointments/create", form).await.json["appointment"].clone();
        let way = |act: &str| format!("/api/appointments/{act}/{}", id(&created));
        let complete = |was: &Value| json!({ "followUpNote": "Wants slate", "was": { "start": was["start"], "end": was["end"] } });
        let moved = json!({ "start": "2026-03-02T13:00:00Z", "end": "2026-03-02T14:00:00Z" });
        let now = app.put(&admin, &way("schedule"), moved).await.json["appointment"].clone();
        let path = way("complete");
        let response = send_with_key(app, &admin, "k", ("PUT", &path), &complete(&created)).await;
        changed(&response, "This appointment has moved since you saw it.");
        let done = send_with_key(app, &admin, "l", ("PUT", &path), &complete(&now)).await;
        assert_eq!(done.json["appointment"]["followUpNote"], "Wants slate", "{:?}", done.json);
        let again = send_with_key(app, &admin, "l", ("PUT", &path), &complete(&now)).await;
        assert_eq!((again.status, &again.json), (StatusCode::OK, &done.json), "sent again, not completed twice");
        let twice = send_with_key(app, &admin, "m", ("PUT", &path), &complete(&now)).await;
        assert_eq!((twice.status, twice.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn nobody_signs_items_they_have_not_seen_and_signing_again_takes_one_call(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        app.work_order_item(&admin, &order, (24.5, 38.75)).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let path = format!("/api/work_orders/single/{}", id(&order));
        let look = async || app.get(&sub, &path).await.json["order"].clone();
        let sign = |seen: &Value| json!({ "orderId": order["id"], "itemsVersion": seen["itemsVersion"] });
        let seen = look().await;
        app.work_order_item(&admin, &order, (2.0, 10.0)).await;
        changed(&post(app, &sub, "a", SIGN, &sign(&seen)).await, "The items of this work order have changed");
        assert_eq!(look().await["signOffs"], json!([]));
        let now = look().await;
        let first = post(app, &sub, "b", SIGN, &sign(&now)).await.json["newSignOff"].clone();
        app.advance(chrono::Duration::minutes(1));
        assert_eq!(post(app, &sub, "b", SIGN, &sign(&now)).await.json["newSignOff"], first, "sent again");
        assert_eq!(post(app, &sub, "c", SIGN, &sign(&now)).await.json["newSignOff"], first, "agreed to already");
        app.work_order_item(&admin, &order, (1.0, 5.0)).await;
        assert_eq!(look().await["signOffs"][0]["changedSince"], true);
        let anew = post(app, &sub, "d", SIGN, &sign(&look().await)).await.json["newSignOff"].clone();
        assert_ne!(anew["id"], first["id"]);
        assert_eq!(look().await["signOffs"], json!([anew]), "one agreement of one person");
        assert_eq!(anew["changedSince"], false);
        app.delete(&sub, &format!("{SIGN}/{}", id(&order))).await;
        assert_eq!(post(app, &sub, "d", SIGN, &sign(&now)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(post(app, &sub, "b", SIGN, &sign(&now)).await.json["newSignOff"], first, "what was answered");
        assert_eq!(look().await["signOffs"], json!([]), "it stays taken back");
    }

    async fn a_key_is_stored_as_a_hash_and_one_of_a_former_version_is_still_recognized(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let form = note(&admin, &job, "Once");
        let first = post(app, &admin, "k", NOTE, &form).await.json;
        let mut tx = app.app.db.write().await.expect("tx");
        let stored: String = store::sql!("SELECT key AS value FROM handed_in").value(&mut tx).await.expect("a key");
        assert_eq!((stored.len(), stored.contains("k-")), (64, false), "{stored}");
        // As it was stored before, and without the answer that is stored for a day.
        store::sql!("UPDATE handed_in SET key = $1").bind(format!("{:-<16}", "k")).run(&mut tx).await.expect("a key");
        tx.commit().await.expect("commit");
        app.advance(chrono::Duration::hours(25));
        assert_eq!(post(app, &admin, "k", NOTE, &form).await.json, first);
        assert_eq!(notes(app, &admin, &job).await, 1);
    }

    async fn idempotency_keys_are_deleted_after_a_month(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let form = note(&admin, &job, "Once");
        let sweep = async || server::tasks::sweep::sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        let first = post(app, &admin, "k", NOTE, &form).await.json;
        app.advance(chrono::Duration::days(29));
        sweep().await;
        assert_eq!(post(app, &admin, "k", NOTE, &form).await.json, first);
        app.advance(chrono::Duration::days(2));
        sweep().await;
        assert_ne!(post(app, &admin, "k", NOTE, &form).await.json, first);
        assert_eq!(notes(app, &admin, &job).await, 2);
    }
}
