//! A queue for work that keeps a core busy or fills memory: bounded, with a deadline, and fair.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    task::{JoinError, spawn_blocking},
};

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// How much is worked on at once.
    pub places: u32,
    /// Requests of one sender that may be worked on or waiting.
    pub per_sender: usize,
    /// Requests of all senders that may be worked on or waiting.
    pub total: usize,
    /// How long a request waits at most.
    pub deadline: Duration,
}

/// The queue is full, or the deadline passed. The request may be retried later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests are waiting")]
pub struct QueueBusy;

/// The queue of senders that `K` tells apart.
///
/// Every sender has at most as many requests in line for a place as there are places, and the line is served
/// in order. So a request waits for a few of each other sender, however many one of them sent.
#[derive(Debug)]
pub struct FairQueue<K: Copy + Eq + Hash> {
    limits: QueueLimits,
    places: Arc<Semaphore>,
    senders: Arc<Mutex<Senders<K>>>,
}

#[derive(Debug)]
struct Senders<K> {
    queues: HashMap<K, SenderQueue>,
    requests: usize,
}

#[derive(Debug)]
struct SenderQueue {
    gate: Arc<Semaphore>,
    requests: usize,
}

/// A place. It is free again when this is dropped.
#[derive(Debug)]
pub struct Place<K: Copy + Eq + Hash> {
    // Given back in this order.
    permit: OwnedSemaphorePermit,
    gate: OwnedSemaphorePermit,
    request: Request<K>,
    limits: QueueLimits,
    places: Arc<Semaphore>,
}

/// A request that is counted; dropping it ends that.
#[derive(Debug)]
pub struct Request<K: Copy + Eq + Hash> {
    senders: Arc<Mutex<Senders<K>>>,
    sender: K,
}

impl<K: Copy + Eq + Hash> Drop for Request<K> {
    fn drop(&mut self) {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.requests -= 1;
        if let Entry::Occupied(mut queue) = senders.queues.entry(self.sender) {
            queue.get_mut().requests -= 1;
            if queue.get().requests == 0 {
                queue.remove();
            }
        }
    }
}

impl<K: Copy + Eq + Hash> Clone for FairQueue<K> {
    fn clone(&self) -> Self {
        Self { limits: self.limits, places: self.places.clone(), senders: self.senders.clone() }
    }
}

impl<K: Copy + Eq + Hash> FairQueue<K> {
    /// An empty queue.
    #[must_use]
    pub fn new(limits: QueueLimits) -> Self {
        let senders = Senders { queues: HashMap::new(), requests: 0 };
        Self {
            limits,
            places: Arc::new(Semaphore::new(limits.places as usize)),
            senders: Arc::new(Mutex::new(senders)),
        }
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// [`QueueBusy`] when the queue is full or the deadline passed.
    pub async fn place(&self, sender: K) -> Result<Place<K>, QueueBusy> {
        let (request, gate) = self.join(sender)?;
        let (limits, places) = (self.limits, self.places.clone());
        within(limits.deadline, async move {
            let gate = gate.acquire_owned().await?;
            let permit = places.clone().acquire_owned().await?;
            Ok(Place { permit, gate, request, limits, places })
        })
        .await
    }

    /// How many requests are worked on or waiting.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner).requests
    }

    fn join(&self, sender: K) -> Result<(Request<K>, Arc<Semaphore>), QueueBusy> {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        let of_sender = senders.queues.get(&sender).map_or(0, |queue| queue.requests);
        if senders.requests >= self.limits.total || of_sender >= self.limits.per_sender {
            return Err(QueueBusy);
        }
        senders.requests += 1;
        let queue = senders.queues.entry(sender).or_insert_with(|| SenderQueue {
            gate: Arc::new(Semaphore::new(self.limits.places as usize)),
            requests: 0,
        });
        queue.requests += 1;
        Ok((Request { senders: self.senders.clone(), sender }, queue.gate.clone()))
    }
}

impl<K: Copy + Eq + Hash> Place<K> {
    /// Gives the place back. The request still counts as one of its sender, for what it left on disk.
    #[must_use]
    pub fn into_request(self) -> Request<K> {
        self.request
    }

    /// Gives the place back and waits for all places, for work that nothing may run beside.
    ///
    /// # Errors
    /// [`QueueBusy`] when the deadline passed.
    pub async fn alone(self) -> Result<Self, QueueBusy> {
        let Self { permit, gate, request, limits, places } = self;
        drop(permit);
        within(limits.deadline, async move {
            let permit = places.clone().acquire_many_owned(limits.places).await?;
            Ok(Self { permit, gate, request, limits, places })
        })
        .await
    }
}

impl<K: Copy + Eq + Hash + Send + 'static> Place<K> {
    /// Runs work on a blocking thread. The place is held by the work itself and comes back with its result: a
    /// caller that disconnects does not free it while the work goes on.
    ///
    /// # Errors
    /// If the work panics.
    pub async fn run_blocking<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(Self, T), JoinError> {
        spawn_blocking(move || {
            let done = work();
            (self, done)
        })
        .await
    }
}

