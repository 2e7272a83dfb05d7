//! Encryption with a secret that only a caller has, such as a session's token: the server stores what it encrypts and
//! a hash of the secret, and decrypts when the secret comes again.

use anyhow::anyhow;
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, Salt},
    rand::{SecureRandom as _, SystemRandom},
};

/// Encrypts bytes for the owner of this secret. The context keeps the key apart from any other that is derived from
/// the secret.
///
/// # Errors
/// If the system has no randomness.
pub fn seal(context: &[u8], secret: &str, plain: &[u8]) -> anyhow::Result<Vec<u8>> {
    let refused = |_: Unspecified| anyhow!("it cannot be encrypted");
    let mut nonce = [0_u8; NONCE_LEN];
    SystemRandom::new().fill(&mut nonce).map_err(refused)?;
    let mut sealed = plain.to_vec();
    let unique = Nonce::assume_unique_for_key(nonce);
    key(context, secret)
        .and_then(|key| key.seal_in_place_append_tag(unique, Aad::empty(), &mut sealed))
        .map_err(refused)?;
    Ok([nonce.as_slice(), &sealed].concat())
}

/// The bytes, if this secret seals them in this context.
#[must_use]
pub fn open(context: &[u8], secret: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, text) = sealed.split_first_chunk::<NONCE_LEN>()?;
    let mut text = text.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let opened = key(context, secret).ok()?.open_in_place(nonce, Aad::empty(), &mut text).ok()?;
    Some(opened.to_vec())
}

fn key(context: &[u8], secret: &str) -> Result<LessSafeKey, Unspecified> {
    let derived = Salt::new(HKDF_SHA256, context).extract(secret.as_bytes());
    let key = derived.expand(&[b"key"], &AES_256_GCM).map(UnboundKey::from)?;
    Ok(LessSafeKey::new(key))
}
