//! Chat pictures: only real pictures are stored, and only the room's companies see them.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{Admin, Member},
    },
    types::limits::LIMITS,
};
use serde_json::{Value, json};

use crate::support::{TestApp, photos, upload};

/// The number of stored chat files and of uploads that were not cleaned up.
fn stored_files(app: &TestApp) -> Vec<String> {
    let mut stored_files = Vec::new();
    for folder in ["files/chat-images", "arriving"] {
        let Ok(entries) = std::fs::read_dir(app.folder.path().join(folder)) else { continue };
        stored_files
            .extend(entries.map(|e| e.expect("entry").file_name().into_string().expect("name")));
    }
    stored_files.sort_unstable();
    stored_files
}

both_engines! {
    async fn a_user_outside_the_room_sends_no_picture(app: &TestApp) {
        let (_, _, room) = app.room().await;
        let path = format!("/api/chat/sendAttachment/{room}");
        let request = || upload(&path, ("image", "roof.jpg"), &photos::jpeg(8, 8), &[]);
        assert_eq!(app.send(None, request()).await.status, StatusCode::UNAUTHORIZED);
        let outsider = app.sign_in(Contractor, Admin).await;
        let response = app.show(&outsider, &room, b"<html>", &[]).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        assert!(stored_files(app).is_empty());
    }

    async fn a_picture_is_a_message_with_links_to_it_and_to_a_small_copy(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let helper = app.colleague(sub.company, Member).await;
        let tags = json!([helper.user]).to_string();
        let sent = app.show(&admin, &room, &photos::jpeg(800, 600), &[("tags", &tags), ("tempId", "4-pic")]).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        let message = &sent.json["message"];
        let id = message["id"].as_str().expect("id");
        let mut plain = message.clone();
        let attachment = plain["attachment"].take();
        let thumb = plain["thumb"].take();
        assert_eq!(plain, json!({
            "id": id, "roomId": room, "seq": 1, "userId": admin.user, "companyId": admin.company, "contents": "",
            "attachment": null, "thumb": null, "width": 800, "height": 600, "tempId": "4-pic", "status": "sent",
            "tags": [{ "id": helper.user, "firstName": "Ada", "lastName": "Ridge" }], "language": "english",
            "dateInserted": "2026-03-02T12:00:00Z", "author": { "firstName": "Ada", "lastName": "Ridge" } }));
        let file = |link: &Value| link.as_str().expect("link").split('?').next().expect("path").to_string();
        assert_eq!(file(&attachment), format!("/files/chat-images/{id}.jpg"));
        assert_eq!(file(&thumb), format!("/files/chat-images/{id}-small.jpg"));
        assert_eq!(app.page(&sub, &room).await, std::slice::from_ref(message));
        assert_eq!(app.room_of(&helper, &room).await["lastMessage"], *message);
        for (link, size) in [(&attachment, (800, 600)), (&thumb, (480, 360))] {
            let shown = app.call(None, "GET", link.as_str().expect("link"), Value::Null).await;
            assert_eq!((shown.status, &shown.headers[header::CONTENT_TYPE]), (StatusCode::OK, &header::HeaderValue::from_static("image/jpeg")));
            assert_eq!(shown.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
            let (width, height, _) = photos::dimensions(&shown.bytes);
            assert_eq!((width, height), size);
        }
        assert_eq!(stored_files(app).len(), 2, "nothing else is left");
    }

    async fn a_picture_without_a_signed_link_opens_only_for_the_room(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let message = app.shown(&admin, &room).await;
        let bare = message["attachment"].as_str().expect("link").split('?').next().expect("path").to_string();
        assert_eq!(app.get(&sub, &bare).await.status, StatusCode::OK);
        assert_eq!(app.call(None, "GET", &bare, Value::Null).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&app.sign_in(Subcontractor, Admin).await, &bare).await.status, StatusCode::NOT_FOUND);
        let other = bare.replace(".jpg", ".png");
        assert_eq!(app.get(&sub, &other).await.status, StatusCode::NOT_FOUND);
        app.advance(chrono::Duration::hours(3));
        let old = message["attachment"].as_str().expect("link");
        assert_eq!(app.call(None, "GET", old, Value::Null).await.status, StatusCode::NOT_FOUND);
        let fresh = app.page(&sub, &room).await[0]["attachment"].as_str().expect("link").to_string();
        assert_eq!(app.call(None, "GET", &fresh, Value::Null).await.status, StatusCode::OK);
    }

    async fn a_phone_photo_does_not_reveal_where_it_was_taken(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let sent = app.show(&admin, &room, &photos::held(6, 1_200, 800), &[]).await.json["message"].clone();
        assert_eq!((&sent["width"], &sent["height"]), (&json!(800), &json!(1_200)), "upright");
        for link in ["attachment", "thumb"] {
            let shown = app.call(None, "GET", sent[link].as_str().expect("link"), Value::Null).await;
            assert!(!photos::has_metadata(&shown.bytes), "{link}");
        }
    }

    async fn every_picture_format_is_detected_from_its_bytes(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        for (file, ending) in [(photos::jpeg(60, 40), "jpg"), (photos::png(60, 40), "png"), (photos::gif(60, 40), "gif"), (photos::webp(1, 60, 40), "webp")] {
            let sent = app.show(&admin, &room, &file, &[]).await;
            assert_eq!(sent.status, StatusCode::OK, "{ending}: {:?}", sent.json);
            let link = sent.json["message"]["attachment"].as_str().expect("link").to_string();
            assert!(link.contains(&format!(".{ending}?")), "{link}");
        }
        assert_eq!(app.page(&admin, &room).await.len(), 4);
    }

    async fn a_file_that_is_no_picture_is_refused_and_not_stored(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        for (file, sentence) in [
            (b"<!DOCTYPE html><script>alert(1)</script>".to_vec(), "This is not an image that can be shown here"),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), "This is not an image that can be shown here"),
            (photos::jpeg(400, 300)[..900].to_vec(), "This image is empty or damaged"),
        ] {
            let response = app.show(&admin, &room, &file, &[]).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
            assert!(response.message().starts_with(sentence), "{}", response.message());
        }
        let most = usize::try_from(LIMITS.chat_image_bytes).expect("fits");
        let response = app.show(&admin, &room, &photos::jpeg_of(most + 1), &[]).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        let picture = photos::jpeg(8, 8);
        for (field, text, refused) in [
            ("tags", json!([admin.company]).to_string(), "tags choice"),
            ("tags", "[\"\"]".to_string(), "tags choice"),
            ("tempId", "x".repeat(101), "tempId too_long"),
            ("tempId", "a\0b".to_string(), "tempId format"),
        ] {
            let response = app.show(&admin, &room, &picture, &[(field, &text)]).await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
            assert_eq!(response.fields(), [refused], "{text}");
        }
        for text in ["everybody", "{}", "[7]", "[\"\\ud800\"]"] {
            let response = app.show(&admin, &room, &picture, &[("tags", text)]).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{text}");
        }
        let path = format!("/api/chat/sendAttachment/{room}");
        let response = app.send(Some(&admin), upload(&path, ("other", "roof.jpg"), &picture, &[])).await;
        assert_eq!(response.fields(), ["image required"]);
        let response = app.send(Some(&admin), Request::post(&path).body(Body::from("{}")).expect("request")).await;
        assert_eq!(response.code(), "malformed");
        assert_eq!(app.post(&sub, "/api/connections/decline", json!({ "id": room })).await.status, StatusCode::OK);
        let response = app.show(&admin, &room, &picture, &[]).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert!(app.page(&admin, &room).await.is_empty());
        assert!(stored_files(app).is_empty(), "{:?}", stored_files(app));
    }

    async fn a_picture_resent_after_a_lost_response_is_stored_once(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let first = app.show(&admin, &room, &photos::jpeg(64, 48), &[("tempId", "7-x")]).await.json["message"].clone();
        let again = app.show(&admin, &room, &photos::jpeg(64, 48), &[("tempId", "7-x")]).await;
        assert_eq!((again.status, &again.json["message"]), (StatusCode::OK, &first));
        assert_eq!((app.page(&admin, &room).await.len(), stored_files(app).len()), (1, 2));
        let blank = app.show(&admin, &room, &photos::jpeg(64, 48), &[("tempId", " "), ("tags", "")]).await;
        assert_eq!((&blank.json["message"]["tempId"], &blank.json["message"]["tags"]), (&Value::Null, &json!([])));
    }

    async fn two_concurrent_uploads_with_one_temporary_id_store_one_pair_of_files(app: &TestApp) {
        let (admin, _, room) = app.room().await;
        let picture = photos::jpeg(320, 240);
        let path = format!("/api/chat/sendAttachment/{room}");
        let sends = (0..4).map(|_| app.send(Some(&admin), upload(&path, ("image", "roof.jpg"), &picture, &[("tempId", "twin")])));
        let answers = futures_util::future::join_all(sends).await;
        assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && answer.json == answers[0].json), "{answers:?}");
        assert_eq!((app.page(&admin, &room).await.len(), stored_files(app).len()), (1, 2), "{:?}", stored_files(app));
    }
}
