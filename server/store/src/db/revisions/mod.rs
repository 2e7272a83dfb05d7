//! A number per company that grows with every committed change of anything that the company may see.
//!
//! An answer for one revision is valid until the next one, so it can be cached and sent again without reading
//! the rows. With SQLite this process is the only writer (the data folder is locked), so the numbers are in
//! memory; with PostgreSQL they are in `company.revision`, raised in the transaction of the change.

pub mod change;

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use domain::types::ids::CompanyId;
use uuid::Uuid;

use self::change::{Change, ChangeLog};

/// The revisions of this process's SQLite database.
#[derive(Clone, Debug)]
pub(super) struct Revisions {
    of: Arc<RwLock<HashMap<CompanyId, CompanyRevisions>>>,
    /// Revisions begin at zero with each start, so a state names the start that it is of.
    start: Uuid,
}

impl Default for Revisions {
    fn default() -> Self {
        Self { of: Arc::default(), start: Uuid::now_v7() }
    }
}

/// The revision of everything a company may see, and a separate one of its people and their sessions: sessions
/// are looked up on every call, jobs change all day.
#[derive(Debug, Default)]
struct CompanyRevisions {
    everything: u64,
    changes: ChangeLog,
    people: u64,
}

/// What a transaction changes for a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Touched {
    Data(CompanyId, Change),
    People(CompanyId),
}

impl Touched {
    /// The company whose data changed.
    pub(super) const fn company(&self) -> Option<CompanyId> {
        match self {
            Self::Data(company, _) => Some(*company),
            Self::People(_) => None,
        }
    }
}

impl Revisions {
    /// A name of this start of the process.
    pub(super) const fn start(&self) -> Uuid {
        self.start
    }

    /// The revision of everything that this company may see.
    pub(super) fn of(&self, company: CompanyId) -> u64 {
        self.read(company, |held| held.everything)
    }

    /// The revision of its people and their sessions.
    pub(super) fn of_people(&self, company: CompanyId) -> u64 {
        self.read(company, |held| held.people)
    }

    /// What changed after a revision, if that is known.
    pub(super) fn changes_after(&self, company: CompanyId, revision: u64) -> Option<Vec<Change>> {
        let held = self.of.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&company).map_or_else(|| Some(Vec::new()), |held| held.changes.after(revision))
    }

    fn read(&self, company: CompanyId, what: impl Fn(&CompanyRevisions) -> u64) -> u64 {
        let held = self.of.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&company).map_or(0, what)
    }

    /// Call it after the change is on disk and before it is acknowledged.
    pub(super) fn increment(&self, touched: &[Touched]) {
        let mut held = self.of.write().unwrap_or_else(PoisonError::into_inner);
        for touched in touched {
            match touched {
                Touched::Data(company, change) => {
                    let of = held.entry(*company).or_default();
                    of.everything += 1;
                    of.changes.add(of.everything, *change);
                }
                Touched::People(company) => held.entry(*company).or_default().people += 1,
            }
        }
    }
}
