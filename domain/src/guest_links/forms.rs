//! The forms of links: those of the office, and those of a link's holder.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    guest_links::link::GuestAction,
    i18n::rules::Text,
    jobs::assignment_forms::SeenDays,
    limits::guest_links::REASON,
    orders::orders::is_version,
    types::{
        date,
        field::{Stated, WireEnum},
        ids::{CrewMemberId, GuestLinkId, JobId, PurchaseOrderId, VendorContactId, WorkOrderId},
        language::Language,
        money::FormNumber,
        phone,
    },
};
use chrono::NaiveDate;

form! {
    /// Makes a link to a job or to a purchase order.
    #[validate(schema(function = "CreateGuestLink::check_whole", skip_on_field_errors = false))]
    CreateGuestLink {
        #[ts(optional, as = "Option<JobId>")]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(optional, as = "Option<PurchaseOrderId>")]
        purchase_order_id: OptionalId<PurchaseOrderId> = "purchaseOrderId",
        #[ts(optional, as = "Option<CrewMemberId>")]
        crew_member_id: OptionalId<CrewMemberId> = "crewMemberId",
        #[ts(optional, as = "Option<VendorContactId>")]
        vendor_contact_id: OptionalId<VendorContactId> = "vendorContactId",
        #[validate(custom(function = rules::line))]
        name: String = "name",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::phone))]
        phone: String = "phone",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::email_line))]
        email: String = "email",
        #[ts(optional, type = "Language | null")]
        #[validate(custom(function = check_language))]
        language: String = "language",
        #[ts(optional)]
        #[validate(custom(function = rules::optional_day))]
        expires_on: Option<String> = "expiresOn",
        #[ts(optional, type = "Array<GuestAction> | null")]
        #[validate(custom(function = check_actions))]
        may: Option<Vec<String>> = "may",
        #[ts(optional)]
        all_jobs: Option<bool> = "allJobs",
    }
}

fn check_language(word: &str) -> Verdict {
    if word.is_empty() { Ok(()) } else { rules::choice::<Language>(word) }
}

#[expect(clippy::ref_option, reason = "`validator` passes a reference to the field")]
fn check_actions(words: &Option<Vec<String>>) -> Verdict {
    let mut words = words.iter().flatten();
    if words.all(|word| GuestAction::from_word(word).is_some()) {
        Ok(())
    } else {
        Err(rules::refused(Code::Choice, Text::Choice))
    }
}

impl CreateGuestLink {
    fn check_whole(&self) -> Verdict {
        let refused = |field, code, text| Err(ValidationError::new(field, code, text).into());
        match (self.job_id.0, self.purchase_order_id.0) {
            (None, None) => return refused("jobId", Code::Required, Text::Required),
            (Some(_), Some(_)) => {
                return refused("purchaseOrderId", Code::Mismatch, Text::Choice);
            }
            _ => {}
        }
        // A vendor's contact has a name of its own.
        if self.name.is_empty() && self.vendor_contact_id.0.is_none() {
            return refused("name", Code::Required, Text::Required);
        }
        if self.shows_all_jobs() && self.crew_member_id.0.is_none() {
            return refused("crewMemberId", Code::Required, Text::Required);
        }
        Ok(())
    }

    /// Whether the link shows all jobs of its crew member.
    #[must_use]
    pub fn shows_all_jobs(&self) -> bool {
        self.all_jobs == Some(true)
    }

    /// The phone number as it is stored.
    #[must_use]
    pub fn phone(&self) -> Option<String> {
        phone::parse(&self.phone)
    }

    /// The chosen language.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        Language::from_word(&self.language)
    }

    /// The chosen last day.
    #[must_use]
    pub fn expires_on(&self) -> Option<NaiveDate> {
        date::read_day(self.expires_on.as_deref()?)
    }

    /// What the holder may do: everything by default, each action once.
    #[must_use]
    pub fn may(&self) -> Vec<GuestAction> {
        let Some(words) = &self.may else { return GuestAction::all() };
        let chosen: Vec<_> = words.iter().filter_map(|word| GuestAction::from_word(word)).collect();
        GuestAction::all().into_iter().filter(|action| chosen.contains(action)).collect()
    }
}

form! {
    /// A link, to renew or to mail it.
    GuestLinkRef {
        #[ts(as = "GuestLinkId")]
        #[validate(required)]
        id: OptionalId<GuestLinkId> = "id",
    }
}

