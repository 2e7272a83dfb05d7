//! Passwords, hashed with argon2id.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::sync::Semaphore;

/// The hash of a password nobody has, checked when there is no account, so that an unknown address
/// takes as long as a wrong password. Written down, because making one takes as long as a sign-in
/// and would keep the server from being ready.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$Zl5KThXnndK2NXDb1cruKQ$598H6VC0BOI3PWh9W/nk5S+JgPitk3aGIncVZZR03MI";

/// Hashes and checks passwords, a few at a time: each takes 19 MiB and a tenth of a second.
#[derive(Clone, Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(2)) }
    }
}

impl Passwords {
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
        let stored = stored.unwrap_or(NOBODYS).to_string();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unknown_address_costs_what_a_wrong_password_costs() {
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        let real = Passwords::default().hash("ridge cap shingle").await.expect("hash");
        assert_eq!(parameters(NOBODYS), parameters(&real));
        assert!(PasswordHash::new(NOBODYS).is_ok(), "it is checked like any other");
        assert!(!Passwords::default().matches("anything", None).await.expect("checked"));
    }
}
