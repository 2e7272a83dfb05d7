//! What people are told that others did, and the words for it.
//!
//! What is stored is what happened; it is put into words when it is read, in the reader's language.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    date,
    error::Refusal,
    form::Form,
    ids::{CompanyId, ConnectionId, JobId, NotificationId, WorkOrderId},
    language::Language,
    schedule::Span,
    text::{Param, fill, sentences},
};

/// Something that somebody else did, as its reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
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
    /// When it happened.
    pub date_inserted: DateTime<Utc>,
}

/// The icon of the top bar that a notification belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
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
pub struct ToldJob {
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
pub struct ToldOrder {
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

/// What somebody did that others are told. It is stored as it is written here: a variant or a field
/// is added, never renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub enum Happening {
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
    JobAssigned(ToldJob),
    /// It does it.
    JobAccepted(ToldJob),
    /// It does not.
    JobDeclined(ToldJob),
    /// Somebody else does it now, or nobody.
    JobTakenBack(ToldJob),
    /// An employee is given a job.
    JobAssignedToMe(ToldJob),
    /// A job has days, or other ones.
    JobRescheduled {
        #[serde(flatten)]
        job: ToldJob,
        /// The subcontractor had accepted other days.
        #[serde(rename = "askedAgain")]
        asked_again: bool,
    },
    /// A job has no days any more.
    JobUnscheduled(ToldJob),
    /// The work is done.
    JobCompleted(ToldJob),
    /// It is not, after all.
    JobReopened(ToldJob),
    /// There is a new work order.
    WorkOrderCreated(ToldOrder),
    /// A work order was mailed to the subcontractor.
    WorkOrderSent(ToldOrder),
    /// Somebody agreed to a work order.
    WorkOrderSigned(ToldOrder),
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

/// Who did it, as they are called now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doer<'a> {
    /// First and last name.
    pub name: &'a str,
    /// What their company is called.
    pub company: &'a str,
}

sentences! {
    /// A title or a sentence of a notification.
    Told {
        ConnectionRequestedTitle: "Connection request", "Solicitud de conexión";
        ConnectionRequested: "{company} would like to connect with your company.", "{company} quiere conectarse con su empresa.";
        ConnectionRequestedSaying: "{company} would like to connect with your company: {message}", "{company} quiere conectarse con su empresa: {message}";
        ConnectionAcceptedTitle: "Connection accepted", "Conexión aceptada";
        ConnectionAccepted: "{company} accepted your request. You are connected now.", "{company} aceptó su solicitud. Ya están conectados.";
        ConnectionDeclinedTitle: "Connection declined", "Conexión rechazada";
        ConnectionDeclined: "{company} declined your request.", "{company} rechazó su solicitud.";
        ConnectionWithdrawnTitle: "Request withdrawn", "Solicitud retirada";
        ConnectionWithdrawn: "{company} withdrew its request to connect.", "{company} retiró su solicitud de conexión.";
        ConnectionRemovedTitle: "Connection removed", "Conexión eliminada";
        ConnectionRemoved: "{company} ended the connection with your company.", "{company} terminó la conexión con su empresa.";
        ConnectionRemovedOneJob: "{company} ended the connection with your company. One active job is assigned to nobody now.", "{company} terminó la conexión con su empresa. Un trabajo activo ya no está asignado a nadie.";
        ConnectionRemovedJobs: "{company} ended the connection with your company. {count} active jobs are assigned to nobody now.", "{company} terminó la conexión con su empresa. {count} trabajos activos ya no están asignados a nadie.";
        JobAssignedTitle: "New job", "Trabajo nuevo";
        JobAssigned: "{company} asks you to do {job}{when}. Accept or decline it.", "{company} le pide hacer {job}{when}. Acéptelo o rechácelo.";
        JobAcceptedTitle: "Job accepted", "Trabajo aceptado";
        JobWasAccepted: "{company} accepted {job}.", "{company} aceptó {job}.";
        JobDeclinedTitle: "Job declined", "Trabajo rechazado";
        JobDeclined: "{company} declined {job}. It is assigned to nobody now.", "{company} rechazó {job}. Ya no está asignado a nadie.";
        JobTakenBackTitle: "Job taken back", "Trabajo retirado";
        JobTakenBack: "{company} took {job} back. It is no longer on your list.", "{company} retiró {job}. Ya no está en su lista.";
        JobAssignedToMeTitle: "A job for you", "Un trabajo para usted";
        JobAssignedToMe: "{who} assigned you to {job}{when}.", "{who} le asignó {job}{when}.";
        JobRescheduledTitle: "Job rescheduled", "Trabajo reprogramado";
        JobRescheduled: "{company} put {job} on {dates}.", "{company} puso {job} en estas fechas: {dates}.";
        JobRescheduledAsking: "{company} put {job} on {dates}. These days have to be accepted again.", "{company} puso {job} en estas fechas: {dates}. Hay que aceptarlas de nuevo.";
        JobUnscheduledTitle: "Job unscheduled", "Trabajo sin fechas";
        JobOffTheCalendar: "{company} took {job} off the calendar.", "{company} quitó {job} del calendario.";
        JobCompletedTitle: "Job complete", "Trabajo completo";
        JobCompleted: "{company} marked {job} as complete.", "{company} marcó {job} como completo.";
        JobReopenedTitle: "Job active again", "Trabajo activo otra vez";
        JobReopened: "{company} marked {job} as active again.", "{company} marcó {job} como activo otra vez.";
        WorkOrderCreatedTitle: "New work order", "Orden de trabajo nueva";
        WorkOrderCreated: "{company} added work order {order} to {job}.", "{company} agregó la orden de trabajo {order} a {job}.";
        WorkOrderSentTitle: "Work order sent", "Orden de trabajo enviada";
        WorkOrderSent: "{company} sent you work order {order} of {job}.", "{company} le envió la orden de trabajo {order} de {job}.";
        WorkOrderSignedTitle: "Work order signed", "Orden de trabajo firmada";
        WorkOrderSigned: "{who} of {company} signed work order {order} of {job}.", "{who} de {company} firmó la orden de trabajo {order} de {job}.";
        InvitationCompletedTitle: "New colleague", "Colega nuevo";
        InvitationCompleted: "{who} accepted the invitation and joined {company}.", "{who} aceptó la invitación y se unió a {company}.";
    }
}

impl ToldJob {
    fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }

