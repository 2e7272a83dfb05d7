//! What the writers know about their jobs: which state of each was acknowledged, and which may be stored besides.
//!
//! A job is created without days, which is its state 0, and then moved: state 1 begins a day after [`FIRST_DAY`], state
//! 2 two days after it, and so on. So a stored job tells which of its writes it has.

use std::{collections::BTreeMap, fmt::Write as _, time::Instant};

use serde_json::Value;

/// January 1, on which no job begins.
const FIRST_DAY: u32 = 1;
/// The last day of the month, and so the last state.
pub const MOST_STATES: u32 = 27;

/// The jobs of a phase, by their titles.
#[derive(Debug, Default)]
pub struct Ledger {
    jobs: BTreeMap<String, JobEntry>,
}

/// What is known about a job.
#[derive(Debug, Default)]
pub struct JobEntry {
    /// The place of its company in the list of companies.
    pub company: usize,
    /// Once its creation was acknowledged.
    pub id: Option<String>,
    /// When each state was acknowledged: the first is that of its creation.
    pub acknowledged: Vec<Instant>,
    /// A state whose write ended without a clear answer.
    pub unclear: Option<u32>,
}

/// A job as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJob {
    pub title: String,
    pub state: u32,
}

/// What is wrong with the stored jobs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Acknowledged, and not stored, or overwritten by an earlier write.
    pub lost: Vec<String>,
    /// Stored more than once.
    pub twice: Vec<String>,
    /// A state that nobody wrote.
    pub unknown: Vec<String>,
}

impl Differences {
    /// Adds those that another server shows.
    pub fn merge(&mut self, other: Self) {
        for (all, more) in [
            (&mut self.lost, other.lost),
            (&mut self.twice, other.twice),
            (&mut self.unknown, other.unknown),
        ] {
            all.extend(more);
            all.sort_unstable();
            all.dedup();
        }
    }
}

impl Ledger {
    /// Notes that a job's creation is sent.
    pub fn begin(&mut self, company: usize, title: &str) {
        let entry = JobEntry { company, ..JobEntry::default() };
        self.jobs.insert(title.to_owned(), entry);
    }

    /// Notes that a job was created, or moved to its next state.
    pub fn acknowledge(&mut self, title: &str, id: &str) {
        if let Some(job) = self.jobs.get_mut(title) {
            job.id = Some(id.to_owned());
            job.acknowledged.push(Instant::now());
        }
    }

    /// Notes that nobody knows whether a job has its next state.
    pub fn leave_unclear(&mut self, title: &str) {
        if let Some(job) = self.jobs.get_mut(title) {
            job.unclear = u32::try_from(job.acknowledged.len()).ok();
        }
    }

    /// The jobs with their titles.
    pub fn jobs(&self) -> impl Iterator<Item = (&String, &JobEntry)> {
        self.jobs.iter()
    }

    /// The id of the newest job of a company.
    pub fn newest_of(&self, company: usize) -> Option<String> {
        let own = self.jobs.values().filter(|job| job.company == company && job.id.is_some());
        own.max_by_key(|job| job.acknowledged.first().copied())?.id.clone()
    }

    /// How many writes were acknowledged.
    pub fn acknowledged(&self) -> usize {
        self.jobs.values().map(|job| job.acknowledged.len()).sum()
    }

    /// How many writes nobody knows the end of.
    pub fn unclear(&self) -> usize {
        self.jobs.values().filter(|job| job.unclear.is_some()).count()
    }

    /// Compares a company's jobs with what is stored.
    pub fn compare(&self, company: usize, stored: &[StoredJob]) -> Differences {
        let mut found: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for job in stored {
            found.entry(&job.title).or_default().push(job.state);
        }
        let mut differences = Differences::default();
        for (title, job) in self.jobs.iter().filter(|(_, job)| job.company == company) {
            let states = found.get(title.as_str()).map_or(&[][..], Vec::as_slice);
            let last = job.last_state();
            if states.len() > 1 {
                differences.twice.push(title.clone());
            }
            let Some(state) = states.first().copied() else {
                if let Some(last) = last {
                    differences.lost.push(described(title, job, last, None));
                }
                continue;
            };
            if last.is_some_and(|last| state < last) {
                let last = last.unwrap_or_default();
                differences.lost.push(described(title, job, last, Some(state)));
            } else if Some(state) != last && Some(state) != job.unclear {
                differences.unknown.push(format!("{title} has state {state}"));
            }
        }
        differences
    }
}

