//! Passwords, hashed with argon2id.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};

use crate::{
    auth::hash_queue::{HashPermit, HashQueue},
    core::{fair_queue::limits::QueueBusy, network::ClientNetwork},
};

/// A hash that is checked if there is no account, so that an unknown address takes as long as a wrong
/// password. A constant, because computing one takes as long as a sign-in and would delay the start of the
/// server.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$Zl5KThXnndK2NXDb1cruKQ$598H6VC0BOI3PWh9W/nk5S+JgPitk3aGIncVZZR03MI";

/// A password that fewer guesses find is refused: a common password, a keyboard row, a date, or the owner's
/// address.
const MIN_GUESSES: u64 = 100_000;

/// How much of a password is checked for that: longer ones are never guessed.
const RATED_CHARACTERS: usize = 64;

/// Hashes and checks passwords, as many at a time as there are cores: each takes 19 MiB and a twentieth of a
/// second.
#[derive(Clone, Debug, Default)]
pub struct Passwords {
    queue: HashQueue,
}

impl Passwords {
    /// Waits for a permit.
    ///
    /// # Errors
    /// [`QueueBusy`] when too many others wait.
    pub async fn permit(&self, network: ClientNetwork) -> Result<PasswordPermit, QueueBusy> {
        Ok(PasswordPermit { permit: self.queue.permit(network).await? })
    }
}

/// The permit of one request to hash passwords, until it is dropped.
#[derive(Debug)]
pub struct PasswordPermit {
    permit: HashPermit,
}

impl PasswordPermit {
    /// Runs `work` on a thread that may block. The permit is held until the work ends, also if the request is
    /// canceled before.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        let permit = self.permit.clone();
        Ok(tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await?)
    }

    /// The hash to store for this password.
    ///
    /// # Errors
    /// If hashing fails, which it does not with the default parameters.
    pub async fn hash(&self, password: &str) -> anyhow::Result<String> {
        let password = password.to_string();
        self.run(move || hash_now(&password)).await?
    }

    /// Whether this password is among the first that an attacker would try for this address.
    ///
    /// # Errors
    /// If the server is shutting down.
    pub async fn is_easily_guessed(&self, password: &str, address: &str) -> anyhow::Result<bool> {
        let password: String = password.chars().take(RATED_CHARACTERS).collect();
        let address = address.to_string();
        self.run(move || {
            let own: Vec<&str> =
                std::iter::once(address.as_str()).chain(address.split(['@', '.'])).collect();
            let inputs: Vec<&str> = own.into_iter().chain(["ridgeline", "roofing"]).collect();
            zxcvbn::zxcvbn(&password, &inputs).guesses() < MIN_GUESSES
        })
        .await
    }

    /// Whether the password matches the stored hash. Without a hash the result is false, after as much work.
    ///
    /// # Errors
    /// If the stored value is not a hash.
    pub async fn matches(&self, password: &str, stored: Option<&str>) -> anyhow::Result<bool> {
        let password = password.to_string();
        let known = stored.is_some();
        let stored = stored.unwrap_or(DUMMY_HASH).to_string();
        let same = self
            .run(move || {
                let stored = PasswordHash::new(&stored).map_err(|error| {
                    anyhow::anyhow!("a stored password hash is invalid: {error}")
                })?;
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

    async fn permit() -> PasswordPermit {
        Passwords::default().permit(ClientNetwork::of_address(None)).await.expect("a permit")
    }

    #[tokio::test]
    async fn a_common_password_is_refused() {
        let permit = permit().await;
        let is_easy = async |password: &str| {
            permit
                .is_easily_guessed(password, "ana.munoz@summitroofing.example")
                .await
                .expect("looked")
        };
        for easy in [
            "password",
            "PASSWORD",
            "Passw0rd",
            "password1",
            "12345678",
            "qwertyuiop",
            "iloveyou",
            "football",
            "sunshine1",
            "aaaaaaaaaaaa",
            "abcdefgh",
            "11111111",
            "trustno1",
            "ridgeline",
            "anamunoz",
            "ana.munoz@summitroofing.example",
            "summitroofing",
            "drowssap",
        ] {
            assert!(is_easy(easy).await, "{easy}");
        }
        for good in
            ["ridge cap shingle", "correct horse battery", "v7#kQz!pW2", &"x7 gutter ".repeat(12)]
        {
            assert!(!is_easy(good).await, "{good}");
        }
    }

    #[tokio::test]
    async fn an_unknown_address_takes_as_long_as_a_wrong_password() {
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        let permit = permit().await;
        let real = permit.hash("ridge cap shingle").await.expect("hash");
        assert_eq!(parameters(DUMMY_HASH), parameters(&real));
        assert!(PasswordHash::new(DUMMY_HASH).is_ok(), "it is checked like any other");
        assert!(!permit.matches("anything", None).await.expect("checked"));
    }
}
