//! A company's settings, logo and employees.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{self, Admin, Member},
    },
    types::{field::WireEnum as _, limits::LIMITS},
};
use serde_json::{Value, json};
use store::{membership::members::Removal, scope::Scope};

use crate::support::{Person, TestApp, TestResponse, photos, upload};

fn settings(who: &Person) -> String {
    format!("/api/company/update/{}", who.company)
}

fn page(of: &Person) -> String {
    format!("/api/company/find/{}", of.company)
}

async fn logo(app: &TestApp, who: &Person, file: &[u8]) -> TestResponse {
    app.send(Some(who), upload("/api/company/uploadImage", ("image", "logo"), file, &[])).await
}

async fn open(app: &TestApp, address: &str) -> TestResponse {
    app.send(None, Request::get(address).body(Body::empty()).expect("request")).await
}

/// The number of files in the store.
fn stored_files(app: &TestApp) -> usize {
    let folder = app.folder.path().join("files/logos");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

both_engines! {
    async fn only_its_admins_change_a_companys_profile(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "name": "Summit", "location": "Memphis, TN", "description": "Roofs." });
        let response = app.call(None, "PUT", &settings(&admin), form.clone()).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED);
        let member = app.colleague(admin.company, Member).await;
        let response = app.put(&member, &settings(&admin), form.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"));
        assert_eq!(logo(app, &member, &photos::png(8, 8)).await.status, StatusCode::FORBIDDEN);
        let outsider = app.sign_in(Subcontractor, Admin).await;
        let response = app.put(&outsider, &settings(&admin), form.clone()).await;
        assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
        assert_eq!(app.get(&admin, &page(&admin)).await.json["company"]["name"], "Ridge & Sons");
        let done = app.put(&admin, &settings(&admin), form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        let seen = app.get(&outsider, &page(&admin)).await.json["company"].clone();
        for (field, value) in [("name", "Summit"), ("location", "Memphis, TN"), ("description", "Roofs.")] {
            assert_eq!((&done.json["company"][field], &seen[field]), (&json!(value), &json!(value)));
        }
    }

    async fn incomplete_company_settings_change_nothing(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let long = "x".repeat(501);
        let wrong = [
            (json!({}), vec!["name required", "location required", "description required"]),
            (json!({ "name": "A", "location": "B", "description": long }), vec!["description too_long"]),
            (json!({ "name": "A\u{0}", "location": "B", "description": "C" }), vec!["name format"]),
        ];
        for (form, refused) in wrong {
            let response = app.put(&admin, &settings(&admin), form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect()));
        }
        let long = json!({ "name": "A", "location": "B", "description": "x".repeat(501) });
        let response = app.put(&admin, &settings(&admin), long).await;
        assert_eq!(response.message(), "Maximum description length is 500 characters.");
        let response = app.put(&admin, &settings(&admin), json!({ "name": 7 })).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        assert_eq!(app.get(&admin, &page(&admin)).await.json["company"]["name"], "Ridge & Sons");
    }

    async fn a_new_company_name_appears_on_the_jobs_of_its_partners(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        app.get(&sub, "/api/jobs/myJobs/subcontractor").await;
        let form = json!({ "name": "Summit", "location": "Memphis, TN", "description": "Roofs." });
        app.put(&admin, &settings(&admin), form).await;
        let jobs = app.get(&sub, "/api/jobs/myJobs/subcontractor").await;
        assert_eq!(jobs.json["jobs"][0]["contractorCompanyName"], "Summit");
    }

    async fn a_logo_is_reencoded_and_shown_to_everybody(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let response = logo(app, &admin, &photos::held(6, 800, 600)).await;
        assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
        let url = response.json["url"].as_str().expect("url").to_owned();
        assert_eq!(app.get(&admin, &page(&admin)).await.json["company"]["logoUrl"], json!(url));
        let shown = open(app, &url).await;
        assert_eq!((shown.status, photos::has_metadata(&shown.bytes)), (StatusCode::OK, false));
        assert_eq!(photos::dimensions(&shown.bytes).0.max(photos::dimensions(&shown.bytes).1), LIMITS.thumbnail_side);
        assert_eq!(shown.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(shown.headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        let again = logo(app, &admin, &photos::png(64, 64)).await.json["url"].as_str().expect("url").to_owned();
        assert_ne!(again, url);
        assert_eq!(open(app, &url).await.status, StatusCode::NOT_FOUND, "the former one is gone");
        assert_eq!((open(app, &again).await.status, stored_files(app)), (StatusCode::OK, 1));
    }

    async fn only_a_png_or_jpeg_is_accepted_as_a_logo(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let kinds: [&[u8]; 5] = [b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", b"<html></html>", b"%PDF-1.7", &photos::gif(8, 8), &photos::webp(1, 8, 8)];
        for file in kinds {
            let response = logo(app, &admin, file).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
        }
        let bytes = usize::try_from(LIMITS.logo_bytes).expect("a size");
        let response = logo(app, &admin, &photos::jpeg_of(bytes + 1)).await;
        assert_eq!((response.status, response.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        let none = upload("/api/company/uploadImage", ("picture", "logo"), &photos::png(8, 8), &[]);
        let response = app.send(Some(&admin), none).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["image required".to_owned()]));
        assert_eq!((stored_files(app), &app.get(&admin, &page(&admin)).await.json["company"]["logoUrl"]), (0, &Value::Null));
    }

    async fn only_admins_remove_users(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let form = json!({ "userId": member.user });
        let path = "/api/company/removeUser";
        assert_eq!(app.call(None, "POST", path, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.post(&member, path, json!({ "userId": admin.user })).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.post(&outsider, path, form.clone()).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&admin, path, json!({ "userId": "nobody" })).await.status, StatusCode::NOT_FOUND);
        let response = app.post(&admin, path, json!({})).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["userId required".to_owned()]));
        let response = app.post(&admin, path, json!({ "userId": admin.user })).await;
        assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, "You cannot remove yourself."));
        assert_eq!(app.get(&member, "/api/auth/fetchProfile").await.status, StatusCode::OK);
        assert_eq!(app.post(&admin, path, form.clone()).await.json, json!({ "id": member.user }));
        assert_eq!(app.post(&admin, path, form).await.status, StatusCode::NOT_FOUND, "they are out already");
    }

    async fn a_removed_user_loses_access_at_once_and_their_texts_stay(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(admin.company, UserType::Foreman).await;
        let job = app.job(&admin).await;
        let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": foreman.user });
        assert_eq!(app.post(&admin, "/api/jobs/update/assign/user", form).await.status, StatusCode::OK);
        let note = json!({ "authorId": foreman.user, "jobId": job["id"], "content": "Ridge is rotten." });
        assert_eq!(app.post(&foreman, "/api/jobs/addNote", note).await.status, StatusCode::OK);
        app.post(&admin, "/api/company/removeUser", json!({ "userId": foreman.user })).await;
        for path in ["/api/auth/fetchProfile", "/api/jobs/myJobs/contractor"] {
            assert_eq!(app.get(&foreman, path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        }
        let left = app.job_seen_by(&admin, &job["id"]).await;
        assert_eq!(left["assignedToUserId"], Value::Null, "the job waits for somebody else");
        let notes = app.get(&admin, &format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"))).await;
        assert_eq!((&notes.json["notes"][0]["firstName"], &notes.json["notes"][0]["content"]), (&json!("Ada"), &json!("Ridge is rotten.")));
        let employees = app.get(&admin, &format!("/api/company/users/{}", admin.company)).await;
        assert_eq!(employees.json["employees"].as_array().map(Vec::len), Some(1));
    }

    async fn two_admins_who_remove_each_other_leave_one_admin(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Admin).await;
        let send_away = async |who: &Person| {
            let mut tx = app.app.db.write().await.expect("tx");
            let removal = store::membership::members::remove(&mut tx, Scope::trusted(admin.company), who.user).await;
            if removal.as_ref().is_ok_and(|removal| *removal == Removal::Done) {
                tx.commit().await.expect("commit");
            }
            removal.expect("both are there")
        };
        // Both requests were authorized before either user was removed.
        let (one, two) = tokio::join!(send_away(&other), send_away(&admin));
        assert!([(Removal::Done, Removal::LastAdmin), (Removal::LastAdmin, Removal::Done)].contains(&(one, two)), "{one:?} {two:?}");
        let survivor = if one == Removal::Done { &admin } else { &other };
        let profile = app.get(survivor, "/api/auth/fetchProfile").await;
        assert_eq!(profile.json["user"]["userType"], Admin.as_word());
    }
}
