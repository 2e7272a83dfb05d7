//! What changes of a company's data, and the latest changes in memory.

use std::collections::VecDeque;

use domain::types::ids::{AppointmentId, CustomerId, JobId, UserId};
use uuid::Uuid;

/// The most changes of one company that are kept: more than an office makes in a day, and less to read than its
/// list. PostgreSQL keeps as many revisions.
pub const MOST_CHANGES: usize = 512;

/// What a transaction changed of the data that a company sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Anything: everything that was cached is out of date.
    Everything,
    /// Data of which no list or index is made: a note, a picture, a sent mail.
    Unlisted,
    /// A job as lists show it, including its tags, reports and calendars: it was created, changed or deleted.
    Job(JobId),
    /// A work order or purchase order of a job.
    JobOrders(JobId),
    /// A customer that was created, changed or deleted. Their name is on appointments.
    Customer(CustomerId),
    /// An appointment that was created, changed or deleted.
    Appointment(AppointmentId),
    /// Vendors or their contacts; their names are on purchase orders.
    Vendors,
    /// Products or their categories.
    Products,
    /// An employee may see a job or an appointment no longer: see [`Change::lost`].
    Lost(Uuid),
}

impl Change {
    /// A job or an appointment that this employee saw, before it was given to somebody else or deleted. Who sees only what
    /// is assigned to them learns of no other row that it is gone.
    #[must_use]
    pub const fn lost(row: Uuid, employee: UserId) -> Self {
        // Both in one id, which is as unlikely to be another pair's as a random one.
        Self::Lost(Uuid::from_u128(row.as_u128() ^ employee.0.as_u128()))
    }

    /// The customer, if it is one.
    #[must_use]
    pub const fn customer(&self) -> Option<CustomerId> {
        match self {
            Self::Customer(id) => Some(*id),
            _ => None,
        }
    }

    /// The appointment, if it is one.
    #[must_use]
    pub const fn appointment(&self) -> Option<AppointmentId> {
        match self {
            Self::Appointment(id) => Some(*id),
            _ => None,
        }
    }

    /// How it is stored.
    pub(in crate::db) const fn to_columns(self) -> (&'static str, Uuid) {
        match self {
            Self::Everything => ("everything", Uuid::nil()),
            Self::Unlisted => ("unlisted", Uuid::nil()),
            Self::Job(id) => ("job_row", id.0),
            Self::JobOrders(id) => ("job_orders", id.0),
            Self::Customer(id) => ("customer", id.0),
            Self::Appointment(id) => ("appointment_row", id.0),
            Self::Vendors => ("vendors", Uuid::nil()),
            Self::Products => ("products", Uuid::nil()),
            Self::Lost(both) => ("lost", both),
        }
    }

    /// A stored change. What a newer server stored may be anything, and so may the `job` and `appointment` of former
    /// versions, which did not store [`Self::Lost`].
    pub(in crate::db) fn from_columns(kind: &str, row: Uuid) -> Self {
        match kind {
            "unlisted" => Self::Unlisted,
            "job_row" => Self::Job(JobId(row)),
            "job_orders" => Self::JobOrders(JobId(row)),
            "customer" => Self::Customer(CustomerId(row)),
            "appointment_row" => Self::Appointment(AppointmentId(row)),
            "vendors" => Self::Vendors,
            "products" => Self::Products,
            "lost" => Self::Lost(row),
            _ => Self::Everything,
        }
    }
}

/// The latest changes of one company, each row once.
#[derive(Clone, Debug, Default)]
pub(in crate::db) struct ChangeLog {
    /// By revision, the oldest first.
    entries: VecDeque<(u64, Change)>,
    /// The log contains every change after this revision.
    complete_after: u64,
}

impl ChangeLog {
    pub(super) fn add(&mut self, revision: u64, change: Change) {
        if change == Change::Everything {
            self.entries.clear();
            self.complete_after = revision;
            return;
        }
        // Usually it is one of the latest.
        if let Some(at) = self.entries.iter().rposition(|(_, other)| *other == change) {
            self.entries.remove(at);
        }
        self.entries.push_back((revision, change));
        if self.entries.len() > MOST_CHANGES
            && let Some((dropped, _)) = self.entries.pop_front()
        {
            self.complete_after = dropped;
        }
    }

    /// The changes after a revision, or `None` if the log does not reach back to it.
    pub(super) fn after(&self, revision: u64) -> Option<Vec<Change>> {
        (revision >= self.complete_after).then(|| {
            let start = self.entries.partition_point(|(at, _)| *at <= revision);
            self.entries.range(start..).map(|(_, change)| *change).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn job(number: u128) -> Change {
        Change::Job(JobId(Uuid::from_u128(number)))
    }

    proptest! {
        #[test]
        fn every_change_after_a_revision_is_in_the_log_or_the_log_says_that_it_does_not_know(
            changes in vec((0..700_u128, 0..=255_u8), 0..1_500),
            since in 0..1_500_u64,
        ) {
            let mut log = ChangeLog::default();
            let mut truth = Vec::new();
            for (revision, (row, kind)) in (1..).zip(changes) {
                let change = if kind == 0 { Change::Everything } else { job(row) };
                log.add(revision, change);
                truth.push((revision, change));
                prop_assert!(log.entries.len() <= MOST_CHANGES);
            }
            let expected: Vec<_> = truth.into_iter().filter(|(at, _)| *at > since).collect();
            if let Some(found) = log.after(since) {
                for (_, change) in &expected {
                    prop_assert!(found.contains(change));
                }
                for change in found {
                    prop_assert!(expected.iter().any(|(_, other)| *other == change));
                }
            } else {
                let forgets = expected.iter().any(|(_, change)| *change == Change::Everything)
                    || expected.len() > MOST_CHANGES;
                prop_assert!(forgets, "the log could have known");
            }
        }
    }
}
