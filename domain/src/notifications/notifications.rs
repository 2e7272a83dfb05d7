//! What users are notified of; the wording is in [`texts`](crate::notifications::texts).
//!
//! The event is stored; it is formatted when it is read, in the reader's language.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    forms::{error::ValidationError, form::Form},
    types::ids::{
        ChatRoomId, CompanyId, ConnectionId, GuestLinkId, JobId, JobOfferId, NotificationId,
        ShiftId, SignOffId, WebhookId, WorkOrderId,
    },
};

/// A notification about another user's action, as its reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Notification {
    /// The notification.
    pub id: NotificationId,
    /// The event in two or three words.
    pub title: String,
    /// The event in a sentence. It may contain text written by a user.
    pub content: String,
    /// The route of the app with the details.
    pub route: String,
    /// The logo of the company that caused it.
    pub image: Option<String>,
    /// Whether its reader has not seen it yet.
    pub is_new: bool,
    /// The icon that shows the red dot.
    pub destination: Destination,
    /// The id of its subject, such as a job: notifications about the same one can be shown together.
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
    /// Connected companies.
    Connections,
    /// Everything else.
    Bell,
}

/// A job in a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationJob {
    /// The job.
    pub job: JobId,
    /// Its title at that time.
    pub job_title: String,
    /// The first day of work, if it was scheduled.
    pub start_date: Option<NaiveDate>,
    /// The last day of work.
    pub end_date: Option<NaiveDate>,
}

/// A work order in a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationOrder {
    /// The work order.
    pub work_order: WorkOrderId,
    /// Its title at that time.
    pub order_title: String,
    /// Its job; none in events stored before work orders contained it.
    #[serde(default)]
    pub job: Option<JobId>,
    /// The title of the job at that time.
    pub job_title: String,
}

/// A chat message in a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationMessage {
    /// The room.
    pub room: ChatRoomId,
    /// The text; empty for a picture.
    pub contents: String,
}

/// An event that other users are notified of. It is stored in this format: variants and fields are added,
/// never renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub enum NotificationEvent {
    /// A company requests a connection.
    ConnectionRequested { connection: ConnectionId, message: String },
    /// A company accepted the request.
    ConnectionAccepted { connection: ConnectionId },
    /// A company declined the request.
    ConnectionDeclined { connection: ConnectionId },
    /// A company withdrew its request.
    ConnectionWithdrawn { connection: ConnectionId },
    /// A company ended the connection; this many active jobs were unassigned.
    ConnectionRemoved { connection: ConnectionId, jobs: u64 },
    /// A job was assigned to a subcontractor, which has to accept it.
    JobAssigned(NotificationJob),
    /// The subcontractor accepted the job.
    JobAccepted(NotificationJob),
    /// The subcontractor declined the job.
    JobDeclined(NotificationJob),
    /// The job was unassigned from its subcontractor or employee.
    JobTakenBack(NotificationJob),
    /// A job was assigned to an employee.
    JobAssignedToMe(NotificationJob),
    /// A job was scheduled or rescheduled.
    JobRescheduled {
        #[serde(flatten)]
        job: NotificationJob,
        /// Whether the reader is asked to accept the new days.
        #[serde(rename = "askedAgain")]
        asked_again: bool,
    },
    /// Several jobs were moved at once.
    JobsMoved {
        shift: ShiftId,
        jobs: u64,
        /// Whether the reader is asked to accept the new days of one of them.
        #[serde(rename = "askedAgain")]
        asked_again: bool,
        reason: String,
    },
    /// Several jobs that were moved at once are back on their former days, with their acceptance.
    JobsMovedBack { shift: ShiftId, jobs: u64 },
    /// Several jobs were unassigned from their subcontractor or employee at once, all of these titles.
    JobsTakenBack { shift: ShiftId, jobs: u64, titles: String },
    /// A job was unscheduled.
    JobUnscheduled(NotificationJob),
    /// A job was completed.
    JobCompleted(NotificationJob),
    /// A job was reopened.
    JobReopened(NotificationJob),
    /// A work order was created.
    WorkOrderCreated(NotificationOrder),
    /// A work order was mailed to the subcontractor.
    WorkOrderSent(NotificationOrder),
    /// A work order was signed.
    WorkOrderSigned(NotificationOrder),
    /// A user sent a chat message.
    MessageSent(NotificationMessage),
    /// A user sent a chat message that mentions the reader.
    Tagged(NotificationMessage),
    /// An invited user joined the company.
    InvitationCompleted { company: CompanyId },
    /// The holder of a link accepted or declined the days of a job.
    GuestAnswered {
        #[serde(flatten)]
        job: NotificationJob,
        link: GuestLinkId,
        name: String,
        accepted: bool,
        reason: Option<String>,
    },
    /// The holder of a link reported a job as complete.
    GuestReportedComplete {
        #[serde(flatten)]
        job: NotificationJob,
        name: String,
    },
    /// The holder of a link signed a work order.
    GuestSigned {
        #[serde(flatten)]
        order: NotificationOrder,
        link: GuestLinkId,
        name: String,
        /// Former versions did not store it.
        #[serde(default, rename = "signOff", skip_serializing_if = "Option::is_none")]
        sign_off: Option<SignOffId>,
    },
    /// Something happened with an offer of a job to several companies.
    Offer {
        #[serde(flatten)]
        job: NotificationJob,
        offer: JobOfferId,
        what: OfferNews,
    },
    /// A webhook was disabled, because its receiver did not answer for days or asked for it. Its actor is who made it.
    WebhookDisabled { webhook: WebhookId, url: String },
}

