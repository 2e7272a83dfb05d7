//! Values that are valid for one revision of a company.

use std::{future::Future, hash::Hash};

use domain::types::ids::CompanyId;
use prometheus_client::metrics::counter::Counter;

use crate::{
    cache::single_flight::{CacheLimits, Loaded, SingleFlightCache},
    db::{Db, error::DbError},
};

/// Values, each cached with the revision of its company ([`Db::revision`]) at which it was read, and used until
/// that revision changes.
#[derive(Clone)]
pub struct RevisionCache<K, V> {
    entries: SingleFlightCache<K, AtRevision<V>>,
    hits: Counter,
    misses: Counter,
}

/// A value and the revision at which it was read.
#[derive(Clone, Debug)]
pub struct AtRevision<V> {
    /// The revision. It was read before the value, so the value is at least this new.
    pub revision: u64,
    /// The value.
    pub value: V,
}

impl<K, V> RevisionCache<K, V>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// An empty cache. `bytes_of` counts those of a key and a value, wherever they are in memory.
    #[must_use]
    pub fn new(limits: CacheLimits, bytes_of: fn(&K, &AtRevision<V>) -> usize) -> Self {
        let entries = SingleFlightCache::new(limits, bytes_of);
        Self { entries, hits: Counter::default(), misses: Counter::default() }
    }

    /// The value at the company's current revision: from the cache, or from `read`, which fills the cache.
    /// `read` gets the cached value that is out of date, and the revision of the new one. A caller passes the revision
    /// that they know since their call began, if they do.
    ///
    /// The revision is read here, before the rows. So a value may be newer than its revision, which the next
    /// change corrects, but never older. Callers who miss the same value at the same time read it once, and
    /// nobody gets one that is older than the revision at the time of their call.
    ///
    /// # Errors
    /// Errors of `read`, and of the database.
    ///
    /// # Panics
    /// If a cache ran `read` twice for one caller, which it does not.
    pub async fn get_or_load<E, F>(
        &self,
        db: &Db,
        company: CompanyId,
        known: Option<u64>,
        key: &K,
        read: impl FnOnce(Option<AtRevision<V>>, u64) -> F,
    ) -> Result<V, E>
    where
        E: From<DbError>,
        F: Future<Output = Result<V, E>>,
    {
        Ok(self.get_or_load_at(db, company, known, key, read).await?.value)
    }

    /// The same, with the revision at which the value was read.
    ///
    /// # Errors
    /// Errors of `read`, and of the database.
    ///
    /// # Panics
    /// If a cache ran `read` twice for one caller, which it does not.
    pub async fn get_or_load_at<E, F>(
        &self,
        db: &Db,
        company: CompanyId,
        known: Option<u64>,
        key: &K,
        read: impl FnOnce(Option<AtRevision<V>>, u64) -> F,
    ) -> Result<AtRevision<V>, E>
    where
        E: From<DbError>,
        F: Future<Output = Result<V, E>>,
    {
        let asked = db.revision_unless_known(company, known).await?;
        let is_current = |cached: &AtRevision<V>| cached.revision >= asked;
        let mut revision = asked;
        let mut read = Some(read);
        loop {
            let load = |before| {
                let read = read.take();
                async move {
                    let read = read.expect("a caller reads once");
                    Ok(AtRevision { revision, value: read(before, revision).await? })
                }
            };
            match self.entries.get_or_load(key, is_current, load).await {
                Loaded::Cached(found) => {
                    self.hits.inc();
                    return Ok(found);
                }
                Loaded::Own(result) => {
                    self.misses.inc();
                    return result;
                }
                // What is read from here on is this new, and serves everyone who waited as well.
                Loaded::Outdated => revision = db.revision(company).await?,
                // Everyone who waited reads alone: one after another, each would wait for all before it.
                Loaded::Failed => {
                    self.misses.inc();
                    let read = read.take().expect("a caller reads once");
                    return Ok(AtRevision { revision, value: read(None, revision).await? });
                }
            }
        }
    }

    /// Weighs a value again that takes more memory than when it was stored, if `is_same` finds it unreplaced.
    pub async fn update_weight(&self, key: &K, is_same: impl Fn(&V) -> bool + Send + Sync) {
        self.entries.update_weight(key, |cached| is_same(&cached.value)).await;
    }

    /// How often a value was found.
    #[must_use]
    pub fn hits(&self) -> Counter {
        self.hits.clone()
    }

    /// How often a value was read.
    #[must_use]
    pub fn misses(&self) -> Counter {
        self.misses.clone()
    }

    /// The bytes of all values and their keys.
    #[must_use]
    pub fn bytes(&self) -> i64 {
        i64::try_from(self.entries.bytes()).unwrap_or(i64::MAX)
    }
}
