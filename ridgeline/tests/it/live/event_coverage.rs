//! Every call that changes a job, an appointment, an order, a calendar, a connection or a chat sends an event
//! and adds an entry to the activity log, and tells other software what [`change_types`] says. Calls all of these routes, and fails for a route that it does not
//! know; `http/activity_coverage.rs` calls the routes without live events.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
};

use axum::{body::Body, http::Request};
use domain::{
    permissions::permission::{CompanyType, UserType},
    types::ids::CompanyId,
};
use serde_json::{Value, json};

use crate::{
    live::change_types,
    support::{Person, TestApp, TestResponse, activity, changes, photos, sockets::Socket, upload},
};

/// The path prefixes of the routes that send events.
pub const LIVE: &[&str] = &[
    "/api/appointment_series/",
    "/api/appointments/",
    "/api/calendar/",
    "/api/chat/",
    "/api/connections/",
    "/api/guest/",
    "/api/guest_links/",
    "/api/job_offers/",
    "/api/job_series/",
    "/api/jobs/",
    "/api/notifications/",
    "/api/purchase_orders/",
    "/api/schedule/",
    "/api/work_orders/",
];

/// Calls that concern only the caller: personal feeds and devices, the caller's own subscriptions, and files that no call
/// has used yet.
const OWN: &[&str] = &[
    "delete /api/calendar/feed",
    "delete /api/notifications/pushDevices/{id}",
    "post /api/calendar/feed",
    "post /api/chat/subscribe",
    "options /api/guest/{secret}/uploads",
    "post /api/guest/{secret}/uploads",
    "delete /api/guest/{secret}/uploads/{id}",
    "head /api/guest/{secret}/uploads/{id}",
    "options /api/guest/{secret}/uploads/{id}",
    "patch /api/guest/{secret}/uploads/{id}",
    "post /api/guest/{secret}/uploads/{id}",
    "post /api/notifications/pushDevices",
    "post /api/notifications/unsubscribe/{token}",
    "put /api/notifications/choices",
];

/// Calls below these paths that change only the price list, which no screen follows: `http/activity_coverage.rs` calls
/// them.
pub const PRICE_LIST: &[&str] = &["post /api/purchase_orders/prices"];

/// Calls that rightly add no entry to the activity log: chat rooms, messages and read marks.
const UNTRACED: &[&str] = &[
    "post /api/chat/read/{roomId}",
    "post /api/chat/rooms/job",
    "post /api/chat/sendAttachment/{roomId}",
    "post /api/chat/sendMessage",
    "post /api/guest/{secret}/seen",
    "post /api/notifications/seen",
];

const PDF: &[u8] = b"%PDF-1.7\nwhat is done\n%%EOF";

/// Listens on a socket while others work.
struct Walk<'a> {
    app: &'a TestApp,
    looks: Socket,
    own: CompanyId,
    walked: BTreeSet<String>,
    traced: BTreeSet<String>,
}

/// What was written before a call.
struct Written {
    activity: i64,
    changes: BTreeMap<CompanyId, i64>,
}

impl Written {
    async fn of(app: &TestApp) -> Self {
        Self { activity: activity::written(app).await, changes: changes::written(app).await }
    }
}

impl Walk<'_> {
    /// Calls a route with its path parameters filled in, and checks that the listener receives an event.
    async fn step(
        &mut self,
        who: &Person,
        (route, gap): (&str, Option<&Value>),
        body: Value,
        event: &str,
    ) -> TestResponse {
        let (method, path) = route.split_once(' ').expect("method and path");
        let path = filled(path, gap);
        let written = Written::of(self.app).await;
        let answer = self.app.call(Some(who), &method.to_uppercase(), &path, body).await;
        self.check(route, &answer, event, written).await;
        answer
    }

    async fn upload(
        &mut self,
        who: &Person,
        route: &str,
        request: Request<Body>,
        event: &str,
    ) -> TestResponse {
        let written = Written::of(self.app).await;
        let answer = self.app.send(Some(who), request).await;
        self.check(route, &answer, event, written).await;
        answer
    }

    async fn check(&mut self, route: &str, answer: &TestResponse, event: &str, written: Written) {
        assert!(answer.status.is_success(), "{route}: {:?}", answer.json);
        let told = changes::types_since(self.app, &written.changes, self.own).await;
        assert_eq!(told, change_types::of(route), "{route}");
        if activity::written(self.app).await > written.activity {
            self.traced.insert(route.to_string());
        }
        let received = self.looks.names(self.app).await;
        assert!(
            received.iter().any(|name| name == event),
            "{route}: {event} is not in {received:?}"
        );
        self.walked.insert(route.to_string());
    }
}

