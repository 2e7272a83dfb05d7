//! The feeds of calendars outside the app.

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

/// Which state of the calendar is told, so that programs know an older one from a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Counts the states.
    pub sequence: u32,
    /// When this one began.
    pub changed: DateTime<Utc>,
}

/// A feed that somebody's calendar asks for, with whose eyes it sees.
#[derive(Clone, Debug)]
pub struct OpenFeed {
    /// Whose.
    pub user: UserId,
    /// Their company.
    pub company: CompanyId,
    /// What it is called.
    pub company_name: String,
    /// Where its days begin and end.
    pub zone: TimeZone,
    /// As what they look.
    pub role: Role,
    /// What they read.
    pub language: Language,
    /// When it was last read, as far as it was written down.
    pub last_read: Option<DateTime<Utc>>,
    /// The hash of what was sent last.
    pub content_hash: Vec<u8>,
    /// Which state that was.
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

/// Somebody's own feed in this company, without its address, which nobody knows.
pub async fn find(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<Option<Feed>> {
    sql!("SELECT date_inserted, last_read FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .optional(tx)
        .await
}

/// Gives somebody a feed with this token; the one they had is dead at once.
pub async fn replace(
    tx: &mut Tx,
    scope: Scope,
    user: UserId,
    token: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<()> {
    // Two at once would both find none: the second waits here for the first.
    crate::companies::people::find(tx, user).await?;
    // One of a former company goes, too: a person has one.
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

/// Ends somebody's feed.
pub async fn delete(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .run_one(tx)
        .await
}

/// Ends the feed of somebody who leaves, where they have one.
pub async fn delete_of_leaver(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM feed WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .run(tx)
        .await?;
    Ok(())
}

/// The feed of a token, while the person is still where they were when they made it. A statement
/// without a scope: it is where the scope comes from.
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

/// Writes down that a feed was read, and what was sent. Whoever made a new one meanwhile has it read
/// by nobody yet.
pub async fn set_read(
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
