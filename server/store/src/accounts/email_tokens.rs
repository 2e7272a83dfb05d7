//! Links in mails that verify an address or reset a password.

use chrono::{DateTime, Duration, Utc};
use domain::{
    accounts::accounts::{RESET_MINUTES, VERIFICATION_HOURS},
    types::{email, ids::UserId},
};
use uuid::Uuid;

use crate::{db::prelude::*, token::TokenHash};

/// The purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Verifies the address that it was sent to.
    Verify,
    /// Resets the password.
    Reset,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
        }
    }

    fn expiry_cutoff(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - match self {
            Self::Verify => Duration::hours(VERIFICATION_HOURS),
            Self::Reset => Duration::minutes(RESET_MINUTES),
        }
    }
}

/// The owner of a link, and the address it was sent to.
#[derive(Clone, Debug)]
pub struct TokenOwner {
    /// The account.
    pub person_id: UserId,
    /// The address, normalized for comparison.
    pub email_key: String,
}

columns! {
    TokenOwner { person_id, email_key }
}

/// Stores a link that is about to be sent, and deletes expired ones.
pub async fn insert(
    tx: &mut Tx,
    link: TokenHash,
    user: UserId,
    (purpose, address): (Purpose, &str),
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("DELETE FROM mailed_link WHERE person_id = $1 AND purpose = $2 AND sent_at <= $3")
        .bind(user)
        .bind(purpose.word())
        .bind(purpose.expiry_cutoff(now))
        .run(tx)
        .await?;
    sql!(
        "INSERT INTO mailed_link (token_hash, person_id, purpose, email_key, sent_at)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(link.bytes())
    .bind(user)
    .bind(purpose.word())
    .bind(email::normalized(address))
    .bind(now)
    .run_one(tx)
    .await
}

/// The owner of a link, without using it up.
pub async fn find(
    tx: &mut Tx,
    link: TokenHash,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> DbResult<Option<TokenOwner>> {
    sql!(
        "SELECT person_id, email_key FROM mailed_link
         WHERE token_hash = $1 AND purpose = $2 AND sent_at > $3"
    )
    .bind(link.bytes())
    .bind(purpose.word())
    .bind(purpose.expiry_cutoff(now))
    .optional(tx)
    .await
}

/// Whether a user has a link for this purpose that is still valid.
pub async fn has_open(
    tx: &mut Tx,
    user: UserId,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    sql!(
        "SELECT EXISTS (SELECT 1 FROM mailed_link
                        WHERE person_id = $1 AND purpose = $2 AND sent_at > $3) AS value"
    )
    .bind(user)
    .bind(purpose.word())
    .bind(purpose.expiry_cutoff(now))
    .value(tx)
    .await
}

/// Uses up a link and its siblings. Of two concurrent uses only one succeeds; `None` if the link is
/// invalid.
pub async fn consume(
    tx: &mut Tx,
    link: TokenHash,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> DbResult<Option<TokenOwner>> {
    let followed: Option<TokenOwner> = sql!(
        "DELETE FROM mailed_link WHERE token_hash = $1 AND purpose = $2 AND sent_at > $3
         RETURNING person_id, email_key"
    )
    .bind(link.bytes())
    .bind(purpose.word())
    .bind(purpose.expiry_cutoff(now))
    .optional(tx)
    .await?;
    if let Some(followed) = &followed {
        delete_of(tx, followed.person_id, purpose).await?;
    }
    Ok(followed)
}

/// Invalidates every link of a user for this purpose.
pub async fn delete_of(tx: &mut Tx, user: UserId, purpose: Purpose) -> DbResult<()> {
    sql!("DELETE FROM mailed_link WHERE person_id = $1 AND purpose = $2")
        .bind(user)
        .bind(purpose.word())
        .run(tx)
        .await?;
    Ok(())
}

/// Queues a password reset for this address, whether or not an account has it.
pub async fn request_reset(tx: &mut Tx, email_key: &str, now: DateTime<Utc>) -> DbResult<()> {
    tx.queue_mail();
    sql!("INSERT INTO reset_request (id, email_key, asked_at) VALUES ($1, $2, $3)")
        .bind(Uuid::now_v7())
        .bind(email_key)
        .bind(now)
        .run_one(tx)
        .await
}

/// Whether a password reset is queued.
pub async fn has_reset_request(tx: &mut Tx) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM reset_request) AS value").value(tx).await
}

/// A queued password reset.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct ResetRequest {
    pub email_key: String,
    pub asked_at: DateTime<Utc>,
}

columns! {
    ResetRequest { email_key, asked_at }
}

/// Takes the oldest one from the queue. Only one of several servers gets it.
pub async fn take_reset(tx: &mut Tx) -> DbResult<Option<ResetRequest>> {
    sql!(
        "DELETE FROM reset_request WHERE id = (SELECT id FROM reset_request ORDER BY id LIMIT 1)
         RETURNING email_key, asked_at"
    )
    .optional(tx)
    .await
}

/// Deletes a batch of links of each purpose that have expired; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    let mut deleted = 0;
    for purpose in [Purpose::Verify, Purpose::Reset] {
        deleted += sql!(
            "DELETE FROM mailed_link
             WHERE token_hash IN (SELECT token_hash FROM mailed_link
                                  WHERE purpose = $1 AND sent_at <= $2
                                  ORDER BY sent_at LIMIT $3)"
        )
        .bind(purpose.word())
        .bind(purpose.expiry_cutoff(now))
        .bind(SWEEP_BATCH)
        .run(tx)
        .await?;
    }
    Ok(deleted)
}
