//! Working days, capacity, days off, and the question who is free.

use domain::{
    forms::error::Code,
    planning::{
        availability::AvailabilityQuery,
        capacity::{Capacity, NewDayOff, SetCapacity, Sharing},
        workday_forms::{SetWorkdays, WorkHours, Workdays},
    },
    types::ids::ConnectionId,
};
use serde_json::{Value, json};

use super::{ID, assert_refused, codes, day, many, read, refused, span};

#[test]
fn working_days_are_stored_in_order_and_each_once() {
    let body = json!({
        "weekdays": [5, 1, 3, 1],
        "holidays": [
            {"day": "2026-12-25", "name": " Christmas "},
            {"day": "2026-07-03", "name": "Independence Day"},
            {"day": "2026-12-25", "name": "Navidad"},
        ],
        "hours": {"start": "07:00", "end": "15:30"},
    });
    let read: Workdays = read::<SetWorkdays>(body).read().expect("working days");
    assert_eq!(read.weekdays, [1, 3, 5]);
    let names: Vec<_> = read.holidays.iter().map(|holiday| holiday.name.as_str()).collect();
    assert_eq!(names, ["Independence Day", "Christmas"]);
    let hours = WorkHours { start: "07:00".to_owned(), end: "15:30".to_owned() };
    assert_eq!(read.hours, Some(hours));
    assert!(!read.calendar().is_workday(day("2026-07-03")));
    assert!(read.calendar().is_workday(day("2026-07-06")));
}

#[test]
fn working_days_that_are_left_out_are_cleared() {
    let cleared = read::<SetWorkdays>(json!({"weekdays": [1, 2, 3, 4, 5]})).read();
    assert_eq!(cleared, Ok(Workdays::default()));
}

#[test]
fn working_days_that_cannot_be_are_refused() {
    let day = |day: Value, name: Value| json!({"holidays": [{"day": day, "name": name}]});
    let days = |count: u32| {
        let first = self::day("2026-01-01");
        let days = first.iter_days().take(count as usize);
        json!({"holidays": days.map(|day| json!({"day": day, "name": "x"})).collect::<Vec<_>>()})
    };
    let hours = |start: &str, end: &str| json!({"hours": {"start": start, "end": end}});
    let passing = json!({"weekdays": [1]});
    assert_refused::<SetWorkdays>(
        &passing,
        vec![
            (json!({"weekdays": []}), "weekdays", Code::Required),
            (json!({"weekdays": null}), "weekdays", Code::Required),
            (json!({"weekdays": [0]}), "weekdays", Code::Choice),
            (json!({"weekdays": [1, 8]}), "weekdays", Code::Choice),
            (json!({"weekdays": [1.5]}), "weekdays", Code::Choice),
            (day(json!("2026-02-29"), json!("x")), "day", Code::Format),
            (day(json!(null), json!("x")), "day", Code::Required),
            (day(json!("2026-07-04"), json!(" ")), "name", Code::Required),
            (day(json!("2026-07-04"), json!("x".repeat(101))), "name", Code::TooLong),
            (days(501), "holidays", Code::TooLarge),
            (hours("", "16:00"), "start", Code::Required),
            (hours("07:00", ""), "end", Code::Required),
            (hours("7:00", "16:00"), "start", Code::Format),
            (hours("07:00", "24:00"), "end", Code::Format),
            (hours("07:00", "16:60"), "end", Code::Format),
            (hours("07:00", "16.00"), "end", Code::Format),
            (hours("16:00", "07:00"), "start", Code::Range),
            (hours("07:00", "07:00"), "start", Code::Range),
        ],
    );
    for allowed in [
        day(json!("2026-07-04"), json!("é".repeat(100))),
        days(500),
        hours("00:00", "23:59"),
        json!({"hours": null, "holidays": null}),
    ] {
        assert_eq!(refused::<SetWorkdays>(&passing, &allowed), [], "{allowed}");
    }
    let shape = serde_json::from_value::<SetWorkdays>(json!({"weekdays": ["monday"]}));
    assert!(shape.is_err(), "a word is no weekday");
}

