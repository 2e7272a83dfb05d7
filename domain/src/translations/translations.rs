//! Texts that users wrote, in the other language: which texts there are, and the calls to translate them.

use serde::{Serialize, Serializer};
use serde_json::Value;
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{FromFields as _, OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    permissions::permission::Action,
    types::{
        field::{FromField, WireEnum},
        language::Language,
        limits::LIMITS,
    },
};

/// The record whose texts are translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
#[ts(export, export_to = "index.ts", rename_all = "camelCase")]
pub enum TranslationKind {
    /// An appointment's note.
    Appointment,
    /// A product category's title.
    Category,
    /// A message in a chat.
    ChatMessage,
    /// A company's description.
    Company,
    /// A job's title and inspection note.
    Job,
    /// A note about a job.
    JobNote,
    /// A product's name.
    Product,
    /// A purchase order's title.
    PurchaseOrder,
    /// The product and the category of a row of a purchase order.
    PurchaseOrderItem,
    /// A company's qualification.
    Qualification,
    /// A vendor's name.
    Vendor,
    /// A work order's title.
    WorkOrder,
    /// Title and description of a work order's item.
    WorkOrderItem,
}

impl WireEnum for TranslationKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("appointment", Self::Appointment),
        ("category", Self::Category),
        ("chatMessage", Self::ChatMessage),
        ("company", Self::Company),
        ("job", Self::Job),
        ("jobNote", Self::JobNote),
        ("product", Self::Product),
        ("purchaseOrder", Self::PurchaseOrder),
        ("purchaseOrderItem", Self::PurchaseOrderItem),
        ("qualification", Self::Qualification),
        ("vendor", Self::Vendor),
        ("workOrder", Self::WorkOrder),
        ("workOrderItem", Self::WorkOrderItem),
    ];
}

impl TranslationKind {
    /// The action that a role needs permission for to read such texts; `None` where every user of a company
    /// may read those they see.
    #[must_use]
    pub const fn read_by(self) -> Option<Action> {
        match self {
            Self::Appointment => Some(Action::AppointmentsView),
            Self::Category | Self::Product => Some(Action::ProductsView),
            Self::PurchaseOrder | Self::PurchaseOrderItem | Self::Vendor => {
                Some(Action::PurchaseOrdersView)
            }
            Self::ChatMessage
            | Self::Company
            | Self::Job
            | Self::JobNote
            | Self::Qualification
            | Self::WorkOrder
            | Self::WorkOrderItem => None,
        }
    }
}

form! {
    /// Requests texts in the reader's language.
    Translate {
        #[ts(as = "TranslationKind")]
        #[validate(custom(function = rules::choice::<TranslationKind>))]
        kind: String = "kind",
        #[ts(as = "Vec<String>")]
        #[validate(custom(function = check_ids))]
        ids: Vec<OptionalId<Uuid>> = "ids",
        #[ts(as = "Language")]
        #[validate(custom(function = rules::choice::<Language>))]
        language: String = "language",
    }
}

fn check_ids(ids: &[OptionalId<Uuid>]) -> Verdict {
    check_count(ids.len(), LIMITS.translations)
}

/// A record has at most two texts.
fn check_answers(answers: &[RestoredText]) -> Verdict {
    check_count(answers.len(), 2 * LIMITS.translations)
}

fn check_count(count: usize, max: u32) -> Verdict {
    let refusal = |code, text| ValidationError::new("", code, text);
    if count == 0 {
        Err(refusal(Code::Required, Text::Required).into())
    } else if count > max as usize {
        Err(refusal(Code::TooLarge, Text::TooLarge).with("max", &max).into())
    } else {
        Ok(())
    }
}

impl Translate {
    /// The kind of record, on a form that passed its check.
    #[must_use]
    pub fn kind(&self) -> Option<TranslationKind> {
        TranslationKind::from_word(&self.kind)
    }

    /// The target language, on a form that passed its check.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        Language::from_word(&self.language)
    }

    /// The ids of the records, each once, in the order of the form.
    #[must_use]
    pub fn ids(&self) -> Vec<Uuid> {
        each_once(self.ids.iter().copied())
    }
}

form! {
    /// A prepared text, translated in the browser.
    RestoredText {
        #[ts(as = "String")]
        id: OptionalId<Uuid> = "id",
        field: String = "field",
        text: String = "text",
    }
}

/// The errors of `validator` contain the value; the texts are of no use in them.
impl Serialize for RestoredText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit()
    }
}

impl FromField for RestoredText {
    fn read(value: &Value) -> Option<Self> {
        Self::from_fields(value.as_object()?).ok()
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemas.subschema_for::<Self>()
    }
}

form! {
    /// Restores the terms of the trade in prepared texts that were translated in the browser.
    RestoreTexts {
        #[ts(as = "TranslationKind")]
        #[validate(custom(function = rules::choice::<TranslationKind>))]
        kind: String = "kind",
        #[ts(as = "Language")]
        #[validate(custom(function = rules::choice::<Language>))]
        language: String = "language",
        #[validate(custom(function = check_answers))]
        answers: Vec<RestoredText> = "answers",
    }
}

impl RestoreTexts {
    /// The kind of record, on a form that passed its check.
    #[must_use]
    pub fn kind(&self) -> Option<TranslationKind> {
        TranslationKind::from_word(&self.kind)
    }

    /// The target language, on a form that passed its check.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        Language::from_word(&self.language)
    }

    /// The ids of the records, each once, in the order of the form.
    #[must_use]
    pub fn ids(&self) -> Vec<Uuid> {
        each_once(self.answers.iter().map(|answer| answer.id))
    }
}

fn each_once(given: impl Iterator<Item = OptionalId<Uuid>>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for id in given.map(|id| id.0.unwrap_or_default()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// A text prepared for a translator in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PreparedText {
    /// The id of its record.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of its field.
    pub field: &'static str,
    /// The original text.
    pub original: String,
    /// The input for the translator, with placeholders for the terms of the trade; the translation, if the
    /// text is ready.
    pub text: String,
    /// The input for the translator after it lost a placeholder, with the terms in the other language.
    pub mixed: String,
    /// Whether no translator is needed.
    pub is_ready: bool,
    /// The language of the original.
    pub from: Language,
    /// The reader's language.
    pub to: Language,
}

/// A text in whose translation a term was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct LostText {
    /// The id of its record.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of its field.
    pub field: &'static str,
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Translation {
    /// The id of its record.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of its field.
    pub field: &'static str,
    /// The original text.
    pub original: String,
    /// The text in the reader's language.
    pub text: String,
    /// The language of the original. Where that is the reader's, both texts are the same.
    pub from: Language,
    /// The reader's language.
    pub to: Language,
}
