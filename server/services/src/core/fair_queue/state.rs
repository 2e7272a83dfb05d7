//! Who waits and who has a place, behind one lock.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    hash::Hash,
};

use tokio::sync::oneshot;

use super::limits::{QueueBusy, QueueLimits};

/// How the wait of a request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    HasPlace,
    MadeRoom,
}

#[derive(Debug)]
pub(super) struct State<K> {
    limits: QueueLimits,
    pub(super) senders: HashMap<K, Sender>,
    /// The senders with waiting requests, each with its oldest: by its round, and in a round by its number.
    line: BTreeMap<(u64, u64), K>,
    /// The round that is being served; every sender gets one place in each. First requests are in round 0.
    round: u64,
    /// The requests that gave their place back to get all places, which goes before the line.
    for_all: VecDeque<Waiting>,
    /// The places of the requests that are worked on.
    pub(super) taken: HashMap<u64, u32>,
    pub(super) free: u32,
    /// The requests that are worked on or waiting.
    pub(super) requests: usize,
    last: u64,
}

#[derive(Debug, Default)]
pub(super) struct Sender {
    waiting: VecDeque<Waiting>,
    /// Those that are worked on or waiting.
    pub(super) requests: usize,
    /// The round in which it got its last place; 0 if it got none since it had no request.
    round: u64,
    /// Where it is in the line.
    in_line: Option<(u64, u64)>,
}

#[derive(Debug)]
pub(super) struct Waiting {
    number: u64,
    verdict_sender: oneshot::Sender<Verdict>,
}

impl<K: Copy + Eq + Hash> State<K> {
    pub(super) fn new(limits: QueueLimits) -> Self {
        Self {
            limits,
            senders: HashMap::new(),
            line: BTreeMap::new(),
            round: 1,
            for_all: VecDeque::new(),
            taken: HashMap::new(),
            free: limits.places,
            requests: 0,
            last: 0,
        }
    }

    pub(super) fn join(
        &mut self,
        sender: K,
    ) -> Result<(u64, oneshot::Receiver<Verdict>), QueueBusy> {
        let of_sender = self.senders.get(&sender).map_or(0, |sender| sender.requests);
        if of_sender >= self.limits.per_sender {
            return Err(QueueBusy);
        }
        if self.requests >= self.limits.total {
            self.make_room(of_sender)?;
        }
        self.last += 1;
        self.requests += 1;
        let number = self.last;
        let (verdict_sender, verdict) = oneshot::channel();
        let queue = self.senders.entry(sender).or_default();
        queue.requests += 1;
        queue.waiting.push_back(Waiting { number, verdict_sender });
        self.line_up(sender);
        self.give_places();
        Ok((number, verdict))
    }

    /// Refuses the newest request of the sender with the most waiting, if that has more than the newcomer then has.
    /// Where every sender waits for one place, nobody gives way: the line is as long as it may be.
    fn make_room(&mut self, of_newcomer: usize) -> Result<(), QueueBusy> {
        // A scan of at most as many senders as requests may wait; less work than what they wait for.
        let largest = self.line.values().max_by_key(|sender| self.waiting_of(sender)).copied();
        let largest = largest.filter(|sender| self.waiting_of(sender) > of_newcomer + 1);
        let largest = largest.ok_or(QueueBusy)?;
        let newest = self.senders.get_mut(&largest).and_then(|queue| queue.waiting.pop_back());
        let newest = newest.ok_or(QueueBusy)?;
        // It was not the oldest of its sender, which keeps its turn.
        self.forget(largest);
        // Whoever no longer listens was about to leave.
        let _ = newest.verdict_sender.send(Verdict::MadeRoom);
        Ok(())
    }

    /// Puts a sender where its oldest request belongs.
    fn line_up(&mut self, sender: K) {
        let Some(queue) = self.senders.get_mut(&sender) else { return };
        let oldest = queue.waiting.front().map(|oldest| oldest.number);
        if queue.in_line.map(|(_, number)| number) == oldest {
            return;
        }
        if let Some(former) = queue.in_line.take() {
            self.line.remove(&former);
        }
        if let Some(number) = oldest {
            // Whoever got places before and then asked for none has not saved them up.
            let round = if queue.round == 0 { 0 } else { self.round.max(queue.round + 1) };
            queue.in_line = Some((round, number));
            self.line.insert((round, number), sender);
        }
    }

    fn waiting_of(&self, sender: &K) -> usize {
        self.senders.get(sender).map_or(0, |queue| queue.waiting.len())
    }

    /// Gives free places to those whose turn it is.
    fn give_places(&mut self) {
        while self.free > 0 {
            // While one waits for all places, nobody else gets one.
            if !self.for_all.is_empty() {
                if self.free < self.limits.places {
                    return;
                }
                let Some(next) = self.for_all.pop_front() else { return };
                self.give(next, self.limits.places);
                continue;
            }
            let Some(((round, _), sender)) = self.line.pop_first() else { return };
            let Some(queue) = self.senders.get_mut(&sender) else { continue };
            queue.in_line = None;
            let Some(next) = queue.waiting.pop_front() else { continue };
            self.round = self.round.max(round);
            queue.round = if round == 0 { self.round } else { round };
            self.line_up(sender);
            self.give(next, 1);
        }
    }

    fn give(&mut self, request: Waiting, places: u32) {
        self.free -= places;
        self.taken.insert(request.number, places);
        // Whoever no longer listens is about to leave, which frees the places.
        let _ = request.verdict_sender.send(Verdict::HasPlace);
    }

    /// Gives the places of a request back; it is still counted.
    pub(super) fn release(&mut self, number: u64) {
        self.free += self.taken.insert(number, 0).unwrap_or_default();
        self.give_places();
    }

    /// Gives the places of a request back and lets it wait for all.
    pub(super) fn wait_for_all(&mut self, number: u64) -> oneshot::Receiver<Verdict> {
        self.free += self.taken.remove(&number).unwrap_or_default();
        let (verdict_sender, verdict) = oneshot::channel();
        self.for_all.push_back(Waiting { number, verdict_sender });
        self.give_places();
        verdict
    }

    /// Ends a request, wherever it is; nothing if it had to make room.
    pub(super) fn leave(&mut self, sender: K, number: u64) {
        if let Some(places) = self.taken.remove(&number) {
            self.free += places;
            self.forget(sender);
        } else if remove(&mut self.for_all, number) {
            self.forget(sender);
        } else {
            let queue = self.senders.get_mut(&sender);
            if !queue.is_some_and(|queue| remove(&mut queue.waiting, number)) {
                return;
            }
            self.line_up(sender);
            self.forget(sender);
        }
        self.give_places();
    }

    /// Counts one request of a sender less.
    fn forget(&mut self, sender: K) {
        self.requests -= 1;
        if let Some(queue) = self.senders.get_mut(&sender) {
            queue.requests -= 1;
            if queue.requests == 0 {
                self.senders.remove(&sender);
            }
        }
    }
}

fn remove(line: &mut VecDeque<Waiting>, number: u64) -> bool {
    let found = line.iter().position(|waiting| waiting.number == number);
    found.and_then(|place| line.remove(place)).is_some()
}
