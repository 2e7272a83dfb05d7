//! A bounded cache that reads a value once for all callers who miss it at the same time.

use std::{future::Future, hash::Hash, time::Duration};

use moka::{future::Cache, policy::EvictionPolicy};

/// What an entry takes besides the bytes of its key and its value: the queues and the table of the cache, and
/// what the allocator rounds up. Measured with small values: about 500 bytes.
const OVERHEAD: usize = 1_024;

/// The limits of a cache.
#[derive(Clone, Copy, Debug)]
pub struct CacheLimits {
    /// The most bytes of all its entries. The least recently used ones are evicted.
    pub bytes: usize,
    /// An entry that nobody used for this long is dropped.
    pub idle: Duration,
}

/// The cache. It evicts the least recently used entries, not the least frequently used: by frequency, a large entry
/// would not be admitted while the cache has many small ones that were used once each.
#[derive(Clone)]
pub struct SingleFlightCache<K, V> {
    entries: Cache<K, Slot<V>>,
    limit: usize,
    bytes_of: fn(&K, &V) -> usize,
}

/// The value of an entry, possibly out of date, and whether the last read failed.
#[derive(Clone, Debug)]
struct Slot<V> {
    value: Option<V>,
    failed: bool,
}

/// The outcome of a call.
#[derive(Debug)]
pub enum Loaded<V, E> {
    /// The value is current: it was in the cache, or another caller read it at the same time.
    Cached(V),
    /// This caller read it.
    Own(Result<V, E>),
    /// Another caller read it at the same time, but began before this one's value was written.
    Outdated,
    /// Another caller tried to read it at the same time, and failed.
    Failed,
}

