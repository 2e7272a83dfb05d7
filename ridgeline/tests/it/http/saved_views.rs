//! Named views of the list of jobs, of one person or shared with the company.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, company_fixture::text};

const CREATE: &str = "/api/saved_views/create";

async fn save(app: &TestApp, who: &Person, form: Value) -> Value {
    let saved = app.post(who, CREATE, form).await;
    assert_eq!(saved.status, StatusCode::OK, "{:?}", saved.json);
    saved.json["view"].clone()
}

async fn names(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/saved_views/all").await;
    let views = list.json["views"].as_array().expect("views");
    views.iter().map(|view| text(&view["name"]).to_owned()).collect()
}

fn path(view: &Value) -> String {
    format!("/api/saved_views/{}", text(&view["id"]))
}

both_engines! {
    async fn a_saved_view_is_there_on_every_device_and_nobody_else_sees_it(app: &TestApp) {
        assert_eq!(app.call(None, "GET", "/api/saved_views/all", Value::Null).await.status, StatusCode::UNAUTHORIZED);
        for (kind, role) in [(Contractor, Member), (Subcontractor, Foreman)] {
            let admin = app.sign_in(kind, Admin).await;
            let who = app.colleague(admin.company, role).await;
            let view = save(app, &who, json!({ "name": "  North  ", "search": "tab=active&sort=title" })).await;
            assert_eq!(view, json!({ "id": view["id"], "name": "North", "search": "tab=active&sort=title", "isShared": false, "isOwn": true }));
            assert_eq!(app.get(&who, "/api/saved_views/all").await.json["views"], json!([view]));
            assert_eq!(names(app, &admin).await, Vec::<String>::new());
            let form = json!({ "name": "Mine", "search": "" });
            assert_eq!(app.put(&admin, &path(&view), form.clone()).await.status, StatusCode::NOT_FOUND);
            assert_eq!(app.delete(&admin, &path(&view)).await.status, StatusCode::NOT_FOUND);
            let edited = app.put(&who, &path(&view), form).await.json["view"].clone();
            assert_eq!((&edited["name"], &edited["search"]), (&json!("Mine"), &json!("")));
            assert_eq!(app.delete(&who, &path(&view)).await.json, json!({ "id": view["id"] }));
            assert_eq!(app.delete(&who, &path(&view)).await.status, StatusCode::NOT_FOUND);
            assert_eq!(names(app, &who).await, Vec::<String>::new());
        }
    }

    async fn a_shared_view_is_in_the_list_of_everybody_of_the_company_and_of_nobody_else(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let maker = app.colleague(admin.company, Member).await;
        let other = app.colleague(admin.company, Foreman).await;
        let stranger = app.sign_in(Contractor, Admin).await;
        let view = save(app, &maker, json!({ "name": "Hail", "search": "q=hail", "isShared": true })).await;
        assert_eq!(names(app, &other).await, ["Hail"]);
        assert_eq!(app.get(&other, "/api/saved_views/all").await.json["views"][0]["isOwn"], json!(false));
        assert_eq!(names(app, &stranger).await, Vec::<String>::new());
        let form = json!({ "name": "Hail 2026", "search": "q=hail", "isShared": true });
        for (who, status) in [(&stranger, StatusCode::NOT_FOUND), (&other, StatusCode::FORBIDDEN)] {
            assert_eq!(app.put(who, &path(&view), form.clone()).await.status, status);
            assert_eq!(app.delete(who, &path(&view)).await.status, status);
        }
        assert_eq!(app.put(&admin, &path(&view), form.clone()).await.status, StatusCode::OK);
        assert_eq!(names(app, &maker).await, ["Hail 2026"]);
        let private = json!({ "name": "Hail 2026", "search": "q=hail" });
        assert_eq!(app.put(&admin, &path(&view), private.clone()).await.status, StatusCode::FORBIDDEN, "it would be lost for all");
        assert_eq!(app.put(&maker, &path(&view), private).await.status, StatusCode::OK);
        assert_eq!(names(app, &other).await, Vec::<String>::new());
    }

    async fn what_a_user_who_leaves_has_shared_stays_and_an_admin_removes_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let maker = app.colleague(admin.company, Member).await;
        save(app, &maker, json!({ "name": "Private" })).await;
        let shared = save(app, &maker, json!({ "name": "Shared", "isShared": true })).await;
        let removed = app.post(&admin, "/api/company/removeUser", json!({ "userId": maker.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        assert_eq!(names(app, &admin).await, ["Shared"]);
        assert_eq!(app.delete(&admin, &path(&shared)).await.status, StatusCode::OK);
        assert_eq!(names(app, &admin).await, Vec::<String>::new());
    }

    async fn a_wrong_view_names_its_fields(app: &TestApp) {
        let who = app.sign_in(Contractor, Member).await;
        let view = save(app, &who, json!({ "name": "All" })).await;
        for (form, fields) in [
            (json!({}), ["name required"]),
            (json!({ "name": "ñ".repeat(101) }), ["name too_long"]),
            (json!({ "name": "All", "search": "x".repeat(2_001) }), ["search too_long"]),
        ] {
            for refused in [app.post(&who, CREATE, form.clone()).await, app.put(&who, &path(&view), form).await] {
                assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, fields.map(str::to_owned).to_vec()));
            }
        }
        save(app, &who, json!({ "name": "ñ".repeat(100), "search": "x".repeat(2_000) })).await;
    }

    async fn nobody_saves_more_than_fifty_views_and_no_company_shares_more(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Member).await;
        let mut last = Value::Null;
        for at in 0..50 {
            last = save(app, &admin, json!({ "name": format!("View {at}"), "isShared": true })).await;
        }
        let full = |response: crate::support::TestResponse| assert_eq!((response.status, response.code().to_owned()), (StatusCode::CONFLICT, "conflict".to_owned()));
        full(app.post(&admin, CREATE, json!({ "name": "One more" })).await);
        full(app.post(&other, CREATE, json!({ "name": "One more", "isShared": true })).await);
        let own = save(app, &other, json!({ "name": "Own" })).await;
        full(app.put(&other, &path(&own), json!({ "name": "Own", "isShared": true })).await);
        let form = json!({ "name": "Renamed", "isShared": true });
        assert_eq!(app.put(&admin, &path(&last), form.clone()).await.status, StatusCode::OK, "a shared one stays shared");
        assert_eq!(app.delete(&admin, &path(&last)).await.status, StatusCode::OK);
        assert_eq!(app.put(&other, &path(&own), form).await.status, StatusCode::OK);
    }
}
