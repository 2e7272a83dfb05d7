//! A number per company that grows with every committed change to anything it may see.
//!
//! What was read for one revision is true until the next one, so an answer can be kept and sent
//! again without asking the rows. With SQLite this process is the only writer (the data folder is
//! locked), so the numbers live in memory; with PostgreSQL they live in `company.revision`,
//! raised in the same transaction as the change.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use domain::types::ids::CompanyId;

/// The revisions of this process's SQLite database.
#[derive(Clone, Debug, Default)]
pub(super) struct Revisions(Arc<RwLock<HashMap<CompanyId, CompanyRevisions>>>);

/// The revision of everything a company may see, and that of its people and their sessions alone:
/// sessions are looked up on every call, jobs change all day.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CompanyRevisions {
    pub(super) everything: u64,
    pub(super) people: u64,
}

/// What a transaction changes for a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Touched {
    Everything(CompanyId),
    People(CompanyId),
}

impl Revisions {
    pub(super) fn of(&self, company: CompanyId) -> CompanyRevisions {
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&company).copied().unwrap_or_default()
    }

    /// Called after the change is on disk and before anybody is told that it is.
    pub(super) fn increment(&self, touched: &[Touched]) {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for touched in touched {
            match touched {
                Touched::Everything(company) => held.entry(*company).or_default().everything += 1,
                Touched::People(company) => held.entry(*company).or_default().people += 1,
            }
        }
    }
}
