//! Every route that names something of a company, called by a user of another one: it gets 404 and changes
//! nothing. `roles.rs` covers callers without a token and roles without permission, for every route as well.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Subcontractor, UserType::Admin};
use serde_json::json;

use calls::{Call, invalid_references, not_found, uploads};
use nameless_routes::NAMES_NOTHING;

use crate::support::{
    Person, TestApp, TestResponse,
    company_fixture::{CompanyFixture, text},
};

mod calls;
mod nameless_routes;

async fn call(app: &TestApp, who: &Person, (route, gap, body): &Call<'_>) -> TestResponse {
    let (method, path) = route.split_once(' ').expect("method and path");
    let path = match path.split_once('{') {
        Some((begin, _)) => format!("{begin}{}", text(gap)),
        None => path.to_owned(),
    };
    app.call(Some(who), &method.to_uppercase(), &path, body.clone()).await
}

both_engines! {
    async fn a_user_neither_reads_nor_changes_anything_of_another_company(app: &TestApp) {
        let (mine, theirs) = (CompanyFixture::of(app).await, CompanyFixture::of(app).await);
        let (ada, before) = (&mine.admin, theirs.seen(app).await);
        let sam = app.sign_in(Subcontractor, Admin).await;
        let mut called: BTreeSet<&str> = BTreeSet::new();
        let missing = |route: &str, response: &TestResponse| {
            let outcome = (response.status, response.code());
            assert_eq!(outcome, (StatusCode::NOT_FOUND, "not_found"), "{route}: {}", response.json);
        };
        for one in not_found(&theirs.has) {
            // A user of the other company type, for the routes that only this type may call.
            let is_answer = ["/acceptDecline", "/job_offers/answer"].iter().any(|end| one.0.ends_with(end));
            let who = if is_answer { &sam } else { ada };
            missing(one.0, &call(app, who, &one).await);
            called.insert(one.0);
        }
        for (route, request) in uploads(&theirs.has) {
            missing(route, &app.send(Some(ada), request).await);
            called.insert(route);
        }
        for (one, field) in invalid_references(&mine.has, &theirs.has) {
            let response = call(app, ada, &one).await;
            let outcome = (response.status, response.code());
            assert_eq!(outcome, (StatusCode::UNPROCESSABLE_ENTITY, "validation"), "{}: {}", one.0, response.json);
            assert!(response.fields().iter().any(|wrong| wrong.starts_with(field)), "{}: {:?}", one.0, response.fields());
            called.insert(one.0);
        }
        other_responses(app, ada, &theirs, &mut called).await;
        assert_eq!(theirs.seen(app).await, before, "a stranger changed something");
        // Every route is either called above or listed in `NAMES_NOTHING`.
        let named = NAMES_NOTHING.iter().flat_map(|(_, routes)| routes.iter().copied());
        let routes = server::api::routes().list();
        let all: BTreeSet<String> = routes.iter().map(|route| format!("{} {}", route.method, route.path)).collect();
        let twice: Vec<_> = named.clone().filter(|route| called.contains(route)).collect();
        assert!(twice.is_empty(), "these name something after all: {twice:#?}");
        called.extend(named);
        let called: BTreeSet<String> = called.into_iter().map(str::to_owned).collect();
        assert_eq!(called, all, "every route has its row, and every row its route");
    }
}

/// Routes that respond in another way.
async fn other_responses(
    app: &TestApp,
    ada: &Person,
    theirs: &CompanyFixture,
    called: &mut BTreeSet<&'static str>,
) {
    let t = &theirs.has;
    // Rooms of other companies are left out of the subscription.
    let rooms = json!({ "rooms": [format!("chat_{}", text(&t["room"])), format!("company_{}", text(&t["company"]))] });
    let response = app.post(ada, "/api/chat/subscribe", rooms).await;
    assert_eq!(response.json["rooms"], json!([]), "{:?}", response.json);
    called.insert("post /api/chat/subscribe");
    // Another user's notification stays unseen.
    let notices = app.get(&theirs.admin, "/api/notifications/user").await;
    let id = &notices.json["notifications"][0]["id"];
    let response = app.post(ada, "/api/notifications/seen", json!([id])).await;
    assert_eq!(response.json, json!({ "notifications": {} }));
    called.insert("post /api/notifications/seen");
    let path = format!("/api/notifications/pushDevices/{}", text(&t["user"]));
    assert_eq!(app.delete(ada, &path).await.status, StatusCode::NOT_FOUND);
    called.insert("delete /api/notifications/pushDevices/{id}");
    // An invitation works only for the address that it was sent to.
    let outsider = app.newcomer("stranger@roof.example").await;
    let form = json!({ "invitationId": t["invitation"], "companyId": t["company"] });
    let response = app.post(&outsider, "/api/company/invitation/submit", form).await;
    assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "invitation"));
    called.insert("post /api/company/invitation/submit");
    // A file without its signed link.
    let link = text(&t["link"]).split('?').next().expect("an address");
    assert_eq!(app.get(&theirs.admin, link).await.status, StatusCode::OK);
    assert_eq!(app.get(ada, link).await.status, StatusCode::NOT_FOUND);
    called.insert("get /files/{*key}");
}
