//! The mails that arrive, read with a third-party parser.

use std::path::Path;

use mail_parser::{Address, MessageParser, MimeHeaders as _};
use server::tasks::mail_sender::MailSender;
use services::mail::transport::MailTransport;

use super::TestApp;

/// A mail as its recipient sees it.
#[derive(Debug)]
pub struct ReceivedMail {
    /// `name <address>` of each person in the header.
    pub from: Vec<String>,
    pub to: Vec<String>,
    pub reply_to: Vec<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub message_id: String,
    /// The names of its headers, in order.
    pub headers: Vec<String>,
    /// Name, media type and content.
    pub attachments: Vec<(String, String, Vec<u8>)>,
}

impl ReceivedMail {
    pub fn read(bytes: &[u8]) -> Self {
        let mail = MessageParser::default().parse(bytes).expect("a mail");
        let attachment = |part: &mail_parser::MessagePart<'_>| {
            let kind = part.content_type().expect("a media type");
            let kind = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("?"));
            let name = part.attachment_name().unwrap_or("no name").to_string();
            (name, kind, part.contents().to_vec())
        };
        Self {
            from: people(mail.from()),
            to: people(mail.to()),
            reply_to: people(mail.reply_to()),
            subject: mail.subject().unwrap_or_default().to_string(),
            // Line ends may change in transit.
            text: mail.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
            html: mail.body_html(0).unwrap_or_default().to_string(),
            message_id: mail.message_id().unwrap_or_default().to_string(),
            headers: mail.headers_raw().map(|(name, _)| name.to_string()).collect(),
            attachments: mail.attachments().map(attachment).collect(),
        }
    }
}

fn people(address: Option<&Address<'_>>) -> Vec<String> {
    let everybody = address.into_iter().flat_map(Address::iter);
    everybody
        .map(|person| {
            format!("{} <{}>", person.name().unwrap_or("-"), person.address().unwrap_or("-"))
        })
        .collect()
}

/// The mails in a folder, in the order in which they were queued.
pub fn mails(folder: &Path) -> Vec<ReceivedMail> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("outbox")
        .map(|entry| entry.expect("entry").path())
        // Other files are still being written.
        .filter(|file| file.extension().is_some_and(|ending| ending == "eml"))
        .collect();
    files.sort();
    files.iter().map(|file| ReceivedMail::read(&std::fs::read(file).expect("mail"))).collect()
}

impl TestApp {
    /// Sends this server's mails into its outbox.
    pub fn sender(&self) -> MailSender {
        let outbox = MailTransport::outbox(&self.folder.path().join("outbox")).expect("outbox");
        MailSender::new(self.app.clone(), outbox)
    }

    /// Sends what is due, and returns all mails sent so far.
    pub async fn outbox(&self) -> Vec<ReceivedMail> {
        self.sender().send_due().await.expect("sent");
        mails(&self.folder.path().join("outbox"))
    }

    /// The number of files in the file store.
    pub fn stored_files(&self) -> usize {
        fn count(folder: &Path) -> usize {
            let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
            let paths = entries.map(|entry| entry.expect("entry").path());
            paths.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
        }
        count(&self.folder.path().join("files"))
    }
}
