//! A company with one row of everything.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::{Value, json};

use super::{Person, TestApp, multipart, photos, upload};

/// A company, and the ids of what it has, by kind.
pub struct CompanyFixture {
    pub admin: Person,
    pub has: Value,
}

impl CompanyFixture {
    pub async fn of(app: &TestApp) -> Self {
        let admin = app.sign_in(Contractor, Admin).await;
        let owner = &admin;
        let create = async |path: &str, body: Value| {
            let answer = app.post(owner, path, body).await;
            assert!(answer.status.is_success(), "{path}: {:?}", answer.json);
            answer.json
        };
        let job = app.job(owner).await;
        let id = &job["id"];
        let sub = app.sign_in(Subcontractor, Admin).await;
        let room = app.connection(owner, &sub, true).await;
        let asks = app.sign_in(Subcontractor, Admin).await;
        let requested = app.connection(&asks, owner, false).await;
        let customer = app.customer(owner).await;
        let (crew, member) = app.crew(owner).await;
        let vendor = app.vendor(owner).await;
        let address = format!("{}@supply.example", owner.user);
        let form = json!({ "name": "Dana Cole", "email": address, "vendorId": vendor });
        let contact = create("/api/contractor_vendors/contacts", form).await;
        let product = app.product(owner, "Shingle", 3_150).await;
        let products = app.get(owner, &format!("/api/products/products/{}", owner.company)).await;
        let work_order = app.work_order(owner, &job).await;
        let item = app.work_order_item(owner, &work_order, (2.0, 70.0)).await;
        let purchase_order = app.purchase_order(owner, &job).await;
        let calendar = create("/api/calendar/new", json!({ "title": "Crew A" })).await;
        let form = json!({
            "customerId": customer, "assignedToId": owner.user, "address": "", "city": "",
            "state": "", "zip": "", "note": "", "start": "2026-03-09T15:00:00Z",
            "end": "2026-03-09T15:30:00Z",
        });
        let appointment = create("/api/appointments/create", form).await;
        let tag = create("/api/jobs/addTag", json!({ "content": "Hail", "jobId": id })).await;
        let form = json!({ "jobId": id, "measurement": "square", "amount": 24 });
        let report = create("/api/jobs/addMeasurementReport", form).await;
        let form = json!({ "jobId": id, "authorId": owner.user, "content": "Gate code 12" });
        let note = create("/api/jobs/addNote", form).await;
        let path = format!("/api/jobs/uploadJobImage/{}", text(id));
        let sent = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
        let image = app.send(Some(owner), sent).await;
        let path = "/api/company/uploadFile/Prices/false";
        let sent = upload(path, ("image", "prices.txt"), b"what we pay", &[]);
        let file = app.send(Some(owner), sent).await.json["companyFile"].clone();
        let form = json!({ "qualification": "Licensed" });
        let qualification = create("/api/qualifications/new", form).await;
        let form = json!({ "jobId": id, "name": "Rosa Díaz", "crewMemberId": member });
        let link = create("/api/guest_links/create", form).await;
        let offer = app.offer(owner, &job, &[&room]).await;
        let form = json!({ "from": "2026-12-24", "to": "2026-12-26", "reason": "Christmas" });
        let day_off = app.put(owner, "/api/company/daysOff", form).await.json["dayOff"].clone();
        app.share(owner, 2, "count").await;
        let message = app.said(owner, &room, "On our way").await;
        app.said(&sub, &room, "We wait").await;
        let invitation = app.invite(owner, &format!("{}@roof.example", owner.user), "member").await;
        let key = json!({ "name": "Zapier", "scopes": ["read"] });
        let key = create("/api/api_keys/create", key).await;
        // A list of which no row can be stored.
        let list = multipart("/api/products/import", b"Category,Product,Price\n,Shingle,1\n", &[]);
        let import = app.send(Some(owner), list).await;
        let hook = json!({ "url": "https://hooks.example.com/in", "events": ["*"] });
        let hook = create("/api/webhooks/create", hook).await;
        let test = format!("/api/webhooks/{}/test", text(&hook["webhook"]["id"]));
        let delivery = create(&test, json!({})).await;
        let template = json!({ "jobId": id, "name": "Hail" });
        let template = create("/api/job_templates/create", template).await;
        let view = json!({ "name": "Hail", "search": "q=hail", "isShared": true });
        let view = create("/api/saved_views/create", view).await;
        let sessions = app.get(owner, "/api/auth/sessions").await;
        let has = json!({
            "job": id, "row": job["jobCrewTableId"], "room": room, "asked": requested,
            "customer": customer, "crew": crew, "member": member, "vendor": vendor,
            "address": address, "contact": contact["vendorContact"]["id"], "product": product,
            "category": products.json["products"][0]["categoryId"], "workOrder": work_order["id"],
            "item": item["id"], "purchaseOrder": purchase_order["id"],
            "calendar": calendar["calendar"]["id"], "appointment": appointment["appointment"]["id"],
            "tag": tag["tag"]["id"], "report": report["report"]["id"], "note": note["id"],
            "image": image.json["newEntry"]["id"], "file": file["id"], "link": file["fileUrl"],
            "qualification": qualification["newQualification"]["id"], "message": message["id"],
            "invitation": invitation["invitationId"], "session": sessions.json["sessions"][0]["id"],
            "offer": offer["id"], "dayOff": day_off["id"],
            "import": import.json["importId"],
            "key": key["key"]["id"], "webhook": hook["webhook"]["id"],
            "delivery": delivery["delivery"]["id"], "guestLink": link["link"]["id"],
            "template": template["template"]["id"],
            "view": view["view"]["id"], "company": owner.company, "user": owner.user,
        });
        for (what, id) in has.as_object().expect("things") {
            assert!(id.is_string(), "no {what}");
        }
        Self { admin, has }
    }

