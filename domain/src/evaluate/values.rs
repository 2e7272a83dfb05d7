//! The rules that return a value, and the two that check more than a form's fields.

use rust_decimal::{Decimal, prelude::ToPrimitive};
use serde::Serialize;
use serde_json::{Value, json};

use super::input::{Input, refused};
use crate::{
    chat::messages,
    companies::{files, onboarding},
    customers,
    evaluate::outcome::Outcome,
    forms::{
        error::{Code, ValidationError},
        form::Form as _,
    },
    i18n::rules::Text,
    jobs::{
        assignment, crew_schedule,
        forms::JobSchedule,
        schedule,
        search::{self, JobFilter, ListedJob},
    },
    limits::throttle,
    orders::{orders, purchase_order_status, quantity::MeasuredAmount, receiving},
    permissions::permission::{self, Action, Role},
    products,
    types::{
        address::AddressParts,
        character_counter, date,
        date_range::{GridSpan, Span},
        money::{self, FormNumber, OrderLine},
        phone,
    },
};

pub(super) type RuleResult = Result<Outcome, Vec<ValidationError>>;
pub(super) type ValueRule = fn(&Input<'_>) -> RuleResult;

pub(super) const RULES: &[(&str, ValueRule)] = &[
    ("documents.standing", |input| {
        value(files::document_status(input.optional_day("expiresOn")?, input.day("today")?))
    }),
    ("phone.parse", parse_phone),
    ("address.read", |input| value(AddressParts::read(&input.text("address")?))),
    ("money.lineTotal", line_total),
    ("money.orderTotal", order_total),
    ("money.format", format_money),
    ("orders.defaultTitle", default_title),
    ("orders.fillQuantity", |input| {
        let measured: MeasuredAmount = input.whole()?;
        value(measured.quantity()?)
    }),
    ("purchaseOrder.status", |input| {
        let (from, to) = (input.text("from")?, input.text("to")?);
        // Whatever is no text is no role.
        let role = input.raw("role").as_str().unwrap_or_default();
        purchase_order_status::check_move(&from, &to, role).map_err(|refusal| vec![refusal])?;
        Ok(Outcome::Ok)
    }),
    ("purchaseOrder.receive", |input| {
        let over_delivery = input.optional("overDelivery")?.unwrap_or_default();
        value(receiving::receive(
            input.choice("status")?,
            &input.list("rows")?,
            &input.list("came")?,
            over_delivery,
        )?)
    }),
    ("schedule.isScheduled", is_scheduled),
    ("schedule.drop", |input| value(schedule::drop(input.day("date")?))),
    ("schedule.toGrid", |input| value(span(input)?.to_grid())),
    ("schedule.fromGrid", |input| {
        value(GridSpan { start: input.day("start")?, end: input.day("end")? }.to_span())
    }),
    ("schedule.reschedule", reschedule),
    ("schedule.runsAt", runs_at),
    ("schedule.appointmentEnd", appointment_end),
    ("schedule.overlaps", |input| {
        let own_company = input.text("companyId")?;
        value(crew_schedule::overlaps(
            input.record("job")?,
            input.list("jobs")?,
            Some(&own_company),
        ))
    }),
    ("permission.check", check_permission),
    ("permission.role", |input| value(role(input)?.name())),
    ("invitation.userTypes", |input| {
        value(permission::invited_user_types(input.choice("companyType")?))
    }),
    ("jobs.matches", |input| value(search::matches(&input.text("query")?, &input.record("job")?))),
    ("customers.matches", |input| {
        value(customers::matches(&input.text("query")?, &input.record("customer")?))
    }),
    ("products.matches", |input| {
        let (product, category) = (input.record("product")?, input.record("category")?);
        value(products::matches(&input.text("query")?, &product, &category))
    }),
    ("jobs.filter", filter_jobs),
    ("jobs.locations", |input| value(search::locations(&input.list::<ListedJob>("jobs")?))),
    ("jobs.crewDisplay", |input| value(assignment::crew_display(&input.whole()?))),
    ("date.job", |input| value(date::job_date(input.day("date")?, input.language()))),
    ("date.short", |input| value(date::short_date(input.day("date")?))),
    ("chat.reduce", |input| {
        let next =
            messages::reduce(input.record("state")?, input.record("event")?, input.language());
        Ok(Outcome::Value(next.map_err(|refusal| vec![refusal])?.into_value()))
    }),
    ("throttle.next", next_call),
    ("onboarding.progress", progress),
    ("text.remaining", remaining),
];

pub(super) fn value(value: impl Serialize) -> RuleResult {
    let json = serde_json::to_value(value);
    json.map(Outcome::Value).or_else(|_| refused("input", Code::Format, Text::WrongKind))
}

fn parse_phone(input: &Input<'_>) -> RuleResult {
    let text = input.text("phone")?;
    if text.is_empty() {
        return refused("phone", Code::Required, Text::Required);
    }
    match phone::parse(&text) {
        Some(phone) => value(phone),
        None => refused("phone", Code::PhoneFormat, Text::PhoneFormat),
    }
}

fn line_total(input: &Input<'_>) -> RuleResult {
    let line =
        OrderLine { unit_cost: input.number("unitCost")?, quantity: input.number("quantity")? };
    amount("unitCost", line.total())
}

fn order_total(input: &Input<'_>) -> RuleResult {
    let lines: Vec<OrderLine> = input.list("lines")?;
    amount("lines", money::order_total(&lines))
}

/// A computed amount, which may exceed the limit for a single amount.
fn amount(field: &str, amount: Option<Decimal>) -> RuleResult {
    match amount {
        Some(amount) => value(number(amount)),
        None => refused(field, Code::TooLarge, Text::WrongKind),
    }
}

fn number(number: Decimal) -> Value {
    money::whole(number).map_or_else(|| Value::from(money::double(number)), Value::from)
}

fn format_money(input: &Input<'_>) -> RuleResult {
    value(money::format(input.number("amount")?.decimal()))
}

fn default_title(input: &Input<'_>) -> RuleResult {
    // Only an identical title counts, so these are not trimmed.
    let existing = input.raw("existing").as_array().into_iter().flatten();
    let existing: Vec<&str> = existing.filter_map(Value::as_str).collect();
    value(orders::default_title(Some(&input.text("jobNumber")?), &existing))
}

fn is_scheduled(input: &Input<'_>) -> RuleResult {
    value(schedule::is_scheduled(input.optional_day("startDate")?, input.optional_day("endDate")?))
}

fn span(input: &Input<'_>) -> Result<Span, Vec<ValidationError>> {
    Ok(Span { start_date: input.day("startDate")?, end_date: input.day("endDate")? })
}

fn role(input: &Input<'_>) -> Result<Role, Vec<ValidationError>> {
    Ok(Role::new(input.choice("companyType")?, input.choice("userType")?))
}

fn reschedule(input: &Input<'_>) -> RuleResult {
    let (role, status) = (role(input)?, input.choice("status")?);
    // Days that cannot be read are refused after the role and the status, like days in the wrong order.
    schedule::unschedule(role, status).map_err(|refusal| vec![refusal])?;
    let days: JobSchedule = input.whole()?;
    days.check()?;
    Ok(Outcome::Ok)
}

fn runs_at(input: &Input<'_>) -> RuleResult {
    let days = (input.optional_day("startDate")?, input.optional_day("endDate")?);
    let span = match days {
        (Some(start_date), Some(end_date)) => Some(Span { start_date, end_date }),
        _ => None,
    };
    match input.read("now", date::read_local, Text::InstantFormat)? {
        Some(now) => value(schedule::runs_at(span, now)),
        None => refused("now", Code::Required, Text::Required),
    }
}

fn appointment_end(input: &Input<'_>) -> RuleResult {
    let start = input.read("start", date::read_instant, Text::InstantFormat)?;
    let Some(start) = start else { return refused("start", Code::Required, Text::Required) };
    let Some(minutes) = input.number("lengthMinutes")?.to_whole() else {
        return refused("lengthMinutes", Code::TooManyDecimals, Text::WholeNumber);
    };
    match schedule::appointment_end(start, minutes) {
        Some(end) => value(date::write_instant(end)),
        None => refused("lengthMinutes", Code::TooLarge, Text::InstantFormat),
    }
}

fn check_permission(input: &Input<'_>) -> RuleResult {
    let role = role(input)?;
    let word = input.text("action")?;
    if word.is_empty() {
        return refused("action", Code::Required, Text::ChoiceRequired);
    }
    let Ok(action) = word.parse::<Action>() else {
        return refused("action", Code::Choice, Text::Choice);
    };
    match permission::check(role, action) {
        Ok(()) => Ok(Outcome::Ok),
        Err(text) => refused("permission", Code::Forbidden, text),
    }
}

fn filter_jobs(input: &Input<'_>) -> RuleResult {
    let (status, location) = (input.text("status")?, input.text("location")?);
    let Some(mut filter) = JobFilter::read(&status, &location) else {
        return refused("status", Code::Choice, Text::Choice);
    };
    filter.from = input.optional_day("from")?;
    filter.to = input.optional_day("to")?;
    let jobs: Vec<ListedJob> = input.list("jobs")?;
    let ids = input.raw("jobs").as_array().map(Vec::as_slice).unwrap_or_default();
    let passing = jobs.iter().zip(ids).filter(|(job, _)| filter.passes(job));
    let passing: Vec<&Value> =
        passing.map(|(_, job)| job.get("id").unwrap_or(&Value::Null)).collect();
    value(passing)
}

fn next_call(input: &Input<'_>) -> RuleResult {
    let stamp = |figure: FormNumber| figure.decimal().to_i64().unwrap_or(i64::MAX);
    let calls: Vec<FormNumber> = input.list("calls")?;
    let calls: Vec<i64> = calls.into_iter().map(stamp).collect();
    match throttle::next(&calls, stamp(input.number("now")?)) {
        Some(delay) => value(json!({ "delayMs": number(delay.into()) })),
        None => refused("calls", Code::DuplicateCallLimit, Text::DuplicateCallLimit),
    }
}

fn progress(input: &Input<'_>) -> RuleResult {
    let step = input.number("step")?.decimal().max(Decimal::ZERO);
    value(onboarding::progress(step.to_u32().unwrap_or(u32::MAX)))
}

fn remaining(input: &Input<'_>) -> RuleResult {
    let whole = |figure: FormNumber| figure.decimal().to_i64().unwrap_or(i64::MAX);
    let show_under = input.optional::<FormNumber>("showUnder")?.map(whole);
    let max = whole(input.number("max")?);
    let left = character_counter::remaining(&input.text("text")?, max, show_under);
    value(left.map(|left| number(left.into())))
}
