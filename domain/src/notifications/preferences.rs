//! Notification settings: what users are notified of, and whether in the app, by mail too, or not at all.
//!
//! Events are grouped in a way that users understand, and each group has its own setting. The default is in
//! the app.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules,
    },
    i18n::rules::{Text, fill, sentences},
    notifications::notifications::{NotificationEvent, OfferNews},
    permissions::permission::{CompanyType, Role, UserType},
    types::{field::WireEnum, language::Language},
};

/// A group of events with one setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum NotificationKind {
    /// Jobs that are offered, assigned or taken back.
    Jobs,
    /// The responses of subcontractors.
    Answers,
    /// The dates of jobs.
    Schedule,
    /// Jobs that are completed or reopened.
    Completion,
    /// Work orders and the signatures on them.
    WorkOrders,
    /// Messages in a room.
    Messages,
    /// Messages in which the user is tagged.
    Tags,
    /// Connection requests and their outcome.
    Connections,
    /// Users who join the company.
    Colleagues,
}

impl WireEnum for NotificationKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("jobs", Self::Jobs),
        ("answers", Self::Answers),
        ("schedule", Self::Schedule),
        ("completion", Self::Completion),
        ("workOrders", Self::WorkOrders),
        ("messages", Self::Messages),
        ("tags", Self::Tags),
        ("connections", Self::Connections),
        ("colleagues", Self::Colleagues),
    ];
}

/// How a user is notified of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum NotificationChannel {
    /// In the app, and by push on the user's devices.
    #[default]
    App,
    /// By immediate mail, too.
    Mail,
    /// By daily mail, too.
    Digest,
    /// Not at all.
    None,
}

impl WireEnum for NotificationChannel {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("app", Self::App), ("mail", Self::Mail), ("digest", Self::Digest), ("none", Self::None)];
}

/// A group and the user's setting for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct NotificationChoice {
    /// The group.
    pub kind: NotificationKind,
    /// Its name, in the reader's language.
    pub title: String,
    /// What it contains for the reader's role.
    pub text: String,
    /// The setting.
    pub choice: NotificationChannel,
}

form! {
    /// Changes how the user is notified of a group.
    SetNotificationChoice {
        #[ts(type = "NotificationKind | \"\"")]
        #[validate(custom(function = rules::choice::<NotificationKind>))]
        kind: String = "kind",
        #[ts(type = "NotificationChannel | \"\"")]
        #[validate(custom(function = rules::choice::<NotificationChannel>))]
        choice: String = "choice",
    }
}

impl SetNotificationChoice {
    /// The setting, where it is valid and this role gets the group at all.
    pub fn chosen(
        &self,
        role: Role,
    ) -> Result<(NotificationKind, NotificationChannel), ValidationError> {
        let kind = NotificationKind::from_word(&self.kind).filter(|kind| kind.applies_to(role));
        let kind = kind.ok_or(ValidationError::new("kind", Code::Choice, Text::Choice))?;
        let way = NotificationChannel::from_word(&self.choice);
        Ok((kind, way.ok_or(ValidationError::new("choice", Code::Choice, Text::Choice))?))
    }
}

