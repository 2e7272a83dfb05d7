//! The secrets of webhooks, and the signatures of messages, as Standard Webhooks defines them.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use store::db::{Db, Tx};
use uuid::Uuid;

use crate::core::signing_key::SigningKey;

/// The key's name in the database.
const NAME: &str = "webhooks";

/// Derives the secrets of webhooks from their seeds, so that the table of webhooks alone is not enough to sign.
#[derive(Clone, Debug)]
pub struct WebhookSecrets(SigningKey);

impl WebhookSecrets {
    /// Reads the key from the database, or creates it in a write transaction.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_create(tx, NAME).await.map(Self)
    }

    /// The same outside of a transaction.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn of(db: &Db) -> anyhow::Result<Self> {
        SigningKey::open(db, NAME).await.map(Self)
    }

    /// The secret of a seed, as its receiver stores it.
    #[must_use]
    pub fn text(&self, seed: Uuid) -> String {
        format!("whsec_{}", STANDARD.encode(self.bytes(seed)))
    }

    /// The value of `webhook-signature`: the signatures with the secrets of these seeds, the newest first.
    ///
    /// # Errors
    /// Without a seed.
    pub fn sign(
        &self,
        seeds: impl Iterator<Item = Uuid>,
        id: &str,
        timestamp: i64,
        body: &str,
    ) -> anyhow::Result<String> {
        let mut signatures = Vec::new();
        for seed in seeds {
            let key = SigningKey::of(&self.bytes(seed))?;
            let time = timestamp.to_string();
            let signed = key.sign(&[id.as_bytes(), b".", time.as_bytes(), b".", body.as_bytes()]);
            signatures.push(format!("v1,{}", STANDARD.encode(signed)));
        }
        (!signatures.is_empty()).then(|| signatures.join(" ")).context("a webhook without a secret")
    }

    fn bytes(&self, seed: Uuid) -> [u8; 32] {
        self.0.sign(&[seed.as_bytes()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_with_each_secret_and_the_secrets_of_seeds_differ() {
        let secrets = WebhookSecrets(SigningKey::of(b"ours").expect("a key"));
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_ne!(secrets.text(one), secrets.text(other));
        let bare = secrets.text(one);
        let bytes = STANDARD.decode(bare.strip_prefix("whsec_").expect("a prefix"));
        assert_eq!(bytes.expect("base64").len(), 32);
        let sign = |seeds: &[Uuid]| secrets.sign(seeds.iter().copied(), "msg_1", 1_700, "{}");
        let both = sign(&[one, other]).expect("signed");
        assert_eq!(
            both,
            format!("{} {}", sign(&[one]).expect("one"), sign(&[other]).expect("other"))
        );
        assert!(both.starts_with("v1,"));
        assert!(sign(&[]).is_err());
    }

    /// The example of the specification of Standard Webhooks.
    #[test]
    fn signatures_match_the_standard() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("base64");
        let key = SigningKey::of(&key).expect("a key");
        let signed = key.sign(&[
            b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.".as_slice(),
            br#"{"test": 2432232314}"#,
        ]);
        assert_eq!(STANDARD.encode(signed), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
