//! Mails over a real mail server, with everything that goes wrong there.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::channel,
    time::Duration as StdDuration,
};

use chrono::Duration;
use mail_parser::decoders::base64::base64_decode;
use serde_json::{Value, json};
use server::{app::database_file, tasks::mail_sender::MailSender};
use services::mail::transport::{Limits, MailTransport};
use store::{
    db::Db,
    mail_queue::{MailAddress, NewMail, queue},
};
use tokio::sync::watch;

use super::mail_queue::{mail, person, queued, states, with_pdf};
use crate::support::{
    TestApp,
    mail::{ReceivedMail, mails},
    smtp::{MailServer, authority},
};

const PATIENT: Limits =
    Limits { connect: StdDuration::from_secs(20), whole: StdDuration::from_mins(1) };
const IMPATIENT: Limits =
    Limits { connect: StdDuration::from_secs(20), whole: StdDuration::from_millis(400) };

/// For mails that are accepted, on a busy machine too, beside one that is not answered.
const SHORT: Limits =
    Limits { connect: StdDuration::from_secs(20), whole: StdDuration::from_secs(4) };

fn over(app: &TestApp, url: &str, ca: Option<&Path>, limits: Limits) -> MailSender {
    MailSender::new(app.app.clone(), MailTransport::smtp(url, ca, limits).expect("an address"))
}

fn plain(app: &TestApp, server: &MailServer) -> MailSender {
    over(app, &server.url("smtp", "", ""), None, PATIENT)
}

async fn send(sender: &MailSender) -> usize {
    sender.send_due().await.expect("tried")
}

fn letter(taken: &Value) -> ReceivedMail {
    let mail = taken["mail"].as_str().expect("a mail");
    ReceivedMail::read(&base64_decode(mail.as_bytes()).expect("base64"))
}