impl JobEntry {
    /// The last acknowledged state.
    pub fn last_state(&self) -> Option<u32> {
        u32::try_from(self.acknowledged.len().checked_sub(1)?).ok()
    }
}

/// A lost write, for people.
fn described(title: &str, job: &JobEntry, last: u32, stored: Option<u32>) -> String {
    let id = job.id.as_deref().unwrap_or_default();
    let mut text = format!("{title} ({id}): acknowledged ");
    let _ = match day_of(last) {
        None => write!(text, "without days"),
        Some(day) => write!(text, "on {day}"),
    };
    text += match stored {
        None => ", is not there",
        Some(_) => ", has earlier days",
    };
    text
}

/// The days of a state; none of state 0.
pub fn day_of(state: u32) -> Option<String> {
    (state > 0).then(|| format!("2027-01-{:02}", FIRST_DAY + state))
}

/// A job of the API; `None` if it is none of the writers'.
pub fn read_job(job: &Value) -> Option<StoredJob> {
    let title = job["title"].as_str()?.to_owned();
    let state = match job["startDate"].as_str() {
        None => 0,
        Some(day) => day.strip_prefix("2027-01-")?.parse::<u32>().ok()?.checked_sub(FIRST_DAY)?,
    };
    Some(StoredJob { title, state })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ledger(states: &[(&str, usize)]) -> Ledger {
        let mut ledger = Ledger::default();
        for (title, writes) in states {
            ledger.begin(0, title);
            (0..*writes).for_each(|_| ledger.acknowledge(title, "id"));
        }
        ledger
    }

    fn stored(title: &str, state: u32) -> StoredJob {
        StoredJob { title: title.to_owned(), state }
    }

    #[test]
    fn a_lost_job_and_lost_days_are_found() {
        let ledger = ledger(&[("kept", 3), ("gone", 1), ("back", 3), ("never answered", 0)]);
        let found = ledger.compare(0, &[stored("kept", 2), stored("back", 1)]);
        let lost = [
            "back (id): acknowledged on 2027-01-03, has earlier days",
            "gone (id): acknowledged without days, is not there",
        ];
        assert_eq!(found, Differences { lost: lost.map(str::to_owned).into(), ..found_none() });
        assert_eq!(ledger.compare(1, &[]), found_none(), "another company has none");
        assert_eq!(ledger.acknowledged(), 7);
    }

    #[test]
    fn a_job_that_was_created_twice_is_found() {
        let ledger = ledger(&[("one", 1)]);
        let found = ledger.compare(0, &[stored("one", 0), stored("one", 0)]);
        assert_eq!(found, Differences { twice: vec!["one".to_owned()], ..found_none() });
    }

    #[test]
    fn a_write_without_a_clear_answer_may_be_stored_or_not() {
        let mut ledger = ledger(&[("created", 0), ("moved", 1)]);
        ledger.leave_unclear("created");
        ledger.leave_unclear("moved");
        assert_eq!(ledger.unclear(), 2);
        assert_eq!(ledger.compare(0, &[stored("moved", 0)]), found_none());
        assert_eq!(ledger.compare(0, &[stored("created", 0), stored("moved", 1)]), found_none());
        let found = ledger.compare(0, &[stored("moved", 2)]);
        assert_eq!(found.unknown, ["moved has state 2"]);
    }

    #[test]
    fn the_days_of_a_job_tell_its_state() {
        for state in 0..=MOST_STATES {
            let job = json!({ "title": "a", "startDate": day_of(state) });
            assert_eq!(read_job(&job), Some(stored("a", state)));
        }
        assert_eq!(read_job(&json!({ "title": "a", "startDate": "2026-05-01" })), None);
    }

    fn found_none() -> Differences {
        Differences::default()
    }
}
