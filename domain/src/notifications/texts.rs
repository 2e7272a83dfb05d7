//! The texts of notifications.

use crate::{
    i18n::rules::{Param, fill, sentences},
    notifications::notifications::{
        NotificationEvent, NotificationJob, NotificationMessage, NotificationOrder, OfferNews,
    },
    types::{date, date_range::Span, language::Language},
};

/// The user who caused the event, with their current name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActorName<'a> {
    /// First and last name.
    pub name: &'a str,
    /// The name of their company.
    pub company: &'a str,
}

sentences! {
    /// A title or a text of a notification.
    Phrase {
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
        ConnectionRemovedOneJob: "{company} ended the connection with your company. One active job is now unassigned.", "{company} terminó la conexión con su empresa. Un trabajo activo queda sin asignar.";
        ConnectionRemovedJobs: "{company} ended the connection with your company. {count} active jobs are now unassigned.", "{company} terminó la conexión con su empresa. {count} trabajos activos quedan sin asignar.";
        JobAssignedTitle: "New job", "Trabajo nuevo";
        JobAssigned: "{company} asks you to do {job}{when}. Accept or decline it.", "{company} le pide hacer {job}{when}. Acéptelo o rechácelo.";
        JobAcceptedTitle: "Job accepted", "Trabajo aceptado";
        JobWasAccepted: "{company} accepted {job}.", "{company} aceptó {job}.";
        JobDeclinedTitle: "Job declined", "Trabajo rechazado";
        JobDeclined: "{company} declined {job}. It is now unassigned.", "{company} rechazó {job}. Queda sin asignar.";
        JobTakenBackTitle: "Job taken back", "Trabajo retirado";
        JobTakenBack: "{company} took {job} back. It is no longer on your list.", "{company} retiró {job}. Ya no está en su lista.";
        JobsTakenBackTitle: "Jobs taken back", "Trabajos retirados";
        JobsTakenBack: "{company} took {count} jobs back: {reason}. They are no longer on your list.", "{company} retiró {count} trabajos: {reason}. Ya no están en su lista.";
        JobAssignedToMeTitle: "A job for you", "Un trabajo para usted";
        JobAssignedToMe: "{who} assigned you to {job}{when}.", "{who} le asignó {job}{when}.";
        JobRescheduledTitle: "Job rescheduled", "Trabajo reprogramado";
        JobRescheduled: "{company} scheduled {job} for {dates}.", "{company} programó {job} para estas fechas: {dates}.";
        JobRescheduledAsking: "{company} scheduled {job} for {dates}. Accept the new dates or decline them.", "{company} programó {job} para estas fechas: {dates}. Acéptelas o rechácelas.";
        JobsMovedTitle: "Jobs rescheduled", "Trabajos reprogramados";
        JobsMoved: "{company} moved {count} jobs to other days: {reason}", "{company} cambió las fechas de {count} trabajos: {reason}";
        JobsMovedAsking: "{company} moved {count} jobs to other days ({reason}). Accept the new dates or decline them.", "{company} cambió las fechas de {count} trabajos ({reason}). Acéptelas o rechácelas.";
        JobsMovedBackTitle: "Jobs on their former days", "Trabajos en sus fechas de antes";
        JobsMovedBack: "{company} moved {count} jobs back to their former days. You need not answer.", "{company} devolvió {count} trabajos a sus fechas de antes. No tiene que responder.";
        JobUnscheduledTitle: "Job unscheduled", "Trabajo sin fechas";
        JobOffTheCalendar: "{company} removed {job} from the calendar.", "{company} quitó {job} del calendario.";
        JobCompletedTitle: "Job complete", "Trabajo completado";
        JobCompleted: "{company} marked {job} as complete.", "{company} marcó {job} como completado.";
        JobReopenedTitle: "Job active again", "Trabajo activo otra vez";
        JobReopened: "{company} marked {job} as active again.", "{company} marcó {job} como activo otra vez.";
        WorkOrderCreatedTitle: "New work order", "Orden de trabajo nueva";
        WorkOrderCreated: "{company} added work order {order} to {job}.", "{company} agregó la orden de trabajo {order} a {job}.";
        WorkOrderSentTitle: "Work order sent", "Orden de trabajo enviada";
        WorkOrderSent: "{company} sent you work order {order} of {job}.", "{company} le envió la orden de trabajo {order} de {job}.";
        WorkOrderSignedTitle: "Work order signed", "Orden de trabajo firmada";
        WorkOrderSigned: "{who} of {company} signed work order {order} of {job}.", "{who} de {company} firmó la orden de trabajo {order} de {job}.";
        MessageSentTitle: "New message", "Mensaje nuevo";
        MessageSent: "{who} of {company} wrote: {message}", "{who} de {company} escribió: {message}";
        PictureSent: "{who} of {company} sent a photo.", "{who} de {company} envió una foto.";
        TaggedTitle: "You were tagged", "Le etiquetaron";
        Tagged: "{who} of {company} tagged you: {message}", "{who} de {company} le etiquetó: {message}";
        TaggedInPicture: "{who} of {company} tagged you in a photo.", "{who} de {company} le etiquetó en una foto.";
        InvitationCompletedTitle: "New colleague", "Colega nuevo";
        GuestAcceptedTitle: "Dates accepted", "Fechas aceptadas";
        GuestAccepted: "{holder} accepted {job}{when} by link.", "{holder} aceptó {job}{when} desde su enlace.";
        GuestDeclinedTitle: "Dates declined", "Fechas rechazadas";
        GuestDeclined: "{holder} declined {job}{when} by link.", "{holder} rechazó {job}{when} desde su enlace.";
        GuestDeclinedSaying: "{holder} declined {job}{when} by link: {reason}", "{holder} rechazó {job}{when} desde su enlace: {reason}";
        GuestReportedCompleteTitle: "Reported as complete", "Informado como terminado";
        GuestReportedComplete: "{holder} says by link that {job} is complete. Confirm it.", "{holder} informa desde su enlace que {job} está terminado. Confírmelo.";
        GuestSigned: "{holder} signed work order {order} of {job} by link.", "{holder} firmó la orden de trabajo {order} de {job} desde su enlace.";
        OfferAskedTitle: "Job offer", "Oferta de trabajo";
        OfferAsked: "{company} offers {job} to you and others. The first to accept gets it.", "{company} le ofrece {job} a usted y a otros. Lo recibe el primero que acepte.";
        OfferOverTitle: "Offer over", "Oferta terminada";
        OfferOver: "The offer of {job} by {company} is over.", "La oferta de {job} de {company} ya terminó.";
        OfferTakenTitle: "Offer accepted", "Oferta aceptada";
        OfferTaken: "{who} accepted {job}{when} for your company.", "{who} aceptó {job}{when} para su empresa.";
        OfferDeclinedTitle: "Offer declined", "Oferta rechazada";
        OfferDeclined: "{company} declined the offer of {job}.", "{company} rechazó la oferta de {job}.";
        OfferExpiredTitle: "Offer over", "Oferta terminada";
        OfferExpired: "Nobody accepted {job} in time. The offer is over.", "Nadie aceptó {job} a tiempo. La oferta ya terminó.";
        WebhookDisabledTitle: "Webhook turned off", "Webhook desactivado";
        WebhookDisabled: "The webhook to {host} was turned off, because it did not take what was sent to it. Activate it again once it works.", "El webhook a {host} se desactivó porque no recibía lo que se le enviaba. Actívelo de nuevo cuando funcione.";
        InvitationCompleted: "{who} accepted the invitation and joined {company}.", "{who} aceptó la invitación y se unió a {company}.";
    }
}

