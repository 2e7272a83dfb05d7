//! The text of an entry of the activity log: one sentence. Separate from [`text`](crate::i18n::rules),
//! because no browser needs it: the server sends the finished text, so that the screen and the CSV match.

use crate::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind, ValueFormat},
        values::{LocalTime, Words, abridged, in_a_sentence, listed, value},
    },
    i18n::rules::{Param, fill, sentences},
    types::language::Language,
};

sentences! {
    /// A sentence of the log.
    EntryText {
        Created: "{who} created {what}.", "{who} creó {what}.";
        Changed: "{who} changed the {fields} of {what}.", "{who} cambió «{fields}» {ofWhat}.";
        ChangedTo: "{who} changed the {fields} of {what} from {from} to {to}.", "{who} cambió «{fields}» {ofWhat} de {from} a {to}.";
        Set: "{who} set the {fields} of {what} to {to}.", "{who} estableció «{fields}» {ofWhat}: {to}.";
        Cleared: "{who} cleared the {fields} of {what}. It was {from}.", "{who} borró «{fields}» {ofWhat}. Era {from}.";
        Deleted: "{who} deleted {what}.", "{who} eliminó {what}.";
        Moved: "{who} moved {what} from {from} to {to}.", "{who} movió {what} de {from} a {to}.";
        Scheduled: "{who} scheduled {what} for {to}.", "{who} programó {what} para {to}.";
        Unscheduled: "{who} removed {what} from the calendar. It was on {from}.", "{who} quitó {what} del calendario. Estaba en {from}.";
        Completed: "{who} marked {what} as complete.", "{who} completó {what}.";
        Reopened: "{who} marked {what} as active again.", "{who} reabrió {what}.";
        Assigned: "{who} assigned {what} to {to}.", "{who} asignó {what} a {to}.";
        Unassigned: "{who} took {what} back from {from}.", "{who} retiró {what} a {from}.";
        UnassignedAlone: "{who} took {what} back.", "{who} retiró {what}.";
        Accepted: "{who} accepted {what}.", "{who} aceptó {what}.";
        Declined: "{who} declined {what}.", "{who} rechazó {what}.";
        Added: "{who} added {part} to {what}: {to}", "{who} agregó {part} {toWhat}: {to}";
        AddedAlone: "{who} added {part} to {what}.", "{who} agregó {part} {toWhat}.";
        Removed: "{who} removed {part} from {what}: {from}", "{who} quitó {part} {ofWhat}: {from}";
        RemovedAlone: "{who} removed {part} from {what}.", "{who} quitó {part} {ofWhat}.";
        Left: "{who} left the company.", "{who} dejó la empresa.";
        RemovedMember: "{who} removed {what} from the company.", "{who} quitó {what} de la empresa.";
        Signed: "{who} signed {what}.", "{who} firmó {what}.";
        Unsigned: "{who} withdrew the signature from {what}.", "{who} retiró su firma {ofWhat}.";
        Sent: "{who} sent {what} to {to}.", "{who} envió {what} a {to}.";
        Imported: "{who} imported {things}: {to}.", "{who} importó {things}: {to}.";
        Invited: "{who} invited {name}.", "{who} invitó a {name}.";
        Joined: "{who} joined the company.", "{who} se unió a la empresa.";
        DeclinedInvitation: "The invitation of {name} was declined through its link.", "La invitación de {name} se rechazó desde su enlace.";
        Requested: "{who} asked {name} to connect.", "{who} pidió a {name} conectarse.";
        Connected: "{who} accepted the connection with {name}.", "{who} aceptó la conexión con {name}.";
        Disconnected: "{who} ended the connection with {name}.", "{who} terminó la conexión con {name}.";
        DeclinedConnection: "{who} declined the request to connect with {name}.", "{who} rechazó la solicitud de conexión con {name}.";
        Withdrawn: "{who} withdrew the request to connect with {name}.", "{who} retiró la solicitud de conexión con {name}.";
        Renewed: "{who} renewed {what}.", "{who} renovó {what}.";
        Reported: "{who} reported {what} as complete.", "{who} informó que terminó {what}.";
        Received: "{who} recorded a delivery of {what}.", "{who} registró una entrega {ofWhat}.";
        Reminded: "A reminder of {what} was sent to {to}.", "Se envió un recordatorio {ofWhat} a {to}.";
        Other: "{who} did something that this version does not know.", "{who} hizo algo que esta versión no conoce.";
    }
}

/// The content of an entry's sentence.
#[derive(Clone, Copy, Debug)]
pub struct EntrySummary<'a> {
    /// Who did it.
    pub actor: &'a str,
    /// Their company, where it is not the reader's.
    pub of_company: Option<&'a str>,
    /// The kind of record.
    pub kind: ActivityKind,
    /// The name it had then; `None` where it need not be named.
    pub name: Option<&'a str>,
    /// The title that its job had then; `None` where it need not be named.
    pub job: Option<&'a str>,
    /// What was done.
    pub action: ActivityAction,
    /// Whether they did it to themselves.
    pub is_own: bool,
    /// The changed values, as this reader sees them.
    pub changes: &'a [Change],
}

