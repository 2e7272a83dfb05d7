//! How many connections may be open at a time, in all and from one network.
//!
//! At the limit, a new connection replaces one that waits for a request, so that idle connections block nobody. It is
//! refused only if all of them have a request in progress, or had one in the last seconds.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::ConstGauge},
    registry::Registry,
};

use super::{
    connection_activity::ConnectionActivity, network::ClientNetwork,
    trusted_proxies::TrustedProxies,
};

/// How often a full network or server is logged, at most.
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// The most open connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Of all clients. Over HTTP/1 each may hold 32 KB of a request, over HTTP/2 256 KB of its bodies: 128 MB and
    /// a gigabyte in all.
    pub total: usize,
    /// Of one IPv4 address or IPv6 network that is no trusted proxy: more than an office behind one address
    /// has open, and an eighth of the total.
    pub per_network: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { total: 4_096, per_network: 512 }
    }
}

impl ConnectionLimits {
    /// The same for a process that may have this many files open: connections take at most half of them, and
    /// leave the others to the database and to uploads.
    #[must_use]
    pub fn within_open_files(mut self, most: u64) -> Self {
        self.total = self.total.min(usize::try_from(most / 2).unwrap_or(usize::MAX));
        self.per_network = self.per_network.min(self.total / 4);
        self
    }
}

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionRefusal {
    /// The server has as many as it may have.
    Total,
    /// The client's network has as many as it may have.
    Network,
}

/// Counts the open connections. One per server; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ConnectionLimiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    open: Mutex<Open>,
    refused: Family<Reason, Counter>,
    replaced: Counter,
}

#[derive(Debug, Default)]
struct Open {
    connections: HashMap<u64, Connection>,
    next: u64,
    /// At most as many as there are connections: a network without any is removed.
    by_network: HashMap<ClientNetwork, usize>,
    warned_at: Option<Instant>,
}

#[derive(Debug)]
struct Connection {
    network: Option<ClientNetwork>,
    activity: Arc<ConnectionActivity>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

const TOTAL: Reason = Reason { reason: "total" };
const NETWORK: Reason = Reason { reason: "address" };

impl Default for Shared {
    fn default() -> Self {
        Self::new(ConnectionLimits::default(), TrustedProxies::default())
    }
}

impl Shared {
    fn new(limits: ConnectionLimits, proxies: TrustedProxies) -> Self {
        let refused = Family::<Reason, Counter>::default();
        // From the start: zero instead of missing.
        for reason in [TOTAL, NETWORK] {
            let _ = refused.get_or_create(&reason);
        }
        Self { limits, proxies, open: Mutex::default(), refused, replaced: Counter::default() }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of an open connection. It is free again once this is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    shared: Arc<Shared>,
    id: u64,
    activity: Arc<ConnectionActivity>,
}

impl ConnectionPermit {
    /// What the connection does.
    #[must_use]
    pub fn activity(&self) -> Arc<ConnectionActivity> {
        self.activity.clone()
    }
}

impl ConnectionLimiter {
    /// With these limits. A trusted proxy has the connections of all its clients, so its address is not
    /// limited.
    #[must_use]
    pub fn new(limits: ConnectionLimits, proxies: TrustedProxies) -> Self {
        Self(Arc::new(Shared::new(limits, proxies)))
    }

    /// A place for a connection from this address: a free one, or that of a connection that waits for a request,
    /// which is closed.
    ///
    /// # Errors
    /// Which limit is reached.
    pub fn admit(&self, peer: IpAddr) -> Result<ConnectionPermit, ConnectionRefusal> {
        let Shared { limits, proxies, refused, replaced, .. } = &*self.0;
        let peer = peer.to_canonical();
        let network = (!proxies.trusts(peer)).then(|| ClientNetwork::of_address(Some(peer)));
        let mut open = self.0.open();
        let of_network = network.and_then(|network| open.by_network.get(&network)).copied();
        let full = if of_network.unwrap_or(0) >= limits.per_network {
            open.warn(|| tracing::warn!(%peer, limit = limits.per_network, "an address has too many connections; if it is your proxy, name it in --trusted-proxies"));
            Some((ConnectionRefusal::Network, NETWORK, network))
        } else if open.connections.len() >= limits.total {
            open.warn(|| {
                tracing::warn!(limit = limits.total, "the server has too many connections");
            });
            Some((ConnectionRefusal::Total, TOTAL, None))
        } else {
            None
        };
        if let Some((refusal, reason, of)) = full {
            if !open.end_longest_idle(of) {
                refused.get_or_create(&reason).inc();
                return Err(refusal);
            }
            replaced.inc();
        }
        let (id, activity) = open.add(network);
        Ok(ConnectionPermit { shared: self.0.clone(), id, activity })
    }