impl NotificationJob {
    fn span(&self) -> Option<Span> {
        Some(Span { start_date: self.start_date?, end_date: self.end_date? })
    }

    fn params(&self, language: Language) -> Vec<Param> {
        let dates = self.span().map(|span| days(span, language));
        let when = dates.as_ref().map(|dates| format!(" ({dates})")).unwrap_or_default();
        vec![("job", self.job_title.clone()), ("dates", dates.unwrap_or_default()), ("when", when)]
    }

    fn route(&self) -> String {
        format!("/app/jobs/details/{}", self.job)
    }
}

impl NotificationMessage {
    /// The phrase for a text or for a picture: a message is one or the other.
    const fn either(&self, text: Phrase, picture: Phrase) -> Phrase {
        if self.contents.is_empty() { picture } else { text }
    }
}

/// The days of a job in a sentence.
#[must_use]
pub fn days(span: Span, language: Language) -> String {
    let day = |day| date::job_date(day, language);
    if span.start_date == span.end_date {
        day(span.start_date)
    } else {
        format!("{} – {}", day(span.start_date), day(span.end_date))
    }
}

/// The host of an address: the rest may be a secret.
#[must_use]
pub fn host_of(url: &str) -> &str {
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    after_scheme.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The texts of an event, and the route with the details.
struct Page {
    title: Phrase,
    content: Phrase,
    params: Vec<Param>,
    route: String,
}

impl Page {
    fn of_job(job: &NotificationJob, language: Language, title: Phrase, content: Phrase) -> Self {
        Self { title, content, params: job.params(language), route: job.route() }
    }

    fn of_connections(title: Phrase, content: Phrase) -> Self {
        Self { title, content, params: Vec::new(), route: "/app/connections".to_owned() }
    }

    fn of_order(order: &NotificationOrder, title: Phrase, content: Phrase) -> Self {
        Self {
            title,
            content,
            params: vec![("order", order.order_title.clone()), ("job", order.job_title.clone())],
            route: format!("/app/work_order/{}", order.work_order),
        }
    }
}

impl OfferNews {
    fn page(self, job: &NotificationJob, language: Language) -> Page {
        let (title, content) = match self {
            Self::Asked => (Phrase::OfferAskedTitle, Phrase::OfferAsked),
            Self::Over => (Phrase::OfferOverTitle, Phrase::OfferOver),
            Self::Taken => (Phrase::OfferTakenTitle, Phrase::OfferTaken),
            Self::Declined => (Phrase::OfferDeclinedTitle, Phrase::OfferDeclined),
            Self::Expired => (Phrase::OfferExpiredTitle, Phrase::OfferExpired),
        };
        let page = Page::of_job(job, language, title, content);
        match self {
            // This reader cannot open the job, or no longer.
            Self::Asked | Self::Over => Page { route: "/app/jobs".to_owned(), ..page },
            Self::Taken | Self::Declined | Self::Expired => page,
        }
    }
}

impl NotificationEvent {
    /// Of many jobs that moved or were taken back at once.
    fn page_of_moves(&self) -> Page {
        let (title, content, jobs, reason) = match self {
            Self::JobsMoved { jobs, asked_again: true, reason, .. } => {
                (Phrase::JobsMovedTitle, Phrase::JobsMovedAsking, *jobs, reason.clone())
            }
            Self::JobsMoved { jobs, reason, .. } => {
                (Phrase::JobsMovedTitle, Phrase::JobsMoved, *jobs, reason.clone())
            }
            Self::JobsMovedBack { jobs, .. } => {
                (Phrase::JobsMovedBackTitle, Phrase::JobsMovedBack, *jobs, String::new())
            }
            Self::JobsTakenBack { jobs, titles, .. } => {
                (Phrase::JobsTakenBackTitle, Phrase::JobsTakenBack, *jobs, titles.clone())
            }
            _ => (Phrase::JobsMovedTitle, Phrase::JobsMoved, 0, String::new()),
        };
        let params = vec![("count", jobs.to_string()), ("reason", reason)];
        Page { title, content, params, route: "/app/jobs".to_owned() }
    }

    fn page(&self, language: Language) -> Page {
        let connections = Page::of_connections;
        let of_job = |job, title, content| Page::of_job(job, language, title, content);
        let of_order = Page::of_order;
        let of_message = |message: &NotificationMessage, title, content| Page {
            title,
            content,
            params: vec![("message", message.contents.clone())],
            route: format!("/app/messages/{}", message.room),
        };
        match self {
            Self::ConnectionRequested { message, .. } if message.is_empty() => {
                connections(Phrase::ConnectionRequestedTitle, Phrase::ConnectionRequested)
            }
            Self::ConnectionRequested { message, .. } => Page {
                params: vec![("message", message.clone())],
                ..connections(Phrase::ConnectionRequestedTitle, Phrase::ConnectionRequestedSaying)
            },
            Self::ConnectionAccepted { .. } => {
                connections(Phrase::ConnectionAcceptedTitle, Phrase::ConnectionAccepted)
            }
            Self::ConnectionDeclined { .. } => {
                connections(Phrase::ConnectionDeclinedTitle, Phrase::ConnectionDeclined)
            }
            Self::ConnectionWithdrawn { .. } => {
                connections(Phrase::ConnectionWithdrawnTitle, Phrase::ConnectionWithdrawn)
            }
            Self::ConnectionRemoved { jobs, .. } => {
                let content = match jobs {
                    0 => Phrase::ConnectionRemoved,
                    1 => Phrase::ConnectionRemovedOneJob,
                    _ => Phrase::ConnectionRemovedJobs,
                };
                let params = vec![("count", jobs.to_string())];
                Page { params, ..connections(Phrase::ConnectionRemovedTitle, content) }
            }
            Self::JobAssigned(job) => of_job(job, Phrase::JobAssignedTitle, Phrase::JobAssigned),
            Self::JobAccepted(job) => of_job(job, Phrase::JobAcceptedTitle, Phrase::JobWasAccepted),
            Self::JobDeclined(job) => of_job(job, Phrase::JobDeclinedTitle, Phrase::JobDeclined),
            // This reader can no longer open the job.
            Self::JobTakenBack(job) => Page {
                route: "/app/jobs".to_owned(),
                ..of_job(job, Phrase::JobTakenBackTitle, Phrase::JobTakenBack)
            },
            Self::JobAssignedToMe(job) => {
                of_job(job, Phrase::JobAssignedToMeTitle, Phrase::JobAssignedToMe)
            }
            Self::JobRescheduled { job, asked_again: false } => {
                of_job(job, Phrase::JobRescheduledTitle, Phrase::JobRescheduled)
            }
            Self::JobRescheduled { job, asked_again: true } => {
                of_job(job, Phrase::JobRescheduledTitle, Phrase::JobRescheduledAsking)
            }
            Self::JobsMoved { .. } | Self::JobsMovedBack { .. } | Self::JobsTakenBack { .. } => {
                self.page_of_moves()
            }
            Self::JobUnscheduled(job) => {
                of_job(job, Phrase::JobUnscheduledTitle, Phrase::JobOffTheCalendar)
            }
            Self::JobCompleted(job) => of_job(job, Phrase::JobCompletedTitle, Phrase::JobCompleted),
            Self::JobReopened(job) => of_job(job, Phrase::JobReopenedTitle, Phrase::JobReopened),
            Self::WorkOrderCreated(order) => {
                of_order(order, Phrase::WorkOrderCreatedTitle, Phrase::WorkOrderCreated)
            }
            Self::WorkOrderSent(order) => {
                of_order(order, Phrase::WorkOrderSentTitle, Phrase::WorkOrderSent)
            }
            Self::WorkOrderSigned(order) => {
                of_order(order, Phrase::WorkOrderSignedTitle, Phrase::WorkOrderSigned)
            }
            Self::MessageSent(message) => {
                let content = message.either(Phrase::MessageSent, Phrase::PictureSent);
                of_message(message, Phrase::MessageSentTitle, content)
            }
            Self::Tagged(message) => {
                let content = message.either(Phrase::Tagged, Phrase::TaggedInPicture);
                of_message(message, Phrase::TaggedTitle, content)
            }
            Self::InvitationCompleted { .. } => Page {
                title: Phrase::InvitationCompletedTitle,
                content: Phrase::InvitationCompleted,
                params: Vec::new(),
                route: "/app/company".to_owned(),
            },
            Self::Offer { job, what, .. } => what.page(job, language),
            Self::WebhookDisabled { url, .. } => Page {
                title: Phrase::WebhookDisabledTitle,
                content: Phrase::WebhookDisabled,
                params: vec![("host", host_of(url).to_owned())],
                route: "/app/company".to_owned(),
            },
            Self::GuestAnswered { name, .. }
            | Self::GuestReportedComplete { name, .. }
            | Self::GuestSigned { name, .. } => {
                let mut page = self.page_of_guest(language);
                page.params.push(("holder", name.clone()));
                page
            }
        }
    }

    /// The page of what the holder of a link did, without the holder's name.
    fn page_of_guest(&self, language: Language) -> Page {
        match self {
            Self::GuestAnswered { job, accepted, reason, .. } => {
                let (title, content) = match (accepted, reason) {
                    (true, _) => (Phrase::GuestAcceptedTitle, Phrase::GuestAccepted),
                    (false, None) => (Phrase::GuestDeclinedTitle, Phrase::GuestDeclined),
                    (false, Some(_)) => (Phrase::GuestDeclinedTitle, Phrase::GuestDeclinedSaying),
                };
                let mut page = Page::of_job(job, language, title, content);
                page.params.push(("reason", reason.clone().unwrap_or_default()));
                page
            }
            Self::GuestSigned { order, .. } => {
                Page::of_order(order, Phrase::WorkOrderSignedTitle, Phrase::GuestSigned)
            }
            Self::GuestReportedComplete { job, .. } => {
                let title = Phrase::GuestReportedCompleteTitle;
                Page::of_job(job, language, title, Phrase::GuestReportedComplete)
            }
            // The other events are not caused by holders of links.
            other => other.page(language),
        }
    }

    /// Title, text and route, in the reader's language.
    #[must_use]
    pub fn in_words(&self, by: ActorName<'_>, language: Language) -> (String, String, String) {
        let mut page = self.page(language);
        page.params.extend([("who", by.name.to_owned()), ("company", by.company.to_owned())]);
        let content = fill(page.content.template(language), &page.params);
        (page.title.template(language).to_owned(), content, page.route)
    }
}
