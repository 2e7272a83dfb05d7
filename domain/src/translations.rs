//! What people wrote, in the other language: which texts there are, and how they are asked for.

use serde::Serialize;
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    checks::Checks,
    error::{Code, Refusal},
    form::{Choice, Form, Given, form},
    language::Language,
    limits::LIMITS,
    permission::Action,
    text::Text,
};

/// Of what the texts are translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
#[ts(export, export_to = "index.ts", rename_all = "camelCase")]
pub enum TranslationKind {
    /// An appointment's note.
    Appointment,
    /// A product category's title.
    Category,
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

impl Choice for TranslationKind {
    const OFFERED: &'static [(&'static str, Self)] = &[
        ("appointment", Self::Appointment),
        ("category", Self::Category),
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
            Self::Company
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
        kind: String = "kind",
        #[ts(as = "Vec<String>")]
        ids: Vec<Given<Uuid>> = "ids",
        #[ts(as = "Language")]
        language: String = "language",
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
        let mut ids = Vec::with_capacity(self.ids.len());
        for id in self.ids.iter().map(|id| id.0.unwrap_or_default()) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }
}

impl Form for Translate {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.choice::<TranslationKind>("kind", &self.kind);
        checks.given("ids", self.ids.first());
        if self.ids.len() > LIMITS.translations as usize {
            let refusal = Refusal::new("ids", Code::TooLarge, Text::TooLarge);
            checks.refuse(refusal.with("max", &LIMITS.translations));
        }
        checks.choice::<Language>("language", &self.language);
        checks.done()
    }
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
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