pub fn filled(path: &str, gap: Option<&Value>) -> String {
    match (path.split_once('{'), gap) {
        (Some((begin, rest)), Some(id)) => {
            // What follows the last parameter, of addresses with something behind it.
            let behind = rest.rsplit_once('}').map_or("", |(_, behind)| behind);
            format!("{begin}{}{behind}", text(id))
        }
        _ => path.to_string(),
    }
}

fn text(id: &Value) -> &str {
    id.as_str().unwrap_or_else(|| panic!("no id but {id}"))
}

both_engines! {
    async fn every_change_is_sent_to_open_sockets(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let looks = app.colleague(ada.company, UserType::Admin).await;
        let looks = Socket::of(at, &looks).await;
        let (walked, traced) = (BTreeSet::new(), BTreeSet::new());
        let mut walk = Walk { app, looks, own: ada.company, walked, traced };
        connections(&mut walk, &ada).await;
        job_itself(&mut walk, &ada).await;
        assignments(&mut walk, &ada, at).await;
        what_hangs_on_a_job(&mut walk, &ada).await;
        guest_links(&mut walk, &ada).await;
        job_offers(&mut walk, &ada).await;
        work_orders(&mut walk, &ada).await;
        purchase_orders(&mut walk, &ada).await;
        appointments(&mut walk, &ada).await;
        chats(&mut walk, &ada, at).await;
        let routes = server::api::routes().list();
        let all: BTreeSet<String> = routes
            .iter()
            .filter(|route| route.method != "get")
            .filter(|route| LIVE.iter().any(|room| route.path.starts_with(room)))
            .map(|route| format!("{} {}", route.method, route.path))
            .filter(|route| !OWN.contains(&route.as_str()) && !PRICE_LIST.contains(&route.as_str()))
            .collect();
        let forgotten: Vec<_> = all.difference(&walk.walked).collect();
        assert!(forgotten.is_empty(), "no test checks the events of these calls: {forgotten:#?}");
        let untraced: Vec<_> =
            walk.walked.difference(&walk.traced).filter(|route| !UNTRACED.contains(&route.as_str())).collect();
        assert!(untraced.is_empty(), "these calls record no activity: {untraced:#?}");
    }
}

async fn connections(walk: &mut Walk<'_>, ada: &Person) {
    let sub = walk.app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let form = json!({ "recipientId": sub.company, "message": "" });
    let created = walk.step(ada, ("post /api/connections/connect", None), form, "connection").await;
    let id = &created.json["connection"]["id"];
    let form = json!({ "id": id });
    walk.step(&sub, ("post /api/connections/accept", None), form.clone(), "chat_room").await;
    walk.step(&sub, ("post /api/connections/decline", None), form, "connection_removed").await;
}