/// A record with its article: in English, in Spanish, in Spanish after `de` and after `a`.
const fn articles(kind: ActivityKind) -> [&'static str; 4] {
    match kind {
        ActivityKind::Job => ["the job", "el trabajo", "del trabajo", "al trabajo"],
        ActivityKind::WorkOrder => [
            "the work order",
            "la orden de trabajo",
            "de la orden de trabajo",
            "a la orden de trabajo",
        ],
        ActivityKind::PurchaseOrder => [
            "the purchase order",
            "la orden de compra",
            "de la orden de compra",
            "a la orden de compra",
        ],
        ActivityKind::Appointment => {
            ["the appointment with", "la cita con", "de la cita con", "a la cita con"]
        }
        ActivityKind::Calendar => {
            ["the calendar", "el calendario", "del calendario", "al calendario"]
        }
        ActivityKind::Customer => ["the customer", "el cliente", "del cliente", "al cliente"],
        ActivityKind::Vendor => ["the vendor", "el proveedor", "del proveedor", "al proveedor"],
        ActivityKind::Product => ["the product", "el producto", "del producto", "al producto"],
        ActivityKind::Category => {
            ["the category", "la categoría", "de la categoría", "a la categoría"]
        }
        ActivityKind::Crew => ["the crew", "la cuadrilla", "de la cuadrilla", "a la cuadrilla"],
        ActivityKind::Company => ["the company", "la empresa", "de la empresa", "a la empresa"],
        ActivityKind::CompanyFile => ["the file", "el archivo", "del archivo", "al archivo"],
        ActivityKind::Qualification => {
            ["the qualification", "la certificación", "de la certificación", "a la certificación"]
        }
        ActivityKind::Member => ["", "a", "de", "a"],
        ActivityKind::Invitation => {
            ["the invitation of", "la invitación de", "de la invitación de", "a la invitación de"]
        }
        ActivityKind::Connection => {
            ["the connection with", "la conexión con", "de la conexión con", "a la conexión con"]
        }
        ActivityKind::ApiKey => {
            ["the API key", "la clave de API", "de la clave de API", "a la clave de API"]
        }
        ActivityKind::GuestLink => {
            ["the link for", "el enlace para", "del enlace para", "al enlace para"]
        }
        ActivityKind::JobOffer => {
            ["the offer of", "la oferta de", "de la oferta de", "a la oferta de"]
        }
        ActivityKind::Webhook => {
            ["the webhook to", "el webhook a", "del webhook a", "al webhook a"]
        }
        ActivityKind::Photo => ["the photo", "la foto", "de la foto", "a la foto"],
        ActivityKind::Other => ["", "", "", ""],
    }
}

/// A part of a record with its article.
const fn part(field: ActivityField) -> [&'static str; 2] {
    match field {
        ActivityField::Calendar => ["a calendar", "un calendario"],
        ActivityField::Contact => ["a contact", "un contacto"],
        ActivityField::CrewMember => ["a crew member", "un integrante"],
        ActivityField::Holiday => ["a holiday", "un día festivo"],
        ActivityField::DaysOff => ["days off", "días libres"],
        ActivityField::Item => ["an item", "una partida"],
        ActivityField::JobTemplate => ["a job template", "una plantilla de trabajo"],
        ActivityField::Measurement => ["a measurement", "una medida"],
        ActivityField::Note => ["a note", "una nota"],
        ActivityField::Picture => ["a photo", "una foto"],
        ActivityField::PicturePair => ["photos before and after", "fotos de antes y después"],
        ActivityField::Tag => ["a tag", "una etiqueta"],
        _ => ["something", "algo"],
    }
}

