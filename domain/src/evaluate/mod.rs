//! One door to every rule, by its stable name: for rule suites, in Rust and in the browser.
//!
//! The app itself calls the typed functions. Nothing is decided here.

mod input;
mod values;

use serde_json::{Value, json};

use crate::{
    appointments, calendars, companies, company_files, crews, customers,
    error::{Code, Refusal, in_language},
    files,
    form::{Choice as _, Form, FromFields},
    invitations, job_forms, job_records,
    language::Language,
    letters, onboarding, orders, people, products, public_pages,
    text::Text,
    vendors,
};
use input::Input;

/// What a rule answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The input is fine.
    Ok,
    /// These fields were refused.
    Errors(Vec<Refusal>),
    /// The rule's result.
    Value(Value),
}

impl Outcome {
    /// As suites write it: `{"ok": true}`, `{"errors": […]}` or `{"value": …}`.
    #[must_use]
    pub fn to_json(&self, language: Language) -> Value {
        match self {
            Self::Ok => json!({ "ok": true }),
            Self::Errors(refusals) => json!({ "errors": in_language(refusals, language) }),
            Self::Value(value) => json!({ "value": value }),
        }
    }
}

type Verdict = Result<(), Vec<Refusal>>;
type FormRule = fn(&Value) -> Verdict;
type ValueRule = fn(&Input<'_>) -> Result<Outcome, Vec<Refusal>>;

/// The rules that check the body of a call.
const FORMS: &[(&str, FormRule)] = &[
    ("onboarding.validate", check::<onboarding::NewAccount>),
    ("userSettings.validate", check::<people::UserSettings>),
    ("company.validate", check::<companies::CompanySettings>),
    ("companySearch.validate", check::<companies::CompanySearch>),
    ("companyFile.validate", check::<company_files::EditFile>),
    ("publicPage.validate", check::<public_pages::SetPublicPage>),
    ("qualification.validate", check::<companies::NewQualification>),
    ("invitation.validate", check::<invitations::NewInvitation>),
    ("invitationCompletion.validate", check::<invitations::InvitationCompletion>),
    ("lead.validate", check::<letters::NewLead>),
    ("customer.validate", check::<customers::CustomerForm>),
    ("job.validate", check::<job_forms::NewJob>),
    ("jobSchedule.validate", check::<job_forms::JobSchedule>),
    ("inspectionNote.validate", check::<job_records::InspectionNote>),
    ("tag.validate", check::<job_records::NewTag>),
    ("note.validate", check::<job_records::NewNote>),
    ("measurement.validate", check::<job_records::NewMeasurement>),
    ("orderTitle.validate", check::<orders::OrderTitle>),
    ("workOrderItem.validate", check::<orders::WorkOrderItemForm>),
    ("productQuantity.validate", check::<orders::ProductQuantity>),
    ("purchaseOrderEmail.validate", check::<orders::PurchaseOrderEmail>),
    ("vendor.validate", check::<vendors::VendorForm>),
    ("vendorContact.validate", check::<vendors::VendorContactForm>),
    ("category.validate", check::<products::CategoryForm>),
    ("product.validate", check::<products::ProductForm>),
    ("customCrew.validate", check::<crews::CrewForm>),
    ("crewMember.validate", check::<crews::CrewMemberForm>),
    ("calendar.validate", check::<calendars::CalendarForm>),
    ("appointment.validate", check::<appointments::NewAppointment>),
    ("chatMessage.validate", check::<letters::NewMessage>),
    ("feedback.validate", check::<letters::Feedback>),
    ("connection.validate", check::<letters::ConnectionRequest>),
    ("file.validate", check::<files::Upload>),
];

/// The names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let forms = FORMS.iter().map(|(name, _)| *name);
    forms.chain(values::RULES.iter().map(|(name, _)| *name))
}

/// Asks a rule by its name.
#[must_use]
pub fn evaluate(rule: &str, input: &Value) -> Outcome {
    if let Some((_, check)) = FORMS.iter().find(|(name, _)| *name == rule) {
        return check(input).map_or_else(Outcome::Errors, |()| Outcome::Ok);
    }
    let Some((_, answer)) = values::RULES.iter().find(|(name, _)| *name == rule) else {
        return Outcome::Errors(vec![Refusal::new("rule", Code::Choice, Text::Choice)]);
    };
    answer(&Input::new(input)).unwrap_or_else(Outcome::Errors)
}

/// Asks a rule by its name, in JSON texts, in the language the input carries.
#[must_use]
pub fn evaluate_json(rule: &str, input: &str) -> String {
    let Ok(input) = serde_json::from_str::<Value>(input) else {
        let refusal = Refusal::new("input", Code::Format, Text::WrongKind);
        return Outcome::Errors(vec![refusal]).to_json(Language::English).to_string();
    };
    evaluate(rule, &input).to_json(language_of(&input)).to_string()
}

/// The language an input asks its answer in; English unless it says otherwise.
#[must_use]
pub fn language_of(input: &Value) -> Language {
    let word = input.get("language").and_then(Value::as_str).unwrap_or_default();
    Language::from_word(word).unwrap_or_default()
}

/// Reads a form and checks it. A value of the wrong kind, such as a number for a text, is refused
/// where it stands, so that a form on screen never throws.
pub fn check<F: Form + FromFields>(input: &Value) -> Result<(), Vec<Refusal>> {
    Input::new(input).whole::<F>()?.check()
}
