//! Tokens of sessions and secrets of API keys: 256 random bits, of which only a hash is stored.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};

/// What the secret of an API key begins with, so that people and scanners recognize one.
const API_KEY_PREFIX: &str = "rl_";

/// The token that a browser stores. Never stored in the database, never logged.
#[derive(Clone)]
pub struct Token(String);

/// The hash that the database stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash([u8; 32]);

impl Token {
    /// A new token from the system's random number generator.
    ///
    /// # Errors
    /// If the system has no randomness available.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0_u8; 32];
        getrandom::fill(&mut bits)?;
        Ok(Self(hex::encode(bits)))
    }

    /// A new secret of an API key: a prefix, and 43 characters of base64url.
    ///
    /// # Errors
    /// If the system has no randomness available.
    pub fn random_api_key() -> Result<Self, getrandom::Error> {
        let mut bits = [0_u8; 32];
        getrandom::fill(&mut bits)?;
        Ok(Self(format!("{API_KEY_PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(bits))))
    }

    /// Whether this text of an `Authorization` header is the secret of an API key, and not a session's token.
    #[must_use]
    pub fn is_api_key(text: &str) -> bool {
        text.starts_with(API_KEY_PREFIX)
    }

    /// The text for the `Authorization` header.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

impl TokenHash {
    /// The hash of a token in a request. Looking a token up by its hash takes the same time however similar
    /// it is to a real one.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// The bytes for a column.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// The hash from a column; `None` if the bytes are not a hash.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// A public name of the session, which gives no access to it.
    #[must_use]
    pub fn public_name(self) -> String {
        let named = Sha256::new().chain_update("public name").chain_update(self.0).finalize();
        hex::encode(&named[..16])
    }
}
