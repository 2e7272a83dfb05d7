//! What a company's people look through when they search, kept until something of it changes.
//!
//! Searching happens on every keystroke and compares texts without case and accents, which neither
//! engine does alike. So the texts are folded once by the domain's rule and kept beside the revision
//! of the company that sees them ([`Db::revision`](crate::db::Db::revision)); what is found is then
//! read from the rows, by the rules of who sees what. The first search after a change reads anew.

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

/// How much memory all of them together may take.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// What each takes beside its texts.
const OVERHEAD: usize = 1_024;

/// The indexes of this process.
#[derive(Clone, Debug, Default)]
pub struct IndexCache {
    kept: Arc<Mutex<CacheState>>,
    hits: Counter,
    read_anew: Counter,
}

#[derive(Debug, Default)]
struct CacheState {
    of: HashMap<CompanyId, CacheEntry>,
    /// Grows with every search.
    now: u64,
}

/// Where a company's index stands. Whoever comes while it is read waits for that one.
#[derive(Debug, Default)]
struct CacheEntry {
    index: Arc<Turn<Option<AtRevision>>>,
    bytes: usize,
    used: u64,
}

/// An index and the revision it was read at.
type AtRevision = (u64, Arc<CompanyIndex>);

impl IndexCache {
    /// The index at this revision: as kept, or else as `read` finds it, which is then kept.
    ///
    /// The revision must have been asked for before the rows are read, as for
    /// `ListCache::get_or_load`.
    ///
    /// # Errors
    /// Whatever `read` says.
    pub async fn get_or_load<E>(
        &self,
        company: CompanyId,
        revision: u64,
        read: impl Future<Output = Result<CompanyIndex, E>>,
    ) -> Result<Arc<CompanyIndex>, E> {
        let place = self.place(company);
        let mut kept = place.lock().await;
        if let Some((of, index)) = kept.as_ref()
            && *of >= revision
        {
            self.hits.inc();
            return Ok(index.clone());
        }
        self.read_anew.inc();
        let index = Arc::new(read.await?);
        *kept = Some((revision, index.clone()));
        drop(kept);
        self.record_size(company, index.bytes() + OVERHEAD);
        Ok(index)
    }

    /// Adds what is known of them to what `/metrics` says.
    pub fn register(&self, registry: &mut Registry) {
        let told = "Searches that found the texts as they were kept";
        registry.register("search_index_cache_hits", told, self.hits.clone());
        let told = "Searches that had to read the texts from the database";
        registry.register("search_index_cache_misses", told, self.read_anew.clone());
        let held: usize = self.lock().of.values().map(|place| place.bytes).sum();
        let told = "Bytes of the texts that are kept for searching";
        let held = i64::try_from(held).unwrap_or(i64::MAX);
        registry.register("search_index_cache_bytes", told, ConstGauge::new(held));
    }

    fn place(&self, company: CompanyId) -> Arc<Turn<Option<AtRevision>>> {
        let mut kept = self.lock();
        kept.now += 1;
        let now = kept.now;
        let place = kept.of.entry(company).or_default();
        place.used = now;
        place.index.clone()
    }

    /// Notes what one weighs; where all together weigh too much, those go that nobody looked through
    /// for longest.
    fn record_size(&self, company: CompanyId, bytes: usize) {
        let mut kept = self.lock();
        if let Some(place) = kept.of.get_mut(&company) {
            place.bytes = bytes;
        }
        let mut held: usize = kept.of.values().map(|place| place.bytes).sum();
        while held > MOST_BYTES {
            let others = kept.of.iter().filter(|(of, _)| **of != company);
            let Some(oldest) = others.min_by_key(|(_, place)| place.used).map(|(of, _)| *of) else {
                // Larger than all may be together: whoever looks for something has it, and nobody after.
                kept.of.remove(&company);
                return;
            };
            held -= kept.of.remove(&oldest).map_or(0, |place| place.bytes);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CacheState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
