//! What people wrote, in the other language: which texts there are, and how they are asked for.

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

/// Of what the texts are translated.
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
    /// What somebody wrote about a job.
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
    /// What somebody must be allowed to do in order to read such texts; none where everybody of a
    /// company reads those that they see.
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
    /// Asks for texts in the reader's language.
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

/// Nothing has more than two texts.
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
    /// Of what; the form was checked.
    #[must_use]
    pub fn kind(&self) -> Option<TranslationKind> {
        TranslationKind::from_word(&self.kind)
    }

    /// Into which language; the form was checked.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        Language::from_word(&self.language)
    }

    /// Which, each once, in the order of the form.
    #[must_use]
    pub fn ids(&self) -> Vec<Uuid> {
        each_once(self.ids.iter().copied())
    }
}

form! {
    /// What a machine in the browser made of a prepared text.
    RestoredText {
        #[ts(as = "String")]
        id: OptionalId<Uuid> = "id",
        field: String = "field",
        text: String = "text",
    }
}

/// What is said of refused answers has no use for their texts.
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
    /// Puts the terms of the trade into what a machine in the browser made of prepared texts.
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
    /// Of what; the form was checked.
    #[must_use]
    pub fn kind(&self) -> Option<TranslationKind> {
        TranslationKind::from_word(&self.kind)
    }

    /// Into which language; the form was checked.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        Language::from_word(&self.language)
    }

    /// Which, each once, in the order of the form.
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

/// A text made ready for a translator in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PreparedText {
    /// Of what it is a text.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of the field it stands in.
    pub field: &'static str,
    /// As it was written.
    pub original: String,
    /// What the translator is given, with placeholders for the terms of the trade; what is read, where
    /// the text is ready.
    pub text: String,
    /// What it is given when it lost a placeholder: the terms in the other language already.
    pub mixed: String,
    /// Whether no translator is needed.
    pub is_ready: bool,
    /// The language it was written in.
    pub from: Language,
    /// The reader's language.
    pub to: Language,
}

/// A text of which a machine lost a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct LostText {
    /// Of what it is a text.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of the field it stands in.
    pub field: &'static str,
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Translation {
    /// Of what it is a text.
    #[ts(type = "string")]
    pub id: Uuid,
    /// The wire name of the field it stands in.
    pub field: &'static str,
    /// As it was written.
    pub original: String,
    /// As it is read.
    pub text: String,
    /// The language it was written in. Where that is the reader's, both texts are the same.
    pub from: Language,
    /// The reader's language.
    pub to: Language,
}
