//! Links that open one file for a while. Browsers load images without a token, so the right to see
//! one travels in its address.

use std::time::Duration;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use store::{db::Db, secrets};

/// Within a window everybody gets the same link, so that browsers find what they have kept.
const WINDOW_SECONDS: i64 = 60 * 60;
/// The secret's name in the database, where every server that shares it finds it.
const NAME: &str = "file links";

/// The part of a link after its file.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Link {
    until: i64,
    seal: String,
}

/// Makes links, and knows its own.
#[derive(Clone)]
pub struct FileLinks(Hmac<Sha256>);

impl std::fmt::Debug for FileLinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Links(..)")
    }
}

impl FileLinks {
    /// Takes the secret from the database; the first who asks makes it.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        let mut fresh = [0_u8; 32];
        getrandom::fill(&mut fresh)?;
        let mut tx = db.write().await?;
        let secret = secrets::find_or_add(&mut tx, NAME, fresh.to_vec()).await?;
        tx.commit().await?;
        Ok(Self(Hmac::new_from_slice(&secret)?))
    }

    /// The path of a file with a signature, valid for one to two hours after `now`.
    #[must_use]
    pub fn address(&self, key: &str, now: DateTime<Utc>) -> String {
        // To the end of the window after this one: an hour at least, two at most.
        let until = (now.timestamp().div_euclid(WINDOW_SECONDS) + 2) * WINDOW_SECONDS;
        let seal = hex::encode(self.sealed(key, until).finalize().into_bytes());
        format!("/files/{key}?until={until}&seal={seal}")
    }

    /// How much longer the link opens the file.
    #[must_use]
    pub fn time_left(&self, key: &str, link: &Link, now: DateTime<Utc>) -> Option<Duration> {
        let seal = hex::decode(&link.seal).ok()?;
        // Compares in constant time.
        self.sealed(key, link.until).verify_slice(&seal).ok()?;
        let left = u64::try_from(link.until - now.timestamp()).ok()?;
        (left > 0).then(|| Duration::from_secs(left))
    }

    fn sealed(&self, key: &str, until: i64) -> Hmac<Sha256> {
        // The number ends at the first line break, so no two files share what is sealed.
        self.0.clone().chain_update(until.to_string()).chain_update("\n").chain_update(key)
    }
}
