//! The form that creates a job with everything that is known when the customer calls.

use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalForm, OptionalId, form, nested_form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::{
        assignment_forms::OptionalSchedule,
        bulk_forms::{Assignee, BulkAssignment},
        forms::NewJob,
    },
    types::{
        date_range::Span,
        ids::{CustomerId, JobTemplateId},
        limits::LIMITS,
        money::{FormNumber, Money},
    },
};

/// Tags of a new job.
const MOST_TAGS: usize = 50;

form! {
    /// Creates a job: title, city and state are required, everything else may be left out and added later.
    #[validate(schema(function = "CreateJob::check_whole", skip_on_field_errors = false))]
    CreateJob {
        #[validate(nested)]
        #[ts(flatten)]
        job: NewJob,
        #[ts(optional, as = "Option<CustomerId>")]
        job_customer: OptionalId<CustomerId> = "jobCustomer",
        #[ts(optional, as = "Option<NewJobCustomer>")]
        #[validate(nested)]
        new_customer: OptionalForm<NewJobCustomer> => "newCustomer",
        #[validate(nested)]
        #[ts(flatten)]
        days: OptionalSchedule,
        #[ts(optional)]
        assign: Option<BulkAssignment> = "assign",
        #[ts(optional, type = "number | null")]
        #[validate(custom(function = rules::money))]
        contract_amount: Option<FormNumber> = "contractAmount",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.job_number }>))]
        job_number: String = "jobNumber",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::color))]
        color: String = "color",
        #[ts(optional, as = "Option<Vec<String>>")]
        #[validate(custom(function = check_tags))]
        tags: Vec<String> = "tags",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::lines))]
        note: String = "note",
        /// Its measurements and orders come along; the other fields are those of this form.
        #[ts(optional, as = "Option<JobTemplateId>")]
        template: OptionalId<JobTemplateId> = "template",
    }
}

form! {
    /// Somebody who calls for the first time. Their address is that of the job.
    NewJobCustomer {
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::line))]
        first_name: String = "firstName",
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::line))]
        last_name: String = "lastName",
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::phone))]
        phone: String = "phone",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::line))]
        company: String = "company",
    }
}

nested_form!(NewJobCustomer);

impl CreateJob {
    /// The days of a checked form.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.days.span()
    }

    /// Who gets the job, in a checked form.
    #[must_use]
    pub fn assignee(&self) -> Option<Assignee> {
        self.assign.as_ref()?.read().ok()
    }

    /// The contract amount of a checked form.
    #[must_use]
    pub fn amount(&self) -> Option<Money> {
        self.contract_amount.and_then(Money::from_figure)
    }

    /// Whether it has no more than title and address.
    #[must_use]
    pub fn is_title_and_address(&self) -> bool {
        *self == Self { job: self.job.clone(), ..Self::default() }
    }

    /// What no field decides alone.
    fn check_whole(&self) -> Verdict {
        if let Some(Err(refusals)) = self.assign.as_ref().map(BulkAssignment::read)
            && let Some(refusal) = refusals.into_iter().next()
        {
            return Err(refusal.into());
        }
        if self.new_customer.0.is_some() && self.job_customer.0.is_some() {
            let text = Text::ChooseOneCustomer;
            return Err(ValidationError::new("jobCustomer", Code::Mismatch, text).into());
        }
        Ok(())
    }
}

fn check_tags(tags: &[String]) -> Verdict {
    if tags.len() > MOST_TAGS {
        let refusal = ValidationError::new("", Code::TooLarge, Text::TooLarge);
        return Err(refusal.with("max", &MOST_TAGS).into());
    }
    tags.iter().try_for_each(|tag| rules::required_at_most::<{ LIMITS.tag }>(tag))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{forms::form::Form as _, types::ids::CrewId};

    fn form(more: &Value) -> CreateJob {
        let mut body = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
        let fields = body.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        serde_json::from_value(body).expect("a form")
    }

    fn refused(more: &Value) -> Vec<(String, Code)> {
        let errors = form(more).check().err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn everything_but_title_and_place_may_be_left_out_or_null() {
        assert_eq!(refused(&json!({})), []);
        assert!(form(&json!({})).is_title_and_address());
        let nulls = json!({
            "jobCustomer": null, "newCustomer": null, "startDate": null, "endDate": null, "assign": null,
            "contractAmount": null, "jobNumber": null, "color": null, "tags": null, "note": null,
            "template": null,
        });
        assert_eq!(refused(&nulls), []);
        assert!(!form(&json!({ "note": "The dog bites." })).is_title_and_address());
    }

    #[test]
    fn whatever_is_given_is_checked_as_by_the_call_that_changes_it_alone() {
        for (more, field, code) in [
            (json!({ "startDate": "2026-05-02" }), "endDate", Code::Required),
            (
                json!({ "startDate": "2026-05-02", "endDate": "2026-05-01" }),
                "startDate",
                Code::Range,
            ),
            (json!({ "contractAmount": -1 }), "contractAmount", Code::TooSmall),
            (json!({ "jobNumber": "x".repeat(51) }), "jobNumber", Code::TooLong),
            (json!({ "color": "blue" }), "color", Code::Format),
            (json!({ "tags": ["hail", " "] }), "tags", Code::Required),
            (json!({ "tags": ["x".repeat(31)] }), "tags", Code::TooLong),
            (json!({ "tags": vec!["x"; MOST_TAGS + 1] }), "tags", Code::TooLarge),
            (json!({ "note": "x".repeat(10_001) }), "note", Code::TooLong),
            (json!({ "assign": {} }), "selectedConnection", Code::Required),
            (
                json!({ "assign": { "customCrewId": CrewId::default(), "assignedToUserId": CrewId::default() } }),
                "assign",
                Code::Mismatch,
            ),
            (
                json!({
                    "jobCustomer": CrewId::default(),
                    "newCustomer": { "firstName": "Ana", "lastName": "Ríos", "phone": "615-555-0100" },
                }),
                "jobCustomer",
                Code::Mismatch,
            ),
        ] {
            assert_eq!(refused(&more), [(field.to_owned(), code)], "{more}");
        }
    }

    #[test]
    fn a_new_customer_needs_a_name_and_a_phone() {
        let missing = [
            ("firstName", Code::Required),
            ("lastName", Code::Required),
            ("phone", Code::PhoneFormat),
        ];
        assert_eq!(
            refused(&json!({ "newCustomer": { "phone": "12" } })),
            missing.map(|(field, code)| (field.to_owned(), code))
        );
        let customer = json!({ "firstName": "Ana", "lastName": "Ríos", "phone": "6155550100" });
        assert_eq!(refused(&json!({ "newCustomer": customer })), []);
    }
}
