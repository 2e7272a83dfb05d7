//! Serialized lists, cached until something in them changes.
//!
//! A list is requested far more often than it changes, and most of the cost is reading and serializing the
//! same rows. So the bytes are cached with the revision of the list's company ([`Db::revision`]), and sent again
//! until that revision changes.

use std::{future::Future, sync::Arc, time::Duration};

use axum::{http::HeaderMap, response::Response};
use domain::types::ids::{CompanyId, UserId};
use prometheus_client::{metrics::gauge::ConstGauge, registry::Registry};
use store::{
    cache::{
        revision_cache::{AtRevision, RevisionCache},
        single_flight::CacheLimits,
    },
    db::{Db, error::DbError},
};

use crate::core::{cached_list::CachedList, compute::ComputePool};

/// All lists together, with their keys and compressed forms: what the process takes for them stays below 64 MB,
/// also where the allocator cannot use the gaps that dropped lists leave. A list that was not requested for
/// half an hour belongs to a closed browser.
pub const LIMITS: CacheLimits =
    CacheLimits { bytes: 48 * 1024 * 1024, idle: Duration::from_mins(30) };
/// The key of a cached list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListKey {
    /// The company whose revision applies.
    pub company: CompanyId,
    /// Set if users of one company see different lists.
    pub viewer: Option<UserId>,
    /// The list and its filters.
    pub list: String,
}

/// The cached lists of this process.
#[derive(Clone)]
pub struct ListCache(RevisionCache<ListKey, Arc<CachedList>>);

impl Default for ListCache {
    fn default() -> Self {
        Self::new(LIMITS)
    }
}

impl ListCache {
    /// An empty cache.
    #[must_use]
    pub fn new(limits: CacheLimits) -> Self {
        Self(RevisionCache::new(limits, |key, cached| {
            size_of::<ListKey>() + key.list.capacity() + cached.value.bytes()
        }))
    }

    /// The current list and its revision: from the cache, or from `read`, which fills the cache. `read` gets the
    /// list that is out of date, and its revision. `known` is the revision that the caller has read since their call
    /// began.
    ///
    /// # Errors
    /// Errors of `read`, and of the database.
    pub async fn get_or_load<E, F>(
        &self,
        db: &Db,
        key: &ListKey,
        known: Option<u64>,
        read: impl FnOnce(Option<AtRevision<Arc<CachedList>>>) -> F,
    ) -> Result<AtRevision<Arc<CachedList>>, E>
    where
        E: From<DbError>,
        F: Future<Output = Result<Arc<CachedList>, E>>,
    {
        let read = |former, _| read(former);
        self.0.get_or_load_at(db, key.company, known, key, read).await
    }

    /// The response with a list of this cache.
    pub async fn respond(
        &self,
        compute: &ComputePool,
        key: &ListKey,
        list: &Arc<CachedList>,
        request_headers: &HeaderMap,
    ) -> Response {
        let before = list.bytes();
        let response = list.to_response(compute, request_headers).await;
        if list.bytes() > before {
            self.0.update_weight(key, |cached| Arc::ptr_eq(cached, list)).await;
        }
        response
    }

    /// The bytes of all lists and their keys.
    #[must_use]
    pub fn bytes(&self) -> i64 {
        self.0.bytes()
    }

    /// Registers the metrics of the cache.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Lists that were sent from the cache";
        registry.register("list_cache_hits", help, self.0.hits());
        let help = "Lists that had to be read from the database";
        registry.register("list_cache_misses", help, self.0.misses());
        let help = "Bytes of the cached lists, with their keys and compressed forms";
        registry.register("list_cache_bytes", help, ConstGauge::new(self.bytes()));
    }
}
