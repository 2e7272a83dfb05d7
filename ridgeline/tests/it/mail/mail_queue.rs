//! Queued mails: none is lost, none is sent for a rolled-back change, none is sent twice.

use chrono::Duration;
use domain::{i18n::mails::MailText, notifications::mails::MailBuilder, types::language::Language};
use store::{
    files::deletion_queue,
    mail_queue::{self, Attachment, DeliveryOutcome, MailAddress, MailUrgency, NewMail, queue},
    sql,
};

use crate::support::{TestApp, mail::mails};

pub fn person(email: &str) -> MailAddress {
    MailAddress { email: email.to_string(), name: None }
}

pub fn mail() -> NewMail {
    let gaps = [("company", "Ridge & Sons".to_string())];
    let written =
        MailBuilder::new(Language::English).say(MailText::PurchaseOrder, &gaps).finish("Hello");
    NewMail::own(written)
}

pub async fn queued(app: &TestApp, mail: &NewMail, to: &[MailAddress]) {
    let mut tx = app.app.db.write().await.expect("tx");
    queue(&mut tx, mail, to, app.app.clock.now()).await.expect("queued");
    tx.commit().await.expect("commit");
}

/// A mail with a PDF in the file store.
pub async fn with_pdf(app: &TestApp, pdf: &[u8]) -> NewMail {
    let keys = ["mail/order.pdf".to_string()];
    app.app.files.reserve(&app.app.db, &keys, app.app.clock.now()).await.expect("announced");
    app.app.files.put(&keys[0], pdf.to_vec()).await.expect("stored");
    let mut tx = app.app.db.write().await.expect("tx");
    deletion_queue::remove(&mut tx, &keys).await.expect("spared");
    tx.commit().await.expect("commit");
    let [file_key] = keys;
    let attachment =
        Attachment { file_name: "order.pdf".into(), media_type: "application/pdf", file_key };
    NewMail { attachments: vec![attachment], ..mail() }
}

/// The state of each delivery, with its error if there is one.
pub async fn states(app: &TestApp) -> Vec<String> {
    let mut tx = app.app.db.read().await.expect("tx");
    let states: Vec<(String,)> = sql!(
        "SELECT state || COALESCE(' ' || trouble, '') AS value FROM mail_delivery ORDER BY id"
    )
    .all(&mut tx)
    .await
    .expect("states");
    states.into_iter().map(|(state,)| state).collect()
}

