//! Pictures of a job: everybody who sees the job views and adds them, only the author deletes them, and only
//! real pictures are stored.

use axum::{
    body::{Body, Bytes},
    http::{Request, StatusCode, header},
};
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{Admin, Foreman, Member},
    },
    types::limits::LIMITS,
};
use futures_util::{StreamExt as _, stream};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, photos, upload};

fn id(job: &Value) -> &str {
    job["id"].as_str().expect("id")
}

async fn add_named(
    app: &TestApp,
    who: &Person,
    job: &Value,
    name: &str,
    file: &[u8],
) -> TestResponse {
    let path = format!("/api/jobs/uploadJobImage/{}", id(job));
    app.send(Some(who), upload(&path, ("image", name), file, &[])).await
}

async fn add(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    add_named(app, who, job, "roof.jpg", &photos::jpeg(64, 48)).await
}

async fn images(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    app.get(who, &format!("/api/jobs/fetchImgs/{}", id(job))).await
}

async fn delete(app: &TestApp, who: &Person, image: &Value) -> TestResponse {
    app.delete(who, &format!("/api/jobs/deleteJobImg/{}", id(image))).await
}

/// The number of stored files and of uploads that were not cleaned up.
fn stored_files(app: &TestApp) -> Vec<String> {
    let mut stored_files = Vec::new();
    for folder in ["files/job-images", "arriving"] {
        let Ok(entries) = std::fs::read_dir(app.folder.path().join(folder)) else { continue };
        stored_files
            .extend(entries.map(|e| e.expect("entry").file_name().into_string().expect("name")));
    }
    stored_files.sort_unstable();
    stored_files
}