    /// Registers the metrics of connections.
    pub fn register(&self, registry: &mut Registry) {
        let open = i64::try_from(self.0.open().connections.len()).unwrap_or(i64::MAX);
        registry.register("http_connections", "Open connections", ConstGauge::new(open));
        let help = "Connections that were refused, because of their address or of the total";
        registry.register("http_connections_refused", help, self.0.refused.clone());
        let help = "Idle connections that were closed because a new one needed their place";
        registry.register("http_connections_replaced", help, self.0.replaced.clone());
    }
}

impl Open {
    fn add(&mut self, network: Option<ClientNetwork>) -> (u64, Arc<ConnectionActivity>) {
        if let Some(network) = network {
            *self.by_network.entry(network).or_default() += 1;
        }
        self.next += 1;
        let activity = Arc::<ConnectionActivity>::default();
        self.connections.insert(self.next, Connection { network, activity: activity.clone() });
        (self.next, activity)
    }

    /// The connection that has waited longest for a request; of this network, if there is one.
    fn longest_idle(&self, network: Option<ClientNetwork>) -> Option<u64> {
        let here = self.connections.iter();
        let here = here.filter(|(_, one)| network.is_none() || one.network == network);
        let now = Instant::now();
        here.filter_map(|(id, one)| Some((one.activity.replaceable_since(now)?, *id)))
            .min()
            .map(|(_, id)| id)
    }

    /// Ends it and frees its place; returns whether there was one.
    fn end_longest_idle(&mut self, network: Option<ClientNetwork>) -> bool {
        while let Some(id) = self.longest_idle(network) {
            // A request may have begun since it was found; then another one is next.
            if self.connections[&id].activity.try_end(Instant::now()) {
                self.remove(id);
                return true;
            }
        }
        false
    }

    /// Frees a place.
    fn remove(&mut self, id: u64) {
        let Some(Connection { network, .. }) = self.connections.remove(&id) else { return };
        if let Some(network) = network
            && let Some(count) = self.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                self.by_network.remove(&network);
            }
        }
    }

    /// Logs, unless it did so shortly before: whoever floods the server does not flood its log.
    fn warn(&mut self, log: impl FnOnce()) {
        let now = Instant::now();
        if self.warned_at.is_none_or(|at| now - at >= WARNING_INTERVAL) {
            self.warned_at = Some(now);
            log();
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.shared.open().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{connection_activity::RequestGuard, trusted_proxies::read_network};

    fn limiter() -> ConnectionLimiter {
        let proxies = vec![read_network("10.0.0.0/8").expect("a network")];
        ConnectionLimiter::new(ConnectionLimits { total: 5, per_network: 2 }, proxies.into())
    }

    /// A place on which a request is under way.
    fn busy(limiter: &ConnectionLimiter, peer: &str) -> (ConnectionPermit, RequestGuard) {
        let permit = limiter.admit(peer.parse().expect("an address")).expect("a place");
        let request = permit.activity().begin().expect("it is open");
        (permit, request)
    }

    #[test]
    fn one_network_cannot_take_the_connections_of_the_others() {
        let limiter = limiter();
        let admit = |peer: &str| limiter.admit(peer.parse().expect("an address"));
        let first = busy(&limiter, "2001:db8:1:2::7");
        let _second = busy(&limiter, "2001:db8:1:2::8");
        assert_eq!(admit("2001:db8:1:2::9").err(), Some(ConnectionRefusal::Network));
        let _other = admit("192.0.2.1").expect("another network has its own");
        drop(first);
        let _again = admit("2001:db8:1:2::9").expect("its place is free again");
    }

    #[test]
    fn a_trusted_proxy_is_only_limited_by_the_total() {
        let limiter = limiter();
        let admit = |peer: &str| limiter.admit(peer.parse().expect("an address"));
        let mut open: Vec<_> = (0..5).map(|_| busy(&limiter, "::ffff:10.0.0.2")).collect();
        assert_eq!(admit("10.0.0.2").err(), Some(ConnectionRefusal::Total));
        assert_eq!(admit("192.0.2.1").err(), Some(ConnectionRefusal::Total));
        open.pop();
        assert!(admit("192.0.2.1").is_ok());
        drop(open);
        let open = limiter.0.open();
        assert!(open.by_network.is_empty() && open.connections.is_empty());
    }

    #[tokio::test]
    async fn the_longest_idle_connection_of_a_network_makes_room_for_a_new_one() {
        let limiter = limiter();
        let admit = |peer: &str| limiter.admit(peer.parse().expect("an address"));
        let first = admit("192.0.2.1").expect("a place");
        let (second, _request) = busy(&limiter, "192.0.2.1");
        let elsewhere = admit("192.0.2.2").expect("a place");
        let third = admit("192.0.2.1").expect("the place of the first");
        first.activity().ended().await;
        assert_eq!(limiter.0.open().by_network.len(), 2);
        let fourth = admit("192.0.2.1").expect("the place of the third");
        third.activity().ended().await;
        drop((first, third));
        assert_eq!(limiter.0.open().connections.len(), 3, "a replaced one has no place to free");
        drop((second, fourth, elsewhere));
        assert_eq!(limiter.0.open().connections.len(), 0);
    }

    #[test]
    fn connections_leave_files_to_the_database() {
        let limits = ConnectionLimits::default();
        let few = limits.within_open_files(1_024);
        assert_eq!(
            (few.total, few.per_network),
            (512, 128),
            "one network takes a quarter of them at most"
        );
        let many = limits.within_open_files(1 << 20);
        assert_eq!((many.total, many.per_network), (limits.total, limits.per_network));
    }
}
