//! What people are told that others did; the words for it stand in
//! [`texts`](crate::notifications::texts).
//!
//! What is stored is what happened; it is put into words when it is read, in the reader's language.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    forms::{error::ValidationError, form::Form},
    types::ids::{ChatRoomId, CompanyId, ConnectionId, JobId, NotificationId, WorkOrderId},
};

/// Something that somebody else did, as its reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Notification {
    /// Which.
    pub id: NotificationId,
    /// What happened, in two or three words.
    pub title: String,
    /// What happened, in a sentence. It may hold what a person wrote.
    pub content: String,
    /// The page of the app where there is more.
    pub route: String,
    /// The logo of the company it comes from.
    pub image: Option<String>,
    /// Its reader has not seen it yet.
    pub is_new: bool,
    /// Where the red dot stands.
    pub destination: Destination,
    /// The thing it is about, such as a job: what is about one can be shown together.
    #[ts(type = "string")]
    pub subject: Uuid,
    /// When it happened.
    pub date_inserted: DateTime<Utc>,
}

/// The icon of the top bar that a notification belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum Destination {
    /// Chat.
    Messages,
    /// The companies one works with.
    Connections,
    /// Everything else.
    Bell,
}

/// A job as a notification names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationJob {
    /// Which.
    pub job: JobId,
    /// What it was called.
    pub job_title: String,
    /// The first day worked, where it had days.
    pub start_date: Option<NaiveDate>,
    /// The last one.
    pub end_date: Option<NaiveDate>,
}

/// A work order as a notification names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationOrder {
    /// Which.
    pub work_order: WorkOrderId,
    /// What it was called.
    pub order_title: String,
    /// Its job; none in what was told before work orders named it.
    #[serde(default)]
    pub job: Option<JobId>,
    /// What that was called.
    pub job_title: String,
}

/// A message of a chat as a notification names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationMessage {
    /// In which room.
    pub room: ChatRoomId,
    /// What was written; empty for a picture.
    pub contents: String,
}

/// What somebody did that others are told. It is stored as it is written here: a variant or a field
/// is added, never renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub enum NotificationEvent {
    /// A company asks to be connected.
    ConnectionRequested { connection: ConnectionId, message: String },
    /// It agreed.
    ConnectionAccepted { connection: ConnectionId },
    /// It did not.
    ConnectionDeclined { connection: ConnectionId },
    /// It asks no more.
    ConnectionWithdrawn { connection: ConnectionId },
    /// It works with the reader's no more; so many active jobs were unassigned.
    ConnectionRemoved { connection: ConnectionId, jobs: u64 },
    /// A subcontractor is asked to do a job.
    JobAssigned(NotificationJob),
    /// It does it.
    JobAccepted(NotificationJob),
    /// It does not.
    JobDeclined(NotificationJob),
    /// Somebody else does it now, or nobody.
    JobTakenBack(NotificationJob),
    /// An employee is given a job.
    JobAssignedToMe(NotificationJob),
    /// A job has days, or other ones.
    JobRescheduled {
        #[serde(flatten)]
        job: NotificationJob,
        /// The subcontractor had accepted other days.
        #[serde(rename = "askedAgain")]
        asked_again: bool,
    },
    /// A job has no days any more.
    JobUnscheduled(NotificationJob),
    /// The work is done.
    JobCompleted(NotificationJob),
    /// It is not, after all.
    JobReopened(NotificationJob),
    /// There is a new work order.
    WorkOrderCreated(NotificationOrder),
    /// A work order was mailed to the subcontractor.
    WorkOrderSent(NotificationOrder),
    /// Somebody agreed to a work order.
    WorkOrderSigned(NotificationOrder),
    /// Somebody wrote in a chat.
    MessageSent(NotificationMessage),
    /// Somebody wrote in a chat and named the reader.
    Tagged(NotificationMessage),
    /// Somebody who was invited has joined the company.
    InvitationCompleted { company: CompanyId },
}

/// What a notification is about. While its reader has not seen it, the next one about the same takes
/// its place: ten moves of a job are one thing to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The thing.
    pub id: Uuid,
    /// Which side of it.
    pub topic: &'static str,
}

impl Subject {
    /// The signatures on a work order.
    #[must_use]
    pub const fn signature(order: WorkOrderId) -> Self {
        Self { id: order.0, topic: "signature" }
    }
}

impl NotificationEvent {
    /// The icon it belongs to.
    #[must_use]
    pub const fn destination(&self) -> Destination {
        match self {
            Self::ConnectionRequested { .. }
            | Self::ConnectionAccepted { .. }
            | Self::ConnectionDeclined { .. }
            | Self::ConnectionWithdrawn { .. }
            | Self::ConnectionRemoved { .. } => Destination::Connections,
            Self::MessageSent(_) | Self::Tagged(_) => Destination::Messages,
            _ => Destination::Bell,
        }
    }

    /// What it is about.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        let (id, topic) = match self {
            Self::ConnectionRequested { connection, .. }
            | Self::ConnectionAccepted { connection }
            | Self::ConnectionDeclined { connection }
            | Self::ConnectionWithdrawn { connection }
            | Self::ConnectionRemoved { connection, .. } => (connection.0, "connection"),
            Self::JobAssigned(job)
            | Self::JobAccepted(job)
            | Self::JobDeclined(job)
            | Self::JobTakenBack(job)
            | Self::JobAssignedToMe(job) => (job.job.0, "assignment"),
            Self::JobRescheduled { job, .. } | Self::JobUnscheduled(job) => (job.job.0, "schedule"),
            Self::JobCompleted(job) | Self::JobReopened(job) => (job.job.0, "status"),
            Self::WorkOrderCreated(order) | Self::WorkOrderSent(order) => {
                (order.work_order.0, "workOrder")
            }
            Self::WorkOrderSigned(order) => return Subject::signature(order.work_order),
            Self::MessageSent(message) => (message.room.0, "message"),
            Self::Tagged(message) => (message.room.0, "tag"),
            Self::InvitationCompleted { company } => (company.0, "invitation"),
        };
        Subject { id, topic }
    }

    /// Whether it takes the place only of what the same person told of the same subject: signatures
    /// and colleagues are many, while a job has its days from whoever gave them last.
    #[must_use]
    pub const fn is_grouped_by_actor(&self) -> bool {
        matches!(
            self,
            Self::WorkOrderSigned(_) | Self::Tagged(_) | Self::InvitationCompleted { .. }
        )
    }
}

/// The notifications that somebody has seen. What is no id names none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SeenNotifications(Vec<String>);

impl SeenNotifications {
    /// Each id that was named, once.
    #[must_use]
    pub fn ids(&self) -> Vec<NotificationId> {
        let mut ids: Vec<NotificationId> =
            self.0.iter().filter_map(|id| id.trim().parse().ok()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

impl Form for SeenNotifications {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        Ok(())
    }
}
