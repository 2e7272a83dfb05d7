//! Sessions and their users.

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use domain::{
    api_keys::ApiKeyScope,
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        ids::{ApiKeyId, CompanyId, UserId},
        language::Language,
        limits::LIMITS,
    },
};

use crate::{accounts::sign_in_proofs::SignInProof, db::prelude::*, token::TokenHash};

/// A use of an API key within this time of the last one is not stored.
pub(crate) const KEY_USE_INTERVAL: chrono::Duration = chrono::Duration::minutes(1);

/// A signed-in user, with what the access check needs.
#[derive(Clone, Debug)]
pub struct Session {
    /// The user.
    pub user: UserId,
    /// Company and role; `None` before onboarding or an invitation is complete.
    pub membership: Option<Membership>,
    /// Their language.
    pub language: Language,
    /// Whether onboarding or an invitation was completed.
    pub complete: bool,
    /// Whether their address is verified.
    pub verified: bool,
    /// When the token was last used, as far as stored.
    pub last_used: DateTime<Utc>,
    /// The API key whose secret the token is.
    pub api_key: Option<GrantedKey>,
    /// The revision of the company's data that the database held when the session was read
    /// ([`Db::revision_unless_known`](crate::db::Db::revision_unless_known)).
    pub company_revision: Option<u64>,
}

/// What an API key may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedKey {
    /// The key.
    pub id: ApiKeyId,
    /// The calls that it may make.
    pub scopes: Arc<[ApiKeyScope]>,
    /// When it ends.
    pub valid_until: Option<DateTime<Utc>>,
}

/// A user's membership of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The company.
    pub company: CompanyId,
    /// The user's role.
    pub role: Role,
}

impl FromRow for Session {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let company: Option<CompanyId> = row.get("company_id")?;
        let company_type: Option<CompanyType> = row.get("company_type")?;
        let user_type: UserType = row.get("user_type")?;
        Ok(Self {
            user: row.get("person_id")?,
            membership: company.zip(company_type).map(|(company, company_type)| Membership {
                company,
                role: Role { company_type, user_type },
            }),
            language: row.get("language")?,
            complete: row.get("account_creation_complete")?,
            verified: row.get::<Option<DateTime<Utc>>>("email_verified_at")?.is_some(),
            last_used: row.get("last_used")?,
            api_key: None,
            company_revision: row.get::<Option<i64>>("company_revision")?.map(i64::unsigned_abs),
        })
    }
}

/// A statement without a scope, because scopes are derived from sessions.
macro_rules! select_sessions {
    ($which:literal) => {
        sql!(concat!(
            "SELECT session.token_hash, person.id AS person_id, person.company_id, person.user_type,
                person.language, person.account_creation_complete, person.email_verified_at,
                company.company_type, company.revision AS company_revision, session.last_used
             FROM session
             JOIN person ON person.id = session.person_id
             LEFT JOIN company ON company.id = person.company_id
             WHERE session.last_used > $1 AND session.token_hash ",
            $which
        ))
    };
}

/// The last use of a session that ends now.
fn ended(now: DateTime<Utc>) -> DateTime<Utc> {
    now - chrono::Duration::days(LIMITS.session_days)
}

/// The session of a token, unless it has ended.
pub async fn find(tx: &mut Tx, token: TokenHash, now: DateTime<Utc>) -> DbResult<Option<Session>> {
    select_sessions!("= $2").bind(ended(now)).bind(token.bytes()).optional(tx).await
}

/// A session that was found, and whose it is.
struct FoundSession {
    token: TokenHash,
    session: Session,
}

impl FromRow for FoundSession {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let token: Vec<u8> = row.get("token_hash")?;
        let why = || DbError::BadColumn { column: "token_hash".into(), why: "no hash".into() };
        let token = TokenHash::from_bytes(&token).ok_or_else(why)?;
        Ok(Self { token, session: Session::from_row(row)? })
    }
}

/// The sessions of these tokens that have not ended. The list is filled up to a power of two, so that few statements stay
/// prepared.
pub async fn find_all(
    tx: &mut Tx,
    tokens: &[TokenHash],
    now: DateTime<Utc>,
) -> DbResult<HashMap<TokenHash, Session>> {
    let Some(last) = tokens.last() else { return Ok(HashMap::new()) };
    let filling = tokens.len().next_power_of_two() - tokens.len();
    let filled = tokens.iter().chain(std::iter::repeat_n(last, filling)).map(|token| token.bytes());
    let found: Vec<FoundSession> = select_sessions!("IN ({tokens})")
        .bind(ended(now))
        .bind_list("tokens", filled)
        .all(tx)
        .await?;
    Ok(found.into_iter().map(|found| (found.token, found.session)).collect())
}

