//! When each socket learned of each write: by an event, or from the list that it read after it was connected again.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::scale::ledger::{JobEntry, Ledger, StoredJob};

/// How a socket learned of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Event,
    List,
}

#[derive(Debug, Clone, Copy)]
struct Sighting {
    state: u32,
    at: Instant,
    source: Source,
}

/// What one socket has seen.
#[derive(Debug, Default)]
pub struct Sightings {
    /// Of each job, by its title: each later state than the one before.
    jobs: HashMap<String, Vec<Sighting>>,
}

/// What became of the events for all sockets.
#[derive(Debug, Default)]
pub struct EventSummary {
    /// From the acknowledgement to the event.
    pub delays: Vec<Duration>,
    /// The longest time after which a socket knew, by an event or from a list.
    pub longest: Duration,
    /// Writes of which a socket does not know.
    pub lost: Vec<String>,
}

impl Sightings {
    /// Notes a job as it is now.
    pub fn note(&mut self, job: StoredJob, source: Source) {
        let seen = self.jobs.entry(job.title).or_default();
        // An event may come after the list that has it already.
        if seen.last().is_none_or(|last| last.state < job.state) {
            seen.push(Sighting { state: job.state, at: Instant::now(), source });
        }
    }

    /// The first sighting of a state, or of a later one.
    fn first(&self, title: &str, state: u32) -> Option<Sighting> {
        self.jobs.get(title)?.iter().find(|seen| seen.state >= state).copied()
    }

    /// Whether it knows the last acknowledged state of every job of its company.
    pub fn is_complete(&self, ledger: &Ledger, company: usize) -> bool {
        let mut own = ledger.jobs().filter(|(_, job)| job.company == company);
        own.all(|(title, job)| {
            job.last_state().is_none_or(|last| self.first(title, last).is_some())
        })
    }
}

impl EventSummary {
    /// Adds what a socket of this company has seen.
    pub fn add(&mut self, ledger: &Ledger, company: usize, sightings: &Sightings) {
        for (title, job) in ledger.jobs().filter(|(_, job)| job.company == company) {
            self.add_job(title, job, sightings);
        }
    }

    fn add_job(&mut self, title: &str, job: &JobEntry, sightings: &Sightings) {
        for (state, acknowledged) in (0..).zip(&job.acknowledged) {
            let Some(seen) = sightings.first(title, state) else {
                self.lost.push(format!("{title}, state {state}"));
                continue;
            };
            // The event may be faster than the answer.
            let delay = seen.at.saturating_duration_since(*acknowledged);
            self.longest = self.longest.max(delay);
            if seen.source == Source::Event {
                self.delays.push(delay);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(state: u32) -> StoredJob {
        StoredJob { title: "roof".to_owned(), state }
    }

    fn ledger(writes: usize) -> Ledger {
        let mut ledger = Ledger::default();
        ledger.begin(0, "roof");
        (0..writes).for_each(|_| ledger.acknowledge("roof", "id"));
        ledger
    }

    #[test]
    fn a_write_that_a_socket_never_heard_of_is_lost() {
        let ledger = ledger(3);
        let mut sightings = Sightings::default();
        sightings.note(job(0), Source::Event);
        sightings.note(job(1), Source::List);
        assert!(!sightings.is_complete(&ledger, 0));
        assert!(sightings.is_complete(&ledger, 1), "another company has no jobs");
        let mut summary = EventSummary::default();
        summary.add(&ledger, 0, &sightings);
        assert_eq!(summary.lost, ["roof, state 2"]);
        assert_eq!(summary.delays.len(), 1, "a list is no event");
    }

    #[test]
    fn a_later_state_stands_for_the_earlier_ones() {
        let ledger = ledger(3);
        let mut sightings = Sightings::default();
        sightings.note(job(2), Source::Event);
        sightings.note(job(1), Source::Event);
        assert!(sightings.is_complete(&ledger, 0));
        let mut summary = EventSummary::default();
        summary.add(&ledger, 0, &sightings);
        assert!(summary.lost.is_empty());
        assert_eq!(summary.delays.len(), 3);
    }
}
