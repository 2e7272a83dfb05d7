//! Rate limits stop floods, password guessing and mass mail, and never hinder normal work.

use std::net::SocketAddr;

use axum::{
    extract::ConnectInfo,
    http::{Request, StatusCode, header},
};
use domain::{
    notifications::mails::MailBuilder,
    permissions::permission::{CompanyType::Contractor, UserType::Admin},
    types::language::Language,
};
use serde_json::{Value, json};
use services::core::trusted_proxies::read_network;
use store::{
    mail_queue::{self, MailAddress, NewMail},
    sql,
};

use crate::support::{Engine, Person, TestApp, TestResponse, upload};

const LOG_IN: &str = "/api/auth/local/login";

/// A call from an address, with an X-Forwarded-For header if one is given. The number makes it distinct.
async fn from(app: &TestApp, peer: &str, forwarded: Option<&str>, n: usize) -> TestResponse {
    let body = json!({ "email": format!("{n}"), "password": "" }).to_string();
    let mut request = Request::post(LOG_IN).header(header::CONTENT_TYPE, "application/json");
    if let Some(forwarded) = forwarded {
        request = request.header("x-forwarded-for", forwarded);
    }
    let mut request = request.body(body.into()).expect("request");
    let peer = SocketAddr::new(peer.parse().expect("address"), 40_000);
    request.extensions_mut().insert(ConnectInfo(peer));
    app.send(None, request).await
}

