//! Users' identities at an identity provider, and the codes that the app exchanges for a token.

use chrono::{DateTime, Duration, Utc};
use domain::{accounts::accounts::EXCHANGE_SECONDS, types::ids::UserId};

use crate::{db::prelude::*, token::TokenHash};

/// The user with this subject at the provider.
pub async fn find(tx: &mut Tx, issuer: &str, subject: &str) -> DbResult<Option<UserId>> {
    sql!("SELECT person_id AS value FROM identity WHERE issuer = $1 AND subject = $2")
        .bind(issuer)
        .bind(subject)
        .optional_value(tx)
        .await
}

/// Whether a user has an identity at the provider.
pub async fn has(tx: &mut Tx, user: UserId, issuer: &str) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM identity WHERE person_id = $1 AND issuer = $2) AS value")
        .bind(user)
        .bind(issuer)
        .value(tx)
        .await
}

/// Stores the user of a subject at the provider.
pub async fn insert(
    tx: &mut Tx,
    user: UserId,
    (issuer, subject): (&str, &str),
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("INSERT INTO identity (issuer, subject, person_id, since) VALUES ($1, $2, $3, $4)")
        .bind(issuer)
        .bind(subject)
        .bind(user)
        .bind(now)
        .run_one(tx)
        .await
}

/// A code for the app, and the sign-in it represents.
#[derive(Clone, Debug)]
pub struct NewCode<'a> {
    /// The hash of the code.
    pub code: TokenHash,
    /// The hash of the browser that may use it.
    pub browser: TokenHash,
    /// The user who signed in.
    pub user: UserId,
    /// The ID token for signing out at the provider.
    pub id_token: &'a str,
}

/// Stores a code, and deletes expired ones.
pub async fn insert_code(tx: &mut Tx, new: &NewCode<'_>, now: DateTime<Utc>) -> DbResult<()> {
    sql!("DELETE FROM exchange_code WHERE made_at <= $1").bind(expiry_cutoff(now)).run(tx).await?;
    sql!(
        "INSERT INTO exchange_code (code_hash, browser_hash, person_id, id_token, made_at)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(new.code.bytes())
    .bind(new.browser.bytes())
    .bind(new.user)
    .bind(new.id_token)
    .bind(now)
    .run_one(tx)
    .await
}

/// The sign-in that a code is exchanged for.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct ExchangedCode {
    pub person_id: UserId,
    pub browser_hash: Vec<u8>,
    pub id_token: String,
}

columns! {
    ExchangedCode { person_id, browser_hash, id_token }
}

/// Uses up a code, whichever browser sends it: a code that another browser has is invalid from then on.
pub async fn take_code(
    tx: &mut Tx,
    code: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<Option<ExchangedCode>> {
    sql!(
        "DELETE FROM exchange_code WHERE code_hash = $1 AND made_at > $2
         RETURNING person_id, browser_hash, id_token"
    )
    .bind(code.bytes())
    .bind(expiry_cutoff(now))
    .optional(tx)
    .await
}

fn expiry_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::seconds(EXCHANGE_SECONDS)
}
