//! Addresses at which a browser downloads everything of a company: they say who asked and until when,
//! and are signed. Whether that person still may is looked up when somebody comes.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::ids::UserId;
use services::core::signing_key::SigningKey;
use store::db::Tx;

/// The key's name in the database.
const NAME: &str = "export links";
/// How long such an address lives.
const LASTS: TimeDelta = TimeDelta::minutes(10);

/// Makes and reads the signed part of such an address.
pub struct ExportLinks(SigningKey);

impl ExportLinks {
    /// With the key from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_make(tx, NAME).await.map(Self)
    }

    /// Only reading: none where nobody ever asked.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        Ok(SigningKey::find(tx, NAME).await?.map(Self))
    }

    /// What stands in the address, and until when it is good.
    pub fn token(&self, user: UserId, now: DateTime<Utc>) -> (String, DateTime<Utc>) {
        let until = now + LASTS;
        let token = self.0.token(&format!("{}.{}", user.0.simple(), until.timestamp()));
        let until = DateTime::from_timestamp(until.timestamp(), 0).unwrap_or(until);
        (token, until)
    }

    /// Who asked; nobody where the address is not one of ours, or too old.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Option<UserId> {
        let (user, until) = self.0.read(token)?.split_once('.')?;
        let until: i64 = until.parse().ok()?;
        (now.timestamp() < until).then(|| user.parse().ok())?
    }
}
