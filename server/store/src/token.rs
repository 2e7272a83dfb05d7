//! A session's token: 256 random bits, of which only a hash is ever stored.

use sha2::{Digest as _, Sha256};

/// What a browser holds. Never stored, never logged.
#[derive(Clone)]
pub struct Token(String);

/// What the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl Token {
    /// A new one from the system's randomness.
    ///
    /// # Errors
    /// When the system has none to give.
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

    /// What is stored of it.
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
    /// The hash of a token that came with a request. Looking a token up by its hash takes the
    /// same time whatever the token shares with a real one.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// As a column holds it.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// As a column held it; none where that is no hash.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// A name for what the token opens, by which nobody can open it.
    #[must_use]
    pub fn public_name(self) -> String {
        let named = Sha256::new().chain_update("public name").chain_update(self.0).finalize();
        hex::encode(&named[..16])
    }
}
