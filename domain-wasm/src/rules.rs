//! The rules that are not forms: permissions, dates, amounts and texts.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    calendar::appointments,
    companies::onboarding,
    evaluate,
    files::files::FileKind,
    forms::form::FromFields as _,
    guest_links::access,
    i18n::{rules::Text, screens::Notice},
    jobs::{
        assignment::{self, Assignment},
        job::JobStatus,
        records, schedule,
        search::{self, ListedJob},
    },
    limits::throttle,
    permissions::permission::{self, Action, CompanyType},
    types::{
        character_counter, colors, date,
        date_range::{GridSpan, Span},
        field::{FromField as _, WireEnum as _},
        limits::LIMITS,
        money::{self, FormNumber},
        phone,
    },
};
use js_sys::JSON;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{language, read, to_js, value};

/// May this role do this?
#[wasm_bindgen]
pub fn may(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Action")] action: &str,
) -> Result<bool, JsError> {
    Ok(permission::check(read(role)?, act(action)?).is_ok())
}

/// Why this role may not do this, as a sentence; null when it may.
#[wasm_bindgen(js_name = whyNot, unchecked_return_type = "string | null")]
pub fn denial(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Action")] action: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let refused = permission::check(read(role)?, act(action)?).err();
    to_js(&refused.map(|text| text.template(language(spoken))))
}

/// May this role make links for people without an account?
#[wasm_bindgen(js_name = mayMakeLinks)]
pub fn may_make_links(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
) -> Result<bool, JsError> {
    Ok(access::check_role(read(role)?).is_ok())
}

fn act(action: &str) -> Result<Action, JsError> {
    action.parse().map_err(|()| JsError::new("no such action"))
}

/// The user types a company of this kind may invite.
#[wasm_bindgen(js_name = invitedUserTypes, unchecked_return_type = "UserType[]")]
pub fn invited_user_types(
    #[wasm_bindgen(unchecked_param_type = "CompanyType")] company_type: &str,
) -> Result<JsValue, JsError> {
    let company_type = CompanyType::from_word(company_type);
    to_js(&company_type.map(permission::invited_user_types).unwrap_or_default())
}

/// A text of the domain by its key, its placeholders filled.
#[wasm_bindgen]
pub fn sentence(
    #[wasm_bindgen(unchecked_param_type = "Text | Notice")] key: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string | number>")]
    params: JsValue,
) -> Result<String, JsError> {
    let params = words(&value(params)?);
    let spoken = language(spoken);
    Text::from_key(key)
        .map(|text| text.say(spoken, &params))
        .or_else(|| Notice::from_key(key).map(|notice| notice.say(spoken, &params)))
        .ok_or_else(|| JsError::new("no such sentence"))
}

fn words(params: &Value) -> Vec<(String, String)> {
    let word = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => FormNumber::read(other).map(|figure| figure.to_string()).unwrap_or_default(),
    };
    let given = params.as_object().into_iter().flatten();
    given.map(|(name, value)| (name.clone(), word(value))).collect()
}

/// Dropping an unscheduled job on a day.
#[wasm_bindgen(js_name = scheduleDrop, unchecked_return_type = "Span")]
pub fn schedule_drop(day: &str) -> Result<JsValue, JsError> {
    let day = date::read_day(day).ok_or_else(|| JsError::new("no such day"))?;
    to_js(&schedule::drop(day))
}

/// Days of a job as the calendar grid draws them, with an exclusive end.
#[wasm_bindgen(js_name = toGrid, unchecked_return_type = "GridSpan")]
pub fn to_grid(
    #[wasm_bindgen(unchecked_param_type = "Span")] span: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&read::<Span>(span)?.to_grid())
}

/// Days of the calendar grid as they are stored, with the end day worked.
#[wasm_bindgen(js_name = fromGrid, unchecked_return_type = "Span")]
pub fn from_grid(
    #[wasm_bindgen(unchecked_param_type = "GridSpan")] grid: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&read::<GridSpan>(grid)?.to_span())
}

fn job_status(status: &str) -> JobStatus {
    JobStatus::from_word(status).unwrap_or_default()
}

/// Why a job may not be put on these days; null when it may.
#[wasm_bindgen(unchecked_return_type = "FieldError | null")]
pub fn reschedule(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
    #[wasm_bindgen(unchecked_param_type = "JobStatus")] status: &str,
    #[wasm_bindgen(unchecked_param_type = "Span")] span: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let refused = schedule::reschedule(read(role)?, job_status(status), read(span)?).err();
    to_js(&refused.map(|refusal| refusal.in_language(language(spoken))))
}

