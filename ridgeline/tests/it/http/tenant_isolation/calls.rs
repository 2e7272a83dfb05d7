//! The calls of `tenant_isolation`: each route with an id of another company.

use axum::{body::Body, http::Request};
use serde_json::{Value, json};

use crate::support::{company_fixture::text, photos, upload};

const PDF: &[u8] = b"%PDF-1.7\nwhat is done\n%%EOF";

/// A route, the value of its path parameter, and the body.
pub type Call<'v> = (&'static str, &'v Value, Value);

/// A route with another company's id in its path or body: 404.
#[expect(clippy::too_many_lines, reason = "a table: one row for each route")]
pub fn not_found(t: &Value) -> Vec<Call<'_>> {
    let none = || Value::Null;
    let job = || json!({ "jobId": t["job"] });
    let row = || json!({ "jobCrewTableId": t["row"], "didAccept": true });
    let words = |kind: &str, id: &str| {
        json!({ "kind": kind, "ids": [t[id]], "language": "spanish",
            "answers": [{ "id": t[id], "field": "content", "text": "hola" }] })
    };
    vec![
        ("get /api/activity/job/{id}", &t["job"], none()),
        ("post /api/api_keys/renew", &t["user"], json!({ "id": t["key"] })),
        ("delete /api/api_keys/{id}", &t["key"], none()),
        ("delete /api/webhooks/{id}", &t["webhook"], none()),
        ("get /api/webhooks/{id}/deliveries", &t["webhook"], none()),
        ("post /api/webhooks/deliveries/{id}/redeliver", &t["delivery"], none()),
        ("post /api/webhooks/{id}/renew", &t["webhook"], none()),
        ("post /api/webhooks/{id}/test", &t["webhook"], none()),
        ("put /api/webhooks/{id}", &t["webhook"], json!({ "active": false })),
        ("get /api/appointment_series/{appointmentId}", &t["appointment"], none()),
        (
            "post /api/appointment_series/change",
            &t["user"],
            json!({ "appointmentId": t["appointment"] }),
        ),
        (
            "post /api/appointment_series/create",
            &t["user"],
            json!({ "appointmentId": t["appointment"] }),
        ),
        (
            "post /api/appointment_series/stop",
            &t["user"],
            json!({ "appointmentId": t["appointment"] }),
        ),
        (
            "post /api/appointments/assignToCalendar",
            &t["user"],
            json!({ "appointmentId": t["appointment"] }),
        ),
        ("put /api/appointments/color/{id}", &t["appointment"], json!({ "color": "#102030" })),
        ("put /api/appointments/complete/{id}", &t["appointment"], json!({ "followUpNote": "x" })),
        ("delete /api/appointments/delete/{id}", &t["appointment"], none()),
        ("put /api/appointments/details/{id}", &t["appointment"], json!({})),
        ("put /api/appointments/schedule/{id}", &t["appointment"], json!({})),
        ("delete /api/auth/sessions/{id}", &t["session"], none()),
        ("post /api/auth/signInMethods/{id}/link", &t["user"], none()),
        ("delete /api/auth/signInMethods/{id}", &t["user"], none()),
        ("post /api/calendar/assign", &t["user"], job()),
        ("get /api/calendar/calendars/{companyId}", &t["company"], none()),
        ("delete /api/calendar/delete/{id}", &t["calendar"], none()),
        ("get /api/chat/messages/room/{roomId}", &t["room"], none()),
        ("post /api/chat/read/{roomId}", &t["room"], json!({ "messageId": t["message"] })),
        ("get /api/chat/room/{id}", &t["room"], none()),
        ("post /api/chat/rooms/job", &t["user"], job()),
        (
            "post /api/chat/sendMessage",
            &t["user"],
            json!({ "roomId": t["room"], "userId": t["user"], "contents": "x" }),
        ),
        ("delete /api/company/daysOff/{id}", &t["dayOff"], none()),
        ("delete /api/company/myFiles/{id}", &t["file"], none()),
        ("put /api/company/myFiles/{id}", &t["file"], json!({ "fileName": "x", "isPublic": true })),
        ("post /api/company/removeUser", &t["user"], json!({ "userId": t["user"] })),
        ("put /api/company/update/{companyId}", &t["company"], json!({ "name": "x" })),
        ("post /api/connections/accept", &t["user"], json!({ "id": t["asked"] })),
        ("post /api/connections/decline", &t["user"], json!({ "id": t["room"] })),
        ("get /api/connections/connections/{companyId}", &t["company"], none()),
        ("post /api/contractor_vendors/contacts", &t["user"], json!({ "vendorId": t["vendor"] })),
        (
            "put /api/contractor_vendors/contacts",
            &t["user"],
            json!({ "vendorContactId": t["contact"] }),
        ),
        ("delete /api/contractor_vendors/contacts/{id}", &t["contact"], none()),
        ("put /api/contractor_vendors/details", &t["user"], json!({ "vendorId": t["vendor"] })),
        ("delete /api/contractor_vendors/{id}", &t["vendor"], none()),
        ("post /api/custom_crews/create_crew_member", &t["user"], json!({ "crewId": t["crew"] })),
        ("delete /api/custom_crews/crew_members/{id}", &t["member"], none()),
        ("put /api/custom_crews/update_crew_member", &t["user"], json!({ "id": t["member"] })),
        ("delete /api/custom_crews/{id}", &t["crew"], none()),
        ("delete /api/customers/delete/{id}", &t["customer"], none()),
        (
            "post /api/customers/update",
            &t["user"],
            json!({ "customerId": t["customer"], "customer": {} }),
        ),
        ("post /api/guest_links/create", &t["user"], json!({ "jobId": t["job"], "name": "Rosa" })),
        ("post /api/guest_links/renew", &t["user"], json!({ "id": t["guestLink"] })),
        ("post /api/guest_links/send", &t["user"], json!({ "id": t["guestLink"] })),
        ("delete /api/guest_links/{id}", &t["guestLink"], none()),
        ("get /api/guest_links/{id}", &t["job"], none()),
        ("post /api/imports/undo/{importId}", &t["import"], none()),
        ("post /api/job_offers/answer", &t["user"], json!({ "id": t["offer"], "accepted": true })),
        ("post /api/job_offers/create", &t["user"], job()),
        ("delete /api/job_offers/{id}", &t["offer"], none()),
        ("get /api/job_offers/{id}", &t["job"], none()),
        ("post /api/job_series/change", &t["user"], job()),
        ("post /api/job_series/create", &t["user"], job()),
        ("post /api/job_series/stop", &t["user"], job()),
        ("get /api/job_series/{jobId}", &t["job"], none()),
        ("post /api/job_templates/create", &t["user"], job()),
        ("delete /api/job_templates/{id}", &t["template"], none()),
        ("put /api/job_templates/{id}", &t["template"], json!({ "name": "x" })),
        ("post /api/jobs/addMeasurementReport", &t["user"], job()),
        ("post /api/jobs/addNote", &t["user"], job()),
        ("post /api/jobs/addTag", &t["user"], job()),
        ("post /api/jobs/complete", &t["user"], job()),
        ("post /api/jobs/contractAmount/update", &t["user"], job()),
        ("post /api/jobs/delete", &t["user"], job()),
        ("delete /api/jobs/deleteJobImg/{id}", &t["image"], none()),
        ("delete /api/jobs/deleteMeasurementReport/{id}", &t["report"], none()),
        ("post /api/jobs/deleteTag", &t["user"], json!({ "jobId": t["job"], "tagId": t["tag"] })),
        ("get /api/jobs/fetchImgs/{jobId}", &t["job"], none()),
        ("get /api/jobs/fetchNotes/{jobId}", &t["job"], none()),
        ("get /api/jobs/ics/{id}", &t["job"], none()),
        ("get /api/jobs/job/{id}", &t["job"], none()),
        ("post /api/jobs/jobNumber/update", &t["user"], job()),
        ("post /api/jobs/notes/delete", &t["user"], json!({ "noteId": t["note"] })),
        ("post /api/jobs/unschedule", &t["user"], job()),
        ("post /api/jobs/update/acceptDecline", &t["user"], row()),
        ("post /api/jobs/update/assign/custom", &t["user"], row()),
        ("post /api/jobs/update/assign/nobody", &t["user"], row()),
        ("post /api/jobs/update/assign/subcontractorAccount", &t["user"], row()),
        ("post /api/jobs/update/assign/user", &t["user"], row()),
        ("post /api/jobs/update/changeColor", &t["user"], job()),
        ("post /api/jobs/update/customer", &t["user"], job()),
        ("post /api/jobs/update/follows", &t["user"], job()),
        ("post /api/jobs/update/imageCaption", &t["user"], json!({ "imageId": t["image"] })),
        ("post /api/jobs/update/imagePair", &t["user"], json!({ "imageId": t["image"] })),
        ("post /api/jobs/update/inspectionNote", &t["user"], job()),
        ("post /api/jobs/update/nameAddress", &t["user"], job()),
        ("post /api/jobs/update/schedule", &t["user"], job()),
        ("post /api/products/add", &t["user"], json!({ "categoryId": t["category"] })),
        ("put /api/products/categories", &t["user"], json!({ "categoryId": t["category"] })),
        ("delete /api/products/categories/{id}", &t["category"], none()),
        ("get /api/products/categories/{id}", &t["company"], none()),
        ("put /api/products/products", &t["user"], json!({ "id": t["product"] })),
        ("delete /api/products/products/{id}", &t["product"], none()),
        ("get /api/products/products/{id}", &t["company"], none()),
        ("post /api/purchase_orders/amend", &t["user"], json!({ "id": t["purchaseOrder"] })),
        ("post /api/purchase_orders/create", &t["user"], job()),
        ("post /api/purchase_orders/delete", &t["user"], json!({ "orderId": t["purchaseOrder"] })),
        ("get /api/purchase_orders/job/{jobId}", &t["job"], none()),
        ("post /api/purchase_orders/prices", &t["user"], json!({ "id": t["purchaseOrder"] })),
        ("get /api/purchase_orders/prices/{orderId}", &t["purchaseOrder"], none()),
        ("post /api/purchase_orders/receive", &t["user"], json!({ "id": t["purchaseOrder"] })),
        ("get /api/purchase_orders/single/{id}", &t["purchaseOrder"], none()),
        ("post /api/purchase_orders/status", &t["user"], json!({ "id": t["purchaseOrder"] })),
        ("put /api/purchase_orders/update/vendor/{orderId}", &t["purchaseOrder"], json!({})),
        ("post /api/purchase_orders/updateOrderItems/{orderId}", &t["purchaseOrder"], json!([])),
        ("delete /api/qualifications/delete/{id}", &t["qualification"], none()),
        ("delete /api/saved_views/{id}", &t["view"], none()),
        ("put /api/saved_views/{id}", &t["view"], json!({ "name": "x" })),
        ("post /api/translations", &t["user"], words("jobNote", "note")),
        ("post /api/translations/prepare", &t["user"], words("chatMessage", "message")),
        ("post /api/translations/restore", &t["user"], words("workOrder", "workOrder")),
        ("post /api/work_orders/addItem", &t["user"], json!({ "workOrderId": t["workOrder"] })),
        ("post /api/work_orders/create", &t["user"], job()),
        ("delete /api/work_orders/delete/{orderId}", &t["workOrder"], none()),
        ("delete /api/work_orders/item/delete/{itemId}", &t["item"], none()),
        ("get /api/work_orders/job/{jobId}", &t["job"], none()),
        ("post /api/work_orders/sign", &t["user"], json!({ "orderId": t["workOrder"] })),
        ("delete /api/work_orders/sign/{orderId}", &t["workOrder"], none()),
        ("get /api/work_orders/single/{id}", &t["workOrder"], none()),
        ("post /api/work_orders/updateItem", &t["user"], json!({ "id": t["item"] })),
    ]
}

