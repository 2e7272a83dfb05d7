//! Templates of jobs: what jobs of one kind have in common, to begin the next one with.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules,
    },
    i18n::rules::Text,
    types::{
        ids::{JobId, JobTemplateId, ProductId},
        limits::LIMITS,
        money::{Money, Quantity},
    },
};

/// The most that a template takes as JSON: the list of a company's templates reads all of them.
const MAX_BYTES: usize = 64 * 1024;

/// A template as the form of a new job offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct JobTemplate {
    pub id: JobTemplateId,
    pub name: String,
    pub title: String,
    /// The first note of a job that is made from it.
    pub note: Option<String>,
    pub color: String,
    pub contract_amount: Option<Money>,
    /// How long such a job takes, in working days; none if the job of the template had no days.
    #[ts(type = "number | null")]
    pub workdays: Option<u32>,
    pub tags: Vec<String>,
    /// How many measurements it has.
    #[ts(type = "number")]
    pub measurements: usize,
    /// How many rows its work orders and purchase orders have.
    #[ts(type = "number")]
    pub order_rows: usize,
}

/// Everything that a template holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplateContents {
    pub title: String,
    pub note: Option<String>,
    pub color: String,
    pub contract_amount: Option<Money>,
    pub workdays: Option<u32>,
    pub tags: Vec<String>,
    pub measurements: Vec<TemplateMeasurement>,
    pub work_orders: Vec<TemplateWorkOrder>,
    pub purchase_orders: Vec<TemplatePurchaseOrder>,
}

/// A measurement of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplateMeasurement {
    pub measurement: String,
    pub amount: Quantity,
}

/// A work order of a template; its title is blank if it was the default one of the job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplateWorkOrder {
    pub title: String,
    pub items: Vec<TemplateWorkItem>,
}

/// A row of a template's work order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplateWorkItem {
    pub title: String,
    pub description: Option<String>,
    pub quantity: Quantity,
    pub unit_cost: Money,
}

/// A purchase order of a template; its title is blank if it was the default one of the job. Names and costs are those of the
/// products when a job is made from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplatePurchaseOrder {
    pub title: String,
    pub items: Vec<TemplatePurchaseItem>,
}

/// A row of a template's purchase order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct TemplatePurchaseItem {
    pub product_id: ProductId,
    pub quantity: Quantity,
}

impl TemplateContents {
    fn order_rows(&self) -> usize {
        let work: usize = self.work_orders.iter().map(|order| order.items.len()).sum();
        let bought: usize = self.purchase_orders.iter().map(|order| order.items.len()).sum();
        work + bought
    }

    /// Refuses the contents of a job that is too large to be copied into each new one.
    pub fn check_size(&self) -> Result<(), ValidationError> {
        let orders = self.work_orders.len() + self.purchase_orders.len();
        let rows = self.tags.len() + self.measurements.len() + orders + self.order_rows();
        let bytes = serde_json::to_vec(self).map_or(usize::MAX, |json| json.len());
        if rows <= LIMITS.template_rows && bytes <= MAX_BYTES {
            return Ok(());
        }
        let refusal = ValidationError::new("jobId", Code::TooLarge, Text::TemplateTooLarge);
        Err(refusal.with("max", &LIMITS.template_rows))
    }

    /// The template, as the form of a new job offers it.
    #[must_use]
    pub fn shown(self, id: JobTemplateId, name: String) -> JobTemplate {
        JobTemplate {
            id,
            name,
            measurements: self.measurements.len(),
            order_rows: self.order_rows(),
            title: self.title,
            note: self.note,
            color: self.color,
            contract_amount: self.contract_amount,
            workdays: self.workdays,
            tags: self.tags,
        }
    }
}

form! {
    /// The name of a template.
    JobTemplateName {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.template_name }>))]
        name: String = "name",
    }
}

form! {
    /// Makes a template of a job.
    NewJobTemplate {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        named: JobTemplateName,
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::lines))]
        note: String = "note",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_with_too_many_rows_is_refused_before_it_becomes_a_template() {
        let measured = TemplateMeasurement {
            measurement: "square".to_owned(),
            amount: Quantity::from_thousandths(24_500),
        };
        let item = TemplatePurchaseItem {
            product_id: ProductId::default(),
            quantity: Quantity::from_thousandths(1_000),
        };
        let mut contents = TemplateContents {
            title: "Re-roof".to_owned(),
            note: None,
            color: "#123456".to_owned(),
            contract_amount: Some(Money::from_cents(1_850_050)),
            workdays: Some(3),
            tags: vec!["hail".to_owned()],
            measurements: vec![measured; 98],
            work_orders: Vec::new(),
            purchase_orders: vec![TemplatePurchaseOrder {
                title: "Shingles".to_owned(),
                items: vec![item; 200],
            }],
        };
        assert_eq!(contents.check_size(), Ok(()));
        let stored = serde_json::to_string(&contents).expect("JSON");
        assert_eq!(serde_json::from_str::<TemplateContents>(&stored).expect("read"), contents);
        contents.tags.push("steep".to_owned());
        assert_eq!(contents.check_size().map_err(|refusal| refusal.code), Err(Code::TooLarge));
        let shown = contents.shown(JobTemplateId::default(), "Hail".to_owned());
        assert_eq!((shown.measurements, shown.order_rows), (98, 200));
    }
}
