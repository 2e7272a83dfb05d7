//! The key pair that identifies this installation to push services, and its signatures: RFC 8292.

use anyhow::anyhow;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use store::{db::Db, secrets};

/// The secret's name in the database, which all servers share.
const NAME: &str = "push key";
/// Push services accept signatures of at most a day; clocks differ.
const TOKEN_LIFETIME: TimeDelta = TimeDelta::hours(12);

/// The key pair.
#[derive(Debug)]
pub struct Keys(EcdsaKeyPair);

impl Keys {
    /// Reads the pair from the database, or creates it.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        let mut tx = db.read().await?;
        let known = secrets::find(&mut tx, NAME).await?;
        drop(tx);
        if let Some(known) = known {
            return Self::read(&known);
        }
        let random = SystemRandom::new();
        let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(|_| anyhow!("no randomness for a key"))?;
        let mut tx = db.write().await?;
        let known = secrets::find_or_add(&mut tx, NAME, fresh.as_ref().to_vec()).await?;
        tx.commit().await?;
        Self::read(&known)
    }

    fn read(document: &[u8]) -> anyhow::Result<Self> {
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &random)
            .map(Self)
            .map_err(|why| anyhow!("the key of web push cannot be read: {why}"))
    }

    /// The public half.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The `Authorization` of a push to a service, with `contact` for its operator in case of problems with
    /// our pushes.
    pub fn authorization(
        &self,
        service: &str,
        contact: &str,
        now: DateTime<Utc>,
    ) -> anyhow::Result<String> {
        let claims =
            json!({ "aud": service, "exp": (now + TOKEN_LIFETIME).timestamp(), "sub": contact });
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let signature = self
            .0
            .sign(&SystemRandom::new(), signed.as_bytes())
            .map_err(|_| anyhow!("no randomness for a signature"))?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public_key()))
    }
}
