//! The changes that a transaction has noted so far.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    changes::ChangeType,
    types::ids::{
        AppointmentId, ChatMessageId, ChatRoomId, CompanyId, ConnectionId, CustomerId, JobId,
        PurchaseOrderId, WorkOrderId,
    },
};
use serde_json::Value;
use uuid::Uuid;

use crate::db::event::JobAudience;

/// What changed, and the companies that see it.
#[derive(Clone, Debug)]
pub(crate) enum Changed {
    /// A job. A company that no longer sees it gets `job.deleted`.
    Job {
        job: JobId,
        sides: JobAudience,
    },
    /// A job that a company no longer sees because of another change.
    LostJob {
        job: JobId,
        company: CompanyId,
    },
    /// A work order, for those who see its job.
    WorkOrder {
        order: WorkOrderId,
        sides: JobAudience,
    },
    /// A purchase order, for the owner of its job.
    PurchaseOrder {
        order: PurchaseOrderId,
        owner: CompanyId,
    },
    Appointment {
        appointment: AppointmentId,
        company: CompanyId,
    },
    Customer {
        customer: CustomerId,
        company: CompanyId,
    },
    Connection {
        connection: ConnectionId,
        sides: [CompanyId; 2],
    },
    /// A message, as everyone in its room sees it.
    Message {
        message: ChatMessageId,
        room: ChatRoomId,
        companies: Vec<CompanyId>,
        data: Value,
    },
}

impl Changed {
    /// What is noted once. Each message is a change of its own.
    const fn id(&self) -> Uuid {
        match self {
            Self::Job { job, .. } | Self::LostJob { job, .. } => job.0,
            Self::WorkOrder { order, .. } => order.0,
            Self::PurchaseOrder { order, .. } => order.0,
            Self::Appointment { appointment, .. } => appointment.0,
            Self::Customer { customer, .. } => customer.0,
            Self::Connection { connection, .. } => connection.0,
            Self::Message { message, .. } => message.0,
        }
    }

    /// The companies that get an event.
    pub(super) fn companies(&self) -> Vec<CompanyId> {
        match self {
            Self::Job { sides, .. } | Self::WorkOrder { sides, .. } => sides.companies().collect(),
            Self::LostJob { company, .. }
            | Self::Appointment { company, .. }
            | Self::Customer { company, .. } => vec![*company],
            Self::PurchaseOrder { owner, .. } => vec![*owner],
            Self::Connection { sides, .. } => sides.to_vec(),
            Self::Message { companies, .. } => companies.clone(),
        }
    }

    /// The same from the beginning of an earlier change to the end of this one.
    fn since(self, earlier: &Self) -> Self {
        match (self, earlier) {
            (Self::Job { job, sides }, Self::Job { sides: before, .. }) => Self::Job {
                job,
                sides: JobAudience { subcontractor_after: sides.subcontractor_after, ..*before },
            },
            (later, _) => later,
        }
    }
}

/// The changes of a transaction.
#[derive(Debug, Default)]
pub(in crate::db) struct PendingChanges {
    /// In the order in which they were noted first; none where a subject was created and deleted again.
    noted: Vec<Option<(ChangeType, Changed)>>,
    at_subject: HashMap<Uuid, usize>,
    /// Those that are read when they are written.
    pub(super) later: Vec<(ChangeType, Changed)>,
    /// What this transaction creates of the rows that were staged, with their data.
    pub(super) staged: Vec<StagedChanges>,
    pub(super) at: Option<DateTime<Utc>>,
    /// The data of jobs that are as the admins of their owners see them.
    pub(super) known_jobs: HashMap<JobId, String>,
    pub(super) are_omitted: bool,
    pub(super) omitted_company: Option<CompanyId>,
    pub(in crate::db) are_written: bool,
}

/// A change of each row that an import has staged for a company.
#[derive(Clone, Copy, Debug)]
pub(super) struct StagedChanges {
    pub(super) change_type: ChangeType,
    pub(super) company: CompanyId,
    pub(super) import: Uuid,
}

impl PendingChanges {
    pub(super) fn note(&mut self, change: ChangeType, of: Changed) {
        if self.are_omitted {
            return;
        }
        let id = of.id();
        let place = self.at_subject.get(&id).copied();
        let earlier = place.and_then(|place| self.noted.get_mut(place)).and_then(Option::as_mut);
        let Some(earlier) = earlier else {
            self.at_subject.insert(id, self.noted.len());
            self.noted.push(Some((change, of)));
            return;
        };
        if earlier.0.is_start() && change.is_end() {
            if let Some(place) = place {
                self.noted[place] = None;
            }
            self.at_subject.remove(&id);
            return;
        }
        let of = of.since(&earlier.1);
        // A new subject stays new, and the last change says what was done.
        *earlier = (if earlier.0.is_start() { earlier.0 } else { change }, of);
    }

    /// The changes, which are noted no longer.
    pub(super) fn take(&mut self) -> Vec<(ChangeType, Changed)> {
        self.at_subject.clear();
        std::mem::take(&mut self.noted).into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u128, before: Option<u128>, after: Option<u128>) -> Changed {
        let company = |id: u128| CompanyId(Uuid::from_u128(id));
        let sides = JobAudience {
            owner: company(1),
            subcontractor_before: before.map(company),
            employee_before: None,
            subcontractor_after: after.map(company),
        };
        Changed::Job { job: JobId(Uuid::from_u128(id)), sides }
    }

    #[test]
    fn a_subject_that_changes_twice_in_one_transaction_makes_one_change() {
        let mut pending = PendingChanges::default();
        pending.note(ChangeType::JobAssigned, job(7, Some(2), None));
        pending.note(ChangeType::JobCreated, job(8, None, None));
        pending.note(ChangeType::JobUpdated, job(7, None, Some(3)));
        pending.note(ChangeType::JobScheduled, job(8, None, None));
        pending.note(ChangeType::JobCreated, job(9, None, None));
        pending.note(ChangeType::JobDeleted, job(9, None, None));
        let taken = pending.take();
        let types: Vec<_> = taken.iter().map(|(change, _)| change.as_str()).collect();
        assert_eq!(types, ["job.updated", "job.created"]);
        let Changed::Job { sides, .. } = &taken[0].1 else { panic!("a job") };
        assert_eq!(sides.subcontractor_before, Some(CompanyId(Uuid::from_u128(2))));
        assert_eq!(sides.subcontractor_after, Some(CompanyId(Uuid::from_u128(3))));
        assert!(pending.take().is_empty());
    }
}
