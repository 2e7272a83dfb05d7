//! Which user signs in with an identity.
//!
//! A sign-in finds its user by the provider's subject. Without one it depends on whom the operator trusts.
//!
//! A provider that is the only way to sign in says who has which address: the user with the address that it verified
//! is found, unless it has another subject for that user, for then the address changed hands there. If that user's
//! address was never verified here, whoever created the account loses access: its password, second factor, identities
//! and sessions are deleted.
//!
//! Beside another way to sign in, an account that exists is opened by nobody's word about its address: its owner links
//! the provider in the settings.
//!
//! Otherwise a new user is created.

use chrono::{DateTime, Utc};
use domain::types::{
    email::{is_address, normalized},
    ids::UserId,
    language::Language,
};
use services::auth::{identity::Identity, oidc::Provider};
use store::{
    accounts::{identities, passwords, second_factors, sessions},
    companies::people,
    db::{Tx, error::DbResult},
};
use uuid::Uuid;

use crate::{api::accounts::sign_in_page::SignInFailure, app::App};

/// The user of an identity, or why it signs nobody in.
pub(super) async fn find_or_create(
    tx: &mut Tx,
    app: &App,
    (provider, identity): (&Provider, &Identity),
    language: Language,
) -> DbResult<Result<UserId, SignInFailure>> {
    let now = app.clock.now();
    let is_only_way = app.sign_in_methods.only_provider().is_some();
    let address = identity.verified_email.as_deref().filter(|address| is_address(address));
    let known = identities::find(tx, &identity.issuer, &identity.subject).await?;
    let (user, address) = match (known, address) {
        (Some(user), Some(address)) if is_only_way => {
            follow_address(tx, user, address, now).await?;
            return Ok(Ok(user));
        }
        (Some(user), address) if !is_only_way => {
            let owner = people::find(tx, user).await?;
            // Whoever unlinked it meanwhile held the user's row until it was gone.
            if identities::find(tx, &identity.issuer, &identity.subject).await? != known {
                return Ok(Err(SignInFailure::Refused));
            }
            if address.is_some_and(|address| normalized(address) == normalized(&owner.email)) {
                people::set_verified(tx, user, now).await?;
            }
            return Ok(Ok(user));
        }
        (_, None) => return Ok(Err(SignInFailure::Unverified)),
        (_, Some(address)) => (people::find_by_email(tx, address).await?, address),
    };
    let user = match user {
        Some(_) if !is_only_way => return Ok(Err(SignInFailure::KnownAddress)),
        Some(owner) if has_identity_of(tx, owner.id, provider).await? => {
            return Ok(Err(SignInFailure::OtherAccount));
        }
        Some(owner) => {
            if !people::is_verified(tx, owner.id).await? {
                remove_access(tx, owner.id).await?;
            }
            owner.id
        }
        None => {
            let user = UserId(Uuid::now_v7());
            people::insert(tx, user, address, language, now).await?;
            user
        }
    };
    // Also invalidates the cached sessions of their company.
    people::set_verified(tx, user, now).await?;
    identities::insert(tx, user, (&identity.issuer, &identity.subject), now).await?;
    Ok(Ok(user))
}

/// Whether a user has an identity of a provider, of whichever of its tenants.
async fn has_identity_of(tx: &mut Tx, user: UserId, provider: &Provider) -> DbResult<bool> {
    let linked = identities::list(tx, user).await?;
    Ok(linked.iter().any(|identity| provider.is_issuer(&identity.issuer)))
}

/// Stores an address that changed at the provider, unless another user here has it.
async fn follow_address(
    tx: &mut Tx,
    user: UserId,
    address: &str,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let owner = people::find(tx, user).await?;
    if owner.email != address {
        let other = people::find_by_email(tx, address).await?;
        if other.is_none_or(|other| other.id == user) {
            people::set_email(tx, user, address).await?;
        }
    }
    people::set_verified(tx, user, now).await
}

async fn remove_access(tx: &mut Tx, user: UserId) -> DbResult<()> {
    passwords::delete_of(tx, user).await?;
    identities::delete_of(tx, user).await?;
    identities::delete_codes(tx, user).await?;
    second_factors::delete(tx, user).await?;
    second_factors::delete_steps(tx, user).await?;
    sessions::delete_of(tx, user).await
}