sentences! {
    /// The names and descriptions of the groups.
    GroupText {
        JobsTitle: "Jobs for us", "Trabajos para nosotros";
        JobsForMeTitle: "Jobs for me", "Trabajos para mí";
        JobsOfferedToUs: "A contractor asks us to do a job or takes it back, or a job is assigned to me.", "Un contratista nos pide hacer un trabajo o lo retira, o me asignan un trabajo.";
        JobsForMe: "A job is assigned to me or taken back.", "Me asignan un trabajo o lo retiran.";
        AnswersTitle: "Answers from subcontractors", "Respuestas de subcontratistas";
        Answers: "A subcontractor, or someone with a link, accepts or declines a job.", "Un subcontratista, o alguien con un enlace, acepta o rechaza un trabajo.";
        ScheduleTitle: "Schedule changes", "Cambios de fechas";
        Schedule: "The dates of a job that we or I work on change or are removed.", "Un trabajo nuestro o mío cambia de fechas o se queda sin ellas.";
        CompletionTitle: "Completed jobs", "Trabajos completados";
        Completion: "A job that we or I work on is marked as complete, or as active again.", "Un trabajo nuestro o mío se marca como completado, o como activo otra vez.";
        WorkOrdersTitle: "Work orders", "Órdenes de trabajo";
        WorkOrders: "A work order is added, sent or signed.", "Se agrega, se envía o se firma una orden de trabajo.";
        MessagesTitle: "Messages", "Mensajes";
        Messages: "Someone writes in a chat with a company that we work with.", "Alguien escribe en un chat con una empresa con la que trabajamos.";
        TagsTitle: "Messages to me", "Mensajes para mí";
        Tags: "Someone tags me in a message.", "Alguien me etiqueta en un mensaje.";
        ConnectionsTitle: "Connections", "Conexiones";
        Connections: "A company asks to connect, answers our request or ends a connection, or other software no longer gets our changes.", "Una empresa solicita una conexión, responde a nuestra solicitud o termina una conexión, u otro programa deja de recibir nuestros cambios.";
        ColleaguesTitle: "New colleagues", "Colegas nuevos";
        Colleagues: "Someone we invited joins the company.", "Alguien a quien invitamos se une a la empresa.";
    }
}

impl NotificationKind {
    /// Whether users of this role ever get it.
    #[must_use]
    pub const fn applies_to(self, role: Role) -> bool {
        let is_admin = matches!(role.user_type, UserType::Admin);
        match self {
            Self::Connections | Self::Colleagues => is_admin,
            Self::Answers => is_admin && matches!(role.company_type, CompanyType::Contractor),
            _ => true,
        }
    }

    /// Its name.
    #[must_use]
    pub fn title(self, role: Role, language: Language) -> &'static str {
        let text = match self {
            Self::Jobs if offered_jobs(role) => GroupText::JobsTitle,
            Self::Jobs => GroupText::JobsForMeTitle,
            Self::Answers => GroupText::AnswersTitle,
            Self::Schedule => GroupText::ScheduleTitle,
            Self::Completion => GroupText::CompletionTitle,
            Self::WorkOrders => GroupText::WorkOrdersTitle,
            Self::Messages => GroupText::MessagesTitle,
            Self::Tags => GroupText::TagsTitle,
            Self::Connections => GroupText::ConnectionsTitle,
            Self::Colleagues => GroupText::ColleaguesTitle,
        };
        text.template(language)
    }

    /// What it contains for users of this role.
    #[must_use]
    pub fn text(self, role: Role, language: Language) -> &'static str {
        let text = match self {
            Self::Jobs if offered_jobs(role) => GroupText::JobsOfferedToUs,
            Self::Jobs => GroupText::JobsForMe,
            Self::Answers => GroupText::Answers,
            Self::Schedule => GroupText::Schedule,
            Self::Completion => GroupText::Completion,
            Self::WorkOrders => GroupText::WorkOrders,
            Self::Messages => GroupText::Messages,
            Self::Tags => GroupText::Tags,
            Self::Connections => GroupText::Connections,
            Self::Colleagues => GroupText::Colleagues,
        };
        text.template(language)
    }
}

/// Jobs are offered to subcontractors, whose admins accept or decline.
const fn offered_jobs(role: Role) -> bool {
    matches!(role, Role { company_type: CompanyType::Subcontractor, user_type: UserType::Admin })
}

/// Every group that users of this role get, in display order, with the user's settings.
#[must_use]
pub fn offered(
    role: Role,
    language: Language,
    chosen: &[(NotificationKind, NotificationChannel)],
) -> Vec<NotificationChoice> {
    let groups = NotificationKind::WIRE_WORDS.iter().map(|(_, kind)| *kind);
    groups
        .filter(|kind| kind.applies_to(role))
        .map(|kind| {
            let way = chosen.iter().find(|(of, _)| *of == kind).map(|(_, way)| *way);
            NotificationChoice {
                kind,
                title: kind.title(role, language).to_owned(),
                text: kind.text(role, language).to_owned(),
                choice: way.unwrap_or_default(),
            }
        })
        .collect()
}