impl<K, V> SingleFlightCache<K, V>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// An empty cache. `bytes_of` counts those of a key and a value, wherever they are in memory.
    #[must_use]
    pub fn new(limits: CacheLimits, bytes_of: fn(&K, &V) -> usize) -> Self {
        let weight = move |key: &K, slot: &Slot<V>| {
            let bytes = slot.value.as_ref().map_or(0, |value| bytes_of(key, value) + OVERHEAD);
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        let entries = Cache::builder()
            .max_capacity(u64::try_from(limits.bytes).unwrap_or(u64::MAX))
            .weigher(weight)
            .eviction_policy(EvictionPolicy::lru())
            .time_to_idle(limits.idle)
            .build();
        Self { entries, limit: limits.bytes, bytes_of }
    }

    /// The value of this key if it is current, or the result of `load`, unless another caller is loading it:
    /// then its result. `load` gets the value that is out of date. An error is not cached, and the
    /// previous value stays.
    pub async fn get_or_load<E, F>(
        &self,
        key: &K,
        is_current: impl Fn(&V) -> bool + Send + Sync,
        load: impl FnOnce(Option<V>) -> F,
    ) -> Loaded<V, E>
    where
        F: Future<Output = Result<V, E>>,
    {
        let mut own = None;
        let init = async {
            let before = self.entries.get(key).await.and_then(|slot| slot.value);
            let result = load(before.clone()).await;
            let slot = match &result {
                Ok(value) => Slot { value: Some(value.clone()), failed: false },
                Err(_) => Slot { value: before, failed: true },
            };
            own = Some(result);
            slot
        };
        let is_outdated = |slot: &Slot<V>| !slot.value.as_ref().is_some_and(&is_current);
        let entry = self.entries.entry_by_ref(key).or_insert_with_if(init, is_outdated).await;
        if let Some(own) = own {
            self.settle(key, entry.value()).await;
            return Loaded::Own(own);
        }
        match entry.into_value() {
            Slot { value: Some(value), .. } if is_current(&value) => Loaded::Cached(value),
            Slot { failed: true, .. } => Loaded::Failed,
            Slot { .. } => Loaded::Outdated,
        }
    }

    /// Weighs a value again that takes more memory than when it was stored, if `is_same` finds it unreplaced.
    pub async fn update_weight(&self, key: &K, is_same: impl Fn(&V) -> bool + Send + Sync) {
        let found = self.entries.get(key).await;
        if let Some(slot) = found.filter(|slot| slot.value.as_ref().is_some_and(is_same)) {
            self.entries.insert(key.clone(), slot.clone()).await;
            self.settle(key, &slot).await;
        }
    }

    /// The bytes of all entries.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.entries.weighted_size()
    }

    /// Drops a value that is too large, and applies the limit at once: otherwise the cache does so only after dozens of
    /// calls, which could all store large values.
    async fn settle(&self, key: &K, slot: &Slot<V>) {
        let bytes = slot.value.as_ref().map(|value| (self.bytes_of)(key, value) + OVERHEAD);
        if bytes.is_none_or(|bytes| bytes > self.limit) {
            self.entries.invalidate(key).await;
        }
        self.entries.run_pending_tasks().await;
    }
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use futures_util::future::join_all;
    use tokio::{sync::Notify, task::yield_now};

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    /// Values of a revision and some text.
    type Texts = SingleFlightCache<u32, (u64, String)>;

    fn cache(bytes: usize) -> Texts {
        SingleFlightCache::new(CacheLimits { bytes, idle: HOUR }, |_, (_, text)| text.len())
    }

    async fn put(cache: &Texts, key: u32, bytes: usize) {
        let load = |_| async { Ok::<_, Infallible>((1, "x".repeat(bytes))) };
        cache.get_or_load(&key, |_| true, load).await;
    }

    async fn has(cache: &Texts, key: u32) -> bool {
        let load = |_| async { Err::<(u64, String), ()>(()) };
        matches!(cache.get_or_load(&key, |_| true, load).await, Loaded::Cached(_))
    }

    #[tokio::test]
    async fn ten_thousand_keys_stay_below_the_limit_and_what_is_used_stays() {
        let cache = cache(100 * (OVERHEAD + 10));
        for key in 1..10_000 {
            put(&cache, key, 10).await;
            put(&cache, 0, 10).await;
            assert!(cache.bytes() <= 100 * (OVERHEAD as u64 + 10));
        }
        assert!(has(&cache, 0).await, "it was used all along");
        assert!(has(&cache, 9_999).await, "the newest");
        assert!(!has(&cache, 1).await, "the least recently used");
    }

    #[tokio::test]
    async fn a_value_above_the_limit_drops_no_other() {
        let cache = cache(10_000);
        put(&cache, 1, 100).await;
        put(&cache, 2, 20_000).await;
        assert!(has(&cache, 1).await);
        assert!(!has(&cache, 2).await);
    }

    #[tokio::test]
    async fn a_value_that_grew_is_weighed_again_only_while_it_is_there() {
        static SIZE: AtomicUsize = AtomicUsize::new(10);
        let cache: SingleFlightCache<u32, &'static AtomicUsize> =
            SingleFlightCache::new(CacheLimits { bytes: 10_000, idle: HOUR }, |_, size| {
                size.load(Ordering::SeqCst)
            });
        let load = |_| async { Ok::<_, Infallible>(&SIZE) };
        cache.get_or_load(&1, |_| true, load).await;
        SIZE.store(500, Ordering::SeqCst);
        cache.update_weight(&1, |_| false).await;
        assert_eq!(cache.bytes(), OVERHEAD as u64 + 10);
        cache.update_weight(&1, |_| true).await;
        assert_eq!(cache.bytes(), OVERHEAD as u64 + 500);
    }

    #[tokio::test]
    async fn nobody_gets_a_value_that_another_began_to_read_before_the_change() {
        let (cache, go) = (cache(10_000), Notify::new());
        let old = cache.get_or_load(
            &1,
            |_| true,
            |_| async {
                go.notified().await;
                Ok::<_, Infallible>((1, String::new()))
            },
        );
        let new = async {
            let is_current = |(revision, _): &(u64, String)| *revision >= 2;
            let load = |_| async { Ok::<_, Infallible>((2, String::new())) };
            // The first one is reading.
            yield_now().await;
            let (first, ()) =
                tokio::join!(cache.get_or_load(&1, is_current, load), async { go.notify_one() });
            assert!(matches!(first, Loaded::Outdated), "{first:?}");
            cache.get_or_load(&1, is_current, load).await
        };
        let (old, new) = tokio::join!(old, new);
        assert!(matches!(old, Loaded::Own(Ok((1, _)))), "{old:?}");
        assert!(matches!(new, Loaded::Own(Ok((2, _)))), "{new:?}");
    }

    #[tokio::test]
    async fn ten_callers_read_once_and_none_waits_for_more_than_one_failure() {
        let (cache, reads) = (cache(10_000), AtomicUsize::new(0));
        let all = join_all((0..10).map(|_| {
            cache.get_or_load(
                &1,
                |_| true,
                |_| async {
                    reads.fetch_add(1, Ordering::SeqCst);
                    yield_now().await;
                    Err::<(u64, String), _>("down")
                },
            )
        }));
        let failed = all.await;
        assert_eq!(reads.swap(0, Ordering::SeqCst), 1);
        assert_eq!(failed.iter().filter(|one| matches!(one, Loaded::Failed)).count(), 9);
        let all = join_all((0..10).map(|_| {
            cache.get_or_load(
                &1,
                |_| true,
                |_| async {
                    reads.fetch_add(1, Ordering::SeqCst);
                    yield_now().await;
                    Ok::<_, Infallible>((1, String::new()))
                },
            )
        }));
        all.await;
        assert_eq!(reads.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_failed_read_keeps_what_was_there_for_the_next() {
        let cache = cache(10_000);
        put(&cache, 1, 3).await;
        let fail = |_| async { Err::<(u64, String), _>("down") };
        assert!(matches!(cache.get_or_load(&1, |_| false, fail).await, Loaded::Own(Err("down"))));
        let load = |before: Option<(u64, String)>| async { before.ok_or(()) };
        let found = cache.get_or_load(&1, |_| false, load).await;
        assert!(matches!(found, Loaded::Own(Ok((1, _)))), "{found:?}");
    }
}
