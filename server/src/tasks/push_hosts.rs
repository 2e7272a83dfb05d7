//! Limits how many pushes are in flight per host. Anyone can register any host as the push service of their browser, so
//! one that never answers must delay only its own pushes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use store::notifications::push_deliveries::HostFilter;

/// How many pushes are sent at once.
pub const AT_ONCE: usize = 32;
/// How many of them to one host.
const PER_HOST: usize = 4;
/// How many of them to all hosts that did not answer quickly the last time: however many hosts are slow, the rest
/// is free for those that are not.
const UNPROVEN_AT_ONCE: usize = 16;
/// An answer within this time is quick.
const QUICK: Duration = Duration::from_secs(2);
/// The most hosts that are remembered as quick; there are a handful of push services.
const MOST_QUICK: usize = 64;

/// The pushes in flight of this process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct PushHosts(Arc<Mutex<HostCounts>>);

#[derive(Debug, Default)]
struct HostCounts {
    /// At most [`AT_ONCE`] entries.
    under_way: HashMap<String, usize>,
    /// At most [`MOST_QUICK`].
    quick: Vec<String>,
}

/// A push in flight. Dropping it frees its slot.
#[derive(Debug)]
pub struct HostSlot {
    hosts: PushHosts,
    host: String,
}

impl PushHosts {
    /// The hosts that a push may go to now.
    pub fn filter(&self) -> HostFilter {
        let counts = self.counts();
        let is_full = |host: &String| counts.count(host) >= PER_HOST;
        let unproven = counts.under_way.iter().filter(|(host, _)| !counts.quick.contains(host));
        let has_room = unproven.map(|(_, count)| count).sum::<usize>() < UNPROVEN_AT_ONCE;
        HostFilter {
            full: counts.under_way.keys().filter(|host| is_full(host)).cloned().collect(),
            only: (!has_room).then(|| counts.quick.clone()),
        }
    }

    /// Counts a push to this host until the slot is dropped.
    pub fn begin(&self, host: &str) -> HostSlot {
        *self.counts().under_way.entry(host.to_owned()).or_default() += 1;
        HostSlot { hosts: self.clone(), host: host.to_owned() }
    }

    fn counts(&self) -> MutexGuard<'_, HostCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HostCounts {
    fn count(&self, host: &str) -> usize {
        self.under_way.get(host).copied().unwrap_or_default()
    }
}

impl HostSlot {
    /// Notes how long the host took.
    pub fn note(&self, took: Duration) {
        let mut counts = self.hosts.counts();
        counts.quick.retain(|host| *host != self.host);
        if took <= QUICK {
            if counts.quick.len() >= MOST_QUICK {
                counts.quick.remove(0);
            }
            counts.quick.push(self.host.clone());
        }
    }
}

impl Drop for HostSlot {
    fn drop(&mut self) {
        let mut counts = self.hosts.counts();
        let left = counts.count(&self.host).saturating_sub(1);
        if left == 0 {
            counts.under_way.remove(&self.host);
        } else {
            counts.under_way.insert(self.host.clone(), left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_hosts_are_slow_a_quick_one_still_gets_its_pushes() {
        let hosts = PushHosts::default();
        hosts.begin("fcm.googleapis.com").note(Duration::from_millis(80));
        let to_slow: Vec<HostSlot> = (0..UNPROVEN_AT_ONCE)
            .map(|n| {
                assert_eq!(hosts.filter().only, None, "{n}");
                hosts.begin(&format!("slow-{n}.example"))
            })
            .collect();
        assert_eq!(hosts.filter().only, Some(vec!["fcm.googleapis.com".to_owned()]));
        let slot = hosts.begin("fcm.googleapis.com");
        slot.note(QUICK * 2);
        assert_eq!(hosts.filter().only, Some(Vec::new()), "it is slow now");
        drop((slot, to_slow));
        assert_eq!(hosts.filter().only, None);
        assert!(hosts.counts().under_way.is_empty(), "nothing is left of those that ended");
    }

    #[test]
    fn one_host_gets_only_its_share() {
        let hosts = PushHosts::default();
        let slots: Vec<HostSlot> = (0..PER_HOST).map(|_| hosts.begin("slow.example")).collect();
        assert_eq!(hosts.filter().full, ["slow.example"]);
        drop(slots);
        assert!(hosts.filter().full.is_empty());
    }
}
