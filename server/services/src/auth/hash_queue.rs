//! The queue of password hashes: bounded, with a deadline, and fair between networks.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::core::network::ClientNetwork;

/// Requests of one network that may be hashing or waiting. An office behind one address signs in within a
/// few seconds even so.
const MAX_PER_NETWORK: usize = 64;

/// Requests of all networks that may be hashing or waiting.
const MAX: usize = 1_024;

/// A request waits this long at most.
const DEADLINE: Duration = Duration::from_secs(5);

/// The queue is full, or the deadline passed. The request may be retried later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords are being hashed")]
pub struct HashQueueBusy;

/// As many places as cores, shared by all requests of this process.
///
/// Every network has at most as many requests in line for a place as there are places, and the line is served
/// in order. So a request waits for a few of each other network, however many one of them sent.
#[derive(Clone, Debug)]
pub struct HashQueue {
    places: Arc<Semaphore>,
    networks: Arc<Mutex<Networks>>,
    capacity: usize,
}

#[derive(Debug, Default)]
struct Networks {
    queues: HashMap<ClientNetwork, NetworkQueue>,
    requests: usize,
}

#[derive(Debug)]
struct NetworkQueue {
    gate: Arc<Semaphore>,
    requests: usize,
}

/// A place. It is free again when this and all its clones are dropped.
#[derive(Clone, Debug)]
pub struct HashPlace {
    _held: Arc<Held>,
}

/// In the order in which they are given back.
#[derive(Debug)]
struct Held {
    _place: OwnedSemaphorePermit,
    _gate: OwnedSemaphorePermit,
    _member: Member,
}

/// A request that is counted; dropping it ends that.
#[derive(Debug)]
struct Member {
    networks: Arc<Mutex<Networks>>,
    network: ClientNetwork,
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        networks.requests -= 1;
        if let Entry::Occupied(mut queue) = networks.queues.entry(self.network) {
            queue.get_mut().requests -= 1;
            if queue.get().requests == 0 {
                queue.remove();
            }
        }
    }
}

impl Default for HashQueue {
    fn default() -> Self {
        Self::with_places(std::thread::available_parallelism().map_or(2, Into::into))
    }
}

impl HashQueue {
    fn with_places(capacity: usize) -> Self {
        let places = Arc::new(Semaphore::new(capacity));
        Self { places, networks: Arc::default(), capacity }
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// [`HashQueueBusy`] when the queue is full or the deadline passed.
    pub async fn place(&self, network: ClientNetwork) -> Result<HashPlace, HashQueueBusy> {
        let (member, gate) = self.join(network)?;
        let waiting = async {
            let gate = gate.acquire_owned().await.map_err(|_| HashQueueBusy)?;
            let place = self.places.clone().acquire_owned().await.map_err(|_| HashQueueBusy)?;
            Ok(Held { _place: place, _gate: gate, _member: member })
        };
        let held = tokio::time::timeout(DEADLINE, waiting).await.map_err(|_| HashQueueBusy)??;
        Ok(HashPlace { _held: Arc::new(held) })
    }

    fn join(&self, network: ClientNetwork) -> Result<(Member, Arc<Semaphore>), HashQueueBusy> {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let full = networks.requests >= MAX
            || networks.queues.get(&network).is_some_and(|queue| queue.requests >= MAX_PER_NETWORK);
        if full {
            return Err(HashQueueBusy);
        }
        networks.requests += 1;
        let queue = networks.queues.entry(network).or_insert_with(|| NetworkQueue {
            gate: Arc::new(Semaphore::new(self.capacity)),
            requests: 0,
        });
        queue.requests += 1;
        Ok((Member { networks: self.networks.clone(), network }, queue.gate.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> ClientNetwork {
        ClientNetwork::of_address(Some([192, 0, 2, last].into()))
    }

    fn requests(queue: &HashQueue) -> (usize, usize) {
        let networks = queue.networks.lock().expect("lock");
        (networks.requests, networks.queues.len())
    }

    /// Starts a request that takes a place, reports it and frees it again.
    fn start(
        queue: &HashQueue,
        of: ClientNetwork,
        served: &tokio::sync::mpsc::UnboundedSender<ClientNetwork>,
    ) {
        let (queue, served) = (queue.clone(), served.clone());
        tokio::spawn(async move {
            let _place = queue.place(of).await.expect("a place");
            tokio::task::yield_now().await;
            let _ = served.send(of);
        });
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_of_one_network_delays_a_sign_in_of_another_by_two_hashes() {
        let queue = HashQueue::with_places(1);
        let (served, mut order) = tokio::sync::mpsc::unbounded_channel();
        for _ in 0..MAX_PER_NETWORK {
            start(&queue, network(1), &served);
        }
        tokio::task::yield_now().await;
        start(&queue, network(2), &served);
        let mut before = 0;
        while order.recv().await.expect("served") != network(2) {
            before += 1;
        }
        assert!(before <= 2, "{before} went first");
    }

    #[tokio::test(start_paused = true)]
    async fn the_queue_is_bounded_and_forgets_networks_that_are_done() {
        let queue = HashQueue::with_places(2);
        let (served, mut order) = tokio::sync::mpsc::unbounded_channel();
        let held = queue.place(network(2)).await.expect("a place");
        let other = queue.place(network(2)).await.expect("a place");
        for _ in 0..MAX_PER_NETWORK {
            start(&queue, network(1), &served);
        }
        while requests(&queue).0 < 2 + MAX_PER_NETWORK {
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.place(network(1)).await.err(), Some(HashQueueBusy));
        drop((served, held, other));
        while order.recv().await.is_some() {}
        assert_eq!(requests(&queue), (0, 0));
        assert!(queue.place(network(1)).await.is_ok());
        for n in 0..MAX {
            let address = std::net::Ipv4Addr::from(u32::try_from(n).expect("number"));
            let of = ClientNetwork::of_address(Some(address.into()));
            std::mem::forget(queue.join(of).expect("room"));
        }
        assert_eq!(queue.place(network(9)).await.err(), Some(HashQueueBusy));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_waits_too_long_is_refused_and_frees_its_entry() {
        let queue = HashQueue::with_places(1);
        let held = queue.place(network(1)).await.expect("a place");
        assert_eq!(queue.place(network(2)).await.err(), Some(HashQueueBusy));
        assert_eq!(requests(&queue), (1, 1));
        drop(held.clone());
        assert_eq!(queue.place(network(2)).await.err(), Some(HashQueueBusy), "a clone holds it");
        drop(held);
        assert!(queue.place(network(2)).await.is_ok());
    }
}