both_engines! {
    async fn a_pdf_arrives_byte_for_byte(app: &TestApp) {
        let pdf: Vec<u8> = b"%PDF-1.7\r\n.\r\n..\n\x00From x\r\n".iter().copied().chain((0..300_000_u32).map(|n| (n % 253) as u8)).collect();
        let mut server = MailServer::start(&[]);
        let ada = MailAddress { email: "ada@example.com".into(), name: Some("Ada Muñoz".into()) };
        queued(app, &with_pdf(app, &pdf).await, &[ada]).await;
        assert_eq!(send(&plain(app, &server)).await, 1);
        let taken = server.next_mail();
        assert_eq!((&taken["from"], &taken["to"]), (&json!("ridgeline@localhost"), &json!(["ada@example.com"])));
        let mail = letter(&taken);
        assert_eq!(mail.to, ["Ada Muñoz <ada@example.com>"]);
        assert!(mail.attachments[0].2 == pdf, "byte for byte");
        assert_eq!(states(app).await, ["taken"]);
    }

    async fn no_mail_injects_a_header_or_an_smtp_command(app: &TestApp) {
        const TRICK: &str = "x\r\nBcc: everybody@example.com\r\n.\r\nRCPT TO:<everybody@example.com>\r\n";
        let mut server = MailServer::start(&[]);
        let mut tricky = mail();
        tricky.from_name = Some(TRICK.to_string());
        tricky.written.subject = TRICK.to_string();
        tricky.written.text = TRICK.to_string();
        tricky.reply_to = Some(MailAddress { email: "bo@example.com".into(), name: Some(TRICK.to_string()) });
        let ada = MailAddress { email: "ada@example.com".into(), name: Some(TRICK.to_string()) };
        let nobodies = ["x@example.com\r\nRCPT TO:<y@example.com>", "x@example.com\nBcc: y@example.com", "x@example.com> <y@example.com", "x y@example.com"];
        queued(app, &tricky, &[ada]).await;
        queued(app, &mail(), &nobodies.map(person)).await;
        let answering = NewMail { reply_to: Some(person(nobodies[1])), ..mail() };
        queued(app, &answering, &[person("bob@example.com")]).await;
        send(&plain(app, &server)).await;
        let taken = server.next_mail();
        assert_eq!(taken["to"], json!(["ada@example.com"]));
        let mut headers = letter(&taken).headers;
        headers.sort();
        assert_eq!(headers, ["Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Reply-To", "Subject", "To"]);
        assert_eq!(states(app).await, ["taken", "failed broken", "failed broken", "failed broken", "failed broken", "failed broken"]);
        assert!(server.rest().iter().all(|line| line.get("mail").is_none()), "no second mail came of it");
    }

    async fn a_refused_address_fails_at_once_and_does_not_delay_the_others(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        queued(app, &mail(), &[person("refused@example.com"), person("ada@example.com")]).await;
        let sender = plain(app, &server);
        assert_eq!(send(&sender).await, 2);
        assert_eq!(server.next_mail()["to"], json!(["ada@example.com"]));
        assert_eq!(states(app).await, ["failed refused", "taken"]);
        app.advance(Duration::hours(2));
        assert_eq!(send(&sender).await, 0, "it is not tried again");
    }

    async fn a_temporary_refusal_is_retried_later(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        queued(app, &mail(), &[person("later-once@example.com"), person("later@example.com")]).await;
        let sender = plain(app, &server);
        assert_eq!(send(&sender).await, 2);
        assert_eq!(states(app).await, ["waiting later", "waiting later"]);
        assert_eq!(send(&sender).await, 0, "not at once");
        app.advance(Duration::minutes(2));
        assert_eq!(send(&sender).await, 2);
        assert_eq!(server.next_mail()["to"], json!(["later-once@example.com"]));
        assert_eq!(states(app).await, ["taken", "waiting later"]);
        app.advance(Duration::hours(24));
        assert_eq!(send(&sender).await, 1);
        assert_eq!(states(app).await, ["taken", "failed given_up"]);
    }

    async fn an_unresponsive_mail_server_delays_no_other_mail(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        queued(app, &mail(), &[person("silent@example.com")]).await;
        assert_eq!(send(&over(app, &server.url("smtp", "", ""), None, IMPATIENT)).await, 1);
        assert_eq!(states(app).await, ["waiting unreachable"]);
        queued(app, &mail(), &[person("ada@example.com")]).await;
        assert_eq!(send(&plain(app, &server)).await, 1);
        assert_eq!(server.next_mail()["to"], json!(["ada@example.com"]), "over a line of its own");
    }

    async fn a_connection_that_breaks_during_a_mail_loses_nothing(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        queued(app, &mail(), &[person("dropped@example.com"), person("dropped-once@example.com")]).await;
        let sender = plain(app, &server);
        assert_eq!(send(&sender).await, 2);
        assert_eq!(states(app).await, ["waiting unreachable", "waiting unreachable"]);
        app.advance(Duration::minutes(2));
        assert_eq!(send(&sender).await, 2);
        assert_eq!(server.next_mail()["to"], json!(["dropped-once@example.com"]));
        assert_eq!(states(app).await, ["waiting unreachable", "taken"]);
    }

    async fn a_mail_accepted_without_a_response_is_resent_with_the_same_id(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        queued(app, &mail(), &[person("lost-once@example.com")]).await;
        let sender = plain(app, &server);
        assert_eq!(send(&sender).await, 1);
        assert_eq!(states(app).await, ["waiting unreachable"], "nobody said that it arrived");
        app.advance(Duration::minutes(2));
        assert_eq!(send(&sender).await, 1);
        let (first, second) = (letter(&server.next_mail()), letter(&server.next_mail()));
        assert_eq!(first.message_id, second.message_id);
        assert!(!first.message_id.is_empty());
        assert_eq!(states(app).await, ["taken"]);
    }

    async fn a_wrong_mail_password_fails_no_mail_because_it_can_be_corrected(app: &TestApp) {
        let mut server = MailServer::start(&["login=ridge:l:ne@1"]);
        queued(app, &mail(), &[person("ada@example.com")]).await;
        for login in ["", "ridge:wrong", "nobody:l%3Ane%401"] {
            assert_eq!(send(&over(app, &server.url("smtp", login, ""), None, PATIENT)).await, 1);
            assert_eq!(states(app).await, ["waiting logged_out"], "{login}");
            app.advance(Duration::minutes(15));
        }
        assert!(server.rest().is_empty(), "no address was told to a server that does not know us");
        assert_eq!(send(&over(app, &server.url("smtp", "ridge:l%3Ane%401", ""), None, PATIENT)).await, 1);
        assert_eq!(server.next_mail()["user"], "ridge");
        assert_eq!(states(app).await, ["taken"]);
    }

    async fn tls_encrypts_mail_and_trusts_only_the_operators_authorities(app: &TestApp) {
        for (tls, scheme, query) in [("tls=starttls", "smtp", "?tls=required"), ("tls=smtps", "smtps", "")] {
            let mut server = MailServer::start(&[tls, "login=ridge:line"]);
            let url = server.url(scheme, "ridge:line", query);
            queued(app, &mail(), &[person("ada@example.com")]).await;
            assert_eq!(send(&over(app, &url, None, PATIENT)).await, 1);
            assert_eq!(states(app).await.last().expect("one"), "waiting unreachable", "an unknown authority");
            assert!(server.rest().is_empty());
            app.advance(Duration::minutes(2));
            assert_eq!(send(&over(app, &url, Some(&authority()), PATIENT)).await, 1);
            let taken = server.next_mail();
            assert_eq!((&taken["secure"], &taken["user"]), (&json!(true), &json!("ridge")));
            assert_eq!(states(app).await.last().expect("one"), "taken");
        }
    }

    async fn a_mail_that_requires_encryption_is_never_sent_unencrypted(app: &TestApp) {
        let mut server = MailServer::start(&["login=ridge:line"]);
        queued(app, &mail(), &[person("ada@example.com")]).await;
        let url = server.url("smtp", "ridge:line", "?tls=required");
        assert_eq!(send(&over(app, &url, Some(&authority()), PATIENT)).await, 1);
        assert_eq!(states(app).await, ["waiting logged_out"]);
        assert!(server.rest().is_empty());
    }

    async fn mails_are_sent_once_the_mail_server_is_up_again(app: &TestApp) {
        let server = MailServer::start(&[]);
        let sender = plain(app, &server);
        let port = format!("port={}", server.port);
        drop(server);
        queued(app, &mail(), &[person("ada@example.com")]).await;
        assert_eq!(send(&sender).await, 1);
        assert_eq!(states(app).await, ["waiting unreachable"]);
        let mut server = MailServer::start(&[&port]);
        app.advance(Duration::minutes(2));
        assert_eq!(send(&sender).await, 1);
        assert_eq!(server.next_mail()["to"], json!(["ada@example.com"]));
        assert_eq!(states(app).await, ["taken"]);
        app.advance(Duration::hours(2));
        assert_eq!(send(&sender).await, 0);
        assert!(server.rest().iter().all(|line| line.get("mail").is_none()), "once, and not again");
    }

    async fn a_queued_mail_is_sent_at_once_and_a_stop_waits_for_the_last_one(app: &TestApp) {
        let mut server = MailServer::start(&[]);
        let (stop, stopped) = watch::channel(false);
        let sender = over(app, &server.url("smtp", "", ""), None, SHORT);
        let running = tokio::spawn(sender.run(stopped));
        for name in ["ada", "bob", "cleo"] {
            queued(app, &mail(), &[person(&format!("{name}@example.com"))]).await;
            // The clock does not advance: only the notification makes the sender look.
            let (mut back, taken) = tokio::task::spawn_blocking(move || {
                let taken = server.next_mail();
                (server, taken)
            }).await.expect("a mail");
            assert_eq!(taken["to"], json!([format!("{name}@example.com")]));
            back.rest();
            server = back;
        }
        queued(app, &mail(), &[person("silent@example.com")]).await;
        let (mut back, event) = tokio::task::spawn_blocking(move || {
            let event = server.next();
            (server, event)
        }).await.expect("asked");
        assert_eq!(event["asked"], "silent@example.com", "it is being sent");
        stop.send(true).expect("running");
        running.await.expect("ended");
        assert!(back.rest().is_empty());
        assert_eq!(states(app).await, ["taken", "taken", "taken", "waiting unreachable"]);
    }
}