/// Why a job may not be taken off the calendar; null when it may.
#[wasm_bindgen(unchecked_return_type = "FieldError | null")]
pub fn unschedule(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
    #[wasm_bindgen(unchecked_param_type = "JobStatus")] status: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let refused = schedule::unschedule(read(role)?, job_status(status)).err();
    to_js(&refused.map(|refusal| refusal.in_language(language(spoken))))
}

/// Why an appointment may not be put at another time; null when it may.
#[wasm_bindgen(js_name = rescheduleAppointment, unchecked_return_type = "FieldError | null")]
pub fn reschedule_appointment(
    #[wasm_bindgen(unchecked_param_type = "Role")] role: JsValue,
    #[wasm_bindgen(unchecked_param_type = "JobStatus")] status: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let refused = appointments::reschedule(read(role)?, job_status(status)).err();
    to_js(&refused.map(|refusal| refusal.in_language(language(spoken))))
}

/// Are these the dates of a scheduled job?
#[wasm_bindgen(js_name = isScheduled)]
#[must_use]
pub fn is_scheduled(start_date: Option<String>, end_date: Option<String>) -> bool {
    let day = |text: Option<String>| text.as_deref().and_then(date::read_day);
    schedule::is_scheduled(day(start_date), day(end_date))
}

/// Is a job worked on at a local time, `YYYY-MM-DDTHH:MM:SS`?
#[wasm_bindgen(js_name = runsAt)]
pub fn runs_at(
    start_date: Option<String>,
    end_date: Option<String>,
    now: &str,
) -> Result<bool, JsError> {
    let day = |text: Option<String>| text.as_deref().and_then(date::read_day);
    let now = date::read_local(now).ok_or_else(|| JsError::new("no such moment"))?;
    let span = day(start_date).zip(day(end_date));
    let span = span.map(|(start_date, end_date)| Span { start_date, end_date });
    Ok(schedule::runs_at(span, now))
}

/// When an appointment of so many minutes ends; null when the start cannot be read.
#[wasm_bindgen(js_name = appointmentEnd)]
#[must_use]
pub fn appointment_end(start: &str, length_minutes: i32) -> Option<String> {
    let end = schedule::appointment_end(date::read_instant(start)?, length_minutes.into())?;
    Some(date::write_instant(end))
}

/// What the crew columns show of a job.
#[wasm_bindgen(js_name = crewDisplay, unchecked_return_type = "CrewDisplay")]
pub fn crew_display(
    #[wasm_bindgen(unchecked_param_type = "Assignment | Job")] job: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&assignment::crew_display(&assignment(job)?))
}

/// Why a subcontractor may not accept or decline this job now; null when it may.
#[wasm_bindgen(js_name = whyNotAnswer, unchecked_return_type = "string | null")]
pub fn why_not_answer(
    #[wasm_bindgen(unchecked_param_type = "Assignment | Job")] job: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let refused = assignment(job)?.state().check_answer().err();
    to_js(&refused.map(|text| text.template(language(spoken))))
}

/// Why a company of this kind may not choose the employee of this job now; null when it may.
#[wasm_bindgen(js_name = whyNotEmployee, unchecked_return_type = "string | null")]
pub fn why_not_employee(
    #[wasm_bindgen(unchecked_param_type = "Assignment | Job")] job: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CompanyType")] company_type: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let by = CompanyType::from_word(company_type).ok_or_else(|| JsError::new("no company type"))?;
    let refused = assignment(job)?.state().check_employee(by).err();
    to_js(&refused.map(|text| text.template(language(spoken))))
}

fn assignment(job: JsValue) -> Result<Assignment, JsError> {
    let job = value(job)?;
    let fields = job.as_object().and_then(|fields| Assignment::from_fields(fields).ok());
    fields.ok_or_else(|| JsError::new("a job"))
}