/// Whether the last use of a session must be stored again. Once a day is enough for a token that is valid
/// for thirty, and a read stays a read; users see when a key was last used, so once a minute for those.
#[must_use]
pub fn is_stale(session: &Session, now: DateTime<Utc>) -> bool {
    let interval = match session.api_key {
        Some(_) => KEY_USE_INTERVAL,
        None => chrono::Duration::days(1),
    };
    now - session.last_used >= interval
}

/// Starts a session.
pub async fn insert(
    tx: &mut Tx,
    token: TokenHash,
    user: UserId,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!("INSERT INTO session (token_hash, person_id, started, last_used) VALUES ($1, $2, $3, $3)")
        .bind(token.bytes())
        .bind(user)
        .bind(now)
        .run_one(tx)
        .await
}

/// Where a session was started, and by whom.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The browser's `User-Agent`.
    pub user_agent: Option<String>,
    /// The ID token for signing out at the identity provider, which only the session's token opens.
    pub sealed_id_token: Option<Vec<u8>>,
    /// What proved who its user is.
    pub proof: SignInProof,
}

/// Stores where a session was started.
pub async fn set_origin(tx: &mut Tx, token: TokenHash, origin: &Origin) -> DbResult<()> {
    sql!(
        "UPDATE session SET user_agent = $2, sealed_id_token = $3, issuer = $4, authenticated_at = $5
         WHERE token_hash = $1"
    )
    .bind(token.bytes())
    .bind(&origin.user_agent)
    .bind(origin.sealed_id_token.clone())
    .bind(&origin.proof.issuer)
    .bind(origin.proof.authenticated_at)
    .run_one(tx)
    .await
}

/// The ID token for signing out at the identity provider, as stored.
#[derive(Clone, Debug, Default)]
pub struct StoredIdToken {
    /// Opened by the session's token.
    pub sealed_id_token: Option<Vec<u8>>,
    /// As a server of an older version stored it; [`forget_raw_id_tokens`] deletes it within the hour.
    pub id_token: Option<String>,
}

columns! {
    StoredIdToken { sealed_id_token, id_token }
}

/// The ID token for signing out at the identity provider.
pub async fn id_token(tx: &mut Tx, token: TokenHash) -> DbResult<StoredIdToken> {
    let session = sql!("SELECT sealed_id_token, id_token FROM session WHERE token_hash = $1");
    Ok(session.bind(token.bytes()).optional(tx).await?.unwrap_or_default())
}

/// Deletes a batch of ID tokens that are not sealed; returns how many. Without it the provider asks before it
/// signs its user out.
pub async fn forget_raw_id_tokens(tx: &mut Tx) -> DbResult<u64> {
    sql!(
        "UPDATE session SET id_token = NULL
         WHERE token_hash IN (SELECT token_hash FROM session WHERE id_token IS NOT NULL
                              ORDER BY token_hash LIMIT $1)"
    )
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

/// Deletes a batch of sessions that have expired, with their ID tokens and push devices; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM session
         WHERE token_hash IN (SELECT token_hash FROM session WHERE last_used <= $1
                              ORDER BY last_used LIMIT $2)
             AND last_used <= $1"
    )
    .bind(now - chrono::Duration::days(LIMITS.session_days))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}

/// A session as its owner sees it in the list.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct SessionRow {
    pub token_hash: Vec<u8>,
    pub user_agent: Option<String>,
    pub started: DateTime<Utc>,
    pub last_used: DateTime<Utc>,
}

columns! {
    SessionRow { token_hash, user_agent, started, last_used }
}

/// A user's valid sessions, most recently used first.
pub async fn list(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> DbResult<Vec<SessionRow>> {
    sql!(
        "SELECT token_hash, user_agent, started, last_used FROM session
         WHERE person_id = $1 AND last_used > $2 ORDER BY last_used DESC, started DESC"
    )
    .bind(user)
    .bind(now - chrono::Duration::days(LIMITS.session_days))
    .all(tx)
    .await
}

/// Ends every other session of a user; returns how many.
pub async fn delete_others(tx: &mut Tx, user: UserId, token: TokenHash) -> DbResult<u64> {
    tx.publish(Event::Person { user });
    sql!("DELETE FROM session WHERE person_id = $1 AND token_hash <> $2")
        .bind(user)
        .bind(token.bytes())
        .run(tx)
        .await
}

/// Stores that a token was used, which extends its validity.
pub async fn set_last_used(tx: &mut Tx, token: TokenHash, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE session SET last_used = $2 WHERE token_hash = $1")
        .bind(token.bytes())
        .bind(now)
        .run(tx)
        .await?;
    Ok(())
}

/// Ends one session of a user.
pub async fn delete(tx: &mut Tx, user: UserId, token: TokenHash) -> DbResult<()> {
    tx.publish(Event::Person { user });
    sql!("DELETE FROM session WHERE token_hash = $1").bind(token.bytes()).run(tx).await?;
    Ok(())
}

/// Ends every session of a user.
pub async fn delete_of(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.publish(Event::Person { user });
    sql!("DELETE FROM session WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}
