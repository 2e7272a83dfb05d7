//! A client that reads too slowly is disconnected, and no other client notices.

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::json;
use services::live::{Live, connection::SocketTimings};
use tokio::net::TcpSocket;

use crate::support::{Engine, TestApp, sockets::Socket};

#[tokio::test]
async fn a_slow_client_is_disconnected_and_the_others_continue() {
    let pace = SocketTimings { backlog: 32 * 1024, ..SocketTimings::default() };
    let app = TestApp::with(Engine::Sqlite, |parts| parts.live = Live::with_timings(pace)).await;
    let at = app.listen().await;
    let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
    let narrow = TcpSocket::new_v4().expect("socket");
    narrow.set_recv_buffer_size(4 * 1024).expect("option");
    let mut slow = Socket::over(narrow.connect(at).await.expect("connect"), at).await;
    slow.identify(&ada).await;
    slow.subscribe(&[&format!("company_{}", ada.company)]).await;
    let mut quick = Socket::of(&app, at, &ada).await;
    let form = json!({ "title": "x".repeat(900), "city": "Nashville", "state": "TN" });
    let job = app.post(&ada, "/api/jobs/create", form).await.json["id"].clone();
    let mut changes = 0;
    while app.app.live.hub().disconnected() == 0 {
        let note = format!("{changes} {}", "n".repeat(290));
        let form = json!({ "jobId": job, "inspectionNote": note });
        let done = app.post(&ada, "/api/jobs/update/inspectionNote", form).await;
        assert!(done.status.is_success(), "{:?}", done.json);
        changes += 1;
        assert!(changes < 20_000, "nobody was cut");
        // The fast client reads events as they arrive.
        let seen = quick.event("job").await;
        assert!(seen["id"] == job);
    }
    assert_eq!(slow.close_code().await, Some(4408), "it hears why, once it reads");
    assert!(quick.names(&app).await.len() <= changes + 1);
}