async fn job_itself(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
    let created = walk.step(ada, ("post /api/jobs/create", None), form, "job").await;
    let job = created.json["id"].clone();
    let customer = walk.app.customer(ada).await;
    for (route, mut form) in [
        (
            "post /api/jobs/update/nameAddress",
            json!({ "title": "Whitaker", "city": "Nashville", "state": "TN" }),
        ),
        (
            "post /api/jobs/update/schedule",
            json!({ "startDate": "2026-03-09", "endDate": "2026-03-10" }),
        ),
        ("post /api/jobs/unschedule", json!({})),
        ("post /api/jobs/update/changeColor", json!({ "color": "#102030" })),
        ("post /api/jobs/update/customer", json!({ "jobCustomer": customer })),
        ("post /api/jobs/contractAmount/update", json!({ "contractAmount": 8100 })),
        ("post /api/jobs/jobNumber/update", json!({ "jobNumber": "26-014" })),
        ("post /api/jobs/update/inspectionNote", json!({ "inspectionNote": "Hail" })),
        ("post /api/jobs/complete", json!({ "isActive": false })),
    ] {
        form["jobId"] = job.clone();
        walk.step(ada, (route, None), form, "job").await;
    }
    let first = walk.app.job(ada).await;
    let form = json!({ "jobId": job, "follows": [{ "jobId": first["id"], "gapWorkdays": 2 }] });
    walk.step(ada, ("post /api/jobs/update/follows", None), form, "job").await;
    let form = json!({ "jobIds": [job], "change": { "complete": false } });
    let changed = walk.step(ada, ("post /api/jobs/bulk", None), form, "job").await;
    let form = json!({ "undo": changed.json["undo"] });
    walk.step(ada, ("post /api/jobs/bulk/undo", None), form, "job").await;
    let first = &first["id"];
    let days = json!({ "jobId": first, "startDate": "2026-03-09", "endDate": "2026-03-10" });
    walk.step(ada, ("post /api/jobs/update/schedule", None), days, "job").await;
    let mut form = json!({ "selection": { "jobIds": [first] }, "workdays": 1, "reason": "Rain", "dryRun": true });
    let preview = walk.app.post(ada, "/api/schedule/shift", form.clone()).await;
    form["dryRun"] = json!(false);
    form["state"] = preview.json["state"].clone();
    let shifted = walk.step(ada, ("post /api/schedule/shift", None), form, "job").await;
    let route = ("post /api/schedule/shift/{shiftId}/undo", Some(&shifted.json["shiftId"]));
    walk.step(ada, route, json!({}), "job").await;
    let form = json!({ "jobId": first, "unit": "week", "interval": 1, "times": 2 });
    walk.step(ada, ("post /api/job_series/create", None), form, "job").await;
    let form = json!({ "jobId": first, "startDate": "2026-03-10" });
    walk.step(ada, ("post /api/job_series/change", None), form, "job").await;
    walk.step(ada, ("post /api/job_series/stop", None), json!({ "jobId": first }), "job").await;
    let form = json!({ "jobId": job });
    walk.step(ada, ("post /api/jobs/delete", None), form, "job_deleted").await;
    let rows: Vec<String> = (0..30).map(|n| format!("Roof {n},Nashville,TN")).collect();
    let sheet = format!("Title,City,State\n{}\n", rows.join("\n"));
    let request = crate::support::multipart("/api/jobs/import", sheet.as_bytes(), &[]);
    let imported = walk.upload(ada, "post /api/jobs/import", request, "jobs").await;
    let route = ("post /api/imports/undo/{importId}", Some(&imported.json["importId"]));
    walk.step(ada, route, Value::Null, "jobs").await;
}

async fn assignments(walk: &mut Walk<'_>, ada: &Person, at: SocketAddr) {
    let job = walk.app.job(ada).await;
    let row = &job["jobCrewTableId"];
    let sub = walk.app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let connection = walk.app.connection(ada, &sub, true).await;
    let (crew, _) = walk.app.crew(ada).await;
    let form = json!({ "assignedToUserId": ada.user, "jobCrewTableId": row });
    walk.step(ada, ("post /api/jobs/update/assign/user", None), form, "job").await;
    let form = json!({ "customCrewId": crew, "jobCrewTableId": row, "isCustom": true });
    walk.step(ada, ("post /api/jobs/update/assign/custom", None), form, "job").await;
    let form = json!({ "selectedConnection": connection, "jobCrewTableId": row });
    let route = "post /api/jobs/update/assign/subcontractorAccount";
    walk.step(ada, (route, None), form, "job").await;
    let form = json!({ "didAccept": true, "jobCrewTableId": row });
    walk.step(&sub, ("post /api/jobs/update/acceptDecline", None), form, "notification").await;
    let form = json!({ "jobCrewTableId": row });
    walk.step(ada, ("post /api/jobs/update/assign/nobody", None), form, "job").await;
    let response = walk.app.get(ada, "/api/notifications/user").await;
    let id = &response.json["notifications"][0]["id"];
    // Read marks are sent only to the user's own tabs.
    walk.looks = Socket::of(at, ada).await;
    walk.step(ada, ("post /api/notifications/seen", None), json!([id]), "notification").await;
}