both_engines! {
    async fn only_a_committed_mail_is_sent(app: &TestApp) {
        let mut tx = app.app.db.write().await.expect("tx");
        queue(&mut tx, &mail(), &[person("nobody@example.com")], app.app.clock.now()).await.expect("queued");
        drop(tx);
        assert!(app.outbox().await.is_empty(), "it never happened");
        queued(app, &mail(), &[person("ada@example.com"), person("bob@example.com")]).await;
        let sent = app.outbox().await;
        let to: Vec<_> = sent.iter().map(|letter| letter.to.join(", ")).collect();
        assert_eq!(to, ["- <ada@example.com>", "- <bob@example.com>"], "each alone, none sees the other");
        assert_eq!(sent[0].from, ["- <ridgeline@localhost>"]);
        assert!(sent[0].text.contains("Ridge & Sons sends you"), "{}", sent[0].text);
        assert!(sent[0].html.contains("Ridge &amp; Sons sends you"), "{}", sent[0].html);
        assert_ne!(sent[0].message_id, sent[1].message_id);
        assert_eq!(states(app).await, ["taken", "taken"]);
        assert_eq!(app.sender().send_due().await.expect("sent"), 0, "not again");
        app.advance(Duration::days(2));
        assert_eq!(app.sender().send_due().await.expect("sent"), 0, "not ever");
    }

    async fn a_name_injects_no_mail_header(app: &TestApp) {
        const TRICK: &str = "x\r\nBcc: everybody@example.com\r\n\r\nBuy!\u{1}";
        let named = |email: &str| MailAddress { email: email.to_string(), name: Some(TRICK.to_string()) };
        let mut tricky = with_pdf(app, b"%PDF-1.7").await;
        tricky.from_name = Some(TRICK.to_string());
        tricky.reply_to = Some(named("ada@example.com"));
        tricky.written.subject = TRICK.to_string();
        tricky.attachments[0].file_name = format!("{TRICK}\"; filename=\"virus.exe");
        queued(app, &tricky, &[named("bob@example.com")]).await;
        let sent = app.outbox().await;
        let mut headers = sent[0].headers.clone();
        headers.sort();
        assert_eq!(headers, ["Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Reply-To", "Subject", "To"]);
        let words = "x Bcc: everybody@example.com Buy!";
        assert_eq!(sent[0].subject, words);
        assert_eq!(sent[0].to, [format!("{words} <bob@example.com>")]);
        assert_eq!(sent[0].from, [format!("{words} <ridgeline@localhost>")]);
        assert_eq!(sent[0].reply_to, [format!("{words} <ada@example.com>")]);
        assert_eq!(sent[0].attachments.len(), 1);
        assert_eq!(sent[0].attachments[0].0, format!("{words} \"; filename=\"virus.exe"));
    }

    async fn a_pdf_arrives_unchanged_and_is_deleted_after_the_last_delivery(app: &TestApp) {
        let pdf: Vec<u8> = b"%PDF-1.7\n".iter().copied().chain((0..100_000_u32).map(|n| (n % 251) as u8)).collect();
        let mail = with_pdf(app, &pdf).await;
        queued(app, &mail, &[person("ada@example.com"), person("bob@example.com")]).await;
        let mut tx = app.app.db.write().await.expect("tx");
        let now = app.app.clock.now();
        let first = mail_queue::claim(&mut tx, MailUrgency::Ordinary, now, now + Duration::minutes(10)).await.expect("claim").expect("due");
        let files = mail_queue::settle(&mut tx, &first, DeliveryOutcome::Taken, now).await.expect("settled");
        tx.commit().await.expect("commit");
        assert!(files.is_empty() && app.stored_files() == 1, "the second still needs it");
        let sent = app.outbox().await;
        assert_eq!(sent[0].to, ["- <bob@example.com>"]);
        assert_eq!(sent[0].attachments, [("order.pdf".to_string(), "application/pdf".to_string(), pdf)]);
        assert_eq!(app.stored_files(), 0, "it takes no room any more");
        let mut tx = app.app.db.read().await.expect("tx");
        let left: String = sql!("SELECT text || html AS value FROM mail").value(&mut tx).await.expect("mail");
        assert_eq!(left, "", "nor does what was written");
    }

    async fn a_pdf_of_plain_text_keeps_its_line_ends(app: &TestApp) {
        let pdf = b"%PDF-1.4\n1 0 obj\r<< >>\r\nendobj\n.\n\ntrailer  \t\n%%EOF\n";
        let mail = with_pdf(app, pdf).await;
        queued(app, &mail, &[person("ada@example.com")]).await;
        assert_eq!(app.outbox().await[0].attachments[0].2, pdf);
    }

    async fn a_mail_without_its_pdf_is_not_sent_at_all(app: &TestApp) {
        let mut broken = with_pdf(app, b"%PDF-1.7").await;
        broken.attachments[0].file_key = "mail/gone.pdf".into();
        queued(app, &broken, &[person("ada@example.com")]).await;
        assert!(app.outbox().await.is_empty());
        assert_eq!(states(app).await, ["failed broken"]);
    }

    async fn an_unavailable_file_store_only_delays_a_mail(app: &TestApp) {
        let mail = with_pdf(app, b"%PDF-1.7").await;
        queued(app, &mail, &[person("ada@example.com")]).await;
        let (folder, away) = (app.folder.path().join("files/mail"), app.folder.path().join("away"));
        std::fs::rename(&folder, &away).expect("moved");
        std::fs::write(&folder, "").expect("in the way");
        assert!(app.outbox().await.is_empty());
        assert_eq!(states(app).await, ["waiting delayed"]);
        std::fs::remove_file(&folder).expect("out of the way");
        std::fs::rename(&away, &folder).expect("moved back");
        app.advance(Duration::minutes(2));
        assert_eq!(app.outbox().await[0].attachments[0].2, b"%PDF-1.7");
        assert_eq!(states(app).await, ["taken"]);
    }

    async fn two_servers_send_no_mail_twice(app: &TestApp) {
        let everybody: Vec<_> = (0..20).map(|n| person(&format!("p{n}@example.com"))).collect();
        queued(app, &mail(), &everybody).await;
        let (one, two) = (app.sender(), app.sender());
        let (one, two) = tokio::join!(one.send_due(), two.send_due());
        let (one, two) = (one.expect("sent"), two.expect("sent"));
        // Each sender may find a row taken by the other and leave the rest; no row is taken twice.
        assert_eq!(one + two + app.sender().send_due().await.expect("sent"), 20);
        assert_eq!(mails(&app.folder.path().join("outbox")).len(), 20);
        assert_eq!(states(app).await, vec!["taken"; 20]);
    }

    async fn a_mail_claimed_by_a_killed_server_is_sent_by_another_whose_result_counts(app: &TestApp) {
        queued(app, &mail(), &[person("ada@example.com")]).await;
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        let dead = mail_queue::claim(&mut tx, MailUrgency::Ordinary, now, now + Duration::minutes(10)).await.expect("claim").expect("due");
        tx.commit().await.expect("commit");
        assert!(app.outbox().await.is_empty(), "it belongs to the first for a while");
        app.advance(Duration::minutes(10));
        assert_eq!(app.outbox().await.len(), 1);
        let mut tx = app.app.db.write().await.expect("tx");
        let trouble = domain::notifications::mails::MailFailure::Refused;
        mail_queue::settle(&mut tx, &dead, DeliveryOutcome::Failed(trouble), now).await.expect("settled");
        tx.commit().await.expect("commit");
        assert_eq!(states(app).await, ["taken"]);
    }

    async fn a_single_restarted_server_resumes_its_mails_at_once(app: &TestApp) {
        queued(app, &mail(), &[person("ada@example.com")]).await;
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        mail_queue::claim(&mut tx, MailUrgency::Ordinary, now, now + Duration::minutes(10)).await.expect("claim").expect("due");
        mail_queue::release_all(&mut tx, now).await.expect("released");
        tx.commit().await.expect("commit");
        assert_eq!(app.outbox().await.len(), 1);
    }
}