impl NotificationEvent {
    /// The group of the event.
    #[must_use]
    pub const fn kind(&self) -> NotificationKind {
        match self {
            Self::ConnectionRequested { .. }
            | Self::ConnectionAccepted { .. }
            | Self::ConnectionDeclined { .. }
            | Self::ConnectionWithdrawn { .. }
            | Self::ConnectionRemoved { .. }
            | Self::WebhookDisabled { .. } => NotificationKind::Connections,
            Self::JobAccepted(_)
            | Self::JobDeclined(_)
            | Self::GuestAnswered { .. }
            | Self::Offer { what: OfferNews::Declined | OfferNews::Expired, .. } => {
                NotificationKind::Answers
            }
            Self::JobAssigned(_)
            | Self::JobTakenBack(_)
            | Self::JobsTakenBack { .. }
            | Self::JobAssignedToMe(_)
            | Self::Offer { .. } => NotificationKind::Jobs,
            Self::JobRescheduled { .. }
            | Self::JobsMoved { .. }
            | Self::JobsMovedBack { .. }
            | Self::JobUnscheduled(_) => NotificationKind::Schedule,
            Self::JobCompleted(_) | Self::JobReopened(_) | Self::GuestReportedComplete { .. } => {
                NotificationKind::Completion
            }
            Self::WorkOrderCreated(_)
            | Self::WorkOrderSent(_)
            | Self::WorkOrderSigned(_)
            | Self::GuestSigned { .. } => NotificationKind::WorkOrders,
            Self::MessageSent(_) => NotificationKind::Messages,
            Self::Tagged(_) => NotificationKind::Tags,
            Self::InvitationCompleted { .. } => NotificationKind::Colleagues,
        }
    }

    /// Whether its readers already got it by mail, whatever their settings: the mail with the work order, or about the
    /// webhook.
    #[must_use]
    pub const fn was_mailed_directly(&self) -> bool {
        matches!(self, Self::WorkOrderSent(_) | Self::WebhookDisabled { .. })
    }

    /// Whether a user waits for a response: then a push wakes the device.
    #[must_use]
    pub const fn is_urgent(&self) -> bool {
        matches!(
            self.kind(),
            NotificationKind::Jobs | NotificationKind::Messages | NotificationKind::Tags
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::form::Form as _;

    fn kinds(company: CompanyType, user: UserType) -> Vec<NotificationKind> {
        let choices = offered(Role::new(company, user), Language::English, &[]);
        assert!(choices.iter().all(|choice| choice.choice == NotificationChannel::App));
        choices.into_iter().map(|choice| choice.kind).collect()
    }

    #[test]
    fn users_only_choose_for_notifications_that_their_role_gets() {
        use NotificationKind::*;
        assert_eq!(
            kinds(CompanyType::Contractor, UserType::Admin),
            [
                Jobs,
                Answers,
                Schedule,
                Completion,
                WorkOrders,
                Messages,
                Tags,
                Connections,
                Colleagues
            ]
        );
        assert_eq!(
            kinds(CompanyType::Subcontractor, UserType::Admin),
            [Jobs, Schedule, Completion, WorkOrders, Messages, Tags, Connections, Colleagues]
        );
        for company in [CompanyType::Contractor, CompanyType::Subcontractor] {
            assert_eq!(
                kinds(company, UserType::Foreman),
                [Jobs, Schedule, Completion, WorkOrders, Messages, Tags]
            );
        }
    }

    #[test]
    fn a_user_cannot_choose_for_notifications_that_their_role_does_not_get() {
        let foreman = Role::new(CompanyType::Contractor, UserType::Foreman);
        let form = |kind: &str, choice: &str| SetNotificationChoice {
            kind: kind.into(),
            choice: choice.into(),
        };
        assert_eq!(
            form("schedule", "digest").chosen(foreman),
            Ok((NotificationKind::Schedule, NotificationChannel::Digest))
        );
        assert!(form("connections", "none").check().is_ok());
        let error = form("connections", "none").chosen(foreman).expect_err("not a foreman's");
        assert_eq!((error.field.as_str(), error.code), ("kind", Code::Choice));
        let errors = form("", "loud").check().expect_err("two");
        assert_eq!(
            errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(),
            ["kind", "choice"]
        );
    }
}