/// Queues a mail in a data folder whose server is not running.
async fn left_waiting(data: &Path, to: &str) {
    let db = Db::open_sqlite(&database_file(data)).await.expect("database");
    let mut tx = db.write().await.expect("tx");
    let now = services::core::clock::Clock::Real.now();
    queue(&mut tx, &mail(), &[person(to)], now).await.expect("queued");
    tx.commit().await.expect("commit");
    db.close().await;
}

/// The real server over a data folder, ready.
fn ridgeline(data: &Path, flags: &[&str]) -> std::process::Child {
    let mut server = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .args(flags)
        .env_remove("DATABASE_URL")
        .stdout(Stdio::piped())
        .spawn()
        .expect("ridgeline");
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().expect("stdout")).read_line(&mut line).expect("a line");
    assert!(line.contains("ready"), "{line}");
    server
}

fn stop(mut server: std::process::Child) {
    let sent = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    assert!(server.wait().expect("end").success());
}

#[tokio::test]
async fn a_mail_queued_while_ridgeline_is_down_is_sent_when_it_starts() {
    let folder = tempfile::tempdir().expect("folder");
    left_waiting(folder.path(), "ada@example.com").await;
    let mut mail_server = MailServer::start(&["tls=starttls", "login=ridge:line"]);
    let (url, ca) = (mail_server.url("smtp", "ridge:line", "?tls=required"), authority());
    let ca = ca.to_str().expect("path");
    let flags = ["--smtp-url", &url, "--smtp-ca", ca, "--public-url", "https://r.example.com/"];
    let server = ridgeline(folder.path(), &flags);
    let taken = mail_server.next_mail();
    assert_eq!(
        (&taken["from"], &taken["secure"]),
        (&json!("ridgeline@r.example.com"), &json!(true))
    );
    stop(server);
    let server = ridgeline(folder.path(), &flags);
    stop(server);
    assert!(mail_server.rest().is_empty(), "it was sent once");
}

