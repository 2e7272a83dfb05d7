//! Web push: what people are told reaches their browsers while the app is closed.
//!
//! A browser lends us an address at its maker's push service. What goes there is encrypted for the
//! browser alone (RFC 8291) and signed with a key that this installation made at its first start
//! (RFC 8292), which browsers tie the address to.

pub mod encryption;
pub mod endpoint_policy;
pub(crate) mod keys;

use std::sync::Arc;

use store::db::Db;
use tokio::sync::OnceCell;

use self::keys::Keys;
use crate::push::endpoint_policy::EndpointPolicy;

/// What the server knows of web push. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Push {
    keys: Arc<OnceCell<Keys>>,
    /// Which hosts a push may go to.
    pub policy: EndpointPolicy,
}

impl Push {
    /// With push services wherever `reach` says; everywhere only for tests.
    #[must_use]
    pub fn with_policy(reach: EndpointPolicy) -> Self {
        Self { keys: Arc::default(), policy: reach }
    }

    /// The key that browsers tie their addresses to: an uncompressed point of P-256 in base64url. The
    /// first who asks makes it, for all servers that share the database.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn public_key(&self, db: &Db) -> anyhow::Result<String> {
        Ok(self.keys(db).await?.public_key())
    }

    /// Whether a push service may be at this address: with encryption, and out in the world.
    #[must_use]
    pub fn allows_endpoint(&self, endpoint: &str) -> bool {
        self.policy.allows(endpoint)
    }

    /// The server's own keys, made by the first server that needs them.
    pub async fn keys(&self, db: &Db) -> anyhow::Result<&Keys> {
        self.keys.get_or_try_init(|| Keys::open(db)).await
    }
}

/// A browser's key or secret as it spells it, where it is one of so many bytes.
fn bytes_of(text: &str, length: usize) -> Option<Vec<u8>> {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    (bytes.len() == length).then_some(bytes)
}

/// The keys of a subscription, where things can be encrypted with them.
#[must_use]
pub fn subscription_keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let keys =
        (bytes_of(p256dh, encryption::KEY_BYTES)?, bytes_of(auth, encryption::SECRET_BYTES)?);
    // A point that is not on the curve shows itself only when it is used.
    encryption::encrypt(b"", &keys.0, &keys.1).ok()?;
    Some(keys)
}
