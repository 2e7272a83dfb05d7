//! URLs for a browser's download of all data of a company: signed, with the user and an expiry. Whether that
//! user still has access is checked on download.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::ids::UserId;
use services::core::signing_key::SigningKey;
use store::db::Tx;

/// The key's name in the database.
const NAME: &str = "export links";
/// The lifetime of such a URL.
const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// Creates and reads the signed part of such a URL.
pub struct ExportLinks(SigningKey);

impl ExportLinks {
    /// Reads the key from the database, or creates it.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_create(tx, NAME).await.map(Self)
    }

    /// Only reads the key: `None` if it does not exist yet.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        Ok(SigningKey::find(tx, NAME).await?.map(Self))
    }

    /// The token of the URL, and its expiry.
    pub fn token(&self, user: UserId, now: DateTime<Utc>) -> (String, DateTime<Utc>) {
        let until = now + LINK_LIFETIME;
        let token = self.0.token(&format!("{}.{}", user.0.simple(), until.timestamp()));
        let until = DateTime::from_timestamp(until.timestamp(), 0).unwrap_or(until);
        (token, until)
    }

    /// The user who requested it; `None` for an invalid or expired token.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Option<UserId> {
        let (user, until) = self.0.read(token)?.split_once('.')?;
        let until: i64 = until.parse().ok()?;
        (now.timestamp() < until).then(|| user.parse().ok())?
    }
}
