//! The queue of mails, with one delivery for each address, and their outcomes.

pub mod retention;
mod turns;

use chrono::{DateTime, Utc};
use domain::{
    notifications::mails::{MailContent, MailFailure, MailState},
    types::ids::{CompanyId, MailDeliveryId, MailId},
};
use uuid::Uuid;

use self::turns::{FIRST_TURN, next_turn};
use crate::{db::prelude::*, delivery_queue};

/// An address with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress {
    /// The address as typed; a form has validated it.
    pub email: String,
    /// The person's name, if known.
    pub name: Option<String>,
}

/// A file attached to a mail. It is already in the file store, queued for deletion, and belongs to the mail
/// from now on: it is deleted once the mail has no pending delivery.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// Its name in the mail.
    pub file_name: String,
    /// The media type, such as `application/pdf`.
    pub media_type: &'static str,
    /// Its key in the file store.
    pub file_key: String,
}

/// Which mails are sent before which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailUrgency {
    /// Somebody waits for it in front of a screen: a link to reset a password or to verify an address.
    Awaited,
    /// Every other mail.
    Ordinary,
}

impl MailUrgency {
    /// In the order in which they are sent.
    pub const ALL: [Self; 2] = [Self::Awaited, Self::Ordinary];

    const fn rank(self) -> i64 {
        match self {
            Self::Awaited => 0,
            Self::Ordinary => 1,
        }
    }
}

/// A mail to be queued.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// The sending company, whose people see the outcome; `None` for Ridgeline's own mails.
    pub company: Option<CompanyId>,
    /// The sender's name, such as the company's. The address is always the operator's.
    pub from_name: Option<String>,
    /// The reply address.
    pub reply_to: Option<MailAddress>,
    /// The content.
    pub written: MailContent,
    /// The attachments.
    pub attachments: Vec<Attachment>,
    /// The address for unsubscribing from mails of its kind with one click, if possible.
    pub unsubscribe: Option<String>,
    /// Whether it goes before other mails.
    pub urgency: MailUrgency,
    /// For an awaited mail that a visitor may cause to addresses that are not theirs: the visitor's network. It waits
    /// for this network's other mails, and behind all that is awaited and has no network.
    pub caused_by: Option<Uuid>,
    /// The company that a mail of Ridgeline's own is sent for: it waits for this company's other mails, and not
    /// for those of others.
    pub on_behalf_of: Option<CompanyId>,
    /// Whether the addresses were typed into a form, and not taken from accounts: these are counted.
    pub typed_addresses: bool,
}

impl NewMail {
    /// A mail from Ridgeline itself, without a reply address.
    #[must_use]
    pub fn own(written: MailContent) -> Self {
        Self {
            company: None,
            from_name: None,
            reply_to: None,
            written,
            attachments: Vec::new(),
            unsubscribe: None,
            urgency: MailUrgency::Ordinary,
            caused_by: None,
            on_behalf_of: None,
            typed_addresses: false,
        }
    }

    /// The company or network whose turn it takes.
    fn turn_of(&self) -> Option<Uuid> {
        match self.urgency {
            MailUrgency::Awaited => self.caused_by,
            MailUrgency::Ordinary => self.company.or(self.on_behalf_of).map(|CompanyId(id)| id),
        }
    }
}

