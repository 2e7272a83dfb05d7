//! Invitations that wait for somebody.

use chrono::{DateTime, Duration, Utc};
use domain::{
    companies::invitations::Invitation,
    permissions::permission::UserType,
    types::{email, ids::CompanyId, limits::LIMITS},
};
use uuid::Uuid;

use crate::{db::prelude::*, scope::Scope, token::TokenHash};

/// What an invitation's id is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub Uuid);

/// An invitation to be stored.
#[derive(Clone, Debug)]
pub struct NewInvitation<'a> {
    /// What its id is made from, unless the address is invited already.
    pub seed: Seed,
    /// The hash of that id.
    pub link: TokenHash,
    /// Who is invited.
    pub email: &'a str,
    /// As what.
    pub user_type: UserType,
}

/// An invitation as it stands in its company's list.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct InvitationRow {
    pub seed: Uuid,
    pub email: String,
    pub user_type: UserType,
    pub sent_at: DateTime<Utc>,
}

/// An invitation that is being used.
#[derive(Clone, Debug)]
pub struct UsedInvitation {
    /// Whose.
    pub company_id: CompanyId,
    /// Who was invited.
    pub email: String,
    /// As what.
    pub user_type: UserType,
}

columns! {
    Invitation { company_name, company_id, email }
    InvitationRow { seed, email, user_type, sent_at }
    UsedInvitation { company_id, email, user_type }
}

/// What was sent at this moment or before is dead.
fn expiry_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::days(LIMITS.invitation_days)
}

/// When an invitation that was sent then dies.
#[must_use]
pub fn expires_at(sent_at: DateTime<Utc>) -> DateTime<Utc> {
    sent_at + Duration::days(LIMITS.invitation_days)
}

/// Invites an address, or lives an open invitation anew under the seed it has, which is answered. Of
/// two at once the second is the resent one. The company's dead ones go.
pub async fn send(
    tx: &mut Tx,
    scope: Scope,
    new: &NewInvitation<'_>,
    now: DateTime<Utc>,
) -> DbResult<Seed> {
    tx.touch(scope.company());
    sql!("DELETE FROM invitation WHERE company_id = $1 AND sent_at <= $2")
        .bind(scope)
        .bind(expiry_cutoff(now))
        .run(tx)
        .await?;
    let seed = sql!(
        "INSERT INTO invitation (seed, link_hash, company_id, email, email_key, user_type, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (company_id, email_key) DO UPDATE
             SET email = excluded.email, user_type = excluded.user_type, sent_at = excluded.sent_at
         RETURNING seed AS value"
    )
    .bind(new.seed.0)
    .bind(new.link.bytes())
    .bind(scope)
    .bind(new.email)
    .bind(email::normalized(new.email))
    .bind(new.user_type)
    .bind(now)
    .value(tx)
    .await?;
    Ok(Seed(seed))
}

/// One's own company's open invitations, by address.
pub async fn list(tx: &mut Tx, scope: Scope, now: DateTime<Utc>) -> DbResult<Vec<InvitationRow>> {
    sql!(
        "SELECT seed, email, user_type, sent_at FROM invitation
         WHERE company_id = $1 AND sent_at > $2 ORDER BY email_key"
    )
    .bind(scope)
    .bind(expiry_cutoff(now))
    .all(tx)
    .await
}

/// The open invitation of a link. A statement without a scope: whoever has the link may see it.
pub async fn find(tx: &mut Tx, link: TokenHash, now: DateTime<Utc>) -> DbResult<Invitation> {
    sql!(
        "SELECT company.name AS company_name, company.id AS company_id, invitation.email
         FROM invitation
         JOIN company ON company.id = invitation.company_id
         WHERE invitation.link_hash = $1 AND invitation.sent_at > $2"
    )
    .bind(link.bytes())
    .bind(expiry_cutoff(now))
    .one(tx)
    .await
}

/// Takes the open invitation of a link away: it was used, or nobody wants it any more. Of two at once
/// one gets it.
pub async fn take(tx: &mut Tx, link: TokenHash, now: DateTime<Utc>) -> DbResult<UsedInvitation> {
    let used: UsedInvitation = sql!(
        "DELETE FROM invitation WHERE link_hash = $1 AND sent_at > $2
         RETURNING company_id, email, user_type"
    )
    .bind(link.bytes())
    .bind(expiry_cutoff(now))
    .one(tx)
    .await?;
    tx.touch(used.company_id);
    Ok(used)
}
