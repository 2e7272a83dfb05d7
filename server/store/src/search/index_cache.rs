//! The search index of each company, cached until its data changes.
//!
//! A search runs on every keystroke and compares texts without case and accents, which the two engines do
//! differently. So the texts are folded once by the domain's rule and cached with the company's revision
//! ([`Db::revision`](crate::db::Db::revision)); the results are then read from the rows with the usual access
//! rules. The first search after a change rebuilds the index.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use domain::types::ids::CompanyId;
use prometheus_client::{
    metrics::{counter::Counter, gauge::ConstGauge},
    registry::Registry,
};
use tokio::sync::Mutex as Turn;

use crate::search::search::CompanyIndex;

/// The maximum memory of all indexes together.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// The memory of an index besides its texts.
const OVERHEAD: usize = 1_024;

/// The indexes of this process.
#[derive(Clone, Debug, Default)]
pub struct IndexCache {
    state: Arc<Mutex<CacheState>>,
    hits: Counter,
    misses: Counter,
}

#[derive(Debug, Default)]
struct CacheState {
    of: HashMap<CompanyId, CacheEntry>,
    /// A counter that grows with every search, for the least recently used index.
    now: u64,
}

/// A company's entry. Concurrent searches wait while its index is read.
#[derive(Debug, Default)]
struct CacheEntry {
    index: Arc<Turn<Option<AtRevision>>>,
    bytes: usize,
    used: u64,
}

/// An index and the revision it was read at.
type AtRevision = (u64, Arc<CompanyIndex>);

impl IndexCache {
    /// The index at this revision: the cached one, or a new one from `read`, which is then cached.
    ///
    /// The revision must be read before the rows, as for `ListCache::get_or_load`.
    ///
    /// # Errors
    /// The error of `read`.
    pub async fn get_or_load<E>(
        &self,
        company: CompanyId,
        revision: u64,
        read: impl Future<Output = Result<CompanyIndex, E>>,
    ) -> Result<Arc<CompanyIndex>, E> {
        let slot = self.slot(company);
        let mut cached = slot.lock().await;
        if let Some((cached_revision, index)) = cached.as_ref()
            && *cached_revision >= revision
        {
            self.hits.inc();
            return Ok(index.clone());
        }
        self.misses.inc();
        let index = Arc::new(read.await?);
        *cached = Some((revision, index.clone()));
        drop(cached);
        self.record_size(company, index.bytes() + OVERHEAD);
        Ok(index)
    }

    /// Adds the metrics of the cache to `/metrics`.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Searches that found the texts as they were kept";
        registry.register("search_index_cache_hits", help, self.hits.clone());
        let help = "Searches that had to read the texts from the database";
        registry.register("search_index_cache_misses", help, self.misses.clone());
        let bytes: usize = self.lock().of.values().map(|entry| entry.bytes).sum();
        let help = "Bytes of the texts that are kept for searching";
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        registry.register("search_index_cache_bytes", help, ConstGauge::new(bytes));
    }

    fn slot(&self, company: CompanyId) -> Arc<Turn<Option<AtRevision>>> {
        let mut state = self.lock();
        state.now += 1;
        let now = state.now;
        let entry = state.of.entry(company).or_default();
        entry.used = now;
        entry.index.clone()
    }

    /// Stores the size of an index; if all together are too large, removes the least recently used ones.
    fn record_size(&self, company: CompanyId, bytes: usize) {
        let mut state = self.lock();
        if let Some(entry) = state.of.get_mut(&company) {
            entry.bytes = bytes;
        }
        let mut total: usize = state.of.values().map(|entry| entry.bytes).sum();
        while total > MOST_BYTES {
            let others = state.of.iter().filter(|(of, _)| **of != company);
            let Some(oldest) = others.min_by_key(|(_, entry)| entry.used).map(|(of, _)| *of) else {
                // Larger than the maximum of all together: used for this search and not cached.
                state.of.remove(&company);
                return;
            };
            total -= state.of.remove(&oldest).map_or(0, |entry| entry.bytes);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
