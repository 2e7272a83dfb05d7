//! The search index of each company, cached until its data changes.
//!
//! A search runs on every keystroke and compares texts without case and accents, which the two engines do
//! differently. So the texts are folded once by the domain's rule and cached with the company's revision
//! ([`Db::revision`]); the results are then read from the rows with the usual access rules. The first search
//! after a change reads what changed ([`Db::changes_after`]), once for all who search at that time.

use std::{future::Future, sync::Arc, time::Duration};

use domain::types::ids::CompanyId;
use prometheus_client::{metrics::gauge::ConstGauge, registry::Registry};

use crate::{
    cache::{
        revision_cache::{AtRevision, RevisionCache},
        single_flight::CacheLimits,
    },
    db::{Db, error::DbError},
    search::search::CompanyIndex,
};

/// All indexes together, as much as all lists: the texts of a few hundred thousand records. Where nobody
/// searched for an hour, the company has gone home.
const LIMITS: CacheLimits = CacheLimits { bytes: 64 * 1024 * 1024, idle: Duration::from_hours(1) };

/// The indexes of this process.
#[derive(Clone)]
pub struct IndexCache(RevisionCache<CompanyId, Arc<CompanyIndex>>);

impl Default for IndexCache {
    fn default() -> Self {
        Self(RevisionCache::new(LIMITS, |_, cached| cached.value.bytes()))
    }
}

impl IndexCache {
    /// The company's current index: the cached one, or a new one from `read`, which is then cached. `read` gets
    /// the former index and its revision. `known` is the revision that the caller has read since their call began.
    ///
    /// # Errors
    /// The error of `read`, and of the database.
    pub async fn get_or_load<E, F>(
        &self,
        db: &Db,
        company: CompanyId,
        known: Option<u64>,
        read: impl FnOnce(Option<AtRevision<Arc<CompanyIndex>>>) -> F,
    ) -> Result<Arc<CompanyIndex>, E>
    where
        E: From<DbError>,
        F: Future<Output = Result<CompanyIndex, E>>,
    {
        let read = |former, _| async { read(former).await.map(Arc::new) };
        self.0.get_or_load(db, company, known, &company, read).await
    }

    /// Adds the metrics of the cache to `/metrics`.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Searches that found the texts as they were kept";
        registry.register("search_index_cache_hits", help, self.0.hits());
        let help = "Searches that had to read the texts from the database";
        registry.register("search_index_cache_misses", help, self.0.misses());
        let help = "Bytes of the texts that are kept for searching";
        registry.register("search_index_cache_bytes", help, ConstGauge::new(self.0.bytes()));
    }
}
