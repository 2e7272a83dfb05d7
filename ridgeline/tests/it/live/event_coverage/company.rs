//! Changes of connections, appointments and chats.

use std::net::SocketAddr;

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};

use super::walk::Walk;
use crate::support::{Person, photos, sockets::Socket, upload};

pub async fn connections(walk: &mut Walk<'_>, ada: &Person) {
    let sub = walk.app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let form = json!({ "recipientId": sub.company, "message": "" });
    let created = walk.step(ada, ("post /api/connections/connect", None), form, "connection").await;
    let id = &created.json["connection"]["id"];
    let form = json!({ "id": id });
    walk.step(&sub, ("post /api/connections/accept", None), form.clone(), "chat_room").await;
    walk.step(&sub, ("post /api/connections/decline", None), form, "connection_removed").await;
}

pub async fn appointments(walk: &mut Walk<'_>, ada: &Person) {
    let customer = walk.app.customer(ada).await;
    let details = json!({
        "customerId": customer, "assignedToId": ada.user, "companyId": ada.company, "address": "",
        "city": "", "state": "", "zip": "", "note": "",
    });
    let mut form = details.clone();
    form["start"] = json!("2026-03-09T15:00:00Z");
    form["end"] = json!("2026-03-09T15:30:00Z");
    let route = ("post /api/appointments/create", None);
    let created = walk.step(ada, route, form, "appointment").await;
    let id = created.json["appointment"]["id"].clone();
    let times = json!({ "start": "2026-03-10T15:00:00Z", "end": "2026-03-10T15:30:00Z" });
    let created = walk.app.post(ada, "/api/calendar/new", json!({ "title": "Sales" })).await;
    let calendar = &created.json["calendar"]["id"];
    let form = json!({ "appointmentId": id, "calendarId": calendar });
    let route = ("post /api/appointments/assignToCalendar", None);
    walk.step(ada, route, form, "appointment").await;
    let mut details = details;
    details["note"] = json!("Bring samples");
    for (route, form) in [
        ("put /api/appointments/details/{id}", details),
        ("put /api/appointments/schedule/{id}", times),
        ("put /api/appointments/color/{id}", json!({ "color": "#102030" })),
    ] {
        walk.step(ada, (route, Some(&id)), form, "appointment").await;
    }
    let form = json!({ "appointmentId": id, "unit": "week", "interval": 1, "times": 2 });
    walk.step(ada, ("post /api/appointment_series/create", None), form, "appointment").await;
    let form = json!({ "appointmentId": id, "start": "2026-03-11T15:00:00Z" });
    walk.step(ada, ("post /api/appointment_series/change", None), form, "appointment").await;
    let form = json!({ "appointmentId": id });
    let route = ("post /api/appointment_series/stop", None);
    walk.step(ada, route, form, "appointment_deleted").await;
    let route = ("put /api/appointments/complete/{id}", Some(&id));
    walk.step(ada, route, json!({ "followUpNote": "Signed" }), "appointment").await;
    let route = ("delete /api/appointments/delete/{id}", Some(&id));
    walk.step(ada, route, Value::Null, "appointment_deleted").await;
}

pub async fn chats(walk: &mut Walk<'_>, ada: &Person, at: SocketAddr) {
    let sub = walk.app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let room = walk.app.connection(ada, &sub, true).await;
    let mut looks = Socket::of(walk.app, at, ada).await;
    let chat = format!("chat_{room}");
    assert_eq!(looks.subscribe(&[&chat]).await["rooms"], json!([chat]));
    walk.looks = looks;
    let form = json!({ "userId": sub.user, "roomId": room, "contents": "On our way" });
    let route = ("post /api/chat/sendMessage", None);
    let created = walk.step(&sub, route, form, "chat_message").await;
    let form = json!({ "messageId": created.json["message"]["id"] });
    let id = json!(room);
    let route = ("post /api/chat/read/{roomId}", Some(&id));
    walk.step(ada, route, form, "chat_read").await;
    let path = format!("/api/chat/sendAttachment/{room}");
    let request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
    walk.upload(&sub, "post /api/chat/sendAttachment/{roomId}", request, "chat_message").await;
    let job = walk.app.job(ada).await;
    let sub = walk.app.asked_subcontractor(ada, &job).await;
    walk.app.answer(&sub, &job, true).await;
    walk.looks = Socket::of(walk.app, at, ada).await;
    let form = json!({ "jobId": job["id"] });
    walk.step(&sub, ("post /api/chat/rooms/job", None), form, "chat_room").await;
}