    /// Everything that the company's own admin sees.
    pub async fn seen(&self, app: &TestApp) -> Vec<Value> {
        let mut seen = Vec::new();
        for path in [
            "/api/api_keys/all".to_owned(),
            "/api/webhooks/all".to_owned(),
            format!("/api/webhooks/{}/deliveries", text(&self.has["webhook"])),
            "/api/appointments/company".to_owned(),
            "/api/auth/fetchProfile".to_owned(),
            format!("/api/calendar/calendars/{}", self.admin.company),
            "/api/chat/rooms".to_owned(),
            format!("/api/chat/messages/room/{}?read=false", text(&self.has["room"])),
            "/api/company/capacity".to_owned(),
            "/api/company/daysOff".to_owned(),
            "/api/company/invitations".to_owned(),
            "/api/company/myFiles".to_owned(),
            format!("/api/company/users/{}", self.admin.company),
            format!("/api/connections/connections/{}", self.admin.company),
            "/api/contractor_vendors".to_owned(),
            "/api/custom_crews/all".to_owned(),
            "/api/customers/find".to_owned(),
            "/api/jobs/myJobs/contractor".to_owned(),
            "/api/saved_views/all".to_owned(),
            "/api/job_templates/all".to_owned(),
            format!("/api/guest_links/{}", text(&self.has["job"])),
            format!("/api/job_offers/{}", text(&self.has["job"])),
            format!("/api/jobs/fetchImgs/{}", text(&self.has["job"])),
            format!("/api/jobs/fetchNotes/{}", text(&self.has["job"])),
            "/api/notifications/user".to_owned(),
            format!("/api/products/products/{}", self.admin.company),
            format!("/api/purchase_orders/job/{}", text(&self.has["job"])),
            format!("/api/qualifications/find/{}", self.admin.company),
            format!("/api/work_orders/job/{}", text(&self.has["job"])),
        ] {
            let answer = app.get(&self.admin, &path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            seen.push(answer.json);
        }
        seen
    }
}

/// An id as it is written in a URL.
pub fn text(id: &Value) -> &str {
    id.as_str().unwrap_or_else(|| panic!("no id but {id}"))
}