form! {
    /// Whether the days of a job suit the holder. Both days are stated, as the holder saw them; null of a job without
    /// days.
    AnswerAsGuest {
        #[ts(as = "bool")]
        #[validate(required)]
        accepted: Option<bool> = "accepted",
        #[ts(type = "string | null")]
        #[validate(custom(function = required_stated_day))]
        start_date: Stated<String> = "startDate",
        #[ts(type = "string | null")]
        #[validate(custom(function = required_stated_day))]
        end_date: Stated<String> = "endDate",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<REASON>))]
        reason: String = "reason",
    }
}

fn required_stated_day(day: &Stated<String>) -> Verdict {
    match day.0 {
        None => Err(rules::refused(Code::Required, Text::Required)),
        Some(_) => rules::stated_day(day),
    }
}

impl AnswerAsGuest {
    /// The days that the holder saw.
    #[must_use]
    pub fn days(&self) -> SeenDays {
        SeenDays { start_date: self.start_date.clone(), end_date: self.end_date.clone() }
    }
}

form! {
    /// Signs a work order in the holder's name, with the version of its items that the holder saw.
    SignAsGuest {
        #[ts(as = "WorkOrderId")]
        #[validate(required)]
        work_order_id: OptionalId<WorkOrderId> = "workOrderId",
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[ts(type = "number")]
        #[validate(custom(function = required_version))]
        seen: Option<FormNumber> = "seen",
    }
}

#[expect(clippy::ref_option, reason = "`validator` passes a reference to the field")]
fn required_version(version: &Option<FormNumber>) -> Verdict {
    if version.is_some() { Ok(()) } else { Err(rules::refused(Code::Required, Text::Required)) }
}

impl SignAsGuest {
    /// Refuses to sign items that have changed since the holder saw them.
    pub fn check_unchanged(&self, items_version: i64) -> Result<(), Text> {
        if is_version(self.seen, items_version) { Ok(()) } else { Err(Text::ItemsChanged) }
    }
}

form! {
    /// Reports a job as complete.
    CompleteAsGuest {
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::lines))]
        note: String = "note",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::forms::form::Form;

    fn errors<F: Form>(body: Value) -> Vec<String> {
        let form: F = serde_json::from_value(body).expect("a form");
        let refused = form.check().err().unwrap_or_default();
        let word = |error: &ValidationError| format!("{} {}", error.field, error.code.as_word());
        refused.iter().map(word).collect()
    }

    #[test]
    fn a_link_opens_one_thing_for_one_person() {
        const ID: &str = "0198f7a0-0000-7000-8000-000000000000";
        let link = errors::<CreateGuestLink>;
        assert!(link(json!({ "jobId": ID, "name": "Rosa" })).is_empty());
        assert!(link(json!({ "purchaseOrderId": ID, "vendorContactId": ID })).is_empty());
        assert_eq!(link(json!({ "name": "Rosa" })), ["jobId required"]);
        assert_eq!(
            link(json!({ "jobId": ID, "purchaseOrderId": ID, "name": "Rosa" })),
            ["purchaseOrderId mismatch"]
        );
        assert_eq!(link(json!({ "jobId": ID })), ["name required"]);
        assert_eq!(
            link(json!({ "jobId": ID, "name": "Rosa", "allJobs": true })),
            ["crewMemberId required"]
        );
        let wrong = json!({
            "jobId": ID, "name": "Rosa", "phone": "1", "email": "x", "language": "french",
            "expiresOn": "soon", "may": ["notes", "pay"],
        });
        assert_eq!(
            link(wrong),
            [
                "phone phone_format",
                "email email",
                "language choice",
                "expiresOn format",
                "may choice"
            ]
        );
    }

    #[test]
    fn a_link_may_do_everything_unless_it_says_less() {
        let may = |body: Value| {
            let form: CreateGuestLink = serde_json::from_value(body).expect("a form");
            form.may()
        };
        assert_eq!(may(json!({})), GuestAction::all());
        assert_eq!(may(json!({ "may": null })), GuestAction::all());
        assert_eq!(may(json!({ "may": [] })), []);
        let some = json!({ "may": ["sign", "notes", "sign"] });
        assert_eq!(may(some), [GuestAction::Notes, GuestAction::Sign]);
    }

    #[test]
    fn an_answer_states_the_days_it_is_for() {
        let answer = errors::<AnswerAsGuest>;
        let days = json!({ "accepted": true, "startDate": null, "endDate": null });
        assert!(answer(days).is_empty());
        assert_eq!(
            answer(json!({})),
            ["accepted required", "startDate required", "endDate required"]
        );
        assert_eq!(
            answer(json!({ "accepted": false, "startDate": "2026-05-04", "endDate": "may" })),
            ["endDate format"]
        );
        assert_eq!(
            errors::<SignAsGuest>(json!({})),
            ["workOrderId required", "name required", "seen required"]
        );
    }
}
