//! Jobs and appointments that repeat.

use domain::{
    forms::error::Code,
    planning::{
        appointment_series::{AppointmentsChange, ChangeAppointments, StopAppointments},
        repeats::{RepeatEnd, RepeatEvery, RepeatUnit},
        series_forms::{ChangeSeries, RepeatAppointment, RepeatJob, SeriesChange, StopSeries},
    },
    types::money::Money,
};
use serde_json::json;

use super::{ID, assert_refused, codes, day, read, refused};

#[test]
fn a_job_repeats_by_a_rule_and_has_one_end() {
    let passing = json!({"jobId": ID, "unit": "month", "interval": 6, "times": 10});
    assert_refused::<RepeatJob>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"unit": null}), "unit", Code::Required),
            (json!({"unit": "decade"}), "unit", Code::Choice),
            (json!({"interval": null}), "interval", Code::Required),
            (json!({"interval": 0}), "interval", Code::TooSmall),
            (json!({"interval": 366}), "interval", Code::TooLarge),
            (json!({"interval": 1.5}), "interval", Code::Format),
            (json!({"times": null}), "times", Code::Required),
            (json!({"times": 1}), "times", Code::TooSmall),
            (json!({"times": 61}), "times", Code::TooLarge),
            (json!({"until": "2026-02-01"}), "until", Code::Mismatch),
            (json!({"times": null, "until": "2026-02-30"}), "until", Code::Format),
        ],
    );
    let every = RepeatEvery { unit: RepeatUnit::Month, interval: 6 };
    assert_eq!(read::<RepeatJob>(passing).read(), Ok((every, RepeatEnd::Times(10))));
    let until = json!({"jobId": ID, "unit": "week", "interval": 2, "until": "2026-02-01"});
    let every = RepeatEvery { unit: RepeatUnit::Week, interval: 2 };
    assert_eq!(read::<RepeatJob>(until).read(), Ok((every, RepeatEnd::Until(day("2026-02-01")))));
    let all = json!({"unit": "x", "interval": 0, "times": 0});
    let named = [
        ("jobId", Code::Required),
        ("unit", Code::Choice),
        ("interval", Code::TooSmall),
        ("times", Code::TooSmall),
    ];
    let named: Vec<_> = named.into_iter().map(|(field, code)| (field.to_owned(), code)).collect();
    assert_eq!(codes(read::<RepeatJob>(all).read().expect_err("refused")), named);
}

#[test]
fn a_change_of_a_series_leaves_what_it_does_not_name() {
    let passing = json!({"jobId": ID});
    assert_refused::<ChangeSeries>(
        &passing,
        vec![
            (json!({"jobId": null}), "jobId", Code::Required),
            (json!({"startDate": "2026-02-30"}), "startDate", Code::Format),
            (json!({"unit": "week"}), "interval", Code::Required),
            (json!({"interval": 2}), "unit", Code::Required),
            (json!({"unit": "decade", "interval": 2}), "unit", Code::Choice),
            (json!({"unit": null, "interval": 2}), "unit", Code::Required),
            (json!({"unit": "week", "interval": null}), "interval", Code::Required),
            (json!({"startDate": null}), "startDate", Code::Required),
            (json!({"color": "red"}), "color", Code::Format),
            (json!({"color": ""}), "color", Code::Required),
            (json!({"contractAmount": -1}), "contractAmount", Code::TooSmall),
            (json!({"title": "x".repeat(1_001)}), "title", Code::TooLong),
            (json!({"title": " "}), "title", Code::Required),
            (json!({"title": null}), "title", Code::Required),
        ],
    );
    let none = SeriesChange {
        start_date: None,
        every: None,
        title: None,
        color: None,
        contract_amount: None,
    };
    assert!(!none.moves() && !none.changes_fields());
    assert_eq!(read::<ChangeSeries>(passing).read(), Ok(none.clone()));
    let all = json!({
        "jobId": ID, "startDate": "2026-03-09", "unit": "year", "interval": 1, "title": " Spring check ",
        "color": "#aabbcc", "contractAmount": 250.5,
    });
    let change = SeriesChange {
        start_date: Some(day("2026-03-09")),
        every: Some(RepeatEvery { unit: RepeatUnit::Year, interval: 1 }),
        title: Some("Spring check".to_owned()),
        color: Some("#aabbcc".to_owned()),
        contract_amount: Some(Some(Money::from_cents(25_050))),
    };
    assert!(change.moves() && change.changes_fields());
    assert_eq!(read::<ChangeSeries>(all).read(), Ok(change));
    let cleared =
        read::<ChangeSeries>(json!({"jobId": ID, "contractAmount": null, "dryRun": true}));
    let change = cleared.read().expect("a change");
    assert!(cleared.is_dry_run() && change.changes_fields());
    assert_eq!(change.contract_amount, Some(None), "a cleared amount is not one that was left out");
    assert_eq!(
        refused::<StopSeries>(&json!({}), &json!({})),
        [("jobId".to_owned(), Code::Required)]
    );
    assert_eq!(refused::<StopSeries>(&json!({"jobId": ID}), &json!({"withThis": true})), []);
}

#[test]
fn appointments_repeat_and_change_by_the_same_rules() {
    let passing =
        json!({"appointmentId": ID, "unit": "year", "interval": 1, "until": "2028-02-01"});
    assert_refused::<RepeatAppointment>(
        &passing,
        vec![
            (json!({"appointmentId": null}), "appointmentId", Code::Required),
            (json!({"unit": "decade"}), "unit", Code::Choice),
            (json!({"until": null}), "times", Code::Required),
        ],
    );
    let every = RepeatEvery { unit: RepeatUnit::Year, interval: 1 };
    let until = RepeatEnd::Until(day("2028-02-01"));
    assert_eq!(read::<RepeatAppointment>(passing).read(), Ok((every, until)));
    let passing = json!({"appointmentId": ID});
    assert_refused::<ChangeAppointments>(
        &passing,
        vec![
            (json!({"appointmentId": null}), "appointmentId", Code::Required),
            (json!({"start": "2026-03-09"}), "start", Code::Format),
            (json!({"unit": "week"}), "interval", Code::Required),
            (json!({"start": null}), "start", Code::Required),
            (json!({"color": "red"}), "color", Code::Format),
            (json!({"note": "x".repeat(501)}), "note", Code::TooLong),
        ],
    );
    let none = AppointmentsChange { start: None, every: None, color: None, note: None };
    assert_eq!(read::<ChangeAppointments>(passing).read(), Ok(none));
    for blank in [json!(null), json!(" ")] {
        let cleared = read::<ChangeAppointments>(json!({"appointmentId": ID, "note": blank}));
        let change = cleared.read().expect("a change");
        assert_eq!(change.note, Some(String::new()), "a cleared note is not one that was left out");
    }
    let refused = refused::<StopAppointments>(&json!({}), &json!({}));
    assert_eq!(refused, [("appointmentId".to_owned(), Code::Required)]);
}
