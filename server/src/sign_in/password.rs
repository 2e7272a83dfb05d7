//! Passwords, hashed with argon2id.

use std::sync::Arc;

use anyhow::Context as _;
use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::sync::Semaphore;

/// Hashes and checks passwords, a few at a time: each takes 19 MiB and a tenth of a second.
#[derive(Clone, Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    /// The hash of a password nobody has, checked when there is no account, so that an unknown
    /// address takes as long as a wrong password.
    nobody: Arc<str>,
}

impl Passwords {
    /// # Errors
    /// When the system has no randomness for a salt.
    pub fn new() -> anyhow::Result<Self> {
        let unguessable = super::Token::random().context("no randomness")?;
        let nobody = hash_now(unguessable.text())?.into();
        Ok(Self { turns: Arc::new(Semaphore::new(2)), nobody })
    }

    /// The text to store for this password.
    ///
    /// # Errors
    /// When hashing fails, which it does not with the default parameters.
    pub async fn hash(&self, password: &str) -> anyhow::Result<String> {
        let _turn = self.turns.acquire().await?;
        let password = password.to_string();
        tokio::task::spawn_blocking(move || hash_now(&password)).await?
    }

    /// Whether this is the password that `stored` was made from. With nothing stored the answer
    /// is no, after as much work.
    ///
    /// # Errors
    /// When what is stored is no hash.
    pub async fn matches(&self, password: &str, stored: Option<&str>) -> anyhow::Result<bool> {
        let _turn = self.turns.acquire().await?;
        let password = password.to_string();
        let known = stored.is_some();
        let stored = stored.unwrap_or(&self.nobody).to_string();
        let same = tokio::task::spawn_blocking(move || {
            let stored = PasswordHash::new(&stored)
                .map_err(|error| anyhow::anyhow!("a stored password is no hash: {error}"))?;
            anyhow::Ok(Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
        })
        .await??;
        Ok(same && known)
    }
}

fn hash_now(password: &str) -> anyhow::Result<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| anyhow::anyhow!("hashing failed: {error}"))
}
