//! A number per company that grows with every committed change of anything that the company may see.
//!
//! An answer for one revision is valid until the next one, so it can be cached and sent again without reading
//! the rows. With SQLite this process is the only writer (the data folder is locked), so the numbers are in
//! memory; with PostgreSQL they are in `company.revision`, raised in the transaction of the change.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use domain::types::ids::CompanyId;

/// The revisions of this process's SQLite database.
#[derive(Clone, Debug, Default)]
pub(super) struct Revisions(Arc<RwLock<HashMap<CompanyId, CompanyRevisions>>>);

/// The revision of everything a company may see, and a separate one of its people and their sessions: sessions
/// are looked up on every call, jobs change all day.
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

    /// Call it after the change is on disk and before it is acknowledged.
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
