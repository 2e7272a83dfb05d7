//! The queue of password hashes: bounded, with a deadline, and fair between networks.

use std::{sync::Arc, time::Duration};

use crate::core::{
    fair_queue::{FairQueue, Place, QueueBusy, QueueLimits},
    network::ClientNetwork,
};

/// Requests of one network that may be hashing or waiting. An office behind one address signs in within a
/// few seconds even so.
const MAX_PER_NETWORK: usize = 64;

/// Requests of all networks that may be hashing or waiting.
const MAX: usize = 1_024;

/// A request waits this long at most.
const DEADLINE: Duration = Duration::from_secs(5);

/// As many places as cores, shared by all requests of this process.
#[derive(Clone, Debug)]
pub struct HashQueue(FairQueue<ClientNetwork>);

/// A place. It is free again when this and all its clones are dropped.
#[derive(Clone, Debug)]
pub struct HashPlace {
    _held: Arc<Place<ClientNetwork>>,
}

impl Default for HashQueue {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, Into::into);
        Self::with_places(u32::try_from(cores).unwrap_or(u32::MAX))
    }
}

impl HashQueue {
    fn with_places(places: u32) -> Self {
        Self(FairQueue::new(QueueLimits {
            places,
            per_sender: MAX_PER_NETWORK,
            total: MAX,
            deadline: DEADLINE,
        }))
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// [`QueueBusy`] when the queue is full or the deadline passed.
    pub async fn place(&self, network: ClientNetwork) -> Result<HashPlace, QueueBusy> {
        Ok(HashPlace { _held: Arc::new(self.0.place(network).await?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_place_is_held_until_its_last_clone_is_dropped() {
        let network = |last| ClientNetwork::of_address(Some([192, 0, 2, last].into()));
        let queue = HashQueue::with_places(1);
        let held = queue.place(network(1)).await.expect("a place");
        drop(held.clone());
        assert_eq!(queue.place(network(2)).await.err(), Some(QueueBusy), "a clone holds it");
        drop(held);
        assert!(queue.place(network(2)).await.is_ok());
    }
}
