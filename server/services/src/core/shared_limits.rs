//! Limits that several servers count together, in their PostgreSQL database.

use std::{sync::Arc, time::Duration};

use store::{
    db::Db,
    limit_uses::{self, LimitAnswer, LimitUse},
};
use tokio::{sync::OnceCell, time::timeout};

use super::signing_key::SigningKey;

/// How long a count may take. Without an answer only what this server has counted limits a call.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The limits of the servers that share a database.
#[derive(Clone, Debug)]
pub struct SharedLimits {
    db: Db,
    /// Keeps from the database what is limited: a call that is repeated may contain a password.
    key: Arc<OnceCell<SigningKey>>,
}

/// A limit, and whom or what it limits, in parts of a text.
#[derive(Clone, Copy, Debug)]
pub struct SharedLimit<'t> {
    /// Which limit, and whom it limits.
    pub subject: &'t [&'t [u8]],
    /// The most that may be taken in a period.
    pub most: u64,
    /// The period, in milliseconds.
    pub lasts: i64,
    /// What is taken within this many milliseconds is counted as one.
    pub part: i64,
}

/// A refusal of one of several limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedRefusal {
    /// Milliseconds until the amount can be taken.
    pub wait: i64,
    /// The limit's place.
    pub place: usize,
}

impl SharedLimits {
    /// Those of this database; `None` if this server is the only one.
    #[must_use]
    pub fn of(db: &Db) -> Option<Self> {
        (!db.is_sole_writer()).then(|| Self { db: db.clone(), key: Arc::default() })
    }

    /// Opens the key, so that no caller waits for it.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn prepare(&self) -> anyhow::Result<()> {
        self.key().await.map(drop)
    }

    async fn key(&self) -> anyhow::Result<&SigningKey> {
        self.key.get_or_try_init(|| SigningKey::open(&self.db, "limits")).await
    }

    /// Takes an amount of each of these limits, or of none.
    ///
    /// # Errors
    /// [`SharedRefusal`] if one of them has less left. A database that does not answer refuses nothing.
    pub async fn take(
        &self,
        limits: &[SharedLimit<'_>],
        amount: u64,
        now: i64,
    ) -> Result<(), SharedRefusal> {
        let answer = match timeout(TIMEOUT, self.ask(limits, amount, now)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                tracing::warn!(error = format!("{error:#}"), "limits are not counted together");
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        if answer.wait == 0 {
            return Ok(());
        }
        Err(SharedRefusal { wait: answer.wait, place: usize::try_from(answer.place).unwrap_or(0) })
    }

    async fn ask(
        &self,
        limits: &[SharedLimit<'_>],
        amount: u64,
        now: i64,
    ) -> anyhow::Result<LimitAnswer> {
        let key = self.key().await?;
        let uses: Vec<LimitUse> = limits
            .iter()
            .map(|limit| LimitUse {
                subject: hex::encode(&key.sign(limit.subject)[..16]),
                most: limit.most,
                lasts: limit.lasts,
                part: limit.part,
            })
            .collect();
        Ok(limit_uses::take(&self.db, &uses, amount, now).await?)
    }
}
