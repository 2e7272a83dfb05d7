//! Web push: notifications reach browsers while the app is closed.
//!
//! A browser gets an endpoint from its vendor's push service. Messages are encrypted for that browser only
//! (RFC 8291) and signed with the key of this installation (RFC 8292), which the browser's subscription is
//! bound to.

pub mod encryption;
pub mod endpoint_policy;
pub(crate) mod keys;

use std::sync::Arc;

use store::db::Db;
use tokio::sync::OnceCell;

use self::keys::Keys;
use crate::push::endpoint_policy::EndpointPolicy;

/// The state of web push. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Push {
    keys: Arc<OnceCell<Keys>>,
    /// Which hosts a push may go to.
    pub policy: EndpointPolicy,
}

impl Push {
    /// With another policy; `Anywhere` only for tests.
    #[must_use]
    pub fn with_policy(reach: EndpointPolicy) -> Self {
        Self { keys: Arc::default(), policy: reach }
    }

    /// The public key for subscriptions: an uncompressed point of P-256 in base64url. Created on first use,
    /// for all servers that share the database.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn public_key(&self, db: &Db) -> anyhow::Result<String> {
        Ok(self.keys(db).await?.public_key())
    }

    /// Whether this endpoint is allowed by the policy.
    #[must_use]
    pub fn allows_endpoint(&self, endpoint: &str) -> bool {
        self.policy.allows(endpoint)
    }

    /// The server's keys, created on first use.
    pub async fn keys(&self, db: &Db) -> anyhow::Result<&Keys> {
        self.keys.get_or_try_init(|| Keys::open(db)).await
    }
}

/// The host of an endpoint, with its port if it names one.
#[must_use]
pub fn host_of(endpoint: &str) -> String {
    let url = reqwest::Url::parse(endpoint).ok();
    let host = url.as_ref().and_then(reqwest::Url::host_str).unwrap_or("unknown");
    let port = url.as_ref().and_then(reqwest::Url::port);
    port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// A browser's key or secret from base64url, if it has this length.
fn bytes_of(text: &str, length: usize) -> Option<Vec<u8>> {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    (bytes.len() == length).then_some(bytes)
}

/// The keys of a subscription, if they are valid.
#[must_use]
pub fn subscription_keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let keys =
        (bytes_of(p256dh, encryption::KEY_BYTES)?, bytes_of(auth, encryption::SECRET_BYTES)?);
    // A point that is not on the curve is only detected on use.
    encryption::encrypt(b"", &keys.0, &keys.1).ok()?;
    Some(keys)
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    /// A browser's key, as in RFC 8291.
    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn keys_that_are_taken_can_encrypt(
            key in foreign::text(&[KEY]),
            secret in prop_oneof![Just(SECRET.to_owned()), foreign::text(&[SECRET])],
        ) {
            let (taken, cost) = cost::of(|| subscription_keys(&key, &secret));
            prop_assert!(cost.is_small_for(key.len() + secret.len(), 2), "{cost:?}");
            if let Some((key, secret)) = taken {
                prop_assert_eq!((key.len(), secret.len()), (65, 16));
                prop_assert!(encryption::encrypt(b"a card", &key, &secret).is_ok());
            }
        }

        #[test]
        fn the_host_of_any_endpoint_has_a_name(endpoint in foreign::text(&["https://a.example:1/x"])) {
            let host = host_of(&endpoint);
            prop_assert!(!host.is_empty() && !host.contains(['/', '@']), "{host}");
        }
    }

    #[test]
    fn a_browsers_own_keys_are_taken() {
        let (key, secret) = subscription_keys(KEY, SECRET).expect("keys");
        assert_eq!(URL_SAFE_NO_PAD.encode(key), KEY);
        assert_eq!(URL_SAFE_NO_PAD.encode(secret), SECRET);
    }
}
