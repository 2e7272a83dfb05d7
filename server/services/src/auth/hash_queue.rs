//! The queue of password hashes: bounded, with a deadline, and fair between networks.

use std::{sync::Arc, time::Duration};

use crate::core::{
    fair_queue::{
        FairQueue, Place,
        limits::{QueueBusy, QueueLimits},
    },
    network::ClientNetwork,
};

/// Requests of one network that may be hashing or waiting. An office behind one address signs in within a
/// few seconds even so.
const MAX_PER_NETWORK: usize = 64;

/// Requests of all networks that may be hashing or waiting.
const MAX: usize = 1_024;

/// A request waits this long at most.
const DEADLINE: Duration = Duration::from_secs(5);

/// As many permits as cores, shared by all requests of this process.
#[derive(Clone, Debug)]
pub struct HashQueue(FairQueue<ClientNetwork>);

/// A permit to hash. It is free again when this and all its clones are dropped.
#[derive(Clone, Debug)]
pub struct HashPermit {
    _held: Arc<Place<ClientNetwork>>,
}

impl Default for HashQueue {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, Into::into);
        Self::with_permits(u32::try_from(cores).unwrap_or(u32::MAX))
    }
}

impl HashQueue {
    fn with_permits(permits: u32) -> Self {
        Self(FairQueue::new(QueueLimits {
            places: permits,
            per_sender: MAX_PER_NETWORK,
            total: MAX,
            deadline: DEADLINE,
        }))
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// [`QueueBusy`] when the queue is full or the deadline passed.
    pub async fn permit(&self, network: ClientNetwork) -> Result<HashPermit, QueueBusy> {
        Ok(HashPermit { _held: Arc::new(self.0.place(network).await?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_permit_is_held_until_its_last_clone_is_dropped() {
        let network = |last| ClientNetwork::of_address(Some([192, 0, 2, last].into()));
        let queue = HashQueue::with_permits(1);
        let held = queue.permit(network(1)).await.expect("a permit");
        drop(held.clone());
        assert_eq!(queue.permit(network(2)).await.err(), Some(QueueBusy), "a clone holds it");
        drop(held);
        assert!(queue.permit(network(2)).await.is_ok());
    }
}
