//! Composes a mail in its wire format.

use axum::body::to_bytes;
use domain::notifications::mails::one_line;
use lettre::{
    Address, Message,
    message::{
        Attachment, Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};
use store::mail_queue::{AttachmentRow, Claimed, MailRow};

use crate::{files::Files, mail::sender_identity::SenderIdentity};

/// The most bytes of an attachment that are read into memory.
const MOST_BYTES: usize = 64 << 20;

/// Why a mail could not be composed.
#[derive(Debug)]
pub enum ComposeError {
    /// The file store is unreachable; a retry may succeed.
    Transient(anyhow::Error),
    /// A retry cannot succeed.
    Permanent(anyhow::Error),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for ComposeError {
    fn from(error: E) -> Self {
        Self::Permanent(error.into())
    }
}

/// Composes a mail. Its headers are typed values, so nothing in a name, a subject or a file name can inject a
/// header. The Message-ID is the delivery's: a mail that is sent twice by accident is received once.
///
/// # Errors
/// If an attachment is missing or unreachable, or an address is invalid.
pub async fn compose(
    head: &SenderIdentity,
    files: &Files,
    to: &Claimed,
    mail: MailRow,
    attachments: Vec<AttachmentRow>,
) -> Result<Message, ComposeError> {
    let from = head.from();
    let sender = named(mail.from_name.or_else(|| from.name.clone()), from.email.clone());
    let mut message = Message::builder()
        .from(sender)
        .to(mailbox(to.name.clone(), &to.email)?)
        .subject(one_line(&mail.subject))
        .date(mail.written.into())
        .message_id(Some(format!("<{}@{}>", to.id, from.email.domain())));
    if let Some(address) = &mail.reply_to {
        message = message.reply_to(mailbox(mail.reply_to_name, address)?);
    }
    if let Some(address) = &mail.unsubscribe {
        // RFC 8058: the mail program offers to unsubscribe with one click.
        let header = |name, value: &str| {
            HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_string())
        };
        message = message
            .raw_header(header("List-Unsubscribe", &format!("<{}>", one_line(address))))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
            .raw_header(header("Auto-Submitted", "auto-generated"));
    }
    let words = MultiPart::alternative_plain_html(mail.text, mail.html);
    if attachments.is_empty() {
        return Ok(message.multipart(words)?);
    }
    let mut whole = MultiPart::mixed().multipart(words);
    for attachment in attachments {
        whole = whole.singlepart(attached(files, attachment).await?);
    }
    Ok(message.multipart(whole)?)
}

fn mailbox(name: Option<String>, address: &str) -> Result<Mailbox, ComposeError> {
    Ok(named(name, address.parse()?))
}

fn named(name: Option<String>, address: Address) -> Mailbox {
    Mailbox::new(name.map(|name| one_line(&name)).filter(|name| !name.is_empty()), address)
}

async fn attached(files: &Files, row: AttachmentRow) -> Result<SinglePart, ComposeError> {
    let content = files.read(&row.file_key).await.map_err(ComposeError::Transient)?;
    let missing = || ComposeError::Permanent(anyhow::anyhow!("an attachment is missing"));
    let bytes = to_bytes(content.ok_or_else(missing)?.body, MOST_BYTES).await;
    let bytes = bytes.map_err(|error| ComposeError::Transient(error.into()))?;
    let kind = ContentType::parse(&row.media_type)?;
    // Always base64: otherwise an ASCII file would lose its line endings.
    let body = Body::new_with_encoding(Vec::from(bytes), ContentTransferEncoding::Base64);
    let body =
        body.map_err(|_| ComposeError::Permanent(anyhow::anyhow!("base64 takes every byte")))?;
    Ok(Attachment::new(one_line(&row.file_name)).body(body, kind))
}
