//! A queue for work that keeps a core busy or fills memory: bounded, with a deadline, and fair.

pub mod limits;
mod state;

use std::{
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::oneshot,
    task::{JoinError, spawn_blocking},
};

use self::{
    limits::{QueueBusy, QueueLimits},
    state::{State, Verdict},
};

/// The queue of senders that `K` tells apart.
///
/// Senders take turns, and the first request of a sender goes before the second of every other. A full queue makes
/// room for a sender with few requests: the newest of the sender with the most is refused.
#[derive(Debug)]
pub struct FairQueue<K: Copy + Eq + Hash> {
    state: Arc<Mutex<State<K>>>,
    deadline: Duration,
}

/// A place. It is free again when this is dropped.
#[derive(Debug)]
pub struct Place<K: Copy + Eq + Hash> {
    request: Request<K>,
    deadline: Duration,
}

/// A request that is counted; dropping it ends that, whether it waits or is worked on.
#[derive(Debug)]
pub struct Request<K: Copy + Eq + Hash> {
    state: Arc<Mutex<State<K>>>,
    sender: K,
    number: u64,
}

impl<K: Copy + Eq + Hash> Request<K> {
    fn lock(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash> Drop for Request<K> {
    fn drop(&mut self) {
        self.lock().leave(self.sender, self.number);
    }
}

impl<K: Copy + Eq + Hash> Clone for FairQueue<K> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), deadline: self.deadline }
    }
}

impl<K: Copy + Eq + Hash> FairQueue<K> {
    /// An empty queue.
    #[must_use]
    pub fn new(limits: QueueLimits) -> Self {
        let state = State::new(limits);
        Self { state: Arc::new(Mutex::new(state)), deadline: limits.deadline }
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// [`QueueBusy`] when the queue is full or the deadline passed.
    pub async fn place(&self, sender: K) -> Result<Place<K>, QueueBusy> {
        let (request, verdict) = self.join(sender)?;
        has_place(self.deadline, verdict).await?;
        Ok(Place { request, deadline: self.deadline })
    }

    /// How many requests are worked on or waiting.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).requests
    }

    fn join(&self, sender: K) -> Result<(Request<K>, oneshot::Receiver<Verdict>), QueueBusy> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, verdict) = state.join(sender)?;
        Ok((Request { state: self.state.clone(), sender, number }, verdict))
    }
}

impl<K: Copy + Eq + Hash> Place<K> {
    /// Gives the place back. The request still counts as one of its sender, for what it left on disk.
    #[must_use]
    pub fn into_request(self) -> Request<K> {
        self.request.lock().release(self.request.number);
        self.request
    }