/// Queues a separate mail to each of these people, so that none of them sees the others. It is sent only
/// after this transaction is committed. Returns the deliveries in the order of the people.
pub async fn queue(
    tx: &mut Tx,
    mail: &NewMail,
    to: &[MailAddress],
    now: DateTime<Utc>,
) -> DbResult<Vec<MailDeliveryId>> {
    let id = MailId(Uuid::now_v7());
    sql!(
        "INSERT INTO mail (id, company_id, from_name, reply_to, reply_to_name, subject, text, html,
             written, unsubscribe, typed_addresses)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    )
    .bind(id)
    .bind(mail.company)
    .bind(&mail.from_name)
    .bind(mail.reply_to.as_ref().map(|person| person.email.clone()))
    .bind(mail.reply_to.as_ref().and_then(|person| person.name.clone()))
    .bind(&mail.written.subject)
    .bind(&mail.written.text)
    .bind(&mail.written.html)
    .bind(now)
    .bind(&mail.unsubscribe)
    .bind(mail.typed_addresses)
    .run_one(tx)
    .await?;
    for (place, attachment) in (0_i64..).zip(&mail.attachments) {
        sql!(
            "INSERT INTO mail_attachment (mail_id, place, file_name, media_type, file_key)
             VALUES ($1, $2, $3, $4, $5)"
        )
        .bind(id)
        .bind(place)
        .bind(&attachment.file_name)
        .bind(attachment.media_type)
        .bind(&attachment.file_key)
        .run_one(tx)
        .await?;
    }
    let mut deliveries = Vec::with_capacity(to.len());
    let turn_of = mail.turn_of();
    let goes_first = mail.urgency == MailUrgency::Awaited && turn_of.is_none();
    let mut turn = if goes_first { FIRST_TURN } else { next_turn(tx, turn_of, now).await? };
    for person in to {
        let delivery = MailDeliveryId(Uuid::now_v7());
        sql!(
            "INSERT INTO mail_delivery (id, mail_id, email, name, state, since, attempts, next_try, urgency, turn_of,
                 turn)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $6, $7, $8, $9)"
        )
        .bind(delivery)
        .bind(id)
        .bind(&person.email)
        .bind(&person.name)
        .bind(MailState::Waiting)
        .bind(now)
        .bind(mail.urgency.rank())
        .bind(turn_of)
        .bind(turn)
        .run_one(tx)
        .await?;
        if !goes_first {
            turn += delivery_queue::TURN_MILLISECONDS;
        }
        deliveries.push(delivery);
    }
    tx.queue_mail();
    Ok(deliveries)
}

/// A claimed delivery.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct Claimed {
    pub id: MailDeliveryId,
    pub mail_id: MailId,
    pub email: String,
    pub name: Option<String>,
    /// Attempts so far, including this one.
    pub attempts: i64,
    /// When it was queued.
    pub since: DateTime<Utc>,
    pub claim: Uuid,
    /// The company or network whose turn it took.
    pub turn_of: Option<Uuid>,
}

/// The content of a mail that is about to be sent.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct MailRow {
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub reply_to_name: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub written: DateTime<Utc>,
    pub unsubscribe: Option<String>,
}

/// An attachment of a mail.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct AttachmentRow {
    pub file_name: String,
    pub media_type: String,
    pub file_key: String,
}

columns! {
    Claimed { id, mail_id, email, name, attempts, since, claim, turn_of }
    MailRow { from_name, reply_to, reply_to_name, subject, text, html, written, unsubscribe }
    AttachmentRow { file_name, media_type, file_key }
}

/// Claims the due delivery of this urgency whose turn it is; no other server can claim it until `lease`. Of
/// several concurrent calls only one gets it.
pub async fn claim(
    tx: &mut Tx,
    urgency: MailUrgency,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<Claimed>> {
    let due = sql!(
        "UPDATE mail_delivery SET claim = $1, next_try = $2, attempts = attempts + 1
         WHERE id = (SELECT id FROM mail_delivery
                     WHERE state = 'waiting' AND urgency = $4 AND next_try <= $3
                     ORDER BY turn, next_try, id LIMIT 1 {lock})
             AND state = 'waiting' AND next_try <= $3
         RETURNING id, mail_id, email, name, attempts, since, claim, turn_of"
    );
    due.bind(Uuid::now_v7()).bind(lease).bind(now).bind(urgency.rank()).optional(tx).await
}

/// When the next delivery of this urgency can be claimed.
pub async fn next_due(tx: &mut Tx, urgency: MailUrgency) -> DbResult<Option<DateTime<Utc>>> {
    sql!(
        "SELECT next_try AS value FROM mail_delivery WHERE state = 'waiting' AND urgency = $1
         ORDER BY next_try, id LIMIT 1"
    )
    .bind(urgency.rank())
    .optional_value(tx)
    .await
}

/// The number of queued deliveries, and since when the oldest one is queued.
pub async fn waiting(tx: &mut Tx) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    let counted = sql!(
        "SELECT COUNT(*) AS waiting, MIN(since) AS since FROM mail_delivery
             WHERE state = 'waiting'"
    );
    delivery_queue::waiting(tx, counted).await
}

