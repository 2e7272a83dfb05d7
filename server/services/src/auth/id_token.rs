//! Validation of the ID token that an identity provider signed.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AccessTokenHash, ClaimsVerificationError, EndpointMaybeSet, EndpointNotSet, EndpointSet, Nonce,
    OAuth2TokenResponse as _,
    core::{CoreClient, CoreIdToken, CoreIdTokenClaims, CoreTokenResponse},
};
use serde_json::{Map, Value};

use crate::auth::{identity::OidcError, oidc_state::OidcState};

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
    if claims.authorized_party().is_some_and(|party| party != client.client_id()) {
        let other = "it was issued to another client (azp)".to_string();
        return Err(ClaimsVerificationError::InvalidAudience(other));
    }
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

/// When the provider asked its user, as far as it says. Where it had to ask again, it must say so; a link is taken from
/// a provider that never says when it asked.
pub(super) fn authenticated_at(
    claims: &CoreIdTokenClaims,
    state: &OidcState,
) -> Result<Option<DateTime<Utc>>, OidcError> {
    let asked = claims.auth_time();
    let is_fresh = asked.map(|asked| asked >= state.began - SKEW);
    let is_required = state.purpose.asks_again || state.purpose.linked_by.is_some();
    match is_fresh {
        Some(false) if is_required => Err(OidcError::NotAskedAgain),
        None if state.purpose.asks_again => Err(OidcError::NotAskedAgain),
        _ => Ok(asked),
    }
}

/// Whether a verified token says that the owner of the address's domain confirmed the address. Tokens of Microsoft have
/// this claim in place of `email_verified`, if the operator asked for it.
pub(super) fn is_domain_owner_verified(token: &CoreIdToken) -> bool {
    claim(&token.to_string(), "xms_edov").is_some_and(|claim| match claim {
        Value::Bool(is_verified) => is_verified,
        Value::Number(number) => number.as_u64() == Some(1),
        Value::String(text) => text == "1" || text == "true",
        _ => false,
    })
}

/// A claim of a token, whoever signed it.
pub(super) fn claim(token: &str, name: &str) -> Option<Value> {
    let claims = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let mut claims: Map<String, Value> = serde_json::from_slice(&claims).ok()?;
    claims.remove(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    fn token(claims: &str) -> String {
        format!("e30.{}.c2ln", BASE64_URL_SAFE_NO_PAD.encode(claims))
    }

    proptest! {
        #[test]
        fn a_token_of_any_shape_costs_no_more_than_its_size(
            text in foreign::text(&[&token(r#"{"xms_edov":true,"a":[1,{"b":null}]}"#), "..", "a.b.c"]),
            claims in foreign::text(&[r#"{"xms_edov":"1"}"#]),
        ) {
            for token in [text, token(&claims)] {
                let (_, cost) = cost::of(|| claim(&token, "xms_edov"));
                prop_assert!(cost.is_small_for(token.len(), 64), "{cost:?} of {}", token.len());
            }
        }
    }

    #[test]
    fn the_claim_is_read_from_the_claims_of_the_token_only() {
        assert_eq!(claim(&token(r#"{"xms_edov":true}"#), "xms_edov"), Some(Value::Bool(true)));
        for other in [token("{}"), token(r#"["xms_edov"]"#), "a.b".to_string(), String::new()] {
            assert_eq!(claim(&other, "xms_edov"), None, "{other}");
        }
    }
}
