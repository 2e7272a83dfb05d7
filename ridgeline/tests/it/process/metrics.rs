//! `/metrics`: who may read it, what it contains, and that no outsider can make it grow.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, StatusCode},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use store::token::TokenHash;

use crate::support::{Engine, TestApp, sockets::Socket};

/// Requests the metrics from this address, with these headers.
async fn request_metrics(
    app: &TestApp,
    from: &str,
    headers: &[(&str, &str)],
) -> (StatusCode, String) {
    let mut request = Request::get("/metrics").body(Body::empty()).expect("request");
    let from: SocketAddr = from.parse().expect("an address");
    request.extensions_mut().insert(ConnectInfo(from));
    request.headers_mut().insert("host", "localhost:8080".parse().expect("header"));
    for (name, value) in headers {
        let name = axum::http::HeaderName::from_bytes(name.as_bytes()).expect("a name");
        request.headers_mut().insert(name, value.parse().expect("header"));
    }
    let answer = app.send(None, request).await;
    (answer.status, String::from_utf8(answer.bytes).expect("text"))
}

/// All metrics, read from this machine itself.
async fn metrics_text(app: &TestApp) -> String {
    let (status, text) = request_metrics(app, "127.0.0.1:40000", &[]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(text.ends_with("# EOF\n"), "{text}");
    text
}

/// The number on the line with this prefix.
fn number(text: &str, line: &str) -> f64 {
    let found = text
        .lines()
        .find(|found| found.strip_prefix(line).is_some_and(|rest| rest.starts_with(' ')));
    let found = found.unwrap_or_else(|| panic!("{line} is not in {text}"));
    found.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[tokio::test]
async fn metrics_are_readable_on_this_machine_or_with_the_token() {
    let app = TestApp::with(Engine::Sqlite, |parts| {
        parts.metrics_token = Some(TokenHash::of("let-me-see"));
    })
    .await;
    let admin = app.sign_in(Contractor, Admin).await;
    let bearer = |token: &str| format!("Bearer {token}");
    for (from, headers, is_let_in) in [
        ("127.0.0.1:1", vec![], true),
        ("[::1]:1", vec![], true),
        ("[::ffff:127.0.0.1]:1", vec![], true),
        ("10.0.0.9:1", vec![], false),
        ("127.0.0.1:1", vec![("x-forwarded-for", "10.0.0.9".to_string())], false),
        ("127.0.0.1:1", vec![("forwarded", "for=10.0.0.9".to_string())], false),
        ("127.0.0.1:1", vec![("x-real-ip", "10.0.0.9".to_string())], false),
        ("127.0.0.1:1", vec![("via", "1.1 proxy".to_string())], false),
        ("127.0.0.1:1", vec![("host", "ridgeline.example.com".to_string())], false),
        ("10.0.0.9:1", vec![("authorization", bearer("let-me-see"))], true),
        ("10.0.0.9:1", vec![("authorization", bearer("let-me-se"))], false),
        ("10.0.0.9:1", vec![("authorization", bearer(""))], false),
        ("10.0.0.9:1", vec![("authorization", "let-me-see".to_string())], false),
        ("10.0.0.9:1", vec![("authorization", bearer(&admin.token))], false),
    ] {
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (status, text) = request_metrics(&app, from, &headers).await;
        let wanted = if is_let_in { StatusCode::OK } else { StatusCode::NOT_FOUND };
        assert_eq!(status, wanted, "{from} {headers:?}");
        assert_eq!(text.contains("ridgeline_"), is_let_in, "{from} {headers:?}");
    }
    let response = app.get(&admin, "/metrics").await;
    assert_eq!(
        (response.status, response.code()),
        (StatusCode::NOT_FOUND, "not_found"),
        "an admin of a customer"
    );
    let none = TestApp::new(Engine::Sqlite).await;
    let empty = [("authorization", "Bearer ")];
    assert_eq!(
        request_metrics(&none, "10.0.0.9:1", &empty).await.0,
        StatusCode::NOT_FOUND,
        "no token opens nothing"
    );
}

#[tokio::test]
async fn no_outsider_makes_the_metrics_grow() {
    let app = TestApp::new(Engine::Sqlite).await;
    let request_all = async |round: usize| {
        for n in 0..40 {
            let path = format!("{round}x{n}");
            for path in [
                format!("/api/{path}"),
                format!("/api/company/invite/{path}"),
                format!("/app/{path}"),
                format!("/files/{path}"),
            ] {
                app.call(None, "GET", &path, Value::Null).await;
            }
            let method =
                axum::http::Method::from_bytes(format!("ROOF{n}").as_bytes()).expect("method");
            let odd = Request::builder().method(method).uri("/api/health").body(Body::empty());
            app.send(None, odd.expect("request")).await;
        }
        metrics_text(&app).await
    };
    let (first, second) = (request_all(1).await, request_all(2).await);
    let lines = |text: &str| text.lines().count();
    // The first read of the metrics is a call that the second one counts, under its current name and its
    // former one.
    let of_reading = (14 + 3) * 2;
    assert_eq!(lines(&second), lines(&first) + of_reading, "{second}");
    assert!(!second.contains("2x7") && !second.contains("ROOF"), "{second}");
    let unknown = r#"ridgeline_http_request_duration_seconds_count{method="GET",route="unknown",status="4xx"}"#;
    assert!((number(&second, unknown) - 80.0).abs() < 0.1, "{second}");
}

#[tokio::test]
async fn alerts_dashboard_and_docs_use_only_existing_metrics() {
    let app = TestApp::new(Engine::Sqlite).await;
    metrics_text(&app).await;
    let text = metrics_text(&app).await;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut names_checked = 0;
    for page in [
        "deploy/prometheus/alerts.yml",
        "deploy/prometheus/dashboard.json",
        "docs/operating.md",
        "docs/scaling.md",
    ] {
        let page = std::fs::read_to_string(root.join(page)).expect("the page");
        let words = page.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for name in
            words.filter(|word| word.starts_with("ridgeline_") || word.starts_with("process_"))
        {
            // Prefixes of metrics that only one engine has, or that end in an abbreviation.
            if name.ends_with('_') {
                continue;
            }
            names_checked += 1;
            let exists = text.lines().any(|line| {
                let line = line.strip_prefix("# TYPE ").unwrap_or(line);
                line.starts_with(&format!("{name} ")) || line.starts_with(&format!("{name}{{"))
            });
            assert!(exists, "{name} is asked for, and nobody tells it: {text}");
        }
    }
    assert!(names_checked > 60, "only {names_checked} names were found");
}

both_engines! {
    async fn an_operator_sees_metrics_of_calls_lists_the_database_and_the_queues(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "x", "city": "Reno", "state": "NV" });
        assert_eq!(app.post(&admin, "/api/jobs/create", form).await.status, StatusCode::OK);
        for _ in 0..3 {
            app.get(&admin, "/api/jobs/myJobs/contractor").await;
        }
        let invite = json!({ "email": "bo@example.com", "userType": "member" });
        let response = app.post(&admin, "/api/company/invite", invite).await;
        assert_eq!(response.status, StatusCode::OK, "{response:?}");
        app.advance(chrono::Duration::seconds(90));
        let text = metrics_text(app).await;
        let of = |line: &str| number(&text, line);
        for (line, wanted) in [
            (r#"ridgeline_http_request_duration_seconds_count{method="GET",route="/api/jobs/myJobs/{companyType}",status="2xx"}"#, 3.0),
            (r#"ridgeline_http_request_duration_seconds_bucket{le="+Inf",method="POST",route="/api/jobs/create",status="2xx"}"#, 1.0),
            ("ridgeline_http_requests_in_flight", 1.0),
            ("ridgeline_list_cache_misses_total", 1.0),
            ("ridgeline_list_cache_hits_total", 2.0),
            ("ridgeline_mail_queue_length", 1.0),
            ("ridgeline_mail_queue_oldest_age_seconds", 90.0),
            ("ridgeline_push_queue_length", 0.0),
            (r#"ridgeline_mail_attempts_total{outcome="failed"}"#, 0.0),
            ("ridgeline_websocket_connections", 0.0),
            ("ridgeline_websocket_disconnects_total", 0.0),
            ("ridgeline_database_up", 1.0),
            ("ridgeline_ready", 1.0),
            ("ridgeline_database_transactions_abandoned_total", 0.0),
            ("ridgeline_database_transactions_rolled_back_total", 0.0),
            (r#"ridgeline_build_info{version="0.1.0"}"#, 1.0),
        ] {
            assert!((of(line) - wanted).abs() < 0.01, "{line} is {}, not {wanted}", of(line));
        }
        for line in [
            r#"ridgeline_database_statement_seconds_count{purpose="read"}"#,
            r#"ridgeline_database_statement_seconds_count{purpose="write"}"#,
            r#"ridgeline_database_pool_wait_seconds_count{purpose="write"}"#,
            "ridgeline_database_commit_seconds_count",
            "ridgeline_database_connections_max",
            "process_resident_memory_bytes",
            "process_open_fds",
        ] {
            assert!(of(line) > 0.0, "{line}");
        }
        if app.app.db.engine() == Engine::Sqlite {
            assert!(of("ridgeline_database_file_bytes") > 0.0);
            assert!(of("ridgeline_database_wal_bytes") > 0.0);
            assert!(of("ridgeline_database_commit_group_size_count") > 0.0);
        }
        for secret in [admin.token.as_str(), "bo@example.com", &admin.company.to_string()] {
            assert!(!text.contains(secret), "{secret}");
        }
    }

    async fn metrics_are_readable_while_the_database_is_down(app: &TestApp) {
        app.app.db.close().await;
        let text = metrics_text(app).await;
        assert!(number(&text, "ridgeline_database_up").abs() < 0.1);
        assert!(!text.contains("ridgeline_mail_queue_length "), "nobody knows");
    }

    async fn an_operator_sees_metrics_of_sockets_and_their_events(app: &TestApp) {
        let at = app.listen().await;
        let admin = app.sign_in(Contractor, Admin).await;
        let mut socket = Socket::of(app, at, &admin).await;
        let form = json!({ "title": "x", "city": "Reno", "state": "NV" });
        app.post(&admin, "/api/jobs/create", form).await;
        socket.event("job").await;
        let text = metrics_text(app).await;
        assert!((number(&text, "ridgeline_websocket_connections") - 1.0).abs() < 0.1);
        assert!(number(&text, "ridgeline_websocket_events_sent_total") > 0.5);
        assert!(number(&text, "ridgeline_websocket_frames_sent_total") > 2.5, "two answers and an event");
        assert!(number(&text, "ridgeline_websocket_sent_bytes_total") > 100.0);
    }
}
