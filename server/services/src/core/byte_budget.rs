//! A budget for bytes that are held in memory at the same time, in all and for each sender.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{fair_queue::limits::QueueBusy, network::ClientNetwork};

/// The limits of a budget.
#[derive(Clone, Copy, Debug)]
pub struct ByteLimits {
    /// Of all senders.
    pub total: u32,
    /// Of one sender.
    pub per_sender: u32,
    /// How long a reservation waits for bytes at most.
    pub deadline: Duration,
}

/// The budget of senders that `K` tells apart.
///
/// A sender waits for bytes of its own first, so it has no more than its share in line for those of all.
#[derive(Debug)]
pub struct ByteBudget<K: Copy + Eq + Hash>(Arc<Shared<K>>);

#[derive(Debug)]
struct Shared<K> {
    limits: ByteLimits,
    total: Arc<Semaphore>,
    senders: Mutex<HashMap<K, Share>>,
}

/// The bytes that a sender may still reserve. It is forgotten when it has no reservation.
#[derive(Debug)]
struct Share {
    left: Arc<Semaphore>,
    reservations: usize,
}

/// Bytes of the budget. They are free again when this is dropped.
#[derive(Debug)]
pub struct ReservedBytes<K: Copy + Eq + Hash> {
    // Given back in this order.
    of_all: Option<OwnedSemaphorePermit>,
    of_sender: Option<OwnedSemaphorePermit>,
    bytes: usize,
    counted: Counted<K>,
}

/// A reservation that is counted; dropping it ends that.
#[derive(Debug)]
struct Counted<K: Copy + Eq + Hash> {
    shared: Arc<Shared<K>>,
    sender: K,
    share: Arc<Semaphore>,
}

impl<K: Copy + Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut senders = self.shared.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut share) = senders.entry(self.sender) {
            share.get_mut().reservations -= 1;
            if share.get().reservations == 0 {
                share.remove();
            }
        }
    }
}

impl<K: Copy + Eq + Hash> Clone for ByteBudget<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Copy + Eq + Hash> ByteBudget<K> {
    /// A budget of which nothing is reserved.
    #[must_use]
    pub fn new(limits: ByteLimits) -> Self {
        let total = Arc::new(Semaphore::new(limits.total as usize));
        Self(Arc::new(Shared { limits, total, senders: Mutex::default() }))
    }

    /// A reservation of no bytes yet.
    #[must_use]
    pub fn reservation(&self, sender: K) -> ReservedBytes<K> {
        let mut senders = self.0.senders.lock().unwrap_or_else(PoisonError::into_inner);
        let share = senders.entry(sender).or_insert_with(|| Share {
            left: Arc::new(Semaphore::new(self.0.limits.per_sender as usize)),
            reservations: 0,
        });
        share.reservations += 1;
        let counted = Counted { shared: self.0.clone(), sender, share: share.left.clone() };
        ReservedBytes { of_all: None, of_sender: None, bytes: 0, counted }
    }

    /// How many bytes are reserved.
    #[must_use]
    pub fn reserved(&self) -> usize {
        self.0.limits.total as usize - self.0.total.available_permits()
    }
}

impl<K: Copy + Eq + Hash> ReservedBytes<K> {
    /// How many they are.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Reserves more, so that there are as many as this.
    ///
    /// # Errors
    /// [`QueueBusy`] when there are too few until the deadline, or that many never.
    pub async fn grow_to(&mut self, bytes: usize) -> Result<(), QueueBusy> {
        let Some(more) = bytes.checked_sub(self.bytes).filter(|more| *more > 0) else {
            return Ok(());
        };
        let Shared { limits, total, .. } = &*self.counted.shared;
        if bytes > limits.per_sender.min(limits.total) as usize {
            return Err(QueueBusy);
        }
        let more = u32::try_from(more).map_err(|_| QueueBusy)?;
        let acquire = async {
            let of_sender = self.counted.share.clone().acquire_many_owned(more).await?;
            Ok::<_, AcquireError>((of_sender, total.clone().acquire_many_owned(more).await?))
        };
        let acquired = timeout(limits.deadline, acquire).await.map_err(|_| QueueBusy)?;
        let (of_sender, of_all) = acquired.map_err(|_| QueueBusy)?;
        add(&mut self.of_sender, of_sender);
        add(&mut self.of_all, of_all);
        self.bytes = bytes;
        Ok(())
    }
}

fn add(to: &mut Option<OwnedSemaphorePermit>, more: OwnedSemaphorePermit) {
    match to {
        Some(permit) => permit.merge(more),
        None => *to = Some(more),
    }
}

/// The bodies of forms that are in memory at once. A network has its share, so that it takes four of them to
/// fill the memory of all; most forms have less than 4 KB.
pub const BODY_LIMITS: ByteLimits =
    ByteLimits { total: 64 << 20, per_sender: 16 << 20, deadline: Duration::from_secs(5) };

/// The budget of request bodies, by the network they come from.
pub type BodyBudget = ByteBudget<ClientNetwork>;

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> ByteBudget<u8> {
        let deadline = Duration::from_secs(5);
        ByteBudget::new(ByteLimits { total: 250, per_sender: 100, deadline })
    }

    #[tokio::test(start_paused = true)]
    async fn one_sender_never_takes_the_bytes_of_the_others_and_gives_all_back() {
        let budget = budget();
        let mut first = budget.reservation(1);
        first.grow_to(60).await.expect("room");
        first.grow_to(40).await.expect("it has them");
        let mut more = budget.reservation(1);
        assert_eq!(more.grow_to(41).await, Err(QueueBusy));
        assert_eq!(more.grow_to(101).await, Err(QueueBusy), "never");
        more.grow_to(40).await.expect("its share");
        let mut other = budget.reservation(2);
        other.grow_to(100).await.expect("a share of its own");
        let mut third = budget.reservation(3);
        assert_eq!(third.grow_to(51).await, Err(QueueBusy), "the total");
        third.grow_to(50).await.expect("the rest");
        assert_eq!(budget.reserved(), 250);
        drop((first, more, other, third));
        assert_eq!(budget.reserved(), 0);
        assert!(budget.0.senders.lock().expect("lock").is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_gets_the_bytes_that_another_gives_back() {
        let budget = budget();
        let mut held = budget.reservation(1);
        held.grow_to(100).await.expect("room");
        let mut waits = budget.reservation(1);
        let waiting = tokio::spawn(async move { waits.grow_to(10).await.map(|()| waits) });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(held);
        let waited = waiting.await.expect("a task").expect("room");
        assert_eq!((waited.bytes(), budget.reserved()), (10, 10));
    }
}
