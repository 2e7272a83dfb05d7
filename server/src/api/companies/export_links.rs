//! Addresses at which a browser downloads everything of a company: they say who asked and until when,
//! and are sealed. Whether that person still may is looked up when somebody comes.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::ids::UserId;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use store::{db::Tx, secrets};

/// The secret's name in the database, where every server that shares it finds it.
const NAME: &str = "export links";
/// How long such an address lives.
const LASTS: TimeDelta = TimeDelta::minutes(10);

/// Makes and reads the sealed part of such an address.
pub struct ExportLinks(Hmac<Sha256>);

impl ExportLinks {
    /// With the secret from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        let secret = if let Some(secret) = secrets::find(tx, NAME).await? {
            secret
        } else {
            let mut fresh = [0_u8; 32];
            getrandom::fill(&mut fresh)?;
            secrets::find_or_add(tx, NAME, fresh.to_vec()).await?
        };
        Ok(Self(Hmac::new_from_slice(&secret)?))
    }

    /// Only reading: none where nobody ever asked.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        let secret = secrets::find(tx, NAME).await?;
        Ok(secret.map(|secret| Hmac::new_from_slice(&secret)).transpose()?.map(Self))
    }

    /// What stands in the address, and until when it is good.
    pub fn token(&self, user: UserId, now: DateTime<Utc>) -> (String, DateTime<Utc>) {
        let until = now + LASTS;
        let said = format!("{}.{}", user.0.simple(), until.timestamp());
        let seal = hex::encode(self.sealed(&said).finalize().into_bytes());
        let until = DateTime::from_timestamp(until.timestamp(), 0).unwrap_or(until);
        (format!("{said}.{seal}"), until)
    }

    /// Who asked; nobody where the address is not one of ours, or too old.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Option<UserId> {
        let (said, seal) = token.rsplit_once('.')?;
        let seal = hex::decode(seal).ok()?;
        // Compares in constant time.
        self.sealed(said).verify_slice(&seal).ok()?;
        let (user, until) = said.split_once('.')?;
        let until: i64 = until.parse().ok()?;
        (now.timestamp() < until).then(|| user.parse().ok())?
    }

    fn sealed(&self, said: &str) -> Hmac<Sha256> {
        self.0.clone().chain_update(said)
    }
}
