//! Who a token belongs to.

use chrono::{DateTime, Utc};
use domain::{
    ids::{CompanyId, UserId},
    language::Language,
    limits::LIMITS,
    permission::{CompanyType, Role, UserType},
};

use crate::{
    db::{DbResult, FromRow, Row, Tx},
    news::News,
    sign_in::TokenHash,
    sql,
};

/// A signed-in person, as the door needs to know them.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who.
    pub user: UserId,
    /// In whose name, and as what; none before onboarding or an invitation is complete.
    pub seat: Option<Seat>,
    /// What they read.
    pub language: Language,
    /// Whether onboarding or an invitation was completed.
    pub complete: bool,
    /// When the token was last seen, as far as it was written down.
    pub last_used: DateTime<Utc>,
}

/// A person's place in a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Whose.
    pub company: CompanyId,
    /// As what.
    pub role: Role,
}

impl FromRow for Session {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let company: Option<CompanyId> = row.get("company_id")?;
        let company_type: Option<CompanyType> = row.get("company_type")?;
        let user_type: UserType = row.get("user_type")?;
        Ok(Self {
            user: row.get("person_id")?,
            seat: company.zip(company_type).map(|(company, company_type)| Seat {
                company,
                role: Role { company_type, user_type },
            }),
            language: row.get("language")?,
            complete: row.get("account_creation_complete")?,
            last_used: row.get("last_used")?,
        })
    }
}

/// The person this token belongs to, if it still does. A statement without a scope: it is where
/// scopes come from.
pub async fn find(tx: &mut Tx, token: TokenHash, now: DateTime<Utc>) -> DbResult<Option<Session>> {
    sql!(
        "SELECT person.id AS person_id, person.company_id, person.user_type, person.language,
                person.account_creation_complete, company.company_type, session.last_used
         FROM session
         JOIN person ON person.id = session.person_id
         LEFT JOIN company ON company.id = person.company_id
         WHERE session.token_hash = $1 AND session.last_used > $2"
    )
    .bind(token.bytes())
    .bind(now - chrono::Duration::days(LIMITS.session_days))
    .maybe(tx)
    .await
}

/// Whether the use of a session is to be written down again. Once a day is enough for a token that
/// lives for thirty, and a read stays a read.
#[must_use]
pub fn is_stale(session: &Session, now: DateTime<Utc>) -> bool {
    now - session.last_used > chrono::Duration::days(1)
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

/// Notes that a token was used, which keeps it alive.
pub async fn set_last_used(tx: &mut Tx, token: TokenHash, now: DateTime<Utc>) -> DbResult<()> {
    sql!("UPDATE session SET last_used = $2 WHERE token_hash = $1")
        .bind(token.bytes())
        .bind(now)
        .run(tx)
        .await?;
    Ok(())
}

/// Ends a session of somebody.
pub async fn delete(tx: &mut Tx, user: UserId, token: TokenHash) -> DbResult<()> {
    tx.announce(News::Person { user });
    sql!("DELETE FROM session WHERE token_hash = $1").bind(token.bytes()).run(tx).await?;
    Ok(())
}

/// Ends every session of somebody.
pub async fn delete_of(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.announce(News::Person { user });
    sql!("DELETE FROM session WHERE person_id = $1").bind(user).run(tx).await?;
    Ok(())
}
