//! What proved who a user is, and what ends with it.

use chrono::{DateTime, Utc};
use domain::types::ids::UserId;

use crate::{db::prelude::*, token::TokenHash};

/// What proved who the user of a sign-in is: an identity at a provider, or else a password.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignInProof {
    /// The provider of the identity; none for a password.
    pub issuer: Option<String>,
    /// When the provider last asked its user, as far as it said.
    pub authenticated_at: Option<DateTime<Utc>>,
}

columns! {
    SignInProof { issuer, authenticated_at }
}

/// When the user of a session last proved who they are: when it was started with a password, or when the provider says
/// that it asked. `None` if the provider does not say so, or if there is no such session.
pub async fn proven_at(tx: &mut Tx, token: TokenHash) -> DbResult<Option<DateTime<Utc>>> {
    let proven: Option<Option<DateTime<Utc>>> = sql!(
        "SELECT CASE WHEN issuer IS NULL THEN started ELSE authenticated_at END AS value
         FROM session WHERE token_hash = $1"
    )
    .bind(token.bytes())
    .optional_value(tx)
    .await?;
    Ok(proven.flatten())
}

/// Ends whatever came from a user's identity at a provider: sessions but this one, sign-ins that wait for a code, and
/// codes that were not exchanged yet.
pub async fn end_those_of(
    tx: &mut Tx,
    user: UserId,
    issuer: &str,
    kept: TokenHash,
) -> DbResult<()> {
    tx.publish(Event::Person { user });
    // Codes and steps first: whoever is using one has begun a session when this goes on.
    sql!("DELETE FROM sign_in_step WHERE person_id = $1 AND issuer = $2")
        .bind(user)
        .bind(issuer)
        .run(tx)
        .await?;
    sql!("DELETE FROM exchange_code WHERE person_id = $1 AND issuer = $2")
        .bind(user)
        .bind(issuer)
        .run(tx)
        .await?;
    sql!("DELETE FROM session WHERE person_id = $1 AND issuer = $2 AND token_hash <> $3")
        .bind(user)
        .bind(issuer)
        .bind(kept.bytes())
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes the identities and the second factor that somebody added while the address of the account was not verified:
/// they are not its owner's. A second factor of an older version has no time; it stays on a verified account. Whether there
/// was such a factor.
pub async fn delete_unproven(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    sql!(
        "DELETE FROM identity
         WHERE person_id = $1
             AND NOT EXISTS (SELECT 1 FROM person
                             WHERE person.id = $1 AND person.email_verified_at <= identity.since)"
    )
    .bind(user)
    .run(tx)
    .await?;
    let factors = sql!(
        "DELETE FROM second_factor
         WHERE person_id = $1
             AND NOT EXISTS (SELECT 1 FROM person
                             WHERE person.id = $1
                                 AND person.email_verified_at
                                     <= COALESCE(second_factor.since, person.email_verified_at))"
    )
    .bind(user)
    .run(tx)
    .await?;
    sql!(
        "DELETE FROM recovery_code
         WHERE person_id = $1 AND NOT EXISTS (SELECT 1 FROM second_factor WHERE person_id = $1)"
    )
    .bind(user)
    .run(tx)
    .await?;
    Ok(factors > 0)
}