    fn gaps(&self, language: Language) -> Vec<Param> {
        let dates = self.span().map(|span| days(span, language));
        let when = dates.as_ref().map(|dates| format!(" ({dates})")).unwrap_or_default();
        vec![("job", self.job_title.clone()), ("dates", dates.unwrap_or_default()), ("when", when)]
    }

    fn route(&self) -> String {
        format!("/app/jobs/details/{}", self.job)
    }
}

fn days(span: Span, language: Language) -> String {
    let day = |day| date::job_date(day, language);
    if span.start_date == span.end_date {
        day(span.start_date)
    } else {
        format!("{} – {}", day(span.start_date), day(span.end_date))
    }
}

/// What a happening says, and where there is more.
struct Page {
    title: Told,
    content: Told,
    gaps: Vec<Param>,
    route: String,
}

impl Happening {
    /// The icon it belongs to.
    #[must_use]
    pub const fn destination(&self) -> Destination {
        match self {
            Self::ConnectionRequested { .. }
            | Self::ConnectionAccepted { .. }
            | Self::ConnectionDeclined { .. }
            | Self::ConnectionWithdrawn { .. }
            | Self::ConnectionRemoved { .. } => Destination::Connections,
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
            Self::InvitationCompleted { company } => (company.0, "invitation"),
        };
        Subject { id, topic }
    }

    /// Whether it takes the place only of what the same person told of the same subject: signatures
    /// and colleagues are many, while a job has its days from whoever gave them last.
    #[must_use]
    pub const fn stands_beside_others(&self) -> bool {
        matches!(self, Self::WorkOrderSigned(_) | Self::InvitationCompleted { .. })
    }

