//! The events of webhooks and of the changes feed (contract-2, section 4): their types, and the feed's query.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
};

/// The version of the format of changes.
pub const VERSION: u32 = 1;

/// How many days a change is kept.
pub const DAYS: i64 = 30;

/// The most changes in one answer of the feed.
pub const PAGE: u32 = 1_000;

/// How many changes an answer of the feed has where the call does not say.
const DEFAULT_PAGE: u32 = 500;

/// What a change is about: the first word of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the words of the trade")]
pub enum ChangeKind {
    Job,
    Appointment,
    WorkOrder,
    PurchaseOrder,
    Customer,
    Connection,
    /// A chat, whose messages are its changes.
    Chat,
    /// A webhook that is tested. It is in no feed.
    Webhook,
}

impl ChangeKind {
    /// Every kind that the feed has.
    pub const ALL: [Self; 7] = [
        Self::Job,
        Self::Appointment,
        Self::WorkOrder,
        Self::PurchaseOrder,
        Self::Customer,
        Self::Connection,
        Self::Chat,
    ];

    /// The wire name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Appointment => "appointment",
            Self::WorkOrder => "work_order",
            Self::PurchaseOrder => "purchase_order",
            Self::Customer => "customer",
            Self::Connection => "connection",
            Self::Chat => "chat",
            Self::Webhook => "webhook",
        }
    }

    /// The key of its subject in a change's data.
    #[must_use]
    pub const fn data_key(self) -> &'static str {
        match self {
            Self::WorkOrder => "workOrder",
            Self::PurchaseOrder => "purchaseOrder",
            Self::Chat => "message",
            other => other.as_str(),
        }
    }

    /// The kind with this wire name, if the feed has it.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

macro_rules! change_types {
    ($($name:ident $kind:ident $word:literal),+ $(,)?) => {
        /// What happened to a subject.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[ts(export, export_to = "index.ts")]
        #[expect(missing_docs, reason = "the words of the contract")]
        pub enum ChangeType {$(
            #[serde(rename = $word)]
            $name,
        )+}

        impl ChangeType {
            /// Every type, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The wire name, such as `job.created`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {$(Self::$name => $word,)+}
            }

            /// What it is about.
            #[must_use]
            pub const fn kind(self) -> ChangeKind {
                match self {$(Self::$name => ChangeKind::$kind,)+}
            }
        }
    };
}

change_types! {
    JobCreated Job "job.created",
    JobUpdated Job "job.updated",
    JobScheduled Job "job.scheduled",
    JobAssigned Job "job.assigned",
    JobAccepted Job "job.accepted",
    JobDeclined Job "job.declined",
    JobCompleted Job "job.completed",
    JobDeleted Job "job.deleted",
    AppointmentCreated Appointment "appointment.created",
    AppointmentUpdated Appointment "appointment.updated",
    AppointmentScheduled Appointment "appointment.scheduled",
    AppointmentCompleted Appointment "appointment.completed",
    AppointmentDeleted Appointment "appointment.deleted",
    WorkOrderCreated WorkOrder "work_order.created",
    WorkOrderUpdated WorkOrder "work_order.updated",
    WorkOrderSigned WorkOrder "work_order.signed",
    WorkOrderDeleted WorkOrder "work_order.deleted",
    PurchaseOrderCreated PurchaseOrder "purchase_order.created",
    PurchaseOrderUpdated PurchaseOrder "purchase_order.updated",
    PurchaseOrderSent PurchaseOrder "purchase_order.sent",
    PurchaseOrderSeen PurchaseOrder "purchase_order.seen",
    PurchaseOrderConfirmed PurchaseOrder "purchase_order.confirmed",
    PurchaseOrderReceived PurchaseOrder "purchase_order.received",
    PurchaseOrderCancelled PurchaseOrder "purchase_order.cancelled",
    PurchaseOrderDeleted PurchaseOrder "purchase_order.deleted",
    CustomerCreated Customer "customer.created",
    CustomerUpdated Customer "customer.updated",
    CustomerDeleted Customer "customer.deleted",
    ConnectionRequested Connection "connection.requested",
    ConnectionAccepted Connection "connection.accepted",
    ConnectionRemoved Connection "connection.removed",
    ChatMessage Chat "chat.message",
    WebhookTest Webhook "webhook.test",
}

impl ChangeType {
    /// The type with this wire name, if it is of the feed.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let known = Self::ALL.iter().copied().find(|known| known.as_str() == word)?;
        (known != Self::WebhookTest).then_some(known)
    }

    /// Whether its data is only the id of its subject, which is gone.
    #[must_use]
    pub const fn is_end(self) -> bool {
        matches!(
            self,
            Self::JobDeleted
                | Self::AppointmentDeleted
                | Self::WorkOrderDeleted
                | Self::PurchaseOrderDeleted
                | Self::CustomerDeleted
                | Self::ConnectionRemoved
        )
    }

    /// Whether it is the first of its subject.
    #[must_use]
    pub const fn is_start(self) -> bool {
        matches!(
            self,
            Self::JobCreated
                | Self::AppointmentCreated
                | Self::WorkOrderCreated
                | Self::PurchaseOrderCreated
                | Self::CustomerCreated
                | Self::ConnectionRequested
        )
    }
}

