//! A mail as it goes over the wire.

use axum::body::to_bytes;
use domain::notifications::mails::one_line;
use lettre::{
    Address, Message,
    message::{
        Attachment, Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};
use store::outbox::{AttachmentRow, Claimed, MailRow};

use crate::{files::Files, mail::sender_identity::SenderIdentity};

/// The most bytes of one attachment that are ever read into memory.
const MOST_BYTES: usize = 64 << 20;

/// Why a mail was not put together.
#[derive(Debug)]
pub enum ComposeError {
    /// Files are out of reach; they may come back.
    Transient(anyhow::Error),
    /// It never will be.
    Permanent(anyhow::Error),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for ComposeError {
    fn from(error: E) -> Self {
        Self::Permanent(error.into())
    }
}

/// Puts a mail together. Its headers are typed values, so nothing in a name, a subject or a file name
/// can become a header of its own. The Message-ID is the delivery's: the same mail sent twice by
/// accident is one mail where it arrives.
///
/// # Errors
/// When an attachment is gone or out of reach, or an address is none.
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
        // RFC 8058: the mailbox itself offers to end these mails, with one click.
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
    let gone = || ComposeError::Permanent(anyhow::anyhow!("an attachment is gone"));
    let bytes = to_bytes(content.ok_or_else(gone)?.body, MOST_BYTES).await;
    let bytes = bytes.map_err(|error| ComposeError::Transient(error.into()))?;
    let kind = ContentType::parse(&row.media_type)?;
    // Always in base64: a file of nothing but ASCII would otherwise lose its own ends of lines.
    let body = Body::new_with_encoding(Vec::from(bytes), ContentTransferEncoding::Base64);
    let body =
        body.map_err(|_| ComposeError::Permanent(anyhow::anyhow!("base64 takes every byte")))?;
    Ok(Attachment::new(one_line(&row.file_name)).body(body, kind))
}