#[test]
fn a_capacity_has_at_most_a_thousand_crews() {
    let passing = json!({"crews": 3, "sharing": "busy"});
    assert_refused::<SetCapacity>(
        &passing,
        vec![
            (json!({"crews": null}), "crews", Code::Required),
            (json!({"crews": -1}), "crews", Code::TooSmall),
            (json!({"crews": 1_001}), "crews", Code::TooLarge),
            (json!({"crews": 2.5}), "crews", Code::Format),
            (json!({"sharing": null}), "sharing", Code::Required),
            (json!({"sharing": "all"}), "sharing", Code::Choice),
        ],
    );
    for crews in [0, 1_000] {
        let read = read::<SetCapacity>(json!({"crews": crews, "sharing": "count"})).read();
        assert_eq!(read, Ok(Capacity { crews, sharing: Sharing::Count }));
    }
    assert_eq!(Capacity::default(), Capacity { crews: 1, sharing: Sharing::None });
}

#[test]
fn days_off_end_after_they_begin_and_last_at_most_366_days() {
    let passing = json!({"from": "2026-01-01", "to": "2027-01-01", "reason": "é".repeat(500)});
    assert_refused::<NewDayOff>(
        &passing,
        vec![
            (json!({"from": null}), "from", Code::Required),
            (json!({"to": " "}), "to", Code::Required),
            (json!({"from": "2026-02-29"}), "from", Code::Format),
            (json!({"to": "1.1.2027"}), "to", Code::Format),
            (json!({"from": "2027-01-02"}), "from", Code::Range),
            (json!({"to": "2027-01-02"}), "to", Code::TooLarge),
            (json!({"reason": "x".repeat(501)}), "reason", Code::TooLong),
        ],
    );
    let one = read::<NewDayOff>(json!({"from": "2026-01-01", "to": "2026-01-01", "reason": " "}));
    assert_eq!((one.days(), one.reason()), (Some(span("2026-01-01", "2026-01-01")), None));
}

#[test]
fn a_query_for_days_names_at_most_twenty_connections_and_92_days() {
    let query = |from: &str, to: &str, connections: &str| {
        let (from, to, connections) = (from.to_owned(), to.to_owned(), connections.to_owned());
        AvailabilityQuery { from, to, connections }.read()
    };
    let (from, to) = ("2026-01-01", "2026-04-02");
    assert_eq!(query(from, to, ""), Ok((span(from, to), None)));
    let twice = format!(" {ID}, {ID},");
    let one: ConnectionId = ID.parse().expect("an id");
    assert_eq!(query(from, to, &twice), Ok((span(from, to), Some(vec![one]))));
    let nil = Some(vec![ConnectionId::default()]);
    assert_eq!(query(from, to, "x").map(|read| read.1), Ok(nil), "no connection, so unknown");
    assert!(query(from, to, &many(20).join(",")).is_ok());
    for (from, to, connections, field, code) in [
        ("", to, String::new(), "from", Code::Required),
        (from, "", String::new(), "to", Code::Required),
        ("x", to, String::new(), "from", Code::Format),
        (from, "2026-02-30", String::new(), "to", Code::Format),
        (to, from, String::new(), "from", Code::Range),
        (from, "2026-04-03", String::new(), "to", Code::TooLarge),
        (from, to, many(21).join(","), "connections", Code::TooLarge),
    ] {
        let refusals = query(from, to, &connections).expect_err("refused");
        assert_eq!(codes(refusals), [(field.to_owned(), code)], "{from} {to} {connections}");
    }
    let missing = serde_json::from_value::<AvailabilityQuery>(json!({})).expect("a query");
    assert_eq!(missing.read().map_err(|refusals| refusals.len()), Err(2));
}