impl EntrySummary<'_> {
    /// The whole entry as one sentence.
    #[must_use]
    pub fn sentence(&self, language: Language, local: LocalTime<'_>) -> String {
        let shown = |change: &Change, side: &Option<String>| {
            side.as_deref().map(|text| abridged(&value(change.field, text, language, local)))
        };
        let main_change = self.main_change();
        let from = main_change.and_then(|change| shown(change, &change.from));
        let to = self
            .assignees(language, local)
            .or_else(|| main_change.and_then(|change| shown(change, &change.to)));
        let story = self.story(main_change, from.is_some(), to.is_some());
        let part = main_change.map_or(["", ""], |change| part(change.field));
        let mut params: Vec<Param> = vec![
            ("who", self.who(language)),
            ("fields", self.fields(language)),
            ("part", part[language as usize].to_owned()),
            ("name", self.name.unwrap_or_default().to_owned()),
            ("things", self.things().template(language).to_owned()),
            ("from", from.unwrap_or_default()),
            ("to", to.unwrap_or_default()),
        ];
        let [english, spanish, of, to] = articles(self.kind);
        let what = if language == Language::English { english } else { spanish };
        for (key, article) in [("what", what), ("ofWhat", of), ("toWhat", to)] {
            params.push((key, self.named(article)));
        }
        fill(story.template(language), &params)
    }

    fn story(&self, main_change: Option<&Change>, had: bool, has: bool) -> EntryText {
        let is_yes_no =
            main_change.is_some_and(|change| change.field.shape() == ValueFormat::YesNo);
        match self.action {
            ActivityAction::Created => EntryText::Created,
            ActivityAction::Changed if self.changes.len() > 1 => EntryText::Changed,
            ActivityAction::Changed => match (had, has) {
                (true, true) => EntryText::ChangedTo,
                (false, true) => EntryText::Set,
                (true, false) => EntryText::Cleared,
                (false, false) => EntryText::Changed,
            },
            ActivityAction::Deleted => EntryText::Deleted,
            ActivityAction::Moved => EntryText::Moved,
            ActivityAction::Scheduled => EntryText::Scheduled,
            ActivityAction::Unscheduled => EntryText::Unscheduled,
            ActivityAction::Completed => EntryText::Completed,
            ActivityAction::Reopened => EntryText::Reopened,
            ActivityAction::Assigned => EntryText::Assigned,
            ActivityAction::Unassigned if had => EntryText::Unassigned,
            ActivityAction::Unassigned => EntryText::UnassignedAlone,
            ActivityAction::Accepted => EntryText::Accepted,
            ActivityAction::Declined => match self.kind {
                ActivityKind::Invitation => EntryText::DeclinedInvitation,
                ActivityKind::Connection => EntryText::DeclinedConnection,
                _ => EntryText::Declined,
            },
            ActivityAction::Added if is_yes_no => EntryText::AddedAlone,
            ActivityAction::Added => EntryText::Added,
            ActivityAction::Removed if self.kind == ActivityKind::Member => {
                if self.is_own {
                    EntryText::Left
                } else {
                    EntryText::RemovedMember
                }
            }
            ActivityAction::Removed if is_yes_no => EntryText::RemovedAlone,
            ActivityAction::Removed => EntryText::Removed,
            ActivityAction::Signed => EntryText::Signed,
            ActivityAction::Unsigned => EntryText::Unsigned,
            ActivityAction::Sent => EntryText::Sent,
            ActivityAction::Imported => EntryText::Imported,
            ActivityAction::Invited => EntryText::Invited,
            ActivityAction::Joined => EntryText::Joined,
            ActivityAction::Requested => EntryText::Requested,
            ActivityAction::Connected => EntryText::Connected,
            ActivityAction::Disconnected => EntryText::Disconnected,
            ActivityAction::Withdrawn => EntryText::Withdrawn,
            ActivityAction::Renewed => EntryText::Renewed,
            ActivityAction::Reported => EntryText::Reported,
            ActivityAction::Received => EntryText::Received,
            ActivityAction::Reminded => EntryText::Reminded,
            ActivityAction::Other => EntryText::Other,
        }
    }

    /// The change that the sentence names.
    fn main_change(&self) -> Option<&Change> {
        let of = |field| self.changes.iter().find(|change| change.field == field);
        let named = match self.action {
            ActivityAction::Moved | ActivityAction::Scheduled | ActivityAction::Unscheduled => {
                of(ActivityField::Dates).or_else(|| of(ActivityField::Time))
            }
            ActivityAction::Assigned => self.changes.iter().find(|change| change.to.is_some()),
            ActivityAction::Unassigned => self.changes.iter().find(|change| change.from.is_some()),
            ActivityAction::Sent | ActivityAction::Reminded => of(ActivityField::SentTo),
            ActivityAction::Imported => of(ActivityField::Count),
            _ => None,
        };
        named.or_else(|| self.changes.first())
    }

    /// Everyone the job is assigned to now: a crew and its lead are two values.
    fn assignees(&self, language: Language, local: LocalTime<'_>) -> Option<String> {
        if self.action != ActivityAction::Assigned {
            return None;
        }
        let assigned =
            self.changes.iter().filter(|change| change.field.shape() == ValueFormat::Text);
        let names = assigned
            .filter_map(|change| Some(value(change.field, change.to.as_deref()?, language, local)));
        Some(listed(&names.collect::<Vec<_>>(), language))
    }

    fn who(&self, language: Language) -> String {
        let actor =
            if self.actor.is_empty() { Words::Somebody.template(language) } else { self.actor };
        match self.of_company {
            Some(company) if !company.is_empty() => format!("{actor} ({company})"),
            _ => actor.to_owned(),
        }
    }

    fn fields(&self, language: Language) -> String {
        let mut labels: Vec<String> = Vec::new();
        for change in self.changes {
            let label = in_a_sentence(change.field.label(language));
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        listed(&labels, language)
    }

    fn named(&self, article: &str) -> String {
        let name = self.name.unwrap_or_default();
        // An appointment whose customer was deleted has no name.
        let article = if name.is_empty() {
            article.trim_end_matches(" with").trim_end_matches(" con")
        } else {
            article
        };
        let mut what = format!("{article} {name}").trim().to_owned();
        if let Some(job) = self.job {
            what = format!("{what} ({job})");
        }
        what
    }

    const fn things(&self) -> Words {
        match self.kind {
            ActivityKind::Job => Words::Jobs,
            ActivityKind::Customer => Words::Customers,
            ActivityKind::Product => Words::Products,
            ActivityKind::Vendor => Words::Vendors,
            _ => Words::Things,
        }
    }
}
