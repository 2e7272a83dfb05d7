//! The bodies and queries of planning: what is refused at which field, and what is read.

mod follows;
mod moves;
mod offers;
mod series;
mod workdays;

use chrono::NaiveDate;
use domain::{
    forms::{
        error::{Code, ValidationError},
        form::Form,
    },
    types::date_range::Span,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const ID: &str = "018f0000-0000-7000-8000-000000000001";

fn read<F: DeserializeOwned>(body: Value) -> F {
    serde_json::from_value(body).expect("a body of the right shape")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn span(start: &str, end: &str) -> Span {
    Span { start_date: day(start), end_date: day(end) }
}

fn codes(refusals: Vec<ValidationError>) -> Vec<(String, Code)> {
    refusals.into_iter().map(|refusal| (refusal.field, refusal.code)).collect()
}

/// The refused fields of a body, made of one that passes by setting these fields.
fn refused<F: Form>(passing: &Value, changes: &Value) -> Vec<(String, Code)> {
    let mut body = passing.clone();
    for (field, value) in changes.as_object().expect("fields") {
        body[field] = value.clone();
    }
    codes(read::<F>(body).check().err().unwrap_or_default())
}

/// Each change is refused at one field with one code.
fn assert_refused<F: Form>(passing: &Value, cases: Vec<(Value, &str, Code)>) {
    assert_eq!(refused::<F>(passing, &json!({})), [], "{passing}");
    for (changes, field, code) in cases {
        assert_eq!(refused::<F>(passing, &changes), [(field.to_owned(), code)], "{changes}");
    }
}

fn many(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("018f0000-0000-7000-8000-{at:012}")).collect()
}