async fn what_hangs_on_a_job(walk: &mut Walk<'_>, ada: &Person) {
    let job = walk.app.job(ada).await;
    let id = &job["id"];
    let form = json!({ "content": "Hail", "jobId": id });
    let created = walk.step(ada, ("post /api/jobs/addTag", None), form, "job").await;
    let form = json!({ "jobId": id, "tagId": created.json["tag"]["id"] });
    walk.step(ada, ("post /api/jobs/deleteTag", None), form, "job").await;
    let form = json!({ "jobId": id, "measurement": "square", "amount": 24 });
    let route = ("post /api/jobs/addMeasurementReport", None);
    let created = walk.step(ada, route, form, "job").await;
    let route = "delete /api/jobs/deleteMeasurementReport/{id}";
    walk.step(ada, (route, Some(&created.json["report"]["id"])), Value::Null, "job").await;
    let form = json!({ "jobId": id, "authorId": ada.user, "content": "Gate code 12" });
    let created = walk.step(ada, ("post /api/jobs/addNote", None), form, "job_records").await;
    let form = json!({ "noteId": created.json["id"] });
    walk.step(ada, ("post /api/jobs/notes/delete", None), form, "job_records").await;
    let path = format!("/api/jobs/uploadJobImage/{}", text(id));
    let request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
    let route = "post /api/jobs/uploadJobImage/{jobId}";
    let created = walk.upload(ada, route, request, "job_records").await;
    let form = json!({ "imageId": created.json["newEntry"]["id"], "caption": "Valley" });
    walk.step(ada, ("post /api/jobs/update/imageCaption", None), form, "job_records").await;
    let request = upload(&path, ("image", "before.jpg"), &photos::jpeg(60, 40), &[]);
    let before = walk.app.send(Some(ada), request).await.json["newEntry"]["id"].clone();
    walk.looks.names(walk.app).await;
    let form = json!({ "imageId": created.json["newEntry"]["id"], "beforeId": before });
    walk.step(ada, ("post /api/jobs/update/imagePair", None), form, "job_records").await;
    let route = ("delete /api/jobs/deleteJobImg/{id}", Some(&created.json["newEntry"]["id"]));
    walk.step(ada, route, Value::Null, "job_records").await;
    let form = json!({ "title": "Crew A" });
    let created = walk.step(ada, ("post /api/calendar/new", None), form, "calendars").await;
    let calendar = &created.json["calendar"]["id"];
    let form = json!({ "jobId": id, "calendarId": calendar });
    walk.step(ada, ("post /api/calendar/assign", None), form, "job").await;
    let route = ("delete /api/calendar/delete/{id}", Some(calendar));
    walk.step(ada, route, Value::Null, "jobs").await;
}

