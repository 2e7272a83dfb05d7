//! Tokens of sessions: 256 random bits, of which only a hash is stored.

use sha2::{Digest as _, Sha256};

/// The token that a browser stores. Never stored in the database, never logged.
#[derive(Clone)]
pub struct Token(String);

/// The hash that the database stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