both_engines! {
    async fn users_who_do_not_see_the_job_see_none_of_its_pictures(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let image = add(app, &admin, &job).await.json["newEntry"].clone();
        let list = format!("/api/jobs/fetchImgs/{}", id(&job));
        let one = format!("/api/jobs/deleteJobImg/{}", id(&image));
        let path = format!("/api/jobs/uploadJobImage/{}", id(&job));
        assert_eq!(app.call(None, "GET", &list, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.call(None, "DELETE", &one, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let sent = upload(&path, ("image", "roof.jpg"), &photos::jpeg(8, 8), &[]);
        assert_eq!(app.send(None, sent).await.status, StatusCode::UNAUTHORIZED);
        let unassigned_foreman = app.colleague(admin.company, Foreman).await;
        for who in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await, unassigned_foreman] {
            for response in [images(app, &who, &job).await, delete(app, &who, &image).await, add_named(app, &who, &job, "x", b"<html>").await] {
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
            }
        }
        assert_eq!(images(app, &admin, &job).await.json["imgs"].as_array().map(Vec::len), Some(1));
        assert_eq!(stored_files(app).len(), 2);
    }

    async fn everybody_on_the_job_adds_and_sees_pictures_with_author_and_time(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let member = app.colleague(admin.company, Member).await;
        app.foreman_on(&admin, &job).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let helper = app.colleague(sub.company, Member).await;
        let mut added = Vec::new();
        for who in [&admin, &member, &sub, &helper] {
            let created = add(app, who, &job).await;
            assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
            added.push(created.json["newEntry"].clone());
            app.advance(chrono::Duration::minutes(1));
        }
        for who in [&admin, &member, &sub, &helper] {
            assert_eq!(images(app, who, &job).await.json["imgs"], json!(added), "oldest first");
        }
        let first = &added[0];
        let link = |name: &str| first[name].as_str().expect("link").split('?').next().expect("path").to_string();
        assert_eq!(link("imgUrl"), format!("/files/job-images/{}.jpg", id(first)));
        assert_eq!(link("thumbUrl"), format!("/files/job-images/{}-small.jpg", id(first)));
        let mut plain = first.clone();
        plain["imgUrl"].take();
        plain["thumbUrl"].take();
        assert_eq!(plain, json!({
            "id": first["id"], "jobId": job["id"], "imgUrl": null, "thumbUrl": null, "caption": null, "beforeId": null, "width": 64, "height": 48,
            "postedBy": admin.user, "postedByFirstName": "Ada", "postedByLastName": "Ridge", "name": null, "viaLink": false,
            "dateInserted": "2026-03-02T12:00:00Z" }));
    }

    async fn everybody_on_the_job_captions_its_pictures_and_nobody_else(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let image = add(app, &admin, &job).await.json["newEntry"].clone();
        let form = |caption: &str| json!({ "imageId": image["id"], "caption": caption });
        let path = "/api/jobs/update/imageCaption";
        let captioned = app.post(&sub, path, form("  Chimney, before ")).await;
        assert_eq!(captioned.status, StatusCode::OK, "{:?}", captioned.json);
        assert_eq!(captioned.json["image"]["caption"], "Chimney, before");
        assert_eq!(images(app, &admin, &job).await.json["imgs"][0]["caption"], "Chimney, before");
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.post(&stranger, path, form("Mine")).await.status, StatusCode::NOT_FOUND);
        let long = app.post(&admin, path, form(&"x".repeat(LIMITS.image_caption as usize + 1))).await;
        assert_eq!((long.status, long.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["caption too_long".to_owned()]));
        assert_eq!(app.post(&admin, path, form(" ")).await.json["image"]["caption"], Value::Null);
    }

    async fn everybody_on_the_job_pairs_pictures_as_before_and_after_and_nobody_else(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(add(app, &admin, &job).await.json["newEntry"]["id"].clone());
        }
        let other = add(app, &admin, &app.job(&admin).await).await.json["newEntry"]["id"].clone();
        let path = "/api/jobs/update/imagePair";
        let pairs = async || {
            let list = images(app, &admin, &job).await;
            let rows = list.json["imgs"].as_array().expect("pictures").clone();
            ids.iter().map(|id| rows.iter().find(|row| row["id"] == *id).expect("a picture")["beforeId"].clone()).collect::<Vec<_>>()
        };
        let form = |after: &Value, before: &Value| json!({ "imageId": after, "beforeId": before });
        let paired = app.post(&sub, path, form(&ids[1], &ids[0])).await;
        assert_eq!((paired.status, &paired.json["image"]["beforeId"]), (StatusCode::OK, &ids[0]), "{:?}", paired.json);
        assert_eq!(pairs().await, [Value::Null, ids[0].clone(), Value::Null]);
        let logged = app.history(&admin, &job).await.len();
        assert_eq!(app.post(&sub, path, form(&ids[1], &ids[0])).await.status, StatusCode::OK);
        assert_eq!(app.history(&admin, &job).await.len(), logged, "nothing changed");
        // A picture is in one pair: the newer choice counts.
        assert_eq!(app.post(&admin, path, form(&ids[2], &ids[0])).await.status, StatusCode::OK);
        assert_eq!(pairs().await, [Value::Null, Value::Null, ids[0].clone()]);
        assert_eq!(app.post(&admin, path, form(&ids[0], &ids[2])).await.status, StatusCode::OK, "the other way round");
        assert_eq!(pairs().await, [ids[2].clone(), Value::Null, Value::Null]);
        for wrong in [&ids[1], &other] {
            let refused = app.post(&admin, path, form(&ids[1], wrong)).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["beforeId choice".to_owned()]));
        }
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.post(&stranger, path, form(&ids[1], &ids[0])).await.status, StatusCode::NOT_FOUND);
        let apart = app.post(&sub, path, json!({ "imageId": ids[0] })).await;
        assert_eq!((apart.status, &apart.json["image"]["beforeId"]), (StatusCode::OK, &Value::Null));
        assert_eq!(app.post(&admin, path, form(&ids[1], &ids[0])).await.status, StatusCode::OK);
        assert_eq!(delete(app, &admin, &json!({ "id": ids[0] })).await.status, StatusCode::OK);
        let left = images(app, &admin, &job).await.json["imgs"].clone();
        assert_eq!((left.as_array().map(Vec::len), &left[0]["beforeId"]), (Some(2), &Value::Null), "the other picture stays");
    }

    async fn every_picture_format_is_detected_from_its_bytes_not_its_name(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        for (name, file, mime) in [
            ("evil.html", photos::held(1, 90, 60), "image/jpeg"),
            ("photo.jpg", photos::png(90, 60), "image/png"),
            ("../../x", photos::gif(90, 60), "image/gif"),
            ("page.svg", photos::webp(1, 90, 60), "image/webp"),
        ] {
            let created = add_named(app, &admin, &job, name, &file).await;
            assert_eq!(created.status, StatusCode::OK, "{name}: {:?}", created.json);
            let image = &created.json["newEntry"];
            assert_eq!((&image["width"], &image["height"]), (&json!(90), &json!(60)), "{name}");
            let shown = app.call(None, "GET", image["imgUrl"].as_str().expect("link"), Value::Null).await;
            assert_eq!(shown.headers[header::CONTENT_TYPE], mime, "{name}");
            assert!(!photos::has_metadata(&shown.bytes), "{name}");
            assert_eq!(photos::dimensions(&shown.bytes).0, 90, "{name}");
        }
    }

    async fn a_phone_photo_is_upright_and_does_not_reveal_where_it_was_taken(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let image = add_named(app, &admin, &job, "IMG_0001.JPG", &photos::held(6, 1_200, 800)).await.json["newEntry"].clone();
        assert_eq!((&image["width"], &image["height"]), (&json!(800), &json!(1_200)));
        for (link, size) in [("imgUrl", (800, 1_200)), ("thumbUrl", (320, 480))] {
            let shown = app.call(None, "GET", image[link].as_str().expect("link"), Value::Null).await;
            assert!(!photos::has_metadata(&shown.bytes), "{link}");
            let (width, height, red_upper_left) = photos::dimensions(&shown.bytes);
            assert_eq!((width, height), size);
            assert!(!red_upper_left, "turned by a quarter, the corner is at the upper right");
        }
    }

    async fn a_file_that_is_no_picture_is_refused_and_not_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let jpeg = photos::jpeg(400, 300);
        for (name, file, sentence) in [
            ("photo.jpg", b"<!DOCTYPE html><script>alert(1)</script>".to_vec(), "This is not an image that can be shown here"),
            ("photo.png", b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), "This is not an image"),
            ("photo.jpg", b"%PDF-1.7\n1 0 obj\nendobj\n".to_vec(), "This is not an image"),
            ("IMG_0001.HEIC", photos::heic(), "This is a HEIC photo"),
            ("photo.jpg", photos::heic(), "This is a HEIC photo"),
            ("photo.jpg", Vec::new(), "This image is empty or damaged"),
            ("photo.jpg", jpeg[..jpeg.len() / 2].to_vec(), "This image is empty or damaged"),
            ("photo.jpg", b"\xff\xd8\xff\xe0".to_vec(), "This image is empty or damaged"),
        ] {
            let response = add_named(app, &admin, &job, name, &file).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"), "{name}: {:?}", response.json);
            assert!(response.message().starts_with(sentence), "{name}: {}", response.message());
        }
        let mut bomb = photos::gif(8, 8);
        bomb[6..10].copy_from_slice(&[0xff; 4]);
        let response = add_named(app, &admin, &job, "bomb.gif", &bomb).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        assert_eq!(response.message(), "This image has more than 50 million pixels. Make it smaller and upload it again.");
        assert_eq!(images(app, &admin, &job).await.json["imgs"], json!([]));
        assert_eq!(stored_files(app), Vec::<String>::new());
    }

    async fn an_upload_without_a_picture_is_refused_with_a_message(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let path = format!("/api/jobs/uploadJobImage/{}", id(&job));
        let response = app.send(Some(&admin), upload(&path, ("file", "roof.jpg"), &photos::jpeg(8, 8), &[])).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["image required".to_string()]));
        assert_eq!(response.message(), "please choose an image.");
        assert_eq!(app.post(&admin, &path, json!({})).await.status, StatusCode::BAD_REQUEST);
        let nowhere = upload("/api/jobs/uploadJobImage/7", ("image", "roof.jpg"), &photos::jpeg(8, 8), &[]);
        assert_eq!(app.send(Some(&admin), nowhere).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_picture_of_fifteen_megabytes_is_accepted_and_not_one_byte_more(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let most = usize::try_from(LIMITS.job_image_bytes).expect("bytes");
        let created = add_named(app, &admin, &job, "roof.jpg", &photos::jpeg_of(most)).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let before = stored_files(app);
        let path = format!("/api/jobs/uploadJobImage/{}", id(&job));
        let sent = upload(&path, ("image", "roof.jpg"), &photos::jpeg_of(most + 1), &[]);
        let (parts, body) = sent.into_parts();
        let bytes = body.collect().await.expect("body").to_bytes();
        // With and without a Content-Length header, and far beyond the limit.
        let mut unsaid = parts.clone();
        unsaid.headers.remove(header::CONTENT_LENGTH);
        let pieces: Vec<_> = bytes.chunks(1 << 20).map(|piece| Ok::<_, std::io::Error>(Bytes::copy_from_slice(piece))).collect();
        let endless = Body::from_stream(stream::iter(pieces));
        let far = upload(&path, ("image", "roof.jpg"), &vec![0xff; 2 * most], &[]);
        for request in [Request::from_parts(parts, Body::from(bytes)), Request::from_parts(unsaid, endless), far] {
            let response = app.send(Some(&admin), request).await;
            assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"), "{:?}", response.json);
            assert!(response.message().contains("15"), "{}", response.message());
        }
        assert_eq!(stored_files(app), before);
    }

    async fn only_the_author_deletes_a_picture(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let image = add(app, &sub, &job).await.json["newEntry"].clone();
        for who in [&admin, &app.colleague(sub.company, Admin).await] {
            let response = delete(app, who, &image).await;
            assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        }
        assert_eq!(stored_files(app).len(), 2);
        let deleted = delete(app, &sub, &image).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": image["id"] })));
        assert_eq!(images(app, &admin, &job).await.json["imgs"], json!([]));
        assert_eq!(stored_files(app), Vec::<String>::new());
        assert_eq!(delete(app, &sub, &image).await.status, StatusCode::NOT_FOUND);
        let link = image["imgUrl"].as_str().expect("link");
        assert_eq!(app.call(None, "GET", link, Value::Null).await.status, StatusCode::NOT_FOUND);
    }

    async fn a_deleted_jobs_pictures_are_deleted_and_no_others(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (job, other) = (app.job(&admin).await, app.job(&admin).await);
        for _ in 0..3 {
            add(app, &admin, &job).await;
        }
        let stays = add(app, &admin, &other).await.json["newEntry"].clone();
        let deleted = app.post(&admin, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        assert_eq!(stored_files(app), [format!("{}-small.jpg", id(&stays)), format!("{}.jpg", id(&stays))]);
    }

    async fn a_picture_uploaded_while_its_job_is_deleted_leaves_no_file(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let path = format!("/api/jobs/uploadJobImage/{}", id(&job));
        let (parts, body) = upload(&path, ("image", "roof.jpg"), &photos::jpeg(64, 48), &[]).into_parts();
        let bytes = body.collect().await.expect("body").to_bytes();
        // The rest of the picture arrives after the job was deleted.
        let scope = store::scope::Scope::trusted(admin.company);
        let (db, job_id, now) = (app.app.db.clone(), id(&job).parse().expect("id"), app.app.clock.now());
        let (first, rest) = (bytes.slice(..400), bytes.slice(400..));
        let rest = stream::once(async move {
            let mut tx = db.write().await.expect("tx");
            let job = store::jobs::changes::find_own(&mut tx, scope, job_id).await.expect("job");
            store::jobs::changes::delete(&mut tx, scope, &job, now).await.expect("deleted");
            tx.commit().await.expect("commit");
            Ok::<_, std::io::Error>(rest)
        });
        let body = Body::from_stream(stream::once(async { Ok(first) }).chain(rest));
        let response = app.send(Some(&admin), Request::from_parts(parts, body)).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        assert_eq!(stored_files(app), Vec::<String>::new());
    }

    async fn a_failing_file_store_leaves_no_picture_without_a_file(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        // A file where the folder should be.
        std::fs::write(app.folder.path().join("files/job-images"), "").expect("file");
        let response = add(app, &admin, &job).await;
        assert_eq!((response.status, response.code()), (StatusCode::SERVICE_UNAVAILABLE, "internal"));
        assert!(response.message().contains("Nothing was changed."), "{}", response.message());
        assert_eq!(images(app, &admin, &job).await.json["imgs"], json!([]));
        std::fs::remove_file(app.folder.path().join("files/job-images")).expect("file");
        assert_eq!(add(app, &admin, &job).await.status, StatusCode::OK);
        assert_eq!(stored_files(app).len(), 2, "the upload that failed is cleared away, too");
    }

    async fn listing_many_pictures_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let mut statements = Vec::new();
        for more in [1, 14] {
            for _ in 0..more {
                add(app, &admin, &job).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            images(app, &admin, &job).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 picture and for 15");
    }
}