/// What happened with an offer of a job to several companies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OfferNews {
    /// The reader's company is asked.
    Asked,
    /// It is over, without saying why.
    Over,
    /// A colleague accepted it.
    Taken,
    /// A company declined it.
    Declined,
    /// Its time is over, and nobody accepted it.
    Expired,
}

/// The subject of a notification. While it is unread, a newer one about the same subject replaces it: ten
/// moves of a job are one notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The id of the record.
    pub id: Uuid,
    /// Which aspect of it.
    pub topic: &'static str,
}

impl Subject {
    /// The signatures of a work order.
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

    /// Its subject.
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
            Self::JobsMoved { shift, .. }
            | Self::JobsMovedBack { shift, .. }
            | Self::JobsTakenBack { shift, .. } => (shift.0, "shift"),
            Self::JobCompleted(job) | Self::JobReopened(job) => (job.job.0, "status"),
            Self::WorkOrderCreated(order) | Self::WorkOrderSent(order) => {
                (order.work_order.0, "workOrder")
            }
            Self::WorkOrderSigned(order) => return Subject::signature(order.work_order),
            Self::MessageSent(message) => (message.room.0, "message"),
            Self::Tagged(message) => (message.room.0, "tag"),
            Self::InvitationCompleted { company } => (company.0, "invitation"),
            Self::GuestReportedComplete { job, .. } => (job.job.0, "guestComplete"),
            // By link: one holder's answer does not replace another's.
            Self::GuestAnswered { link, .. } => (link.0, "guestAnswer"),
            // Each signature is another subject: one link may sign several orders, and one order in several names.
            Self::GuestSigned { sign_off: Some(sign_off), .. } => (sign_off.0, "guestSignature"),
            Self::GuestSigned { link, .. } => (link.0, "guestSignature"),
            // Readers learn of each: the end of an offer does not replace the question.
            Self::Offer { offer, what, .. } => match what {
                OfferNews::Asked => (offer.0, "offer"),
                OfferNews::Declined => (offer.0, "offerAnswer"),
                OfferNews::Over | OfferNews::Taken | OfferNews::Expired => (offer.0, "offerEnd"),
            },
            Self::WebhookDisabled { webhook, .. } => (webhook.0, "webhook"),
        };
        Subject { id, topic }
    }

    /// Whether it only replaces notifications from the same user about the same subject: many users sign and
    /// join, while only the latest dates of a job count.
    #[must_use]
    pub const fn is_grouped_by_actor(&self) -> bool {
        matches!(
            self,
            Self::WorkOrderSigned(_)
                | Self::Tagged(_)
                | Self::InvitationCompleted { .. }
                | Self::Offer { what: OfferNews::Declined, .. }
        )
    }
}

/// The notifications that the user has seen. Invalid ids are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SeenNotifications(Vec<String>);

impl SeenNotifications {
    /// Each valid id, once.
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