async fn guest_links(walk: &mut Walk<'_>, ada: &Person) {
    let job = walk.app.job(ada).await;
    let order = walk.app.work_order(ada, &job).await;
    let form = json!({ "jobId": job["id"], "name": "Rosa", "email": "rosa@crew.example" });
    let route = ("post /api/guest_links/create", None);
    let created = walk.step(ada, route, form, "guest_link").await;
    let id = &created.json["link"]["id"];
    let form = json!({ "id": id });
    walk.step(ada, ("post /api/guest_links/send", None), form.clone(), "guest_link").await;
    let renewed = walk.step(ada, ("post /api/guest_links/renew", None), form, "guest_link").await;
    let url = text(&renewed.json["link"]["url"]);
    let secret = json!(url.rsplit_once('/').expect("a secret").1);
    let gap = Some(&secret);
    walk.step(ada, ("post /api/guest/{secret}/seen", gap), Value::Null, "guest_link").await;
    let form = json!({ "accepted": true, "startDate": null, "endDate": null });
    walk.step(ada, ("post /api/guest/{secret}/answer", gap), form, "guest_link").await;
    let form = json!({ "content": "Gate code 12" });
    walk.step(ada, ("post /api/guest/{secret}/note", gap), form, "job_records").await;
    let path = format!("/api/guest/{}/image", text(&secret));
    let request = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
    walk.upload(ada, "post /api/guest/{secret}/image", request, "job_records").await;
    let form = json!({ "workOrderId": order["id"], "name": "Rosa", "seen": 0 });
    walk.step(ada, ("post /api/guest/{secret}/sign", gap), form, "work_order").await;
    walk.step(ada, ("post /api/guest/{secret}/complete", gap), json!({}), "job").await;
    let route = ("delete /api/guest_links/{id}", Some(id));
    walk.step(ada, route, Value::Null, "guest_link").await;
}

async fn job_offers(walk: &mut Walk<'_>, ada: &Person) {
    let job = walk.app.job(ada).await;
    let (sub, connection) = walk.app.connected_subcontractor(ada).await;
    let window = json!({ "startDate": "2026-03-09", "endDate": "2026-03-10" });
    let form = json!({ "jobId": job["id"], "connections": [connection], "days": [window], "until": "2026-03-05" });
    let route = ("post /api/job_offers/create", None);
    let created = walk.step(ada, route, form.clone(), "job").await;
    let route = ("delete /api/job_offers/{id}", Some(&created.json["offer"]["id"]));
    walk.step(ada, route, Value::Null, "job").await;
    for accepted in [false, true] {
        let created =
            walk.step(ada, ("post /api/job_offers/create", None), form.clone(), "job").await;
        let id = &created.json["offer"]["id"];
        let answer = json!({ "id": id, "accepted": accepted, "window": window });
        if accepted {
            walk.step(&sub, ("post /api/job_offers/answer", None), answer, "job").await;
        } else {
            // Tells other software nothing, unlike the acceptance.
            let declined = walk.app.post(&sub, "/api/job_offers/answer", answer).await;
            assert!(declined.status.is_success(), "{:?}", declined.json);
            let route = ("delete /api/job_offers/{id}", Some(id));
            walk.step(ada, route, Value::Null, "job").await;
        }
    }
}

async fn work_orders(walk: &mut Walk<'_>, ada: &Person) {
    let job = walk.app.job(ada).await;
    let sub = walk.app.asked_subcontractor(ada, &job).await;
    let form = json!({ "jobId": job["id"] });
    let created = walk.step(ada, ("post /api/work_orders/create", None), form, "work_order").await;
    let order = created.json["newWorkOrder"]["id"].clone();
    let mut item = json!({
        "workOrderId": order, "title": "Tear-off", "description": "", "quantity": 2, "unitCost": 70,
    });
    let route = ("post /api/work_orders/addItem", None);
    let created = walk.step(ada, route, item.clone(), "work_order").await;
    let id = created.json["item"]["id"].clone();
    item["id"] = id.clone();
    item["quantity"] = json!(3);
    walk.step(ada, ("post /api/work_orders/updateItem", None), item, "work_order").await;
    let route = ("delete /api/work_orders/item/delete/{itemId}", Some(&id));
    walk.step(ada, route, Value::Null, "work_order").await;
    let form = json!({ "orderId": order });
    walk.step(&sub, ("post /api/work_orders/sign", None), form, "work_order").await;
    let route = ("delete /api/work_orders/sign/{orderId}", Some(&order));
    walk.step(&sub, route, Value::Null, "work_order").await;
    let fields = [("orderId", text(&order))];
    let request = upload("/api/work_orders/send", ("workOrderPDF", "order.pdf"), PDF, &fields);
    walk.upload(ada, "post /api/work_orders/send", request, "work_order").await;
    let route = ("delete /api/work_orders/delete/{orderId}", Some(&order));
    walk.step(ada, route, Value::Null, "work_order_deleted").await;
}