fn is_too_often(answer: &TestResponse) -> bool {
    let outcome = (answer.status, answer.code(), answer.message().starts_with("Duplicate"));
    let is = outcome == (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit", true);
    assert!(!is || answer.headers.contains_key(header::RETRY_AFTER), "when to come again");
    assert!(is || answer.status != StatusCode::TOO_MANY_REQUESTS, "{:?}", answer.json);
    is
}

/// How many calls are accepted, out of at most this many.
async fn through(most: usize, mut call: impl AsyncFnMut(usize) -> TestResponse) -> usize {
    for n in 0..most {
        if is_too_often(&call(n).await) {
            return n;
        }
    }
    most
}

/// Mails these addresses, two days ago.
async fn has_reached(app: &TestApp, who: &Person, addresses: &[String]) {
    let person = |email: &String| MailAddress { email: email.clone(), name: None };
    let people: Vec<_> = addresses.iter().map(person).collect();
    let written = MailBuilder::new(Language::English).words("An order.").finish("An order");
    let mail = NewMail { company: Some(who.company), ..NewMail::own(written) };
    let mut tx = app.app.db.write().await.expect("tx");
    let ago = app.app.clock.now() - chrono::Duration::days(2);
    mail_queue::queue(&mut tx, &mail, &people, ago).await.expect("queued");
    tx.commit().await.expect("commit");
    assert_eq!(app.outbox().await.len(), addresses.len());
}

both_engines! {
    async fn password_guessing_from_one_address_is_stopped_and_other_addresses_sign_in(app: &TestApp) {
        assert_eq!(through(700, async |n| from(app, "203.0.113.7", None, n).await).await, 600);
        let response = from(app, "203.0.113.7", None, 700).await;
        assert_eq!(response.headers[header::RETRY_AFTER], "300");
        assert!(!is_too_often(&from(app, "203.0.113.8", None, 701).await));
        app.advance(chrono::Duration::minutes(5));
        assert!(!is_too_often(&from(app, "203.0.113.7", None, 702).await));
        // Without trusted proxies, X-Forwarded-For changes nobody's address.
        let spoofed = async |n| from(app, "203.0.113.9", Some(&format!("198.51.100.{n}")), n).await;
        assert_eq!(through(700, spoofed).await, 600);
    }

    async fn a_flood_of_callbacks_from_one_address_asks_the_identity_provider_nothing(app: &TestApp) {
        let back = async |n| {
            let path = format!("/api/auth/callback?code={n}&state={n}");
            app.call(None, "GET", &path, Value::Null).await
        };
        assert_eq!(through(700, back).await, 600);
        app.advance(chrono::Duration::minutes(5));
        assert!(!is_too_often(&back(700).await));
    }

    async fn a_message_a_second_is_accepted_and_a_flood_is_refused(app: &TestApp) {
        let (admin, sub, room) = app.room().await;
        let accepted = through(200, async |n| app.say(&admin, &room, &format!("{n}")).await).await;
        assert_eq!(accepted, 120);
        assert!(!is_too_often(&app.say(&sub, &room, "one at a time").await), "the others go on");
        app.advance(chrono::Duration::minutes(1));
        for second in 0..90 {
            assert!(!is_too_often(&app.say(&admin, &room, &format!("second {second}")).await));
            app.advance(chrono::Duration::seconds(1));
        }
    }

    async fn a_company_contacts_other_companies_only_so_often(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Admin).await;
        for path in ["/api/company/invite", "/api/connections/connect"] {
            let call = async |n| {
                let who = if n % 2 == 0 { &admin } else { &other };
                app.post(who, path, json!({ "n": n })).await
            };
            assert_eq!(through(300, call).await, 200, "{path}: the company shares it");
        }
        assert_eq!(through(100, async |n| app.post(&admin, "/api/feedback", json!({ "n": n })).await).await, 60);
        let search = async |n| app.post(&admin, "/api/company/search", json!({ "n": n })).await;
        assert_eq!(through(300, search).await, 240);
        let add = async |n| {
            let path = format!("/api/company/uploadFile/{n}/true");
            app.send(Some(&admin), upload(&path, ("other", "n"), b"n", &[])).await
        };
        assert_eq!(through(700, add).await, 600);
    }

    async fn mail_to_a_companys_vendors_is_limited(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let vendor = app.vendor(&admin).await;
        let addresses: Vec<String> = (0..100).map(|n| format!("sales{n}@supply.example")).collect();
        let mut tx = app.app.db.write().await.expect("tx");
        for address in &addresses {
            sql!("INSERT INTO vendor_contact (id, vendor_id, name, email, email_key) VALUES ($1, $2, 'Dana', $3, $3)")
                .bind(uuid::Uuid::now_v7())
                .bind(vendor)
                .bind(address)
                .run_one(&mut tx)
                .await
                .expect("contact");
        }
        tx.commit().await.expect("commit");
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await["id"].as_str().expect("id").to_owned();
        has_reached(app, &admin, &addresses).await;
        let everybody = json!(addresses).to_string();
        let mail_to = async |to: &str| {
            let fields = [("orderId", order.as_str()), ("contactEmails", to), ("message", "")];
            let path = "/api/purchase_orders/sendToVendors";
            let pdf = ("purchaseOrderPDF", "order.pdf");
            app.send(Some(&admin), upload(path, pdf, b"%PDF-1.7\n%%EOF", &fields)).await
        };
        for _ in 0..5 {
            let sent = mail_to(&everybody).await;
            assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        }
        let response = mail_to(r#"["sales7@supply.example"]"#).await;
        assert!(is_too_often(&response), "{:?}", response.json);
        app.advance(chrono::Duration::hours(1));
        assert_eq!(mail_to(r#"["sales7@supply.example"]"#).await.status, StatusCode::OK);
    }
}

/// Three servers on one database.
async fn three_servers() -> [TestApp; 3] {
    let first = TestApp::new(Engine::Postgres).await;
    let (second, third) = (first.second_server(|_| {}).await, first.second_server(|_| {}).await);
    [first, second, third]
}

#[tokio::test]
async fn whoever_goes_from_server_to_server_has_no_more_tries_than_on_one() {
    let servers = three_servers().await;
    let of = |n: usize| &servers[n % servers.len()];
    assert_eq!(through(700, async |n| from(of(n), "203.0.113.7", None, n).await).await, 600);
    let before = servers[0].app.db.statements_run();
    for n in 700..710 {
        let refused = from(of(n), "203.0.113.7", None, n).await;
        assert!(is_too_often(&refused));
    }
    let asked = servers[0].app.db.statements_run() - before;
    assert!(asked <= 3, "each server asks the database once for a caller who goes on: {asked}");
    assert!(
        !is_too_often(&from(of(0), "203.0.113.8", None, 711).await),
        "others are not concerned"
    );
    servers[0].advance(chrono::Duration::minutes(5));
    assert!(!is_too_often(&from(of(0), "203.0.113.7", None, 712).await));
}

#[tokio::test]
async fn the_same_call_on_three_servers_is_refused_the_eleventh_time() {
    let servers = three_servers().await;
    let admin = servers[0].sign_in(Contractor, Admin).await;
    let colleague = servers[0].colleague(admin.company, Admin).await;
    let search = async |n: usize| {
        let app = &servers[n % servers.len()];
        app.post(&admin, "/api/company/search", json!({ "query": "roof" })).await
    };
    assert_eq!(through(40, search).await, 10);
    let other =
        servers[1].post(&colleague, "/api/company/search", json!({ "query": "roof" })).await;
    assert!(!is_too_often(&other), "a colleague's are counted apart");
    servers[0].advance(chrono::Duration::minutes(1));
    assert!(!is_too_often(&search(1).await));
}

#[tokio::test]
async fn of_many_calls_at_once_on_three_servers_no_more_pass_than_are_allowed() {
    let servers = three_servers().await;
    let admin = servers[0].sign_in(Contractor, Admin).await;
    let calls = (0..300).map(|n| {
        let app = &servers[n % servers.len()];
        let admin = &admin;
        async move { is_too_often(&app.post(admin, "/api/company/search", json!({ "n": n })).await) }
    });
    let refused = futures_util::future::join_all(calls).await;
    assert_eq!(refused.iter().filter(|refused| !**refused).count(), 240);
}

async fn behind_a_proxy(engine: Engine) {
    let app = TestApp::with(engine, |parts| {
        parts.trusted_proxies = vec![read_network("10.0.0.0/8").expect("a network")].into();
    });
    let app = &app.await;
    // The address counted is the one that the proxy added, whatever the caller puts to its left.
    for n in 0..1_300 {
        let forwarded = format!("198.51.100.{}, 203.0.113.{}", n % 250, n % 3);
        assert!(!is_too_often(&from(app, "10.0.0.2", Some(&forwarded), n).await), "call {n}");
    }
    let one = async |n| from(app, "10.0.0.2", Some(&format!("10.1.2.{n}, 203.0.113.77")), n).await;
    assert_eq!(through(700, one).await, 600);
    let past = async |n| from(app, "203.0.113.78", Some(&format!("192.0.2.{}", n % 250)), n).await;
    assert_eq!(through(700, past).await, 600, "who comes past the proxy speaks for nobody");
}

#[tokio::test]
async fn behind_a_trusted_proxy_every_caller_has_exactly_one_address() {
    behind_a_proxy(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_load_test_can_turn_off_all_limits() {
    let app = TestApp::with(Engine::Sqlite, |parts| {
        parts.duplicate_counter = None;
        parts.rate_limiter = None;
    });
    let app = &app.await;
    assert_eq!(through(700, async |n| from(app, "203.0.113.7", None, n).await).await, 700);
    let admin = app.sign_in(Contractor, Admin).await;
    let search = async |_| app.post(&admin, "/api/company/search", Value::Null).await;
    assert_eq!(through(300, search).await, 300);
}

/// The routes that are counted before their handlers, and before their body is read. Leads, password resets and
/// mailed orders are also counted in their handlers.
const LIMITED: &str = "\
get    /api/activity                              Search
get    /api/activity/export                       Search
get    /api/auth/callback                         SignIn
get    /api/auth/callback/{id}                    SignIn
post   /api/auth/exchange                         SignIn
post   /api/auth/local/forgotPassword             PublicForm
post   /api/auth/local/login                      SignIn
post   /api/auth/local/resendVerification         Verification
post   /api/auth/local/resetPassword              Link
post   /api/auth/local/secondFactor               SignIn
post   /api/auth/local/signup                     SignUp
post   /api/auth/local/verifyEmail                Link
post   /api/auth/signInMethods/{id}/link          SignIn
post   /api/chat/sendAttachment/{roomId}          Upload
post   /api/chat/sendMessage                      ChatMessage
get    /api/company/export                        Export
get    /api/company/export/file/{token}           Export
delete /api/company/invitation/{invitationId}     Link
post   /api/company/invite                        Invitation
get    /api/company/invite/{invitationId}         Link
post   /api/company/search                        Search
post   /api/company/uploadFile/{fileName}/{isPublic} Upload
post   /api/company/uploadImage                   Upload
post   /api/connections/connect                   Connection
post   /api/contractor_vendors/import             Upload
post   /api/customers/import                      Upload
post   /api/feedback                              Feedback
post   /api/guest/{secret}/image                  Upload
patch  /api/guest/{secret}/uploads/{id}           Upload
post   /api/guest/{secret}/uploads/{id}           Upload
post   /api/jobs/import                           Upload
post   /api/jobs/uploadJobImage/{jobId}           Upload
post   /api/leads                                 PublicForm
post   /api/notifications/unsubscribe/{token}     Link
post   /api/products/import                       Upload
post   /api/purchase_orders/delivery_photo/{orderId} Upload
post   /api/purchase_orders/sendToVendors         Upload
get    /api/reports/crews                         Search
get    /api/reports/crews/export                  Search
get    /api/reports/jobs                          Search
get    /api/reports/jobs/export                   Search
get    /api/reports/value                         Search
get    /api/reports/value/export                  Search
get    /api/reports/vendors                       Search
get    /api/reports/vendors/export                Search
get    /api/search                                Search
patch  /api/uploads/{id}                          Upload
post   /api/uploads/{id}                          Upload
post   /api/work_orders/send                      Upload";

/// The routes that accept bodies over a megabyte, with their limits in bytes.
const LARGE: &str = "\
post   /api/chat/sendAttachment/{roomId}          15794176
post   /api/company/uploadFile/{fileName}/{isPublic} 52494336
post   /api/company/uploadImage                   5308416
post   /api/contractor_vendors/import             22020096
post   /api/customers/import                      22020096
post   /api/guest/{secret}/image                  15794176
patch  /api/guest/{secret}/uploads/{id}           52428800
post   /api/guest/{secret}/uploads/{id}           52428800
post   /api/jobs/import                           22020096
post   /api/jobs/uploadJobImage/{jobId}           15794176
post   /api/products/import                       22020096
post   /api/purchase_orders/delivery_photo/{orderId} 15794176
post   /api/purchase_orders/sendToVendors         15794176
patch  /api/uploads/{id}                          52428800
post   /api/uploads/{id}                          52428800
post   /api/work_orders/send                      15794176";

#[test]
fn the_table_of_rate_and_size_limits() {
    let routes = server::api::routes().list();
    let line = |route: &server::http::openapi::call::Route, limit: String| {
        format!("{:6} {:42} {limit}", route.method, route.path)
    };
    let limited = routes
        .iter()
        .filter_map(|route| route.quota.map(|quota| line(route, format!("{quota:?}"))));
    assert_eq!(limited.collect::<Vec<_>>().join("\n"), LIMITED);
    let large = routes
        .iter()
        .filter(|route| route.body_limit != 1 << 20)
        .map(|route| line(route, route.body_limit.to_string()));
    assert_eq!(large.collect::<Vec<_>>().join("\n"), LARGE);
}

#[tokio::test]
async fn no_route_starts_to_read_a_body_over_its_limit() {
    let app = TestApp::new(Engine::Sqlite).await;
    let admin = app.sign_in(Contractor, Admin).await;
    // The secret of a link is checked before its body, which is then not read at all.
    let is_guest = |path: &str| path.starts_with("/api/guest/");
    for route in server::api::routes().list().into_iter().filter(|route| !is_guest(route.path)) {
        let call = format!("{} {}", route.method, route.path);
        let request = Request::builder()
            .method(route.method.to_uppercase().as_str())
            .uri(route.path.replace(['{', '}', '*'], ""))
            .header(header::CONTENT_LENGTH, route.body_limit + 1)
            .body(axum::body::Body::empty());
        let response = app.send(Some(&admin), request.expect("request")).await;
        // The answer to `HEAD` has no body.
        let code = if route.method == "head" { "no error" } else { "too_large" };
        assert_eq!(
            (response.status, response.code()),
            (StatusCode::PAYLOAD_TOO_LARGE, code),
            "{call}"
        );
    }
}
