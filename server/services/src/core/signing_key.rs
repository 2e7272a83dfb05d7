//! Signing keys of this installation.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac};
use sha2::Sha256;
use store::{
    db::{Db, Tx},
    secrets,
};

/// The length of a signature in bytes.
const BYTES: usize = 32;

/// A key for HMAC-SHA256 signatures. Its secret is stored in the database under a name, so that all servers
/// that share it have the same key.
#[derive(Clone)]
pub struct SigningKey(Hmac<Sha256>);

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(..)")
    }
}

impl SigningKey {
    /// The key with this name; created if it does not exist.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(db: &Db, name: &str) -> anyhow::Result<Self> {
        let mut tx = db.read().await?;
        let known = Self::find(&mut tx, name).await?;
        drop(tx);
        if let Some(key) = known {
            return Ok(key);
        }
        let mut tx = db.write().await?;
        let key = Self::find_or_create(&mut tx, name).await?;
        tx.commit().await?;
        Ok(key)
    }

    /// The same within a transaction, which must be a write transaction if the key may not exist yet.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn find_or_create(tx: &mut Tx, name: &str) -> anyhow::Result<Self> {
        if let Some(key) = Self::find(tx, name).await? {
            return Ok(key);
        }
        let mut fresh = [0_u8; BYTES];
        getrandom::fill(&mut fresh)?;
        Self::of(&secrets::find_or_add(tx, name, fresh.to_vec()).await?)
    }

    /// Only reads the key: `None` if it does not exist.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find(tx: &mut Tx, name: &str) -> anyhow::Result<Option<Self>> {
        secrets::find(tx, name).await?.map(|secret| Self::of(&secret)).transpose()
    }

    /// The key of a known secret.
    ///
    /// # Errors
    /// Never: a secret of any length is valid.
    pub fn of(secret: &[u8]) -> anyhow::Result<Self> {
        Ok(Self(Hmac::new_from_slice(secret)?))
    }

    /// The signature of a text in these parts.
    #[must_use]
    pub fn sign(&self, parts: &[&[u8]]) -> [u8; BYTES] {
        self.signed(parts).finalize().into_bytes().into()
    }

    /// Whether the signature is valid, compared in constant time.
    #[must_use]
    pub fn verify(&self, parts: &[&[u8]], signature: &[u8]) -> bool {
        self.signed(parts).verify_slice(signature).is_ok()
    }

    /// A text followed by its signature, for use in a URL.
    #[must_use]
    pub fn token(&self, text: &str) -> String {
        format!("{text}.{}", hex::encode(self.sign(&[text.as_bytes()])))
    }

    /// The text of such a token; `None` if the signature is invalid.
    #[must_use]
    pub fn read<'t>(&self, token: &'t str) -> Option<&'t str> {
        let (text, signature) = token.rsplit_once('.')?;
        let signature = hex::decode(signature).ok()?;
        self.verify(&[text.as_bytes()], &signature).then_some(text)
    }

    fn signed(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        parts.iter().fold(self.0.clone(), Mac::chain_update)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn no_changed_token_is_valid(sent in foreign::text(&[&known_token()])) {
            let key = SigningKey::of(b"ours").expect("a key");
            let (read, cost) = cost::of(|| key.read(&sent));
            prop_assert!(cost.is_small_for(sent.len(), 1), "{cost:?} of {}", sent.len());
            // Signatures may be written in capitals.
            let is_known = sent.eq_ignore_ascii_case(&known_token()) && sent.starts_with("ana.1700");
            prop_assert_eq!(read, is_known.then_some("ana.1700"));
        }
    }

    fn known_token() -> String {
        SigningKey::of(b"ours").expect("a key").token("ana.1700")
    }

    #[test]
    fn a_token_is_only_valid_unchanged_and_with_its_own_key() {
        let key = |secret: &[u8]| SigningKey::of(secret).expect("a key");
        let (ours, theirs) = (key(b"ours"), key(b"theirs"));
        let token = ours.token("ana.1700");
        assert_eq!(ours.read(&token), Some("ana.1700"));
        assert_eq!(theirs.read(&token), None);
        let shorter = &token[..token.len() - 2];
        for forged in [shorter, &token.replacen("ana", "ben", 1), "ana.1700", "ana.", ".", ""] {
            assert_eq!(ours.read(forged), None, "{forged}");
        }
        assert_eq!(ours.sign(&[b"ana.", b"1700"]), ours.sign(&[b"ana.1700"]));
        assert_eq!(format!("{ours:?}"), "SigningKey(..)");
    }

    /// RFC 4231, the second case.
    #[test]
    fn signatures_match_the_standard() {
        let key = SigningKey::of(b"Jefe").expect("a key");
        assert_eq!(
            hex::encode(key.sign(&[b"what do ya want ", b"for nothing?"])),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
