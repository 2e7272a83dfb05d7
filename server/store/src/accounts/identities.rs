//! Users' identities at identity providers, and the codes that the app exchanges for a token.

use chrono::{DateTime, Duration, Utc};
use domain::{accounts::accounts::EXCHANGE_SECONDS, types::ids::UserId};

use crate::{accounts::sign_in_proofs::SignInProof, db::prelude::*, token::TokenHash};

/// The user with this subject at the provider.
pub async fn find(tx: &mut Tx, issuer: &str, subject: &str) -> DbResult<Option<UserId>> {
    sql!("SELECT person_id AS value FROM identity WHERE issuer = $1 AND subject = $2")
        .bind(issuer)
        .bind(subject)
        .optional_value(tx)
        .await
}

/// The provider of an identity, and since when the user has it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct LinkedIdentity {
    pub issuer: String,
    pub since: DateTime<Utc>,
}

columns! {
    LinkedIdentity { issuer, since }
}

/// A user's identities, by their issuers. A provider with tenants has several issuers.
pub async fn list(tx: &mut Tx, user: UserId) -> DbResult<Vec<LinkedIdentity>> {
    sql!("SELECT issuer, since FROM identity WHERE person_id = $1 ORDER BY issuer")
        .bind(user)
        .all(tx)
        .await
}

/// Deletes a user's identity of an issuer.
pub async fn delete(tx: &mut Tx, user: UserId, issuer: &str) -> DbResult<()> {
    sql!("DELETE FROM identity WHERE person_id = $1 AND issuer = $2")
        .bind(user)
        .bind(issuer)
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes every identity of a user.
pub async fn delete_of(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM identity WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}

/// Deletes every code of a user that was not exchanged yet.
pub async fn delete_codes(tx: &mut Tx, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM exchange_code WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
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
    /// What proved it.
    pub proof: &'a SignInProof,
    /// The ID token for signing out at the provider, which only the code opens.
    pub sealed_id_token: &'a [u8],
}

/// Stores a code, and deletes a batch of expired ones.
pub async fn insert_code(tx: &mut Tx, new: &NewCode<'_>, now: DateTime<Utc>) -> DbResult<()> {
    delete_expired(tx, now).await?;
    sql!(
        "INSERT INTO exchange_code
             (code_hash, browser_hash, person_id, id_token, made_at, sealed_id_token, issuer, authenticated_at)
         VALUES ($1, $2, $3, '', $4, $5, $6, $7)"
    )
    .bind(new.code.bytes())
    .bind(new.browser.bytes())
    .bind(new.user)
    .bind(now)
    .bind(new.sealed_id_token.to_vec())
    .bind(&new.proof.issuer)
    .bind(new.proof.authenticated_at)
    .run_one(tx)
    .await
}

/// The sign-in that a code is exchanged for.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct ExchangedCode {
    pub person_id: UserId,
    pub browser_hash: Vec<u8>,
    pub sealed_id_token: Option<Vec<u8>>,
    /// As a server of an older version stored it; otherwise empty.
    pub id_token: String,
    pub issuer: Option<String>,
    pub authenticated_at: Option<DateTime<Utc>>,
}

columns! {
    ExchangedCode { person_id, browser_hash, sealed_id_token, id_token, issuer, authenticated_at }
}

/// Uses up a code, whichever browser sends it: a code that another browser has is invalid from then on.
pub async fn take_code(
    tx: &mut Tx,
    code: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<Option<ExchangedCode>> {
    sql!(
        "DELETE FROM exchange_code WHERE code_hash = $1 AND made_at > $2
         RETURNING person_id, browser_hash, sealed_id_token, id_token, issuer, authenticated_at"
    )
    .bind(code.bytes())
    .bind(expiry_cutoff(now))
    .optional(tx)
    .await
}

fn expiry_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::seconds(EXCHANGE_SECONDS)
}

/// Deletes a batch of codes that have expired; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM exchange_code
         WHERE code_hash IN (SELECT code_hash FROM exchange_code WHERE made_at <= $1
                             ORDER BY made_at LIMIT $2)"
    )
    .bind(expiry_cutoff(now))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
