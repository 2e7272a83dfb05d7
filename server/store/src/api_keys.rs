//! Keys for other software: their secrets, and the users whose permissions they have.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    api_keys::{ApiKey, ApiKeyMaker, ApiKeyScope},
    companies::time_zone::TimeZone,
    permissions::permission::{CompanyType, Role, UserType},
    types::ids::{ApiKeyId, UserId},
};

use crate::{
    accounts::sessions::{GrantedKey, KEY_USE_INTERVAL, Membership, Session},
    company_time,
    db::prelude::*,
    scope::Scope,
    token::TokenHash,
};

/// A key to store.
#[derive(Clone, Debug)]
pub struct NewKey<'a> {
    /// Its id.
    pub id: ApiKeyId,
    /// The user whose permissions it has.
    pub maker: UserId,
    /// Its name.
    pub name: &'a str,
    /// The calls that it may make.
    pub scopes: &'a [ApiKeyScope],
    /// The last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
    /// The hash of its secret.
    pub secret: TokenHash,
    /// When it was created.
    pub now: DateTime<Utc>,
}

impl FromRow for ApiKey {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let name: String = row.get("maker_name")?;
        let scopes: Json<Vec<String>> = row.get("scopes")?;
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            scopes: known(&scopes.0).collect(),
            created_by: ApiKeyMaker { id: row.get("person_id")?, name: name.trim().to_owned() },
            last_used: row.get("last_used")?,
            expires_on: row.get("expires_on")?,
        })
    }
}

/// The scopes that this version knows: one that a newer server stored opens nothing here.
fn known(words: &[String]) -> impl Iterator<Item = ApiKeyScope> {
    words.iter().filter_map(|word| ApiKeyScope::from_word(word))
}

/// The key and its user, as a call needs them.
struct KeySession(Session);

impl FromRow for KeySession {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (company_type, user_type): (CompanyType, UserType) =
            (row.get("company_type")?, row.get("user_type")?);
        let role = Role { company_type, user_type };
        let scopes: Json<Vec<String>> = row.get("scopes")?;
        let last_used: Option<DateTime<Utc>> = row.get("last_used")?;
        let expires_on: Option<NaiveDate> = row.get("expires_on")?;
        let zone: TimeZone = row.get("time_zone")?;
        let end = expires_on.and_then(|day| day.succ_opt());
        Ok(Self(Session {
            user: row.get("person_id")?,
            membership: Some(Membership { company: row.get("company_id")?, role }),
            language: row.get("language")?,
            complete: true,
            verified: row.get::<Option<DateTime<Utc>>>("email_verified_at")?.is_some(),
            last_used: last_used.unwrap_or(DateTime::UNIX_EPOCH),
            api_key: Some(GrantedKey {
                id: row.get("api_key_id")?,
                scopes: known(&scopes.0).collect::<Arc<[_]>>(),
                valid_until: end.map(|day| company_time::begin(day, zone)),
            }),
            company_revision: Some(row.get::<i64>("company_revision")?.unsigned_abs()),
        }))
    }
}

/// The key with this secret, and its user: unless it has expired, or they are no longer in the company in which they
/// made it. A statement without a scope, because the scope is derived from it.
pub async fn open(tx: &mut Tx, secret: TokenHash, now: DateTime<Utc>) -> DbResult<Option<Session>> {
    let found: Option<KeySession> = sql!(
        "SELECT api_key.id AS api_key_id, api_key.person_id, api_key.company_id, api_key.scopes,
                api_key.expires_on, api_key.last_used, person.user_type, person.language,
                person.email_verified_at, company.company_type, company.time_zone,
                company.revision AS company_revision
         FROM api_key
         JOIN person ON person.id = api_key.person_id AND person.company_id = api_key.company_id
         JOIN company ON company.id = api_key.company_id
         WHERE api_key.secret_hash = $1 AND person.account_creation_complete"
    )
    .bind(secret.bytes())
    .optional(tx)
    .await?;
    Ok(found.map(|found| found.0).filter(|session| !has_expired(session, now)))
}

/// Whether the session is that of a key whose last day is over.
#[must_use]
pub fn has_expired(session: &Session, now: DateTime<Utc>) -> bool {
    session.api_key.as_ref().and_then(|key| key.valid_until).is_some_and(|until| until <= now)
}

/// Stores that a key was used, once a minute at most.
pub async fn set_last_used(tx: &mut Tx, secret: TokenHash, now: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "UPDATE api_key SET last_used = $2
         WHERE secret_hash = $1 AND (last_used IS NULL OR last_used <= $3)"
    )
    .bind(secret.bytes())
    .bind(now)
    .bind(now - KEY_USE_INTERVAL)
    .run(tx)
    .await?;
    Ok(())
}

macro_rules! keys {
    ($where:literal) => {
        concat!(
            "SELECT api_key.id, api_key.name, api_key.scopes, api_key.person_id, api_key.last_used,
                 api_key.expires_on, person.first_name || ' ' || person.last_name AS maker_name
             FROM api_key JOIN person ON person.id = api_key.person_id
             WHERE api_key.company_id = $1",
            $where
        )
    };
}

/// The company's keys, oldest first.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<ApiKey>> {
    sql!(keys!(" ORDER BY api_key.id")).bind(scope).all(tx).await
}

/// One of the company's keys.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn find(tx: &mut Tx, scope: Scope, id: ApiKeyId) -> DbResult<ApiKey> {
    sql!(keys!(" AND api_key.id = $2")).bind(scope).bind(id).one(tx).await
}

/// How many keys the company has.
pub async fn count(tx: &mut Tx, scope: Scope) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM api_key WHERE company_id = $1").bind(scope).value(tx).await
}

/// Adds a key to the company.
pub async fn insert(tx: &mut Tx, scope: Scope, new: &NewKey<'_>) -> DbResult<()> {
    sql!(
        "INSERT INTO api_key
             (id, company_id, person_id, name, scopes, secret_hash, expires_on, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(new.maker)
    .bind(new.name)
    .bind(Json(new.scopes))
    .bind(new.secret.bytes())
    .bind(new.expires_on)
    .bind(new.now)
    .run_one(tx)
    .await
}

/// Locks one of the company's keys before its change.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: ApiKeyId) -> DbResult<()> {
    sql!("SELECT id FROM api_key WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Gives one of the company's keys another secret; from now on it acts as this user. The former secret ends at once.
pub async fn renew(
    tx: &mut Tx,
    scope: Scope,
    id: ApiKeyId,
    maker: UserId,
    secret: TokenHash,
) -> DbResult<()> {
    tx.touch_people(scope.company());
    sql!("UPDATE api_key SET secret_hash = $3, person_id = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .bind(secret.bytes())
        .bind(maker)
        .run_one(tx)
        .await
}

/// Deletes one of the company's keys, which ends it at once.
pub async fn delete(tx: &mut Tx, scope: Scope, id: ApiKeyId) -> DbResult<()> {
    tx.touch_people(scope.company());
    sql!("DELETE FROM api_key WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Ends the keys of a user who leaves the company: also if they join it again. Another admin can renew them.
pub async fn end_of_leaver(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("UPDATE api_key SET secret_hash = NULL WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .run(tx)
        .await?;
    Ok(())
}