/// The caller's own row with a reference to another company's: a validation error, with the field that it
/// names.
pub fn invalid_references<'v>(mine: &'v Value, t: &'v Value) -> Vec<(Call<'v>, &'static str)> {
    let appointment = |field: &str, id: &Value| {
        let mut form = json!({
            "customerId": mine["customer"], "assignedToId": mine["user"], "address": "",
            "city": "", "state": "", "zip": "", "note": "", "start": "2026-03-09T15:00:00Z",
            "end": "2026-03-09T15:30:00Z",
        });
        form[field] = id.clone();
        form
    };
    let row = |field: &str, id: &Value| json!({ "jobCrewTableId": mine["row"], field: id, "isCustom": true });
    let create = "post /api/appointments/create";
    let details = "put /api/appointments/details/{id}";
    vec![
        (
            (
                "post /api/appointments/assignToCalendar",
                mine,
                json!({ "appointmentId": mine["appointment"], "calendarId": t["calendar"] }),
            ),
            "calendarId",
        ),
        (
            (
                "post /api/guest_links/create",
                mine,
                json!({ "jobId": mine["job"], "name": "Rosa", "crewMemberId": t["member"] }),
            ),
            "crewMemberId",
        ),
        ((create, mine, appointment("customerId", &t["customer"])), "customerId"),
        ((create, mine, appointment("assignedToId", &t["user"])), "assignedToId"),
        ((details, &mine["appointment"], appointment("customerId", &t["customer"])), "customerId"),
        ((details, &mine["appointment"], appointment("assignedToId", &t["user"])), "assignedToId"),
        (
            (
                "post /api/calendar/assign",
                mine,
                json!({ "jobId": mine["job"], "calendarId": t["calendar"] }),
            ),
            "calendarId",
        ),
        (
            (
                "post /api/connections/connect",
                mine,
                json!({ "senderId": t["company"], "recipientId": t["company"] }),
            ),
            "senderId",
        ),
        (
            (
                "post /api/customers/create",
                mine,
                json!({ "firstName": "J", "lastName": "W", "phone": "615-555-0100", "companyId": t["company"] }),
            ),
            "companyId",
        ),
        (
            (
                "post /api/products/categories/add",
                mine,
                json!({ "title": "Roofing", "companyId": t["company"] }),
            ),
            "companyId",
        ),
        (
            ("post /api/jobs/update/assign/custom", mine, row("customCrewId", &t["crew"])),
            "customCrewId",
        ),
        (
            (
                "post /api/jobs/update/assign/subcontractorAccount",
                mine,
                row("selectedConnection", &t["room"]),
            ),
            "selectedConnection",
        ),
        (
            ("post /api/jobs/update/assign/user", mine, row("assignedToUserId", &t["user"])),
            "assignedToUserId",
        ),
        (
            (
                "post /api/jobs/update/customer",
                mine,
                json!({ "jobId": mine["job"], "jobCustomer": t["customer"] }),
            ),
            "jobCustomer",
        ),
    ]
    .into_iter()
    .chain(invalid_references_of_orders(mine, t))
    .collect()
}