async fn purchase_orders(walk: &mut Walk<'_>, ada: &Person) {
    let job = walk.app.job(ada).await;
    let (vendor, product) =
        (walk.app.vendor(ada).await, walk.app.product(ada, "Shingle", 3_150).await);
    let form = json!({ "jobId": job["id"] });
    let route = ("post /api/purchase_orders/create", None);
    let created = walk.step(ada, route, form, "purchase_order").await;
    let order = created.json["newPurchaseOrder"]["id"].clone();
    let route = ("put /api/purchase_orders/update/vendor/{orderId}", Some(&order));
    walk.step(ada, route, json!({ "vendorId": vendor }), "purchase_order").await;
    let rows = json!([{ "productId": product, "quantity": 4, "purchaseOrderId": order }]);
    let route = ("post /api/purchase_orders/updateOrderItems/{orderId}", Some(&order));
    walk.step(ada, route, rows, "purchase_order").await;
    let form = json!({ "name": "Dana Cole", "email": "dana@supply.example", "vendorId": vendor });
    let created = walk.app.post(ada, "/api/contractor_vendors/contacts", form).await;
    assert!(created.status.is_success(), "{:?}", created.json);
    let path = "/api/purchase_orders/sendToVendors";
    let fields = [
        ("orderId", text(&order)),
        ("contactEmails", r#"["dana@supply.example"]"#),
        ("message", ""),
    ];
    let request = upload(path, ("purchaseOrderPDF", "order.pdf"), PDF, &fields);
    let route = "post /api/purchase_orders/sendToVendors";
    let sent = walk.upload(ada, route, request, "purchase_order").await.json["order"].clone();
    let secret = json!(walk.app.order_link(ada, text(&order), json!({})).await.1);
    let form = json!({ "version": sent["version"], "confirmed": true });
    let route = ("post /api/guest/{secret}/order", Some(&secret));
    let now = walk.step(ada, route, form, "purchase_order").await;
    let mut form = json!({
        "id": order, "version": now.json["purchaseOrder"]["version"],
        "items": [{ "productId": product, "quantity": 5 }],
    });
    let route = ("post /api/purchase_orders/amend", None);
    let now = walk.step(ada, route, form.clone(), "purchase_order").await.json["order"].clone();
    form["version"] = now["version"].clone();
    form["rows"] = json!([{ "id": now["items"][0]["id"], "quantity": 2 }]);
    let route = ("post /api/purchase_orders/receive", None);
    let now = walk.step(ada, route, form.clone(), "purchase_order").await.json["order"].clone();
    form["version"] = now["version"].clone();
    form["status"] = json!("closed");
    walk.step(ada, ("post /api/purchase_orders/status", None), form, "purchase_order").await;
    let path = format!("/api/purchase_orders/delivery_photo/{}", text(&order));
    let request = upload(&path, ("image", "pallet.jpg"), &photos::jpeg(60, 40), &[]);
    let route = "post /api/purchase_orders/delivery_photo/{orderId}";
    walk.upload(ada, route, request, "purchase_order").await;
    let form = json!({ "orderId": order });
    let route = ("post /api/purchase_orders/delete", None);
    walk.step(ada, route, form, "purchase_order_deleted").await;
}

async fn appointments(walk: &mut Walk<'_>, ada: &Person) {
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

async fn chats(walk: &mut Walk<'_>, ada: &Person, at: SocketAddr) {
    let sub = walk.app.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
    let room = walk.app.connection(ada, &sub, true).await;
    let mut looks = Socket::of(at, ada).await;
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
    walk.looks = Socket::of(at, ada).await;
    let form = json!({ "jobId": job["id"] });
    walk.step(&sub, ("post /api/chat/rooms/job", None), form, "chat_room").await;
}
