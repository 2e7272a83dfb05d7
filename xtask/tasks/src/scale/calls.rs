//! What users saw of a phase: how many calls failed, how long they took, and how long nobody got an answer.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Why a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallFailure {
    /// There was no answer, or only a part of it.
    Unanswered,
    /// It was refused with this status.
    Status(u16),
}

impl fmt::Display for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered => f.write_str("no answer"),
            Self::Status(status) => write!(f, "{status}"),
        }
    }
}

/// One call, in time since the beginning.
#[derive(Debug, Clone, Copy)]
struct CallRecord {
    ended: Duration,
    took: Duration,
    failure: Option<CallFailure>,
}

/// The calls of a phase.
pub struct CallLog {
    began: Instant,
    records: Mutex<Vec<CallRecord>>,
    first_failure: Mutex<Option<String>>,
}

/// What the calls of a phase come to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CallSummary {
    pub calls: usize,
    pub failed: BTreeMap<CallFailure, usize>,
    /// The longest time in which no call succeeded.
    pub longest_gap: Duration,
    /// Of those that succeeded.
    pub median: Duration,
    pub slow: Duration,
}

impl CallLog {
    /// An empty one, which begins now.
    pub fn begin() -> Self {
        Self { began: Instant::now(), records: Mutex::default(), first_failure: Mutex::default() }
    }

    /// Notes a call that ended just now.
    pub fn note(&self, sent: Instant, failure: Option<CallFailure>) {
        let record = CallRecord { ended: self.began.elapsed(), took: sent.elapsed(), failure };
        self.records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    }

    /// Notes the words of a failure, if it is the first.
    pub fn note_failure(&self, words: impl FnOnce() -> String) {
        let mut first = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(words);
    }

    /// The words of the first failure.
    pub fn first_failure(&self) -> Option<String> {
        self.first_failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The time since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// What they come to. Work ended after this length; the last answers came later.
    pub fn summary(&self, length: Duration) -> CallSummary {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        summary(&records, length)
    }
}

fn summary(records: &[CallRecord], length: Duration) -> CallSummary {
    let succeeded = || records.iter().filter(|record| record.failure.is_none());
    let mut ends: Vec<Duration> = succeeded().map(|record| record.ended.min(length)).collect();
    ends.sort_unstable();
    let befores = std::iter::once(Duration::ZERO).chain(ends.iter().copied());
    let afters = ends.iter().copied().chain([length]);
    let gaps = befores.zip(afters).map(|(before, after)| after.saturating_sub(before));
    let mut failed = BTreeMap::new();
    for failure in records.iter().filter_map(|record| record.failure) {
        *failed.entry(failure).or_default() += 1;
    }
    let times: Vec<Duration> = succeeded().map(|record| record.took).collect();
    let [median, slow] = percentiles(times, [50, 99]);
    CallSummary {
        calls: records.len(),
        failed,
        longest_gap: gaps.max().unwrap_or_default(),
        median,
        slow,
    }
}

/// The times that so many of a hundred do not exceed; zero if there are none.
pub fn percentiles<const N: usize>(mut times: Vec<Duration>, of: [usize; N]) -> [Duration; N] {
    times.sort_unstable();
    of.map(|percent| {
        let at = (times.len() * percent).div_ceil(100).saturating_sub(1);
        times.get(at).copied().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn record(ended: u64, failure: Option<CallFailure>) -> CallRecord {
        CallRecord { ended: ms(ended), took: ms(ended / 10), failure }
    }

    #[test]
    fn an_outage_shows_as_the_longest_time_without_a_success() {
        let (none, refused) = (CallFailure::Unanswered, CallFailure::Status(503));
        let records = [
            record(100, None),
            record(900, Some(refused)),
            record(950, Some(refused)),
            record(960, Some(none)),
            // Threads note their calls in any order.
            record(1_500, None),
            record(1_400, None),
        ];
        let found = summary(&records, ms(1_600));
        assert_eq!((found.calls, found.longest_gap), (6, ms(1_300)));
        assert_eq!(found.failed, BTreeMap::from([(none, 1), (refused, 2)]));
        assert_eq!((found.median, found.slow), (ms(140), ms(150)));
        assert_eq!(summary(&records[..1], ms(5_000)).longest_gap, ms(4_900), "until the end");
    }

    #[test]
    fn a_percentile_is_one_of_the_times() {
        let times: Vec<Duration> = (1..=200).rev().map(ms).collect();
        assert_eq!(percentiles(times, [50, 99, 100]), [ms(100), ms(198), ms(200)]);
        assert_eq!(percentiles(Vec::new(), [50]), [Duration::ZERO]);
    }
}
