//! Encryption for one browser: RFC 8291 over RFC 8188, with ring
//! (`docs/decisions/0018-pushes-are-encrypted-with-ring.md`).

use anyhow::anyhow;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::{SecureRandom as _, SystemRandom},
};

/// The length of a browser's public key: an uncompressed point.
pub const KEY_BYTES: usize = 65;
/// The length of the secret that a browser shares with the server.
pub const SECRET_BYTES: usize = 16;
const SALT_BYTES: usize = 16;
const TAG_BYTES: usize = 16;
/// Push services accept bodies of at most 4,096 bytes.
const RECORD_BYTES: u32 = 4_096;
/// Salt, record size, key length and key before the ciphertext; a byte and a tag after it.
const OVERHEAD: usize = SALT_BYTES + 4 + 1 + KEY_BYTES + 1 + TAG_BYTES;
/// The longest message.
pub const MOST_BYTES: usize = RECORD_BYTES as usize - OVERHEAD;

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message for the browser with this key and secret.
///
/// # Errors
/// If the key is not on the curve, the message is too long, or there is no randomness.
pub fn encrypt(message: &[u8], p256dh: &[u8], auth: &[u8]) -> anyhow::Result<Vec<u8>> {
    if message.len() > MOST_BYTES {
        return Err(anyhow!("{} bytes are too many to be pushed", message.len()));
    }
    let refused = |_: Unspecified| anyhow!("this key cannot be encrypted for");
    let random = SystemRandom::new();
    let mut salt = [0_u8; SALT_BYTES];
    random.fill(&mut salt).map_err(refused)?;
    let ours = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(refused)?;
    let our_public = ours.compute_public_key().map_err(refused)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, p256dh);
    agree_ephemeral(ours, &theirs, |shared| {
        with(
            message,
            &SharedSecrets { shared, p256dh, auth, our_public: our_public.as_ref() },
            salt,
        )
    })
    .flatten()
    .map_err(refused)
}

/// The secrets that both sides know.
struct SharedSecrets<'a> {
    shared: &'a [u8],
    p256dh: &'a [u8],
    auth: &'a [u8],
    our_public: &'a [u8],
}

fn with(
    message: &[u8],
    agreed: &SharedSecrets<'_>,
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, Unspecified> {
    let info = [&b"WebPush: info\0"[..], agreed.p256dh, agreed.our_public];
    let first = Salt::new(HKDF_SHA256, agreed.auth).extract(agreed.shared);
    let secret: [u8; 32] = hkdf_expand(&first, &info)?;
    let second = Salt::new(HKDF_SHA256, &salt).extract(&secret);
    let key: [u8; 16] = hkdf_expand(&second, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = hkdf_expand(&second, &[b"Content-Encoding: nonce\0"])?;

    let mut record = Vec::with_capacity(message.len() + 1 + TAG_BYTES);
    record.extend_from_slice(message);
    // The delimiter of the last record.
    record.push(2);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    // Key and nonce are derived from a salt and a key that are only used once.
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;

    let key_length = u8::try_from(agreed.our_public.len()).map_err(|_| Unspecified)?;
    let mut body = Vec::with_capacity(OVERHEAD + message.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD_BYTES.to_be_bytes());
    body.push(key_length);
    body.extend_from_slice(agreed.our_public);
    body.append(&mut record);
    Ok(body)
}

fn hkdf_expand<const BYTES: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; BYTES], Unspecified> {
    let mut bytes = [0_u8; BYTES];
    from.expand(info, Length(BYTES))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn messages_are_encrypted_as_browsers_expect() {
        let agreed = SharedSecrets {
            shared: &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            p256dh: &bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            our_public: &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
        };
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let sealed = with(b"When I grow up, I want to be a watermelon", &agreed, salt);
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed.expect("sealed")),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
             AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn an_invalid_key_is_refused() {
        let (key, secret) = ([4_u8; KEY_BYTES], [7_u8; SECRET_BYTES]);
        assert!(encrypt(b"", &key, &secret).is_err(), "not on the curve");
        assert!(encrypt(b"", &[], &secret).is_err());
        assert!(encrypt(&[0; MOST_BYTES + 1], &key, &secret).is_err());
    }
}
