//! Counts identical calls of the last minute, in the memory of this process.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::{BuildHasher as _, Hash},
    sync::{Arc, Mutex, PoisonError},
};

use domain::{i18n::rules::Text, limits::throttle, types::limits::LIMITS};

use super::too_often::TooOften;

/// Above this many different calls in memory, expired ones are dropped.
const TIDY_AT: usize = 4_096;

/// The most different calls per minute; above that all counts are dropped. Sending so many costs more than it
/// gains.
const MOST: usize = 400_000;

/// The calls of the last minute. One for the whole server.
#[derive(Clone, Debug, Default)]
pub struct DuplicateCounter {
    seen: Arc<Mutex<Seen>>,
    hasher: Arc<RandomState>,
}

#[derive(Debug, Default)]
struct Seen {
    stamps: HashMap<u64, Vec<i64>>,
    /// The size at which expired calls are dropped: twice the number left the last time.
    tidy_at: usize,
}

impl Seen {
    fn tidy(&mut self, counts: impl Fn(&i64) -> bool) {
        if self.stamps.len() <= self.tidy_at.max(TIDY_AT) {
            return;
        }
        self.stamps.retain(|_, calls| calls.iter().any(&counts));
        if self.stamps.len() > MOST {
            self.stamps.clear();
        }
        self.tidy_at = self.stamps.len() * 2;
    }
}

impl DuplicateCounter {
    /// A hash of a value, stable within this process.
    #[must_use]
    pub fn hash(&self, thing: impl Hash) -> u64 {
        self.hasher.hash_one(thing)
    }

    /// Counts a call.
    ///
    /// # Errors
    /// [`TooOften`] above the limit.
    pub fn count(&self, call: u64, now: i64) -> Result<(), TooOften> {
        let window = LIMITS.repeat_window_ms;
        let counts = |call: &i64| now - *call < window;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.tidy(counts);
        let calls = seen.stamps.entry(call).or_default();
        calls.retain(counts);
        if throttle::next(calls, now).is_some() {
            calls.push(now);
            return Ok(());
        }
        let oldest = calls.first().copied().unwrap_or(now);
        let seconds = (oldest + window - now).max(0).unsigned_abs().div_ceil(1_000);
        Err(TooOften { text: Text::DuplicateCallLimit, retry_after_seconds: seconds.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_flood_of_different_calls_stay_bounded_and_expired_ones_are_dropped() {
        let counter = DuplicateCounter::default();
        let held = || counter.seen.lock().expect("lock").stamps.len();
        for call in 0..2 * MOST as u64 {
            counter.count(call, 0).expect("a different call");
            assert!(held() <= 2 * MOST);
        }
        // Each of these is counted after the former ones have expired.
        for call in 0..2 * MOST as u64 {
            counter.count(call, LIMITS.repeat_window_ms).expect("an expired count");
        }
        assert!(held() <= MOST, "{}", held());
    }
}