    fn page(&self, language: Language) -> Page {
        let connections = |title, content| Page {
            title,
            content,
            gaps: Vec::new(),
            route: "/app/connections".to_owned(),
        };
        let of_job = |job: &ToldJob, title, content| Page {
            title,
            content,
            gaps: job.gaps(language),
            route: job.route(),
        };
        let of_order = |order: &ToldOrder, title, content| Page {
            title,
            content,
            gaps: vec![("order", order.order_title.clone()), ("job", order.job_title.clone())],
            route: format!("/app/work_order/{}", order.work_order),
        };
        match self {
            Self::ConnectionRequested { message, .. } if message.is_empty() => {
                connections(Told::ConnectionRequestedTitle, Told::ConnectionRequested)
            }
            Self::ConnectionRequested { message, .. } => Page {
                gaps: vec![("message", message.clone())],
                ..connections(Told::ConnectionRequestedTitle, Told::ConnectionRequestedSaying)
            },
            Self::ConnectionAccepted { .. } => {
                connections(Told::ConnectionAcceptedTitle, Told::ConnectionAccepted)
            }
            Self::ConnectionDeclined { .. } => {
                connections(Told::ConnectionDeclinedTitle, Told::ConnectionDeclined)
            }
            Self::ConnectionWithdrawn { .. } => {
                connections(Told::ConnectionWithdrawnTitle, Told::ConnectionWithdrawn)
            }
            Self::ConnectionRemoved { jobs, .. } => {
                let content = match jobs {
                    0 => Told::ConnectionRemoved,
                    1 => Told::ConnectionRemovedOneJob,
                    _ => Told::ConnectionRemovedJobs,
                };
                let gaps = vec![("count", jobs.to_string())];
                Page { gaps, ..connections(Told::ConnectionRemovedTitle, content) }
            }
            Self::JobAssigned(job) => of_job(job, Told::JobAssignedTitle, Told::JobAssigned),
            Self::JobAccepted(job) => of_job(job, Told::JobAcceptedTitle, Told::JobWasAccepted),
            Self::JobDeclined(job) => of_job(job, Told::JobDeclinedTitle, Told::JobDeclined),
            // Its page is not for this reader any more.
            Self::JobTakenBack(job) => Page {
                route: "/app/jobs".to_owned(),
                ..of_job(job, Told::JobTakenBackTitle, Told::JobTakenBack)
            },
            Self::JobAssignedToMe(job) => {
                of_job(job, Told::JobAssignedToMeTitle, Told::JobAssignedToMe)
            }
            Self::JobRescheduled { job, asked_again: false } => {
                of_job(job, Told::JobRescheduledTitle, Told::JobRescheduled)
            }
            Self::JobRescheduled { job, asked_again: true } => {
                of_job(job, Told::JobRescheduledTitle, Told::JobRescheduledAsking)
            }
            Self::JobUnscheduled(job) => {
                of_job(job, Told::JobUnscheduledTitle, Told::JobOffTheCalendar)
            }
            Self::JobCompleted(job) => of_job(job, Told::JobCompletedTitle, Told::JobCompleted),
            Self::JobReopened(job) => of_job(job, Told::JobReopenedTitle, Told::JobReopened),
            Self::WorkOrderCreated(order) => {
                of_order(order, Told::WorkOrderCreatedTitle, Told::WorkOrderCreated)
            }
            Self::WorkOrderSent(order) => {
                of_order(order, Told::WorkOrderSentTitle, Told::WorkOrderSent)
            }
            Self::WorkOrderSigned(order) => {
                of_order(order, Told::WorkOrderSignedTitle, Told::WorkOrderSigned)
            }
            Self::InvitationCompleted { .. } => Page {
                title: Told::InvitationCompletedTitle,
                content: Told::InvitationCompleted,
                gaps: Vec::new(),
                route: "/app/company".to_owned(),
            },
        }
    }

    /// Title, sentence and route, for a reader of this language.
    #[must_use]
    pub fn in_words(&self, by: Doer<'_>, language: Language) -> (String, String, String) {
        let mut page = self.page(language);
        page.gaps.extend([("who", by.name.to_owned()), ("company", by.company.to_owned())]);
        let content = fill(page.content.template(language), &page.gaps);
        (page.title.template(language).to_owned(), content, page.route)
    }
}

/// The notifications that somebody has seen. What is no id names none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
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
    fn check(&self) -> Result<(), Vec<Refusal>> {
        Ok(())
    }
}
