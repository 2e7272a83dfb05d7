//! Photos of an import (`importId` of `/api/jobs/uploadJobImage/{jobId}`): all of them are undone together.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse, company_fixture::text, photos, upload};

async fn add(
    app: &TestApp,
    who: &Person,
    job: &Value,
    import: &str,
    key: Option<&str>,
) -> TestResponse {
    let path = format!("/api/jobs/uploadJobImage/{}", text(&job["id"]));
    let file = photos::jpeg(32, 24);
    let mut request = upload(&path, ("image", "front.jpg"), &file, &[("importId", import)]);
    if let Some(key) = key {
        request.headers_mut().insert("idempotency-key", key.parse().expect("a key"));
    }
    app.send(Some(who), request).await
}

async fn added(app: &TestApp, who: &Person, job: &Value, import: &str) -> Value {
    let answer = add(app, who, job, import, None).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json["newEntry"].clone()
}

async fn images(app: &TestApp, who: &Person, job: &Value) -> Vec<Value> {
    let list = app.get(who, &format!("/api/jobs/fetchImgs/{}", text(&job["id"]))).await;
    let images = list.json["imgs"].as_array().expect("images").iter();
    images.map(|image| image["id"].clone()).collect()
}

async fn undo(app: &TestApp, who: &Person, import: &str) -> TestResponse {
    app.post(who, &format!("/api/imports/undo/{import}"), Value::Null).await
}

/// The files of pictures that are stored.
fn files(app: &TestApp) -> usize {
    std::fs::read_dir(app.folder.path().join("files/job-images")).map_or(0, Iterator::count)
}

both_engines! {
    async fn the_photos_of_an_import_are_taken_back_together_except_what_somebody_described(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(admin.company, Member).await;
        let (front, back) = (app.job(&admin).await, app.job(&admin).await);
        let import = Uuid::now_v7().to_string();
        let other = Uuid::now_v7().to_string();
        let (first, second) = (added(app, &admin, &front, &import).await, added(app, &admin, &front, &import).await);
        let third = added(app, &admin, &back, &import).await;
        let kept = added(app, &admin, &back, &other).await;
        let caption = json!({ "imageId": second["id"], "caption": "North slope before" });
        let done = app.post(&colleague, "/api/jobs/update/imageCaption", caption).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        let undone = undo(app, &admin, &import).await;
        assert_eq!(undone.json, json!({ "deleted": [first["id"], third["id"]], "kept": [second["id"]] }));
        assert_eq!(images(app, &admin, &front).await, [second["id"].clone()]);
        assert_eq!(images(app, &admin, &back).await, [kept["id"].clone()]);
        let entry = &app.activity(&admin, "/api/activity?").await[0];
        assert_eq!((&entry["action"], &entry["kind"]), (&json!("deleted"), &json!("photo")), "{entry}");
        app.advance(Duration::hours(2));
        app.app.files.sweep(&app.app.db, app.app.clock.now()).await.expect("swept");
        assert_eq!(files(app), 4, "the pictures and thumbnails of the two that stay");
        let again = undo(app, &admin, &import).await;
        assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn an_import_of_photos_that_was_interrupted_goes_on_without_storing_one_twice(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let (first, second) = (Uuid::now_v7().to_string(), Uuid::now_v7().to_string());
        let key = "photo-00112233445566778899aabbccddeeff";
        let one = add(app, &admin, &job, &first, Some(key)).await;
        let again = add(app, &admin, &job, &first, Some(key)).await;
        assert_eq!((again.status, &again.json["newEntry"]["id"]), (StatusCode::OK, &one.json["newEntry"]["id"]));
        let other = add(app, &admin, &job, &second, Some(key)).await;
        assert_eq!((other.status, other.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["Idempotency-Key choice".to_owned()]));
        assert_eq!(images(app, &admin, &job).await.len(), 1);
        assert_eq!(undo(app, &admin, &second).await.status, StatusCode::NOT_FOUND, "nothing was stored under it");
        assert_eq!(undo(app, &admin, &first).await.json["deleted"], json!([one.json["newEntry"]["id"]]));
        let late = add(app, &admin, &job, &first, None).await;
        assert_eq!((late.status, late.code()), (StatusCode::CONFLICT, "conflict"), "a photo that was on its way");
        assert_eq!(images(app, &admin, &job).await.len(), 0);
        added(app, &admin, &job, &second).await;
    }

    async fn only_those_who_import_add_photos_to_an_import_and_only_their_company_undoes_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let import = Uuid::now_v7().to_string();
        let member = app.colleague(admin.company, Member).await;
        assert_eq!(add(app, &member, &job, &import, None).await.status, StatusCode::FORBIDDEN);
        assert_eq!(add(app, &admin, &job, "mine", None).await.status, StatusCode::BAD_REQUEST);
        added(app, &admin, &job, &import).await;
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(undo(app, &stranger, &import).await.status, StatusCode::NOT_FOUND);
        assert_eq!(undo(app, &member, &import).await.status, StatusCode::FORBIDDEN);
        assert_eq!(images(app, &admin, &job).await.len(), 1);
    }
}