/// A change, as the admins of one company saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangeEvent {
    /// What happened.
    #[serde(rename = "type")]
    pub change_type: ChangeType,
    /// When.
    pub timestamp: DateTime<Utc>,
    /// The version of this format.
    pub version: u32,
    /// What it happened to.
    pub subject: ChangeSubject,
    /// Rises with each change of the subject.
    pub sequence: i64,
    /// The subject under its name, such as `{job}`; only `{id}` once it is gone.
    pub data: Value,
}

/// The subject of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the fields are the words of the contract")]
pub struct ChangeSubject {
    pub kind: ChangeKind,
    pub id: Uuid,
}

/// The query of the changes feed, as it was sent. Blank is the same as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangesForm {
    /// The cursor of an earlier answer, or `now`.
    #[serde(default)]
    pub after: String,
    /// The kinds of subjects, separated by commas; all if there are none.
    #[serde(default)]
    kinds: String,
    /// How many changes at most, 1 to 1,000; 500 if it is missing.
    #[serde(default)]
    limit: String,
}

/// The kinds and the number of changes of a checked query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangesPage {
    /// The kinds of subjects, each once; every one if it is empty.
    pub kinds: Vec<ChangeKind>,
    /// How many changes at most.
    pub limit: u32,
}

impl ChangesForm {
    /// The query.
    ///
    /// # Errors
    /// `kinds` with `choice`, and `limit` with `format`, `too_small` or `too_large`.
    pub fn page(&self) -> Result<ChangesPage, Vec<ValidationError>> {
        let mut refused = Vec::new();
        let words = self.kinds.split(',').map(str::trim).filter(|word| !word.is_empty());
        let known: Vec<Option<ChangeKind>> = words.map(ChangeKind::from_word).collect();
        if known.contains(&None) {
            refused.push(ValidationError::new("kinds", Code::Choice, Text::Choice));
        }
        let mut kinds: Vec<ChangeKind> = known.into_iter().flatten().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let limit = self.limit().unwrap_or_else(|refusal| {
            refused.push(refusal);
            DEFAULT_PAGE
        });
        if refused.is_empty() { Ok(ChangesPage { kinds, limit }) } else { Err(refused) }
    }

    fn limit(&self) -> Result<u32, ValidationError> {
        let text = self.limit.trim();
        if text.is_empty() {
            return Ok(DEFAULT_PAGE);
        }
        let number: i128 = text
            .parse()
            .map_err(|_| ValidationError::new("limit", Code::Format, Text::WholeNumber))?;
        match u32::try_from(number) {
            Ok(limit @ 1..=PAGE) => Ok(limit),
            _ if number < 1 => {
                let refusal = ValidationError::new("limit", Code::TooSmall, Text::TooSmall);
                Err(refusal.with("min", &1_u32))
            }
            _ => {
                let refusal = ValidationError::new("limit", Code::TooLarge, Text::TooLarge);
                Err(refusal.with("max", &PAGE))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_change_is_the_first_word_of_its_type() {
        for change in ChangeType::ALL {
            let (first, _) = change.as_str().split_once('.').expect("two words");
            assert_eq!(change.kind().as_str(), first);
            let word = serde_json::to_value(change).expect("a word");
            assert_eq!(word, change.as_str());
            let expected = (*change != ChangeType::WebhookTest).then_some(*change);
            assert_eq!(ChangeType::from_word(change.as_str()), expected);
        }
        for kind in ChangeKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("a word"), kind.as_str());
            assert_eq!(ChangeKind::from_word(kind.as_str()), Some(kind));
        }
        assert_eq!(ChangeKind::from_word("webhook"), None);
    }

    #[test]
    fn a_page_of_the_feed_has_500_changes_and_at_most_1000() {
        let form = |kinds: &str, limit: &str| ChangesForm {
            kinds: kinds.into(),
            limit: limit.into(),
            ..ChangesForm::default()
        };
        let page = form("", "").page().expect("a page");
        assert_eq!(page, ChangesPage { kinds: Vec::new(), limit: 500 });
        let page = form("job, chat,job", " 1000").page().expect("a page");
        assert_eq!(page.limit, 1_000);
        assert_eq!(page.kinds, [ChangeKind::Job, ChangeKind::Chat]);
        for (kinds, limit, field, code) in [
            ("", "0", "limit", Code::TooSmall),
            ("", "-9", "limit", Code::TooSmall),
            ("", "1001", "limit", Code::TooLarge),
            ("", "99999999999999999999", "limit", Code::TooLarge),
            ("", "ten", "limit", Code::Format),
            ("jobs", "", "kinds", Code::Choice),
            ("job,webhook", "", "kinds", Code::Choice),
        ] {
            let refused = form(kinds, limit).page().expect_err("refused");
            let [refusal] = refused.as_slice() else { panic!("{refused:?}") };
            assert_eq!((refusal.field.as_str(), refusal.code), (field, code), "{kinds} {limit}");
        }
    }
}
