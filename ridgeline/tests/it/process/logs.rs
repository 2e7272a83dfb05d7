//! The log of a running server: what its operator finds in it, and what it must not contain.

use reqwest::Method;
use serde_json::Value;

use crate::support::process::Process;

#[tokio::test]
async fn the_log_contains_no_feed_unsubscribe_or_invitation_link() {
    let server = Process::start(&[], &[("RIDGELINE_LOG", "debug")]);
    for path in [
        "/feeds/a-secret.ics",
        "/api/notifications/unsubscribe/a-secret.jobs.2c",
        "/api/company/invite/a-secret",
        "/api/guest/a-secret",
        "/api/guest/a-secret/calendar.ics",
        "/g/a-secret",
        "/g/a-secret/more",
        "/api/nowhere/a-secret",
        "/invite/a-secret",
        "/files/a-secret?signature=a-secret",
    ] {
        server.status(path).await;
    }
    let log = server.stop();
    for route in [
        "/feeds/{file}",
        "/api/notifications/unsubscribe/{token}",
        "/api/company/invite/{invitationId}",
        "/api/guest/{secret}",
        "/g/{secret}",
        "unknown",
        "web app",
    ] {
        assert!(log.contains(&format!("route=\"{route}\"")), "{route} is not in {log}");
    }
    assert!(!log.contains("a-secret"), "{log}");
}

#[tokio::test]
async fn every_log_line_of_a_call_has_its_request_id_even_if_only_warnings_are_logged() {
    let only = [("RIDGELINE_LOG", "warn,server::http::error=debug")];
    let server = Process::start(&[], &only);
    let ask = server.ask(Method::POST, "/api/auth/local/login").header("x-request-id", "mine-1");
    let answer = ask.body("no JSON").send().await.expect("answer");
    assert_eq!(answer.headers()["x-request-id"], "mine-1", "a balancer's own id is kept");
    let ask = server.ask(Method::POST, "/api/auth/local/login").header("x-request-id", "a b");
    let answer = ask.body("no JSON").send().await.expect("answer");
    let given = answer.headers()["x-request-id"].to_str().expect("an id").to_string();
    let log = server.stop();
    let of = |id: &str| log.lines().filter(|line| line.contains(id)).count();
    assert_eq!((of("mine-1"), of(&given), of("a b")), (1, 1, 0), "{log}");
    assert!(log.lines().all(|line| line.contains("malformed")), "{log}");
}

#[tokio::test]
async fn the_json_log_names_caller_request_and_duration() {
    let flags = ["--log-format", "json"];
    let server = Process::start(&flags, &[("RIDGELINE_LOG", "server::http=info")]);
    let token = server.sign_up("ana@example.com").await;
    let ask = server.ask(Method::GET, "/api/auth/fetchProfile").bearer_auth(&token);
    let answer = ask.send().await.expect("answer");
    let id = answer.headers()["x-request-id"].to_str().expect("an id").to_string();
    let profile: Value = answer.json().await.expect("JSON");
    server.status("/api/company/find/0192c7a0-0000-7000-8000-000000000000").await;
    let log = server.stop();
    let lines = log.lines().map(|line| serde_json::from_str(line).expect("JSON in every line"));
    let lines: Vec<Value> = lines.collect();
    let line = lines.iter().find(|line| line["span"]["id"] == id.as_str()).expect("its line");
    assert_eq!(
        (&line["message"], &line["method"], &line["route"], &line["status"], &line["level"]),
        (
            &"answered".into(),
            &"GET".into(),
            &"/api/auth/fetchProfile".into(),
            &200.into(),
            &"INFO".into()
        ),
    );
    assert!(line["ms"].is_u64(), "{line}");
    assert_eq!(line["user"], profile["user"]["id"], "{line}");
    assert!(line.get("company").is_none(), "there is none yet: {line}");
    let outside = lines.last().expect("a line");
    assert_eq!((&outside["status"], outside.get("user")), (&401.into(), None), "{outside}");
    assert!(!log.contains("0192c7a0") && !log.contains(&token), "{log}");
}
