//! Every route with every role, over HTTP: the domain's permission table alone decides. A new route is
//! covered automatically.

use axum::http::StatusCode;
use domain::{
    guest_links::access,
    i18n::rules::Text,
    permissions::permission::{Action, Role, check},
    types::{field::WireEnum as _, language::Language},
};
use serde_json::json;
use server::{api, http::openapi::call::Route};
use store::{accounts::sessions, companies::people, token::Token};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse};

/// The address of a route as this role would call it: with ids that do not exist, and with the role's own
/// kind of company where the route depends on it.
fn address(route: &Route, role: Role) -> String {
    let parts = route.path.split('/').map(|part| match part {
        "{companyType}" => role.company_type.as_word().to_string(),
        gap if gap.starts_with('{') => Uuid::now_v7().to_string(),
        word => word.to_string(),
    });
    parts.collect::<Vec<_>>().join("/")
}

async fn call_route(
    app: &TestApp,
    who: Option<&Person>,
    route: &Route,
    role: Role,
) -> TestResponse {
    let method = route.method.to_uppercase();
    app.call(who, &method, &address(route, role), json!({})).await
}

/// A user who signed up and has no company yet.
async fn newcomer(app: &TestApp) -> Person {
    let mut someone = Person {
        company: domain::types::ids::CompanyId(Uuid::now_v7()),
        user: domain::types::ids::UserId(Uuid::now_v7()),
        token: String::new(),
    };
    let (token, now) = (Token::random().expect("randomness"), app.app.clock.now());
    let email = format!("{}@example.com", someone.user);
    let mut tx = app.app.db.write().await.expect("tx");
    people::insert(&mut tx, someone.user, &email, Language::English, now).await.expect("person");
    sessions::insert(&mut tx, token.hash(), someone.user, now).await.expect("session");
    tx.commit().await.expect("commit");
    someone.token = token.text().to_string();
    someone
}

fn action_of(route: &Route) -> Option<Action> {
    route.caller.parse().ok()
}

/// Whether it is a call of the holder of a link.
fn is_guest(route: &Route) -> bool {
    route.caller.starts_with("link holder")
}

/// What refuses a role.
fn refusal(route: &Route, role: Role) -> Option<Text> {
    if route.caller == "guest links" {
        return access::check_role(role).err();
    }
    if route.caller == "admins" {
        return check(role, Action::WebhooksManage).err();
    }
    action_of(route).and_then(|action| check(role, action).err())
}

/// The status of a call without a token. Operator routes use another key and are 404 for everyone else.
fn without_a_token(route: &Route) -> Option<StatusCode> {
    match route.caller {
        "anyone" => None,
        "operator" => Some(StatusCode::NOT_FOUND),
        // Only a secret counts, and these callers have none.
        _ if is_guest(route) => None,
        _ => Some(StatusCode::UNAUTHORIZED),
    }
}

both_engines! {
    async fn a_role_may_do_what_the_permission_table_says_and_nothing_more(app: &TestApp) {
        let mut guarded = 0;
        for role in Role::ALL {
            let mut who = app.sign_in(role.company_type, role.user_type).await;
            for route in api::routes().list() {
                let mut response = call_route(app, Some(&who), &route, role).await;
                // The call before was one that ends the session.
                if response.status == StatusCode::UNAUTHORIZED {
                    who = app.sign_in(role.company_type, role.user_type).await;
                    response = call_route(app, Some(&who), &route, role).await;
                }
                let label = format!("{} {} as {}", route.method, route.path, role.name());
                let refused = refusal(&route, role);
                if let Some(sentence) = refused {
                    assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"), "{label}");
                    assert_eq!(response.message(), sentence.template(Language::English), "{label}");
                    guarded += 1;
                } else {
                    assert_ne!(response.status, StatusCode::FORBIDDEN, "{label}: {}", response.json);
                    assert!(!response.status.is_server_error(), "{label}: {} {}", response.status, response.json);
                }
            }
        }
        assert!(guarded > 0, "no route is guarded");
    }

    async fn no_call_that_requires_a_token_works_without_one(app: &TestApp) {
        let role = Role::ALL[0];
        let pretender = Person { token: "0".repeat(64), ..app.sign_in(role.company_type, role.user_type).await };
        for route in api::routes().list() {
            let label = format!("{} {}", route.method, route.path);
            let outsider = call_route(app, None, &route, role).await;
            match without_a_token(&route) {
                Some(refused) => assert_eq!(outsider.status, refused, "{label}"),
                None => assert_ne!(outsider.status, StatusCode::UNAUTHORIZED, "{label}"),
            }
            let forged = call_route(app, Some(&pretender), &route, role).await;
            match without_a_token(&route) {
                Some(refused) => assert_eq!(forged.status, refused, "{label}"),
                None => assert_ne!(forged.status, StatusCode::UNAUTHORIZED, "{label}"),
            }
        }
    }

    async fn a_user_without_a_company_reaches_only_onboarding(app: &TestApp) {
        let role = Role::ALL[0];
        let asks_who = |route: &Route| !is_guest(route) && !["anyone", "operator"].contains(&route.caller);
        let mut who = newcomer(app).await;
        for route in api::routes().list().into_iter().filter(asks_who) {
            let mut response = call_route(app, Some(&who), &route, role).await;
            // The call before was one that ends the session.
            if response.status == StatusCode::UNAUTHORIZED {
                who = newcomer(app).await;
                response = call_route(app, Some(&who), &route, role).await;
            }
            let label = format!("{} {}", route.method, route.path);
            assert_eq!(response.status == StatusCode::FORBIDDEN, route.caller != "newcomer", "{label}: {}", response.json);
            // The answer to `HEAD` has no body.
            if route.caller != "newcomer" && route.method != "head" {
                assert_eq!(response.message(), Text::OnboardingOpen.template(Language::English), "{label}");
            }
        }
    }
}

#[test]
fn every_routes_caller_is_known() {
    for route in api::routes().list() {
        let known = [
            "account owner",
            "admins",
            "anyone",
            "guest links",
            "newcomer",
            "operator",
            "signed in",
        ]
        .contains(&route.caller);
        assert!(
            known || is_guest(&route) || action_of(&route).is_some(),
            "{} {}: {}",
            route.method,
            route.path,
            route.caller
        );
    }
}