/// The content of a mail.
pub async fn find(tx: &mut Tx, mail: MailId) -> DbResult<MailRow> {
    sql!(
        "SELECT from_name, reply_to, reply_to_name, subject, text, html, written, unsubscribe
         FROM mail WHERE id = $1"
    )
    .bind(mail)
    .one(tx)
    .await
}

/// The attachments of a mail, in the order they were attached.
pub async fn attachments(tx: &mut Tx, mail: MailId) -> DbResult<Vec<AttachmentRow>> {
    sql!(
        "SELECT file_name, media_type, file_key FROM mail_attachment WHERE mail_id = $1
         ORDER BY place"
    )
    .bind(mail)
    .all(tx)
    .await
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The mail server accepted it.
    Taken,
    /// It will be retried at this time.
    Again(MailFailure, DateTime<Utc>),
    /// It will not be retried.
    Failed(MailFailure),
    /// It was canceled before it began, as if it had never been claimed.
    Dropped,
}

impl DeliveryOutcome {
    /// The label in metrics and traces.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Again(..) => "again",
            Self::Failed(_) => "failed",
            Self::Dropped => "dropped",
        }
    }
}

/// Stores the outcome of an attempt. After the last delivery of a mail, its content is deleted, and the keys
/// of its files are returned: they are queued for deletion and may be deleted.
pub async fn settle(
    tx: &mut Tx,
    attempt: &Claimed,
    ended: DeliveryOutcome,
    now: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    // Locks the mail first: of two concurrent last deliveries, the second sees that it is the last.
    let company: Option<CompanyId> =
        sql!("SELECT company_id AS value FROM mail WHERE id = $1 {lock}")
            .bind(attempt.mail_id)
            .value(tx)
            .await?;
    let (state, trouble, next, since) = match ended {
        DeliveryOutcome::Taken => (MailState::Taken, None, None, now),
        DeliveryOutcome::Again(trouble, next) => {
            (MailState::Waiting, Some(trouble), Some(next), attempt.since)
        }
        DeliveryOutcome::Failed(trouble) => (MailState::Failed, Some(trouble), None, now),
        DeliveryOutcome::Dropped => {
            return give_back(tx, attempt, now).await.map(|()| Vec::new());
        }
    };
    // A retry waits behind what its company or network has queued meanwhile: after an outage the many that failed must
    // not go before everybody else's.
    let turn = next_turn(tx, attempt.turn_of, next.unwrap_or(now)).await?;
    let noted = sql!(
        "UPDATE mail_delivery SET state = $3, trouble = $4, next_try = $5, since = $6, claim = NULL,
             turn = CASE WHEN turn = $8 THEN turn ELSE $7 END,
             turn_of = CASE WHEN $3 = 'waiting' THEN turn_of END
         WHERE id = $1 AND claim = $2"
    )
    .bind(attempt.id)
    .bind(attempt.claim)
    .bind(state)
    .bind(trouble)
    .bind(next)
    .bind(since)
    .bind(turn)
    .bind(FIRST_TURN)
    .run(tx)
    .await?;
    if noted == 0 {
        // Its lease expired, and another server has claimed it since.
        return Ok(Vec::new());
    }
    if let Some(company) = company {
        tx.touch_row(company, Change::Unlisted);
    }
    if state == MailState::Waiting {
        Ok(Vec::new())
    } else {
        retention::empty(tx, attempt.mail_id, now).await
    }
}

async fn give_back(tx: &mut Tx, attempt: &Claimed, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "UPDATE mail_delivery SET next_try = $3, attempts = attempts - 1, claim = NULL
         WHERE id = $1 AND claim = $2"
    )
    .bind(attempt.id)
    .bind(attempt.claim)
    .bind(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Releases every claimed delivery after the database's only server was restarted.
pub async fn release_all(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "UPDATE mail_delivery SET next_try = $1, claim = NULL
         WHERE state = 'waiting' AND next_try > $1 AND claim IS NOT NULL"
    )
    .bind(now)
    .run(tx)
    .await?;
    Ok(())
}
