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

use domain::ids::CompanyId;

/// The revisions of this process's SQLite database.
#[derive(Clone, Debug, Default)]
pub(super) struct Revisions(Arc<RwLock<HashMap<CompanyId, u64>>>);

impl Revisions {
    pub(super) fn of(&self, company: CompanyId) -> u64 {
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&company).copied().unwrap_or_default()
    }

    /// Called after the change is on disk and before anybody is told that it is.
    pub(super) fn raise(&self, companies: &[CompanyId]) {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for company in companies {
            *held.entry(*company).or_default() += 1;
        }
    }
}