    /// Gives the place back and waits for all places, for work that nothing may run beside.
    ///
    /// # Errors
    /// [`QueueBusy`] when the deadline passed.
    pub async fn alone(self) -> Result<Self, QueueBusy> {
        let verdict = self.request.lock().wait_for_all(self.request.number);
        has_place(self.deadline, verdict).await?;
        Ok(self)
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

async fn has_place(
    deadline: Duration,
    verdict: oneshot::Receiver<Verdict>,
) -> Result<(), QueueBusy> {
    match tokio::time::timeout(deadline, verdict).await {
        Ok(Ok(Verdict::HasPlace)) => Ok(()),
        _ => Err(QueueBusy),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    const PER_SENDER: usize = 64;
    const TOTAL: usize = 1_024;

    fn queue(places: u32) -> FairQueue<usize> {
        let deadline = Duration::from_secs(5);
        FairQueue::new(QueueLimits { places, per_sender: PER_SENDER, total: TOTAL, deadline })
    }

    type Joined = (Request<usize>, oneshot::Receiver<Verdict>);

    fn requests(queue: &FairQueue<usize>) -> (usize, usize) {
        let state = queue.state.lock().expect("lock");
        (state.requests, state.senders.len())
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
        let joined: Vec<_> = (0..TOTAL).map(|sender| queue.join(sender).expect("room")).collect();
        assert_eq!(queue.place(TOTAL).await.err(), Some(QueueBusy), "each waits for one place");
        drop(joined);
        assert_eq!(requests(&queue), (0, 0));
    }

    /// The order in which the places of these requests are given, one at a time.
    fn order(mut waiting: Vec<Joined>) -> Vec<usize> {
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let next = waiting.iter_mut().position(|(_, told)| told.try_recv().is_ok());
            let (request, _) = waiting.remove(next.expect("a place is never left free"));
            order.push(request.sender);
        }
        order
    }

    #[test]
    fn a_newcomer_is_served_after_one_request_of_each_other_sender() {
        let queue = queue(1);
        // Two requests of each of 256 networks take longer than a request waits at most.
        let flood = |sender| queue.join(sender).expect("room");
        let mut waiting: Vec<_> = (1..=256).chain(1..=256).map(flood).collect();
        let mut served = Vec::new();
        for _ in 0..10 {
            let next = waiting.iter_mut().position(|(_, told)| told.try_recv().is_ok());
            served.push(waiting.remove(next.expect("a place")).0.sender);
        }
        waiting.push(queue.join(0).expect("room"));
        served.extend(order(waiting));
        let newcomer = served.iter().position(|sender| *sender == 0).expect("served");
        assert_eq!(newcomer, 256, "after all the first requests, before any second");
    }

    #[test]
    fn a_sender_that_was_served_for_long_is_not_put_behind_the_flood_of_a_new_one() {
        let queue = queue(1);
        let mut office = VecDeque::from([queue.join(1).expect("room")]);
        for _ in 0..100 {
            office.push_back(queue.join(1).expect("room"));
            drop(office.pop_front());
        }
        let mut waiting = Vec::from(office);
        waiting.extend((0..PER_SENDER).map(|_| queue.join(2).expect("room")));
        waiting.extend((0..5).map(|_| queue.join(1).expect("room")));
        assert_eq!(order(waiting)[..9], [1, 2, 2, 1, 2, 1, 2, 1, 2]);
    }

    #[test]
    fn a_full_queue_makes_room_for_a_newcomer_and_not_for_those_who_filled_it() {
        let queue = queue(1);
        let mut flood = Vec::new();
        for n in 0..TOTAL {
            flood.push(queue.join(n % (TOTAL / PER_SENDER)).expect("room"));
        }
        assert!(queue.join(0).is_err(), "a sender has its share");
        let (_request, mut told) = queue.join(TOTAL).expect("room");
        assert!(told.try_recv().is_err(), "the newcomer waits");
        let refused: Vec<_> = flood
            .iter_mut()
            .enumerate()
            .filter_map(|(n, (_, told))| (told.try_recv() == Ok(Verdict::MadeRoom)).then_some(n))
            .collect();
        assert_eq!(refused.len(), 1);
        assert!(refused[0] >= TOTAL - TOTAL / PER_SENDER, "a newest request: {refused:?}");
        assert_eq!(requests(&queue).0, TOTAL);
        drop(flood);
        assert_eq!(requests(&queue).0, 1);
    }

    proptest::proptest! {
        #[test]
        fn no_flood_keeps_a_newcomer_out(
            flood in proptest::collection::vec((0_usize..8, 0_u8..4), 1..300),
            places in 1_u32..4,
        ) {
            let limits = QueueLimits { places, per_sender: 16, total: 48, deadline: Duration::from_secs(5) };
            let queue = FairQueue::new(limits);
            let mut waiting: Vec<Joined> = Vec::new();
            for (sender, what) in flood {
                if what == 0 && !waiting.is_empty() {
                    // One gives up, or is done.
                    drop(waiting.remove(sender % waiting.len()));
                } else if let Ok(joined) = queue.join(sender) {
                    waiting.push(joined);
                }
                let (held, senders) = requests(&queue);
                assert!(held <= 48 && senders <= 8);
                for sender in 0..8 {
                    let state = queue.state.lock().expect("lock");
                    assert!(state.senders.get(&sender).is_none_or(|sender| sender.requests <= 16));
                }
            }
            let (request, mut told) = queue.join(100).expect("room for a newcomer");
            let mut before = 0;
            while told.try_recv() != Ok(Verdict::HasPlace) {
                let next = waiting.iter_mut().position(|(request, _)| {
                    queue.state.lock().expect("lock").taken.contains_key(&request.number)
                });
                drop(waiting.remove(next.expect("places are in use")));
                before += 1;
            }
            assert!(before <= 8 + places as usize, "{before} went first");
            drop((request, waiting));
            assert_eq!(requests(&queue), (0, 0));
            assert_eq!(queue.state.lock().expect("lock").free, places);
        }
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

    #[tokio::test]
    async fn work_whose_callers_disconnect_never_runs_more_often_than_there_are_places() {
        let queue = queue(2);
        let running = Arc::new(Mutex::new((0, 0)));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let started = Arc::new(tokio::sync::Notify::new());
        let mut waiting = Vec::new();
        for _ in 0..PER_SENDER {
            let queue = queue.clone();
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
            let call =
                async move { queue.place(1).await.expect("a place").run_blocking(work).await };
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
}
