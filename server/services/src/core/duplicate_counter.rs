//! Counts identical calls of the last minute, in the memory of this process.

use std::{
    collections::{
        HashMap, VecDeque,
        hash_map::{Entry, RandomState},
    },
    hash::{BuildHasher as _, Hash},
    sync::{Arc, Mutex, PoisonError},
};

use domain::{i18n::rules::Text, limits::throttle, types::limits::LIMITS};

use super::limit_exceeded::LimitExceeded;

/// The most calls that are counted at once. Above that the oldest is forgotten: whoever wants one more of the same call
/// would have to send this many others first, which costs more than it gains.
const MOST: usize = 400_000;

/// The calls of the last minute. One for the whole server.
#[derive(Clone, Debug, Default)]
pub struct DuplicateCounter {
    seen: Arc<Mutex<Seen>>,
    hasher: Arc<RandomState>,
}

#[derive(Debug, Default)]
struct Seen {
    /// The times of each call.
    stamps: HashMap<u64, Vec<i64>>,
    /// Every counted call with its time, the oldest first.
    counted: VecDeque<(u64, i64)>,
}

impl Seen {
    /// Forgets what no longer counts, and the oldest of too many.
    fn tidy(&mut self, counts: impl Fn(&i64) -> bool) {
        while let Some((call, at)) = self.counted.front().copied() {
            if counts(&at) && self.counted.len() <= MOST {
                return;
            }
            self.counted.pop_front();
            if let Entry::Occupied(mut calls) = self.stamps.entry(call) {
                if let Some(place) = calls.get().iter().position(|stamp| *stamp == at) {
                    calls.get_mut().remove(place);
                }
                if calls.get().is_empty() {
                    calls.remove();
                }
            }
        }
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
    /// [`LimitExceeded`] above the limit.
    pub fn count(&self, call: u64, now: i64) -> Result<(), LimitExceeded> {
        let window = LIMITS.repeat_window_ms;
        let counts = |call: &i64| now - *call < window;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.tidy(counts);
        let calls = seen.stamps.entry(call).or_default();
        calls.retain(counts);
        if throttle::next(calls, now).is_some() {
            calls.push(now);
            seen.counted.push_back((call, now));
            seen.tidy(counts);
            return Ok(());
        }
        let oldest = calls.first().copied().unwrap_or(now);
        let seconds = (oldest + window - now).max(0).unsigned_abs().div_ceil(1_000);
        Err(LimitExceeded { text: Text::DuplicateCallLimit, retry_after_seconds: seconds.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_flood_of_different_calls_stay_bounded_and_expired_ones_are_dropped() {
        let counter = DuplicateCounter::default();
        let held = || {
            let seen = counter.seen.lock().expect("lock");
            (seen.stamps.len(), seen.counted.len())
        };
        for call in 0..2 * MOST as u64 {
            counter.count(call, 0).expect("a different call");
        }
        assert_eq!(held(), (MOST, MOST));
        counter.count(0, LIMITS.repeat_window_ms).expect("an expired count");
        assert_eq!(held(), (1, 1));
    }

    #[test]
    fn a_flood_of_different_calls_resets_no_recent_count() {
        let counter = DuplicateCounter::default();
        let flood = |calls: std::ops::Range<u64>| {
            for call in calls {
                counter.count(call, 0).expect("a different call");
            }
        };
        flood(1..MOST as u64);
        for _ in 0..LIMITS.repeat_limit {
            counter.count(0, 0).expect("below the limit");
        }
        assert!(counter.count(0, 0).is_err());
        let most = MOST as u64;
        flood(most..2 * most - u64::from(LIMITS.repeat_limit));
        assert!(counter.count(0, 0).is_err(), "only older calls were forgotten");
        flood(2 * most..2 * most + 1);
        counter.count(0, 0).expect("then its own oldest is");
    }
}
