//! Offers to several companies.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    forms::{error::Code, form::Form},
    planning::offer_forms::{AnswerOffer, NewOffer, OfferEnd},
};
use serde_json::{Value, json};

use super::{ID, assert_refused, day, many, read, refused, span};

#[test]
fn an_offer_asks_somebody_for_some_day_until_some_time() {
    let window = |start: &str, end: &str| json!({"startDate": start, "endDate": end});
    let days = |count: usize| {
        let all = day("2026-05-01")
            .iter_days()
            .take(count)
            .map(|day| window(&day.to_string(), &day.to_string()));
        json!({"days": all.collect::<Vec<_>>()})
    };
    let passing = json!({
        "jobId": ID,
        "connections": [ID],
        "days": [window("2026-05-04", "2026-05-05")],
        "until": "2026-05-01T12:00:00Z",
    });
    assert_refused::<NewOffer>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"connections": []}), "connections", Code::Required),
            (json!({"connections": many(21)}), "connections", Code::TooLarge),
            (days(0), "days", Code::Required),
            (days(11), "days", Code::TooLarge),
            (json!({"days": [window("2026-05-05", "2026-05-04")]}), "startDate", Code::Range),
            (json!({"days": [window("", "2026-05-04")]}), "startDate", Code::Required),
            (json!({"days": [window("2026-05-04", "x")]}), "endDate", Code::Format),
            (json!({"until": null}), "until", Code::Required),
            (json!({"until": "tomorrow"}), "until", Code::Format),
        ],
    );
    for allowed in [json!({"connections": many(20)}), days(10), json!({"until": "2026-05-01"})] {
        assert_eq!(refused::<NewOffer>(&passing, &allowed), [], "{allowed}");
    }
    let mut twice = passing;
    twice["connections"] = json!([ID, ID]);
    twice["days"] = json!([window("2026-05-04", "2026-05-05"), window("2026-05-04", "2026-05-05")]);
    let terms = read::<NewOffer>(twice).read().expect("terms");
    assert_eq!((terms.connections.len(), terms.days), (1, vec![span("2026-05-04", "2026-05-05")]));
}

#[test]
fn an_offer_that_is_over_before_it_is_made_is_refused() {
    let instant = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
    let now = instant("2026-05-01T12:00:00Z");
    // Midnight in Nashville.
    let midnight = |day: NaiveDate| instant(&format!("{day}T05:00:00Z"));
    let check =
        |end: OfferEnd| end.check(now, midnight).map_err(|refusal| (refusal.field, refusal.code));
    let refused = Err(("until".to_owned(), Code::Range));
    assert_eq!(check(OfferEnd::At(now)), refused);
    let later = instant("2026-05-01T12:00:01Z");
    assert_eq!(check(OfferEnd::At(later)), Ok(later));
    assert_eq!(check(OfferEnd::With(day("2026-04-30"))), refused);
    let today = OfferEnd::With(day("2026-05-01"));
    assert_eq!(check(today), Ok(instant("2026-05-02T05:00:00Z")), "the whole day");
}

#[test]
fn who_accepts_an_offer_names_one_of_its_days() {
    let offered = [span("2026-05-04", "2026-05-05"), span("2026-05-11", "2026-05-12")];
    let answer = |body: Value| {
        let mut whole = json!({"id": ID, "accepted": true});
        for (field, value) in body.as_object().expect("fields") {
            whole[field] = value.clone();
        }
        let form: AnswerOffer = read(whole);
        assert_eq!(form.check(), Ok(()));
        form.window(&offered).map_err(|refusal| (refusal.field, refusal.code))
    };
    let window = |start: &str, end: &str| json!({"window": {"startDate": start, "endDate": end}});
    assert_eq!(answer(window("2026-05-11", "2026-05-12")), Ok(Some(offered[1])));
    let choice = Err(("window".to_owned(), Code::Choice));
    assert_eq!(answer(window("2026-05-04", "2026-05-12")), choice);
    assert_eq!(answer(window("2026-05-04", "x")), choice);
    assert_eq!(answer(json!({})), Err(("window".to_owned(), Code::Required)));
    assert_eq!(answer(json!({"accepted": false})), Ok(None));
    let passing = json!({"id": ID, "accepted": false});
    let cases = vec![
        (json!({"id": null}), "id", Code::Required),
        (json!({"accepted": null}), "accepted", Code::Required),
    ];
    assert_refused::<AnswerOffer>(&passing, cases);
}
