//! Open invitations.

use chrono::{DateTime, Duration, Utc};
use domain::{
    companies::invitations::Invitation,
    permissions::permission::UserType,
    types::{email, ids::CompanyId, limits::LIMITS},
};
use uuid::Uuid;

use crate::{db::prelude::*, scope::Scope, token::TokenHash};

/// The seed of an invitation's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub Uuid);

/// An invitation to be stored.
#[derive(Clone, Debug)]
pub struct NewInvitation<'a> {
    /// The seed of its id, unless the address is already invited.
    pub seed: Seed,
    /// The hash of that id.
    pub link: TokenHash,
    /// The hash of the secret in its mail, which replaces that of an earlier mail.
    pub secret: TokenHash,
    /// The invited address.
    pub email: &'a str,
    /// The role.
    pub user_type: UserType,
}

/// An invitation in its company's list.
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
    /// The inviting company.
    pub company_id: CompanyId,
    /// The invited address.
    pub email: String,
    /// The role.
    pub user_type: UserType,
    /// The hash of the secret in its newest mail.
    secret_hash: Option<Vec<u8>>,
}

impl UsedInvitation {
    /// Whether this is the secret in the newest mail: then whoever has it reads mails at the address.
    #[must_use]
    pub fn is_secret(&self, secret: &str) -> bool {
        self.secret_hash.as_ref().is_some_and(|hash| *hash == TokenHash::of(secret).bytes())
    }
}

columns! {
    Invitation { company_name, company_id, email }
    InvitationRow { seed, email, user_type, sent_at }
    UsedInvitation { company_id, email, user_type, secret_hash }
}

/// Invitations sent at this time or earlier have expired.
fn expiry_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::days(LIMITS.invitation_days)
}

/// When an invitation that was sent at this time expires.
#[must_use]
pub fn expires_at(sent_at: DateTime<Utc>) -> DateTime<Utc> {
    sent_at + Duration::days(LIMITS.invitation_days)
}

/// Invites an address, or renews its open invitation; returns the seed, which stays the same. Of two concurrent
/// calls the second renews. Also deletes the company's expired invitations.
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
        "INSERT INTO invitation (seed, link_hash, company_id, email, email_key, user_type, sent_at,
             secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (company_id, email_key) DO UPDATE
             SET email = excluded.email, user_type = excluded.user_type, sent_at = excluded.sent_at,
                 secret_hash = excluded.secret_hash
         RETURNING seed AS value"
    )
    .bind(new.seed.0)
    .bind(new.link.bytes())
    .bind(scope)
    .bind(new.email)
    .bind(email::normalized(new.email))
    .bind(new.user_type)
    .bind(now)
    .bind(new.secret.bytes())
    .value(tx)
    .await?;
    Ok(Seed(seed))
}

/// The company's open invitations, by address.
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

/// The open invitation of a link. A statement without a scope: anyone with the link may see it.
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

/// Takes the open invitation of a link: it was used or declined. Only one of two concurrent calls gets it.
pub async fn take(tx: &mut Tx, link: TokenHash, now: DateTime<Utc>) -> DbResult<UsedInvitation> {
    let used: UsedInvitation = sql!(
        "DELETE FROM invitation WHERE link_hash = $1 AND sent_at > $2
         RETURNING company_id, email, user_type, secret_hash"
    )
    .bind(link.bytes())
    .bind(expiry_cutoff(now))
    .one(tx)
    .await?;
    tx.touch(used.company_id);
    Ok(used)
}

/// Deletes a batch of all companies' invitations that have expired; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM invitation
         WHERE seed IN (SELECT seed FROM invitation WHERE sent_at <= $1 ORDER BY sent_at LIMIT $2)
             AND sent_at <= $1"
    )
    .bind(expiry_cutoff(now))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
