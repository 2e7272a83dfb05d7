//! Change events. A transaction publishes them ([`Tx::publish`](crate::db::Tx::publish)), and subscribers
//! receive them once it is durable: in this process, and with PostgreSQL in every other one.
//!
//! An event names rows and carries none of their data. A subscriber reads the current rows with the rights of
//! the users it serves; so the data is never older than the event, receiving an event twice does no harm, and
//! it always fits into a `NOTIFY`.

use std::fmt;

use domain::types::ids::{
    AppointmentId, ChatMessageId, ChatRoomId, CompanyId, ConnectionId, GuestLinkId, JobId,
    NotificationId, PurchaseOrderId, UserId, WorkOrderId,
};
use serde::{Deserialize, Serialize};

/// One row or list that was created, changed or deleted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub enum Event {
    /// A job itself.
    Job { job: JobId, sides: JobAudience },
    /// The records of a job.
    JobRecords { job: JobId, sides: JobAudience, what: JobRecords },
    /// A work order, its items or its signatures.
    WorkOrder { order: WorkOrderId, job: JobId, sides: JobAudience },
    /// A purchase order.
    PurchaseOrder { order: PurchaseOrderId, job: JobId, sides: JobAudience },
    /// A link for a person without an account, of this company.
    GuestLink { link: GuestLinkId, company: CompanyId },
    /// An appointment; `had` is the employee who had it before.
    Appointment { appointment: AppointmentId, company: CompanyId, had: Option<UserId> },
    /// A message in a chat; `job` is that of a job's room, whose members change.
    ChatMessage {
        message: ChatMessageId,
        room: ChatRoomId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        job: Option<JobId>,
    },
    /// A user's read position in a chat.
    ChatRead {
        room: ChatRoomId,
        reader: UserId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        job: Option<JobId>,
    },
    /// A chat was opened or closed. The room of one company names it twice.
    ChatRoom {
        room: ChatRoomId,
        companies: [CompanyId; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        job: Option<JobId>,
    },
    /// A connection or a request.
    Connection { connection: ConnectionId, sender: CompanyId, recipient: CompanyId },
    /// A notification that was created, withdrawn or seen.
    Notification { notification: NotificationId, reader: UserId, company: CompanyId },
    /// So many rows of a list that clients reload it.
    List { company: CompanyId, list: ListKind },
    /// A user's sessions, membership or language.
    Person { user: UserId },
    /// A user's open sockets also receive these rooms from now on.
    Joined { user: UserId, rooms: Vec<Room> },
}

/// The companies and employees that see a job, and those that saw it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobAudience {
    /// The company that owns the job.
    pub owner: CompanyId,
    /// The subcontractor before the change.
    #[serde(rename = "had")]
    pub subcontractor_before: Option<CompanyId>,
    /// The employee before the change, of the company that did the work.
    #[serde(rename = "employeeHad")]
    pub employee_before: Option<UserId>,
    /// The subcontractor after the change.
    #[serde(rename = "has")]
    pub subcontractor_after: Option<CompanyId>,
}

/// The records of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JobRecords {
    /// Its notes.
    Notes,
    /// Its pictures.
    Images,
}

/// A list that a company's people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ListKind {
    /// Its jobs.
    Jobs,
    /// Its appointments.
    Appointments,
    /// Its calendars.
    Calendars,
    /// Its connections.
    Connections,
    /// Its working days, capacity and days off.
    Planning,
}

impl JobAudience {
    /// The companies, each once.
    pub fn companies(&self) -> impl Iterator<Item = CompanyId> {
        let has = self.subcontractor_after.filter(|has| Some(*has) != self.subcontractor_before);
        [Some(self.owner), self.subcontractor_before, has].into_iter().flatten()
    }
}

/// A room that a socket can subscribe to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Room {
    /// Everything of a company but its chats: `company_ID`.
    Company(CompanyId),
    /// A chat: `chat_ID`.
    Chat(ChatRoomId),
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Company(id) => write!(f, "company_{id}"),
            Self::Chat(id) => write!(f, "chat_{id}"),
        }
    }
}

impl Room {
    /// The room with this name, if the name is valid.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        match text.split_once('_')? {
            ("company", id) => id.parse().ok().map(Self::Company),
            ("chat", id) => id.parse().ok().map(Self::Chat),
            _ => None,
        }
    }
}

/// More changed jobs than this in one transaction become one event for the list of each company: as many as one call
/// changes, each of which has its own event.
const MOST_JOBS: usize = 500;

/// The events of a transaction without duplicates, and with list events instead of an import's thousands of
/// jobs.
#[must_use]
pub fn coalesced(published: Vec<Event>) -> Vec<Event> {
    let jobs = published.iter().filter(|event| matches!(event, Event::Job { .. })).count();
    let mut events: Vec<Event> = Vec::with_capacity(published.len().min(64));
    let mut seen = std::collections::HashSet::with_capacity(published.len());
    let mut add = |event: Event| {
        if seen.insert(event.clone()) {
            events.push(event);
        }
    };
    for event in published {
        match event {
            Event::Job { sides, .. } if jobs > MOST_JOBS => {
                for company in sides.companies() {
                    add(Event::List { company, list: ListKind::Jobs });
                }
            }
            other => add(other),
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn job(owner: CompanyId, sub: Option<CompanyId>) -> Event {
        let sides = JobAudience {
            owner,
            subcontractor_before: None,
            employee_before: None,
            subcontractor_after: sub,
        };
        Event::Job { job: JobId(Uuid::now_v7()), sides }
    }

    #[test]
    fn an_import_sends_each_company_one_event_and_not_thousands() {
        let (owner, sub) = (CompanyId(Uuid::now_v7()), CompanyId(Uuid::now_v7()));
        let published: Vec<Event> =
            (0..5_994).map(|n| job(owner, (n % 2 == 0).then_some(sub))).collect();
        let list = |company| Event::List { company, list: ListKind::Jobs };
        assert_eq!(coalesced(published), [list(owner), list(sub)]);
    }

    #[test]
    fn a_job_changed_twice_in_one_transaction_sends_one_event() {
        let first = job(CompanyId(Uuid::now_v7()), None);
        let second = job(CompanyId(Uuid::now_v7()), None);
        let published = vec![first.clone(), second.clone(), first.clone()];
        assert_eq!(coalesced(published), [first, second]);
    }
}
