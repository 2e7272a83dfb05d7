//! The feeds for external calendar programs.

use chrono::{DateTime, Utc};
use domain::{
    calendar::feeds::Feed,
    companies::time_zone::TimeZone,
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
    },
};

use crate::{db::prelude::*, scope::Scope, token::TokenHash};

impl FromRow for Feed {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            url: None,
            date_inserted: row.get("date_inserted")?,
            last_read: row.get("last_read")?,
        })
    }
}

/// The version of the calendar, so that programs can tell an older one from a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The version number.
    pub sequence: u32,
    /// When this version was created.
    pub changed: DateTime<Utc>,
}

/// A requested feed, and the user with whose rights it is read.
#[derive(Clone, Debug)]
pub struct OpenFeed {
    /// The owner.
    pub user: UserId,
    /// The owner's company.
    pub company: CompanyId,
    /// The company's name.
    pub company_name: String,
    /// The company's time zone.
    pub zone: TimeZone,
    /// The owner's role.
    pub role: Role,
    /// The owner's language.
    pub language: Language,
    /// When it was last read, as far as stored.
    pub last_read: Option<DateTime<Utc>>,
    /// The hash of the last content.
    pub content_hash: Vec<u8>,
    /// The version of the last content.
    pub revision: Revision,
}

impl FromRow for OpenFeed {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (company_type, user_type): (CompanyType, UserType) =
            (row.get("company_type")?, row.get("user_type")?);
        let sequence: i64 = row.get("sequence")?;
        let sequence = u32::try_from(sequence).unwrap_or(u32::MAX);
        Ok(Self {
            user: row.get("person_id")?,
            company: row.get("company_id")?,
            company_name: row.get("company_name")?,
            zone: row.get("time_zone")?,
            role: Role { company_type, user_type },
            language: row.get("language")?,
            last_read: row.get("last_read")?,
            content_hash: row.get("content_hash")?,
            revision: Revision { sequence, changed: row.get("changed")? },
        })
    }
}

/// A user's feed in this company, without its address, which is not stored.
pub async fn find(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<Option<Feed>> {
    sql!("SELECT date_inserted, last_read FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .optional(tx)
        .await
}

/// Creates a user's feed with this token; the previous one stops working at once.
pub async fn replace(
    tx: &mut Tx,
    scope: Scope,
    user: UserId,
    token: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<()> {
    // Locks the person: two concurrent calls would both find no feed.
    crate::companies::people::find(tx, user).await?;
    // Also deletes the feed of a former company: a person has only one.
    sql!("DELETE FROM feed WHERE person_id = $1").bind(user).run(tx).await?;
    sql!(
        "INSERT INTO feed
             (person_id, company_id, token_hash, date_inserted, content_hash, sequence, changed)
         VALUES ($1, $2, $3, $4, $5, 0, $4)"
    )
    .bind(user)
    .bind(scope)
    .bind(token.bytes())
    .bind(now)
    .bind(Vec::<u8>::new())
    .run_one(tx)
    .await
}

/// Deletes a user's feed.
pub async fn delete(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .run_one(tx)
        .await
}

/// Deletes the feed of a user who leaves the company, if they have one.
pub async fn delete_of_leaver(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .run(tx)
        .await?;
    Ok(())
}

/// The feed of a token, as long as its owner is in the company it was created in. A statement without a
/// scope, because the scope is derived from it.
pub async fn open(tx: &mut Tx, token: TokenHash) -> DbResult<OpenFeed> {
    sql!(
        "SELECT feed.person_id, feed.last_read, feed.content_hash, feed.sequence, feed.changed,
                person.user_type, person.language, company.id AS company_id,
                company.name AS company_name, company.company_type, company.time_zone
         FROM feed
         JOIN person ON person.id = feed.person_id AND person.company_id = feed.company_id
         JOIN company ON company.id = feed.company_id
         WHERE feed.token_hash = $1 AND person.account_creation_complete"
    )
    .bind(token.bytes())
    .one(tx)
    .await
}

/// Stores that a feed was read, and that what was sent is new. A feed that was replaced meanwhile stays as it is.
pub async fn set_content(
    tx: &mut Tx,
    token: TokenHash,
    content_hash: &[u8],
    revision: Revision,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "UPDATE feed SET last_read = $2, content_hash = $3, sequence = $4, changed = $5
         WHERE token_hash = $1"
    )
    .bind(token.bytes())
    .bind(now)
    .bind(content_hash.to_vec())
    .bind(i64::from(revision.sequence))
    .bind(revision.changed)
    .run(tx)
    .await?;
    Ok(())
}

/// Stores that a feed was read again.
pub async fn set_last_read(tx: &mut Tx, token: TokenHash, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE feed SET last_read = $2 WHERE token_hash = $1")
        .bind(token.bytes())
        .bind(now)
        .run(tx)
        .await?;
    Ok(())
}