/// The same for orders.
fn invalid_references_of_orders<'v>(
    mine: &'v Value,
    t: &'v Value,
) -> [(Call<'v>, &'static str); 2] {
    [
        (
            (
                "put /api/purchase_orders/update/vendor/{orderId}",
                &mine["purchaseOrder"],
                json!({ "vendorId": t["vendor"] }),
            ),
            "vendorId",
        ),
        (
            (
                "post /api/purchase_orders/updateOrderItems/{orderId}",
                &mine["purchaseOrder"],
                json!([{ "productId": t["product"], "quantity": 1, "purchaseOrderId": mine["purchaseOrder"] }]),
            ),
            "productId",
        ),
    ]
}

/// The same for routes that accept files.
pub fn uploads(t: &Value) -> Vec<(&'static str, Request<Body>)> {
    let picture = |path: &str, id: &Value| {
        upload(&format!("{path}/{}", text(id)), ("image", "roof.jpg"), &photos::jpeg(60, 40), &[])
    };
    let order = |path: &str, field: &str, id: &Value| {
        let fields = [("orderId", text(id)), ("contactEmails", "[]"), ("message", "")];
        upload(path, (field, "order.pdf"), PDF, &fields)
    };
    vec![
        ("post /api/chat/sendAttachment/{roomId}", picture("/api/chat/sendAttachment", &t["room"])),
        ("post /api/jobs/uploadJobImage/{jobId}", picture("/api/jobs/uploadJobImage", &t["job"])),
        (
            "post /api/purchase_orders/delivery_photo/{orderId}",
            picture("/api/purchase_orders/delivery_photo", &t["purchaseOrder"]),
        ),
        (
            "post /api/purchase_orders/sendToVendors",
            order("/api/purchase_orders/sendToVendors", "purchaseOrderPDF", &t["purchaseOrder"]),
        ),
        (
            "post /api/work_orders/send",
            order("/api/work_orders/send", "workOrderPDF", &t["workOrder"]),
        ),
    ]
}
