//! What changed, said in the transaction that changes it ([`Tx::publish`](crate::db::Tx::publish))
//! and heard once that is durable: by this process, and with PostgreSQL by every other one.
//!
//! News names things and carries nothing of them. Whoever hears it reads the thing as it is then,
//! with the eyes of those who are to be told; so what is told is never older than the news, hearing
//! something twice does no harm, and it always fits into a `NOTIFY`.

use std::fmt;

use domain::types::ids::{
    AppointmentId, ChatMessageId, ChatRoomId, CompanyId, ConnectionId, JobId, NotificationId,
    PurchaseOrderId, UserId, WorkOrderId,
};
use serde::{Deserialize, Serialize};

/// One thing that changed, or that came to be, or that is no more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub enum Event {
    /// A job itself.
    Job { job: JobId, sides: JobAudience },
    /// What people put to a job.
    JobRecords { job: JobId, sides: JobAudience, what: JobRecords },
    /// A work order, its items or its signatures.
    WorkOrder { order: WorkOrderId, job: JobId, sides: JobAudience },
    /// A purchase order.
    PurchaseOrder { order: PurchaseOrderId, job: JobId, sides: JobAudience },
    /// An appointment; `had` is whose it was before.
    Appointment { appointment: AppointmentId, company: CompanyId, had: Option<UserId> },
    /// A message in a chat.
    ChatMessage { message: ChatMessageId, room: ChatRoomId },
    /// How far somebody has read in a chat.
    ChatRead { room: ChatRoomId, reader: UserId },
    /// A chat was opened or closed.
    ChatRoom { room: ChatRoomId, companies: [CompanyId; 2] },
    /// A connection or a request.
    Connection { connection: ConnectionId, sender: CompanyId, recipient: CompanyId },
    /// What somebody is told, or is told no more, or has seen.
    Notification { notification: NotificationId, reader: UserId, company: CompanyId },
    /// So much of a list that it is read anew.
    List { company: CompanyId, list: ListKind },
    /// Somebody's sessions, their place in a company, or what they read.
    Person { user: UserId },
    /// Somebody's open sockets are to hear of these rooms, too, which they may.
    Joined { user: UserId, rooms: Vec<Room> },
}

/// The companies that see a job, and who of them saw it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobAudience {
    /// Whose job it is.
    pub owner: CompanyId,
    /// The subcontractor that had it.
    #[serde(rename = "had")]
    pub subcontractor_before: Option<CompanyId>,
    /// The employee who had it, of whichever company did the work.
    #[serde(rename = "employeeHad")]
    pub employee_before: Option<UserId>,
    /// The subcontractor that has it now.
    #[serde(rename = "has")]
    pub subcontractor_after: Option<CompanyId>,
}

/// What people put to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JobRecords {
    /// What they write.
    Notes,
    /// Their pictures.
    Images,
}

/// A list that a company's people look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ListKind {
    /// Its jobs.
    Jobs,
    /// Its appointments.
    Appointments,
    /// Its calendars.
    Calendars,
    /// The companies it works with.
    Connections,
}

impl JobAudience {
    /// The companies, each once.
    pub fn companies(&self) -> impl Iterator<Item = CompanyId> {
        let has = self.subcontractor_after.filter(|has| Some(*has) != self.subcontractor_before);
        [Some(self.owner), self.subcontractor_before, has].into_iter().flatten()
    }
}

/// What a socket may listen to.
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
    /// The room of this name, where it is one.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        match text.split_once('_')? {
            ("company", id) => id.parse().ok().map(Self::Company),
            ("chat", id) => id.parse().ok().map(Self::Chat),
            _ => None,
        }
    }
}

/// More jobs than this in one transaction, and their companies' lists are read anew instead.
const MOST_JOBS: usize = 20;

/// What is told of a transaction that said all this: every thing once, and of an import not each of
/// its thousands of jobs.
#[must_use]
pub fn coalesced(said: Vec<Event>) -> Vec<Event> {
    let jobs = said.iter().filter(|news| matches!(news, Event::Job { .. })).count();
    let mut told: Vec<Event> = Vec::with_capacity(said.len().min(64));
    let mut known = std::collections::HashSet::with_capacity(said.len());
    let mut add = |news: Event| {
        if known.insert(news.clone()) {
            told.push(news);
        }
    };
    for news in said {
        match news {
            Event::Job { sides, .. } if jobs > MOST_JOBS => {
                for company in sides.companies() {
                    add(Event::List { company, list: ListKind::Jobs });
                }
            }
            other => add(other),
        }
    }
    told
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
    fn an_import_is_one_word_to_each_company_and_not_thousands() {
        let (owner, sub) = (CompanyId(Uuid::now_v7()), CompanyId(Uuid::now_v7()));
        let said: Vec<Event> =
            (0..5_994).map(|n| job(owner, (n % 2 == 0).then_some(sub))).collect();
        let list = |company| Event::List { company, list: ListKind::Jobs };
        assert_eq!(coalesced(said), [list(owner), list(sub)]);
    }

    #[test]
    fn a_job_that_is_changed_twice_in_one_go_is_told_once() {
        let one = job(CompanyId(Uuid::now_v7()), None);
        let other = job(CompanyId(Uuid::now_v7()), None);
        let said = vec![one.clone(), other.clone(), one.clone()];
        assert_eq!(coalesced(said), [one, other]);
    }
}
