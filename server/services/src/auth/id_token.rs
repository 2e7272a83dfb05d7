//! Validation of the ID token that an identity provider signed.

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AccessTokenHash, ClaimsVerificationError, EndpointMaybeSet, EndpointNotSet, EndpointSet, Nonce,
    OAuth2TokenResponse as _,
    core::{CoreClient, CoreIdToken, CoreIdTokenClaims, CoreTokenResponse},
};

use crate::auth::oidc_state::OidcState;

/// How far the provider's clock and ours may differ.
const SKEW: TimeDelta = TimeDelta::minutes(2);
/// How old an ID token may be.
const OLDEST: TimeDelta = TimeDelta::minutes(10);

/// The OpenID Connect client of this server.
pub(super) type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The claims of a token, if the provider signed it for this sign-in, for this client, and recently.
pub(super) fn verified(
    client: &Client,
    answer: &CoreTokenResponse,
    token: &CoreIdToken,
    state: &OidcState,
    now: DateTime<Utc>,
) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
    let verifier = client
        .id_token_verifier()
        .set_time_fn(move || now - SKEW)
        .set_issue_time_verifier_fn(move |issued| {
            let age = now - issued;
            if age < -SKEW || age > OLDEST + SKEW {
                return Err(format!("issued at {issued}, and it is {now}; check both clocks"));
            }
            Ok(())
        });
    let claims = token.claims(&verifier, &Nonce::new(state.nonce.clone()))?;
    if let Some(expected) = claims.access_token_hash() {
        let found = token.signing_alg().and_then(|alg| Ok((alg, token.signing_key(&verifier)?)));
        let other = || ClaimsVerificationError::Other("it is not this access token's".to_string());
        let (alg, key) = found.map_err(|_| other())?;
        let hash = AccessTokenHash::from_token(answer.access_token(), alg, key);
        if hash.map_err(|_| other())? != *expected {
            return Err(other());
        }
    }
    Ok(claims.clone())
}
