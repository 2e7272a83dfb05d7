//! The key pair by which push services know this installation, and what it signs: RFC 8292.

use anyhow::anyhow;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use store::{db::Db, secrets};

/// The secret's name in the database, where every server that shares it finds it.
const NAME: &str = "push key";
/// Push services take signatures of a day at most; clocks differ.
const LASTS: TimeDelta = TimeDelta::hours(12);

/// The key pair.
#[derive(Debug)]
pub struct Keys(EcdsaKeyPair);

impl Keys {
    /// Takes the pair from the database; the first who asks makes it.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        let mut tx = db.read().await?;
        let known = secrets::find(&mut tx, NAME).await?;
        drop(tx);
        if let Some(known) = known {
            return Self::read(&known);
        }
        let random = SystemRandom::new();
        let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(|_| anyhow!("there is no randomness for a key"))?;
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

    /// The `Authorization` of a push to a service, by whose operator `contact` can be written to when
    /// something is wrong with our pushes.
    pub fn authorization(
        &self,
        service: &str,
        contact: &str,
        now: DateTime<Utc>,
    ) -> anyhow::Result<String> {
        let claims = json!({ "aud": service, "exp": (now + LASTS).timestamp(), "sub": contact });
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let signature = self
            .0
            .sign(&SystemRandom::new(), signed.as_bytes())
            .map_err(|_| anyhow!("there is no randomness for a signature"))?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public_key()))
    }
}
