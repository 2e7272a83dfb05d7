//! One entry point to every rule, by its stable name: for rule suites, in Rust and in the browser.
//!
//! The app itself calls the typed functions. No rules live here.

pub(crate) mod input;
pub mod outcome;
mod planning;
pub mod suite;
mod values;

use serde_json::Value;

use crate::{
    calendar::{appointments, calendars},
    companies::{companies, files as company_files, invitations, onboarding, people, public_pages},
    crews, customers,
    evaluate::outcome::{Outcome, language_of},
    feedback,
    files::files,
    forms::{
        error::{Code, ValidationError},
        form::{Form, FromFields},
    },
    i18n::rules::Text,
    jobs::{forms, records},
    orders::orders,
    products,
    types::language::Language,
    vendors,
};
use input::Input;

type Verdict = Result<(), Vec<ValidationError>>;
type FormRule = fn(&Value) -> Verdict;

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
    ("lead.validate", check::<feedback::NewLead>),
    ("customer.validate", check::<customers::CustomerForm>),
    ("job.validate", check::<forms::NewJob>),
    ("jobSchedule.validate", check::<forms::JobSchedule>),
    ("inspectionNote.validate", check::<records::InspectionNote>),
    ("tag.validate", check::<records::NewTag>),
    ("note.validate", check::<records::NewNote>),
    ("measurement.validate", check::<records::NewMeasurement>),
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
    ("chatMessage.validate", check::<feedback::NewMessage>),
    ("feedback.validate", check::<feedback::Feedback>),
    ("connection.validate", check::<feedback::ConnectionRequest>),
    ("file.validate", check::<files::Upload>),
];

/// The names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let forms = FORMS.iter().map(|(name, _)| *name);
    forms.chain(value_rules().map(|(name, _)| *name))
}

fn value_rules() -> impl Iterator<Item = &'static (&'static str, values::ValueRule)> {
    values::RULES.iter().chain(planning::RULES)
}

/// Evaluates a rule by its name.
#[must_use]
pub fn evaluate(rule: &str, input: &Value) -> Outcome {
    if let Some((_, check)) = FORMS.iter().find(|(name, _)| *name == rule) {
        return check(input).map_or_else(Outcome::Errors, |()| Outcome::Ok);
    }
    let Some((_, evaluate)) = value_rules().find(|(name, _)| *name == rule) else {
        return Outcome::Errors(vec![ValidationError::new("rule", Code::Choice, Text::Choice)]);
    };
    evaluate(&Input::new(input)).unwrap_or_else(Outcome::Errors)
}

/// Evaluates a rule by its name, from JSON to JSON, in the language that the input names.
#[must_use]
pub fn evaluate_json(rule: &str, input: &str) -> String {
    let Ok(input) = serde_json::from_str::<Value>(input) else {
        let refusal = ValidationError::new("input", Code::Format, Text::WrongKind);
        return Outcome::Errors(vec![refusal]).to_json(Language::English).to_string();
    };
    evaluate(rule, &input).to_json(language_of(&input)).to_string()
}

/// Reads a form. A value of the wrong type, such as a number for a text, is refused at its field, so that a
/// form on screen never throws.
pub fn read<F: FromFields>(input: &Value) -> Result<F, Vec<ValidationError>> {
    Input::new(input).whole()
}

/// Reads a form and checks it.
pub fn check<F: Form + FromFields>(input: &Value) -> Result<(), Vec<ValidationError>> {
    read::<F>(input)?.check()
}