/// A day in running text, `Jan 1st 2024`.
#[wasm_bindgen(js_name = jobDate)]
#[must_use]
pub fn job_date(
    day: &str,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> String {
    date::read_day(day).map(|day| date::job_date(day, language(spoken))).unwrap_or_default()
}

/// A day in a field, `01/31/2024`.
#[wasm_bindgen(js_name = shortDate)]
#[must_use]
pub fn short_date(day: &str) -> String {
    date::read_day(day).map(date::short_date).unwrap_or_default()
}

/// The cities of jobs: lower-cased, each once, sorted.
#[wasm_bindgen]
pub fn locations(
    #[wasm_bindgen(unchecked_param_type = "readonly ListedJob[]")] jobs: JsValue,
) -> Result<Vec<String>, JsError> {
    Ok(search::locations(&read::<Vec<ListedJob>>(jobs)?))
}

/// Percent of the onboarding bar.
#[wasm_bindgen]
#[must_use]
pub fn progress(step: u32) -> u32 {
    onboarding::progress(step)
}

/// The company name a subcontractor may take over.
#[wasm_bindgen(js_name = suggestedCompanyName)]
#[must_use]
pub fn suggested_company_name(first_name: &str, last_name: &str, location: &str) -> String {
    onboarding::suggested_company_name(first_name, last_name, location)
}

/// How many characters are left; null while the counter does not show.
#[wasm_bindgen(unchecked_return_type = "number | null")]
pub fn remaining(text: &str, max: u32, show_under: Option<u32>) -> Result<JsValue, JsError> {
    to_js(&character_counter::remaining(text, max.into(), show_under.map(i64::from)))
}

/// How many milliseconds the next identical call has to wait; null when it is refused.
#[wasm_bindgen(js_name = throttleNext, unchecked_return_type = "number | null")]
pub fn throttle_next(
    #[wasm_bindgen(unchecked_param_type = "readonly number[]")] calls: Vec<f64>,
    now: f64,
) -> Result<JsValue, JsError> {
    let stamp =
        |double: f64| FormNumber::from_double(double.trunc()).and_then(FormNumber::to_whole);
    let calls: Vec<i64> = calls.iter().filter_map(|call| stamp(*call)).collect();
    to_js(&throttle::next(&calls, stamp(now).unwrap_or_default()))
}

/// An amount as it is displayed, `$1,234.50`.
#[wasm_bindgen(js_name = moneyFormat)]
#[must_use]
pub fn money_format(amount: f64) -> String {
    let figure = FormNumber::from_double(amount);
    figure.map(|figure| money::format(figure.decimal())).unwrap_or_default()
}

/// A phone number in its stored form; null when it is not valid.
#[wasm_bindgen(js_name = phoneParse, unchecked_return_type = "string | null")]
pub fn phone_parse(text: &str) -> Result<JsValue, JsError> {
    to_js(&phone::parse(text))
}

/// The units of a measurement, in the order a picker offers them.
#[wasm_bindgen]
#[must_use]
pub fn units() -> Vec<String> {
    records::Unit::WIRE_WORDS.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// The unit that a measurement's form starts with.
#[wasm_bindgen(js_name = defaultUnit)]
#[must_use]
pub fn default_unit() -> String {
    records::DEFAULT_UNIT.0.to_owned()
}

/// The 14 colors a picker offers.
#[wasm_bindgen(unchecked_return_type = "Color[]")]
pub fn colors() -> Result<JsValue, JsError> {
    to_js(&colors::PALETTE.as_slice())
}

/// The color of completed jobs.
#[wasm_bindgen(js_name = completedColor, unchecked_return_type = "Color")]
pub fn completed_color() -> Result<JsValue, JsError> {
    to_js(&colors::COMPLETED)
}

/// The color of a new job.
#[wasm_bindgen(js_name = newJobColor)]
#[must_use]
pub fn new_job_color() -> String {
    colors::NEW_JOB.to_owned()
}

/// Every limit and default of the product.
#[wasm_bindgen(unchecked_return_type = "Limits")]
pub fn limits() -> Result<JsValue, JsError> {
    to_js(&LIMITS)
}

/// The file types that a file picker offers, as the `accept` of an input.
#[wasm_bindgen(js_name = offeredFiles)]
pub fn offered_files(
    #[wasm_bindgen(unchecked_param_type = "Upload[\"kind\"]")] kind: &str,
) -> Result<String, JsError> {
    let kind = FileKind::from_word(kind).ok_or_else(|| JsError::new("no such kind of file"))?;
    Ok(kind.offered())
}

/// Evaluates a rule by its name, from JSON to JSON: the entry point of the rule suites. It uses the browser's
/// own JSON, which costs no extra code.
#[wasm_bindgen]
pub fn evaluate(rule: &str, input: &str) -> Result<String, JsError> {
    let input = JSON::parse(input).map_err(|_| JsError::new("the input is not JSON"))?;
    let input = value(input)?;
    let outcome = evaluate::evaluate(rule, &input).to_json(evaluate::outcome::language_of(&input));
    let text = JSON::stringify(&to_js(&outcome)?).map_err(|_| JsError::new("no JSON"))?;
    Ok(text.into())
}

/// The names of all rules.
#[wasm_bindgen(js_name = ruleNames)]
#[must_use]
pub fn rule_names() -> Vec<String> {
    evaluate::rules().map(str::to_owned).collect()
}
