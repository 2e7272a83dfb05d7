//! Appointments over HTTP, on both engines.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const LIST: &str = "/api/appointments/company";
const CREATE: &str = "/api/appointments/create";

/// Half an hour with June Whitaker, assigned to this person.
async fn form(app: &TestApp, admin: &Person, goes: &Person) -> Value {
    json!({
        "start": "2026-03-08T15:00:00Z", "end": "2026-03-08T15:30:00Z", "customerId": app.customer(admin).await,
        "assignedToId": goes.user, "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
        "note": " Ring twice. ",
    })
}

async fn create(app: &TestApp, admin: &Person, goes: &Person) -> Value {
    let form = form(app, admin, goes).await;
    let answer = app.post(admin, CREATE, form).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json["appointment"].clone()
}

async fn list(app: &TestApp, who: &Person) -> Value {
    app.get(who, LIST).await.json["appointments"].clone()
}

async fn put(
    app: &TestApp,
    who: &Person,
    act: &str,
    appointment: &Value,
    body: Value,
) -> TestResponse {
    let id = appointment["id"].as_str().expect("id");
    app.call(Some(who), "PUT", &format!("/api/appointments/{act}/{id}"), body).await
}

both_engines! {
    async fn an_appointment_is_stored_with_names_and_times(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let appointment = create(app, &admin, &admin).await;
        assert_eq!(appointment["customerFirstName"], "June");
        assert_eq!(appointment["assignedToLastName"], "Ridge");
        assert_eq!((&appointment["start"], &appointment["end"]), (&json!("2026-03-08T15:00:00Z"), &json!("2026-03-08T15:30:00Z")));
        assert_eq!((&appointment["note"], &appointment["status"], &appointment["followUpNote"]), (&json!("Ring twice."), &json!("active"), &Value::Null));
        assert_eq!(list(app, &admin).await, json!([appointment]));
        let mut later = form(app, &admin, &admin).await;
        later["end"] = Value::Null;
        later["lengthMinutes"] = 45.into();
        let by_length = app.post(&admin, CREATE, later).await;
        assert_eq!(by_length.json["appointment"]["end"], "2026-03-08T15:45:00Z");
    }

    async fn only_contractors_have_appointments_and_a_foreman_sees_his_own(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (foreman, other) = (app.colleague(admin.company, Foreman).await, app.colleague(admin.company, Foreman).await);
        let member = app.colleague(admin.company, Member).await;
        let appointment = create(app, &admin, &foreman).await;
        assert_eq!(list(app, &foreman).await, json!([appointment]));
        assert_eq!(list(app, &other).await, json!([]));
        assert_eq!(list(app, &member).await, json!([appointment]));
        let response = app.post(&member, CREATE, form(app, &admin, &member).await).await;
        assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "You must be an admin to perform this action"));
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(app.get(&sub, LIST).await.status, StatusCode::FORBIDDEN);
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(list(app, &outsider).await, json!([]));
        for (act, body) in [("details", json!({})), ("color", json!({ "color": "#2EA27B" })), ("complete", json!({})), ("schedule", json!({}))] {
            assert_eq!(put(app, &outsider, act, &appointment, body).await.status, StatusCode::NOT_FOUND, "{act}: 404 comes before 422");
        }
        let path = format!("/api/appointments/delete/{}", appointment["id"].as_str().expect("id"));
        assert_eq!(app.call(Some(&outsider), "DELETE", &path, Value::Null).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.call(None, "GET", LIST, Value::Null).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn every_invalid_field_of_an_appointment_is_named(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let response = app.post(&admin, CREATE, json!({ "note": "x".repeat(501) })).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        let mut fields = response.fields();
        fields.sort();
        assert_eq!(fields, ["assignedToId required", "customerId required", "lengthMinutes required", "note too_long", "start required"]);
        let sound = form(app, &admin, &admin).await;
        let wrong = [
            ("end", json!("2026-03-08T15:04:00Z"), "end too_small"),
            ("end", json!("2026-03-08T14:59:00Z"), "start range"),
            ("end", json!("2027-04-08T15:00:00Z"), "end too_large"),
            ("end", json!("tomorrow"), "end format"),
            ("start", json!("2026-02-30T15:00:00Z"), "start format"),
            ("customerId", json!("no id at all"), "customerId choice"),
            ("assignedToId", json!(app.sign_in(Contractor, Admin).await.user), "assignedToId choice"),
            ("companyId", json!(app.sign_in(Contractor, Admin).await.company), "companyId choice"),
        ];
        for (field, value, refused) in wrong {
            let mut bad = sound.clone();
            bad[field] = value;
            assert_eq!(app.post(&admin, CREATE, bad).await.fields(), [refused]);
        }
        let five = app.post(&admin, CREATE, { let mut form = sound.clone(); form["end"] = json!("2026-03-08T15:05:00Z"); form }).await;
        assert_eq!(five.status, StatusCode::OK);
        assert_eq!(list(app, &admin).await.as_array().map(Vec::len), Some(1), "nothing half stored");
    }

    async fn another_companys_customer_is_never_named(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let appointment = create(app, &admin, &admin).await;
        let foreign = app.customer(&outsider).await;
        let response = put(app, &admin, "details", &appointment, json!({ "customerId": foreign, "assignedToId": admin.user })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["customerId choice".to_string()]));
        assert_eq!(list(app, &admin).await, json!([appointment]));
    }

    async fn fields_color_and_time_change(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let appointment = create(app, &admin, &admin).await;
        let details = json!({ "customerId": appointment["customerId"], "assignedToId": member.user, "city": "Memphis", "note": "" });
        let changed = put(app, &admin, "details", &appointment, details).await.json["appointment"].clone();
        assert_eq!((&changed["assignedToId"], &changed["city"], &changed["address"], &changed["note"]), (&json!(member.user), &json!("Memphis"), &Value::Null, &Value::Null));
        assert_eq!(changed["start"], appointment["start"], "its time is another call's");
        let colored = put(app, &admin, "color", &appointment, json!({ "color": "#2EA27B" })).await;
        assert_eq!(colored.json["appointment"]["color"], "#2EA27B");
        assert_eq!(put(app, &admin, "color", &appointment, json!({ "color": "teal" })).await.fields(), ["color format"]);
        let moved = put(app, &admin, "schedule", &appointment, json!({ "start": "2026-11-01T05:30:00Z", "end": "2026-11-01T07:30:00Z" })).await;
        assert_eq!((&moved.json["appointment"]["start"], &moved.json["appointment"]["end"]), (&json!("2026-11-01T05:30:00Z"), &json!("2026-11-01T07:30:00Z")));
        let response = put(app, &admin, "schedule", &appointment, json!({ "start": "2026-11-01T05:30:00Z" })).await;
        assert_eq!(response.fields(), ["end required"]);
    }

    async fn concurrent_changes_of_note_and_city_are_both_stored(app: &TestApp) {
        let ana = app.sign_in(Contractor, Admin).await;
        let ben = app.colleague(ana.company, Admin).await;
        let before = create(app, &ana, &ana).await;
        let mut was = json!({});
        for field in ["customerId", "assignedToId", "address", "city", "state", "zip", "note"] {
            was[field] = before[field].clone();
        }
        let edited = |field: &str, value: Value| {
            let mut form = was.clone();
            form[field] = value;
            form["was"] = was.clone();
            form
        };
        let (by_ben, by_ana) = tokio::join!(
            put(app, &ben, "details", &before, edited("city", json!("Memphis"))),
            put(app, &ana, "details", &before, edited("note", json!("Bring the ladder."))),
        );
        assert_eq!((by_ben.status, by_ana.status), (StatusCode::OK, StatusCode::OK), "{:?} {:?}", by_ben.json, by_ana.json);
        let after = list(app, &ana).await[0].clone();
        assert_eq!((&after["city"], &after["note"]), (&json!("Memphis"), &json!("Bring the ladder.")));
        assert_eq!((&after["address"], &after["assignedToId"]), (&before["address"], &before["assignedToId"]));
        let customer = before["customerId"].as_str().expect("customer");
        app.call(Some(&ben), "DELETE", &format!("/api/customers/delete/{customer}"), Value::Null).await;
        let noted = put(app, &ana, "details", &before, edited("note", json!("Ring once."))).await;
        assert_eq!(noted.status, StatusCode::OK, "the customer went meanwhile, the note is not lost: {:?}", noted.json);
        assert_eq!((&noted.json["appointment"]["note"], &noted.json["appointment"]["customerId"]), (&json!("Ring once."), &Value::Null));
        let again = put(app, &ana, "details", &before, was.clone()).await;
        assert_eq!(again.fields(), ["customerId choice"], "chosen anew it is refused");
    }

    async fn a_completed_appointment_cannot_be_changed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let appointment = create(app, &admin, &admin).await;
        let done = put(app, &admin, "complete", &appointment, json!({ "followUpNote": "Sent the offer." })).await;
        assert_eq!((&done.json["appointment"]["status"], &done.json["appointment"]["followUpNote"]), (&json!("complete"), &json!("Sent the offer.")));
        let details = json!({ "customerId": appointment["customerId"], "assignedToId": admin.user });
        let times = json!({ "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z" });
        for (act, body) in [("complete", json!({})), ("details", details), ("schedule", times)] {
            let response = put(app, &admin, act, &appointment, body).await;
            assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "{act}");
            assert_eq!(response.message(), "You may not reschedule events which are marked as complete.");
        }
        assert_eq!(put(app, &admin, "schedule", &appointment, json!({})).await.status, StatusCode::UNPROCESSABLE_ENTITY, "422 before 409");
        let path = format!("/api/appointments/delete/{}", appointment["id"].as_str().expect("id"));
        assert_eq!(app.call(Some(&admin), "DELETE", &path, Value::Null).await.json, json!({ "id": appointment["id"] }));
        assert_eq!(list(app, &admin).await, json!([]));
    }

    async fn an_appointment_is_put_on_a_calendar_and_taken_off_again(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let appointment = create(app, &admin, &admin).await;
        let calendar = app.post(&admin, "/api/calendar/new", json!({ "title": "Sales" })).await.json["calendar"]["id"].clone();
        let body = json!({ "appointmentId": appointment["id"], "calendarId": calendar });
        let path = "/api/appointments/assignToCalendar";
        assert_eq!(app.post(&admin, path, body.clone()).await.json["assignment"], json!([body]));
        assert_eq!(list(app, &admin).await[0]["appointmentCalendarAssignments"], json!([body]));
        assert_eq!(app.post(&admin, path, body.clone()).await.json["assignment"], json!([]));
        assert_eq!(list(app, &admin).await[0]["appointmentCalendarAssignments"], json!([]));
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.post(&outsider, path, body).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_ten_appointments_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut statements = Vec::new();
        for more in [1, 9] {
            for _ in 0..more {
                create(app, &admin, &admin).await;
            }
            app.get(&admin, LIST).await;
            let before = app.app.db.statements_run();
            app.get(&admin, LIST).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 and for 10");
    }
}