async fn within<T>(
    deadline: Duration,
    waiting: impl Future<Output = Result<T, AcquireError>>,
) -> Result<T, QueueBusy> {
    tokio::time::timeout(deadline, waiting).await.map_err(|_| QueueBusy)?.map_err(|_| QueueBusy)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PER_SENDER: usize = 64;
    const TOTAL: usize = 1_024;

    fn queue(places: u32) -> FairQueue<usize> {
        let deadline = Duration::from_secs(5);
        FairQueue::new(QueueLimits { places, per_sender: PER_SENDER, total: TOTAL, deadline })
    }

    fn requests(queue: &FairQueue<usize>) -> (usize, usize) {
        let senders = queue.senders.lock().expect("lock");
        (senders.requests, senders.queues.len())
    }

    /// Starts a request that takes a place, reports it and frees it again.
    fn start(
        queue: &FairQueue<usize>,
        of: usize,
        served: &tokio::sync::mpsc::UnboundedSender<usize>,
    ) {
        let (queue, served) = (queue.clone(), served.clone());
        tokio::spawn(async move {
            let _place = queue.place(of).await.expect("a place");
            tokio::task::yield_now().await;
            let _ = served.send(of);
        });
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_of_one_sender_delays_another_by_two_requests() {
        let queue = queue(1);
        let (served, mut order) = tokio::sync::mpsc::unbounded_channel();
        for _ in 0..PER_SENDER {
            start(&queue, 1, &served);
        }
        tokio::task::yield_now().await;
        start(&queue, 2, &served);
        let mut before = 0;
        while order.recv().await.expect("served") != 2 {
            before += 1;
        }
        assert!(before <= 2, "{before} went first");
    }

    #[tokio::test(start_paused = true)]
    async fn the_queue_is_bounded_and_forgets_senders_that_are_done() {
        let queue = queue(2);
        let (served, mut order) = tokio::sync::mpsc::unbounded_channel();
        let held = queue.place(2).await.expect("a place");
        let other = queue.place(2).await.expect("a place");
        for _ in 0..PER_SENDER {
            start(&queue, 1, &served);
        }
        while requests(&queue).0 < 2 + PER_SENDER {
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.place(1).await.err(), Some(QueueBusy));
        drop((served, held, other));
        while order.recv().await.is_some() {}
        assert_eq!(requests(&queue), (0, 0));
        assert!(queue.place(1).await.is_ok());
        for sender in 0..TOTAL {
            std::mem::forget(queue.join(sender).expect("room"));
        }
        assert_eq!(queue.place(TOTAL).await.err(), Some(QueueBusy));
    }

    #[tokio::test]
    async fn work_whose_callers_disconnect_never_runs_more_often_than_there_are_places() {
        let queue = queue(2);
        let running = Arc::new(Mutex::new((0, 0)));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let started = Arc::new(tokio::sync::Notify::new());
        let mut waiting = Vec::new();
        for _ in 0..PER_SENDER {
            let place = queue.place(1);
            let (running, released, begun) = (running.clone(), released.clone(), started.clone());
            let work = move || {
                let mut counts = running.lock().expect("lock");
                counts.0 += 1;
                counts.1 = counts.1.max(counts.0);
                drop(counts);
                begun.notify_one();
                released.lock().expect("lock").recv().expect("released");
                running.lock().expect("lock").0 -= 1;
            };
            let call = async move { place.await.expect("a place").run_blocking(work).await };
            waiting.push(tokio::spawn(call));
        }
        for call in waiting {
            // Whoever holds a place disconnects while their work goes on.
            started.notified().await;
            call.abort();
            assert!(call.await.is_err());
            release.send(()).expect("work");
        }
        while queue.requests() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(*running.lock().expect("lock"), (0, 2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_waits_too_long_is_refused_and_frees_its_entry() {
        let queue = queue(1);
        let held = queue.place(1).await.expect("a place");
        assert_eq!(queue.place(2).await.err(), Some(QueueBusy));
        assert_eq!(requests(&queue), (1, 1));
        drop(held);
        assert!(queue.place(2).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_request_left_on_disk_counts_after_its_place_is_free() {
        let deadline = Duration::from_secs(5);
        let queue = FairQueue::new(QueueLimits { places: 1, per_sender: 1, total: 2, deadline });
        let left = queue.place(1).await.expect("a place").into_request();
        assert_eq!(queue.place(1).await.err(), Some(QueueBusy));
        let other = queue.place(2).await.expect("the place is free").into_request();
        assert_eq!(queue.place(3).await.err(), Some(QueueBusy));
        drop((left, other));
        assert!(queue.place(1).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_runs_beside_a_request_that_needs_every_place() {
        let queue = queue(2);
        let beside = queue.place(1).await.expect("a place");
        let large = queue.place(2).await.expect("a place");
        let waiting = tokio::spawn(large.alone());
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(beside);
        let large = waiting.await.expect("a task").expect("all places");
        assert_eq!(queue.place(3).await.err(), Some(QueueBusy));
        drop(large);
        assert!(queue.place(3).await.is_ok());
        assert_eq!(requests(&queue), (0, 0));
    }
}
