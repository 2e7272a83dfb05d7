//! Changes of a job, of what belongs to it, and of who does it.

use std::net::SocketAddr;

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};

use super::walk::{Walk, text};
use crate::support::{Person, photos, sockets::Socket, upload};

pub async fn job_itself(walk: &mut Walk<'_>, ada: &Person) {
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

pub async fn assignments(walk: &mut Walk<'_>, ada: &Person, at: SocketAddr) {
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
    walk.looks = Socket::of(walk.app, at, ada).await;
    walk.step(ada, ("post /api/notifications/seen", None), json!([id]), "notification").await;
}

pub async fn what_hangs_on_a_job(walk: &mut Walk<'_>, ada: &Person) {
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

pub async fn job_offers(walk: &mut Walk<'_>, ada: &Person) {
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
