//! Counts identical calls of the last minute, in the memory of this process. If several servers share a database, those of
//! a call that is repeated are counted there.

use std::{
    collections::{
        HashMap, VecDeque,
        hash_map::{Entry, RandomState},
    },
    hash::{BuildHasher as _, Hash},
    sync::{Arc, Mutex, PoisonError},
};

use domain::{i18n::rules::Text, limits::throttle, types::limits::LIMITS};

use super::{
    limit_exceeded::LimitExceeded,
    shared_limits::{SharedLimit, SharedLimits},
};

/// The most calls that are counted at once. Above that the oldest is forgotten: whoever wants one more of the same call
/// would have to send this many others first, which costs more than it gains.
const MOST: usize = 400_000;

/// The calls of the last minute. One for the whole server.
#[derive(Clone, Debug, Default)]
pub struct DuplicateCounter {
    seen: Arc<Mutex<Seen>>,
    hasher: Arc<RandomState>,
    /// None if this server is the only one.
    shared: Option<SharedLimits>,
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
    /// A counter that counts together with the other servers, if there are any.
    #[must_use]
    pub fn new(shared: Option<SharedLimits>) -> Self {
        Self { shared, ..Self::default() }
    }

    /// Whether [`DuplicateCounter::count_everywhere`] counts more than [`DuplicateCounter::count`].
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// A hash of a value, stable within this process.
    #[must_use]
    pub fn hash(&self, thing: impl Hash) -> u64 {
        self.hasher.hash_one(thing)
    }

    /// Counts a call here; returns how many there were, with this one.
    ///
    /// # Errors
    /// [`LimitExceeded`] above the limit.
    pub fn count(&self, call: u64, now: i64) -> Result<usize, LimitExceeded> {
        let window = LIMITS.repeat_window_ms;
        let counts = |call: &i64| now - *call < window;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.tidy(counts);
        let calls = seen.stamps.entry(call).or_default();
        calls.retain(counts);
        if throttle::next(calls, now).is_some() {
            calls.push(now);
            let count = calls.len();
            seen.counted.push_back((call, now));
            seen.tidy(counts);
            return Ok(count);
        }
        let oldest = calls.first().copied().unwrap_or(now);
        Err(exceeded(oldest + window - now))
    }

    /// Counts a call together with the other servers. Most calls are made once, so the first on each server is only
    /// counted with its second: of a call that is spread over servers, as many as there are servers less one may be let
    /// through above the limit.
    ///
    /// `count` is what [`DuplicateCounter::count`] returned for the call, `content` distinguishes it on every server.
    ///
    /// # Errors
    /// [`LimitExceeded`] above the limit.
    pub async fn count_everywhere(
        &self,
        (call, count): (u64, usize),
        content: &[&[u8]],
        now: i64,
    ) -> Result<(), LimitExceeded> {
        let (Some(shared), 2..) = (&self.shared, count) else { return Ok(()) };
        let amount = if count == 2 { 2 } else { 1 };
        let limit = SharedLimit {
            subject: content,
            most: LIMITS.repeat_limit.into(),
            lasts: LIMITS.repeat_window_ms,
            part: 1,
        };
        let Err(refusal) = shared.take(&[limit], amount, now).await else { return Ok(()) };
        self.fill(call, now + refusal.wait - LIMITS.repeat_window_ms);
        Err(exceeded(refusal.wait))
    }

    /// Counts as many as are left, as of this time: calls that other servers were sent.
    fn fill(&self, call: u64, at: i64) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let calls = seen.stamps.entry(call).or_default();
        let left = (LIMITS.repeat_limit as usize).saturating_sub(calls.len());
        // The first one is when the next is let through.
        calls.splice(0..0, std::iter::repeat_n(at, left));
        let place = seen.counted.partition_point(|(_, counted)| *counted <= at);
        for _ in 0..left {
            seen.counted.insert(place, (call, at));
        }
    }
}

fn exceeded(wait: i64) -> LimitExceeded {
    LimitExceeded::for_millis(Text::DuplicateCallLimit, wait)
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
