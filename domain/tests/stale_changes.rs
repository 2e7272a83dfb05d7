//! A decision about a record that has changed since the user saw it is refused.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    calendar::appointment_forms::CompleteAppointment,
    i18n::rules::Text,
    jobs::{assignment_forms::AnswerAssignment, forms::CompleteJob, job::JobStatus},
    orders::{
        purchase_orders::OrderRows,
        work_orders::{EditWorkOrderItem, NewWorkOrderItem, SignWorkOrder},
    },
    types::date_range::Span,
};
use serde_json::{Value, json};

fn read<F: serde::de::DeserializeOwned>(form: Value) -> F {
    serde_json::from_value(form).expect("of the right shape")
}

fn days(start: (i32, u32, u32), end: (i32, u32, u32)) -> Span {
    let day = |(y, m, d)| NaiveDate::from_ymd_opt(y, m, d).expect("a day");
    Span { start_date: day(start), end_date: day(end) }
}

fn job(is_active: bool, was: &Value) -> CompleteJob {
    read(
        json!({ "jobId": "0198f7a0-0000-7000-8000-000000000000", "isActive": is_active, "was": was }),
    )
}

#[test]
fn a_job_that_others_moved_or_marked_has_to_be_reviewed_again() {
    let march = days((2026, 3, 2), (2026, 3, 4));
    let was = json!({ "status": "active", "startDate": "2026-03-02", "endDate": "2026-03-04" });
    let done = job(false, &was);
    assert_eq!(done.check_unchanged(JobStatus::Active, Some(march)), Ok(()));
    for now in
        [None, Some(days((2026, 3, 2), (2026, 3, 5))), Some(days((2026, 3, 1), (2026, 3, 4)))]
    {
        assert_eq!(done.check_unchanged(JobStatus::Active, now), Err(Text::JobChanged), "{now:?}");
    }
    let opened = job(true, &json!({ "status": "complete", "startDate": null, "endDate": null }));
    assert_eq!(opened.check_unchanged(JobStatus::Complete, None), Ok(()));
    assert_eq!(opened.check_unchanged(JobStatus::Complete, Some(march)), Err(Text::JobChanged));
}

#[test]
fn a_job_that_has_the_requested_status_needs_no_review() {
    let was = json!({ "status": "active", "startDate": null, "endDate": null });
    let done = job(false, &was);
    assert_eq!(
        done.check_unchanged(JobStatus::Complete, Some(days((2026, 3, 2), (2026, 3, 4)))),
        Ok(())
    );
}

#[test]
fn a_call_without_the_seen_state_is_not_refused() {
    let done = job(false, &Value::Null);
    assert_eq!(
        done.check_unchanged(JobStatus::Active, Some(days((2026, 3, 2), (2026, 3, 4)))),
        Ok(())
    );
    let now = DateTime::<Utc>::UNIX_EPOCH;
    let complete: CompleteAppointment = read(json!({ "followUpNote": "" }));
    assert_eq!(complete.check_unchanged(now, now), Ok(()));
    let sign: SignWorkOrder = read(json!({}));
    assert_eq!((sign.check_unchanged(7), sign.has_items_version()), (Ok(()), false));
}

#[test]
fn an_appointment_that_was_moved_has_to_be_reviewed_again() {
    let at = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
    let (nine, ten) = (at("2026-03-02T09:00:00Z"), at("2026-03-02T10:00:00Z"));
    // The same instants in another format.
    let was = json!({ "start": "2026-03-02T09:00:00.000Z", "end": "2026-03-02T04:00:00-06:00" });
    let done: CompleteAppointment = read(json!({ "followUpNote": "Wants slate", "was": was }));
    assert_eq!(done.check_unchanged(nine, ten), Ok(()));
    assert_eq!(done.check_unchanged(ten, ten), Err(Text::AppointmentChanged));
    assert_eq!(done.check_unchanged(nine, nine), Err(Text::AppointmentChanged));
}

#[test]
fn a_user_cannot_sign_items_that_they_have_not_seen() {
    let sign = |seen: Value| read::<SignWorkOrder>(json!({ "itemsVersion": seen }));
    assert_eq!(sign(json!(3)).check_unchanged(3), Ok(()));
    for other in [json!(2), json!(4), json!(3.5)] {
        assert_eq!(sign(other.clone()).check_unchanged(3), Err(Text::ItemsChanged), "{other}");
    }
    assert!(sign(json!(3)).has_items_version());
}

#[test]
fn a_job_is_accepted_only_on_the_days_that_were_seen() {
    let march = days((2026, 3, 2), (2026, 3, 4));
    let answer = |form: Value| read::<AnswerAssignment>(form).days;
    let seen = answer(json!({ "startDate": "2026-03-02", "endDate": "2026-03-04" }));
    assert_eq!(seen.check_unchanged(Some(march)), Ok(()));
    for now in [None, Some(days((2026, 3, 2), (2026, 3, 5)))] {
        assert_eq!(seen.check_unchanged(now), Err(Text::JobChanged), "{now:?}");
    }
    let unscheduled = answer(json!({ "startDate": null, "endDate": null }));
    assert_eq!(unscheduled.check_unchanged(None), Ok(()));
    assert_eq!(unscheduled.check_unchanged(Some(march)), Err(Text::JobChanged));
    assert_eq!(answer(json!({})).check_unchanged(Some(march)), Ok(()), "days that are not stated");
}

#[test]
fn items_are_changed_only_as_they_were_seen() {
    let add =
        |seen: Value| read::<NewWorkOrderItem>(json!({ "itemsVersion": seen })).check_unchanged(3);
    let edit =
        |seen: Value| read::<EditWorkOrderItem>(json!({ "itemsVersion": seen })).check_unchanged(3);
    let rows = |body: Value| read::<OrderRows>(body).check_unchanged(3);
    for (seen, result) in [
        (json!(3), Ok(())),
        (json!(2), Err(Text::OrderChanged)),
        (json!(3.5), Err(Text::OrderChanged)),
    ] {
        let replaced = rows(json!({ "version": seen, "items": [] }));
        assert_eq!(
            (add(seen.clone()), edit(seen.clone()), replaced),
            (result, result, result),
            "{seen}"
        );
    }
    assert_eq!((add(Value::Null), edit(Value::Null), rows(json!([]))), (Ok(()), Ok(()), Ok(())));
}