#[tokio::test]
async fn without_a_mail_server_mails_are_written_to_the_outbox() {
    let folder = tempfile::tempdir().expect("folder");
    left_waiting(folder.path(), "ada@example.com").await;
    let outbox = folder.path().join("outbox");
    let server = ridgeline(folder.path(), &["--mail-from", "po@summit.example"]);
    let (lying, found) = channel();
    let looking = outbox.clone();
    std::thread::spawn(move || {
        while mails(&looking).is_empty() {
            std::thread::yield_now();
        }
        lying.send(()).expect("still waiting");
    });
    found.recv_timeout(StdDuration::from_mins(1)).expect("a mail in the outbox");
    stop(server);
    let mails = mails(&outbox);
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].from, ["- <po@summit.example>"]);
}

#[test]
fn an_invalid_mail_setting_is_reported_in_one_sentence_without_the_password() {
    let folder = tempfile::tempdir().expect("folder");
    let nothing = folder.path().join("nothing.pem");
    let nothing = nothing.to_str().expect("path");
    for (flags, named) in [
        (vec!["--smtp-url", "mail.example.com:secret"], "--smtp-url"),
        (vec!["--smtp-url", "ftp://ridge:secret@mail.example.com"], "--smtp-url"),
        (vec!["--smtp-url", "smtp://ridge:secret@mail.example.com?tls=maybe"], "--smtp-url"),
        (vec!["--smtp-url", "smtps://ridge:secret@localhost", "--smtp-ca", nothing], "--smtp-ca"),
        (vec!["--public-url", "ridgeline"], "--public-url"),
        (vec!["--mail-from", "secret"], "--mail-from"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_ridgeline"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path())
            .args(&flags)
            .env_remove("DATABASE_URL")
            .output()
            .expect("ridgeline");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(named), "{flags:?}: {message}");
        assert!(!message.contains("secret") && message.trim().lines().count() == 1, "{message}");
    }
}
