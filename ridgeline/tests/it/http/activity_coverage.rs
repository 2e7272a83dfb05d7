//! Every call that changes something adds an entry to the activity log. Calls all routes without live events,
//! and fails for a route that it does not know; `live/event_coverage.rs` calls the others.

use std::collections::BTreeSet;

use axum::{body::Body, http::Request};
use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};

use crate::{
    live::event_coverage::{LIVE, PRICE_LIST, walk::filled},
    support::{
        Person, TestApp, TestResponse, accounts::PASSWORD, activity::written, multipart, photos,
        upload,
    },
};

/// Changes that rightly add no entry: sign-ins and their settings are private, reading changes nothing,
/// messages to the operator belong to no company, and a deleted company's log is deleted with it.
const UNTRACED: &[&str] = &[
    "post /api/auth/exchange",
    "post /api/auth/local/changePassword",
    "post /api/auth/local/forgotPassword",
    "post /api/auth/local/login",
    "post /api/auth/local/resendVerification",
    "post /api/auth/local/resetPassword",
    "post /api/auth/local/secondFactor",
    "post /api/auth/local/secondFactor/begin",
    "post /api/auth/local/secondFactor/confirm",
    "post /api/auth/local/secondFactor/off",
    "post /api/auth/local/secondFactor/recoveryCodes",
    "post /api/auth/local/signup",
    "post /api/auth/local/verifyEmail",
    "post /api/auth/logout",
    "post /api/auth/sessions/endOthers",
    "delete /api/auth/sessions/{id}",
    "delete /api/auth/signInMethods/{id}",
    "post /api/auth/signInMethods/{id}/link",
    "post /api/company/delete",
    "post /api/company/export/link",
    "post /api/company/search",
    "post /api/feedback",
    "post /api/imports/stop/{importId}",
    "post /api/leads",
    // What people arrange for themselves: no data of the company.
    "post /api/saved_views/create",
    "delete /api/saved_views/{id}",
    "put /api/saved_views/{id}",
    "post /api/translations",
    "post /api/translations/prepare",
    "post /api/translations/restore",
    "options /api/uploads",
    "post /api/uploads",
    "delete /api/uploads/{id}",
    "head /api/uploads/{id}",
    "options /api/uploads/{id}",
    "patch /api/uploads/{id}",
    "post /api/uploads/{id}",
    // Sends something, and changes nothing.
    "post /api/webhooks/deliveries/{id}/redeliver",
    "post /api/webhooks/{id}/test",
];

struct Walk<'a> {
    app: &'a TestApp,
    walked: BTreeSet<String>,
}

impl Walk<'_> {
    /// Calls a route with its path parameter filled in and checks that the log has one more entry. Sending
    /// the same values again adds none.
    async fn step(
        &mut self,
        who: &Person,
        route: (&str, Option<&Value>),
        body: Value,
    ) -> TestResponse {
        let (method, path) = route.0.split_once(' ').expect("method and path");
        let path = filled(path, route.1);
        let before = written(self.app).await;
        let answer = self.app.call(Some(who), &method.to_uppercase(), &path, body.clone()).await;
        self.check(route.0, &answer, before).await;
        if method == "put" {
            let before = written(self.app).await;
            let again = self.app.call(Some(who), "PUT", &path, body).await;
            assert!(again.status.is_success(), "{}: {:?}", route.0, again.json);
            let after = written(self.app).await;
            assert_eq!(after, before, "{} changed nothing, and that is written down", route.0);
        }
        answer
    }

    async fn upload(&mut self, who: &Person, route: &str, request: Request<Body>) -> TestResponse {
        let before = written(self.app).await;
        let answer = self.app.send(Some(who), request).await;
        self.check(route, &answer, before).await;
        answer
    }

    async fn check(&mut self, route: &str, answer: &TestResponse, before: i64) {
        assert!(answer.status.is_success(), "{route}: {:?}", answer.json);
        let more = written(self.app).await - before;
        // Founding a company also adds a member.
        let expected = if route.ends_with("createNewAccountWithCompany") { 2 } else { 1 };
        assert_eq!(more, expected, "{route} leaves {more} lines in the activity log");
        self.walked.insert(route.to_string());
    }
}

both_engines! {
    async fn every_change_an_office_may_need_to_trace_is_logged(app: &TestApp) {
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut walk = Walk { app, walked: BTreeSet::new() };
        people(&mut walk, &ada).await;
        company(&mut walk, &ada).await;
        vendors(&mut walk, &ada).await;
        crews(&mut walk, &ada).await;
        customers(&mut walk, &ada).await;
        products(&mut walk, &ada).await;
        confirmed_prices(&mut walk, &ada).await;
        let routes = server::api::routes().list();
        let forgotten: Vec<String> = routes
            .iter()
            .filter(|route| route.method != "get")
            .map(|route| format!("{} {}", route.method, route.path))
            .filter(|route| {
                let path = route.split_once(' ').map_or("", |(_, path)| path);
                PRICE_LIST.contains(&route.as_str()) || !LIVE.iter().any(|room| path.starts_with(room))
            })
            .filter(|route| !UNTRACED.contains(&route.as_str()) && !walk.walked.contains(route))
            .collect();
        assert!(forgotten.is_empty(), "nobody made sure that these are written down: {forgotten:#?}");
    }
}

async fn people(walk: &mut Walk<'_>, ada: &Person) {
    let app = walk.app;
    let founder = app.newcomer("june@example.com").await;
    let form = json!({
        "firstName": "June", "lastName": "Ortiz", "location": "Nashville, TN", "language": "english",
        "position": "Owner", "account_type": "contractor", "company_name": "Ortiz Roofing",
    });
    let route = ("post /api/auth/createNewAccountWithCompany", None);
    walk.step(&founder, route, form).await;
    let form = json!({
        "firstName": "June", "lastName": "Ortiz", "location": "Franklin, TN", "language": "spanish",
        "position": "Owner", "phoneNumber": "615-555-0100",
    });
    walk.step(&founder, ("post /api/auth/user/update", None), form).await;
    let form = json!({ "email": "leo@example.com", "userType": "member" });
    let created = walk.step(ada, ("post /api/company/invite", None), form).await;
    let leo = app.newcomer("leo@example.com").await;
    let form = json!({
        "invitationId": created.json["data"]["invitationId"], "email": "leo@example.com",
        "firstName": "Leo", "lastName": "Marsh", "phoneNumber": "", "location": "Nashville, TN",
        "position": "Roofer", "language": "english", "companyId": ada.company,
    });
    walk.step(&leo, ("post /api/company/invitation/submit", None), form).await;
    let form = json!({ "userId": leo.user });
    walk.step(ada, ("post /api/company/removeUser", None), form).await;
    let max = app.colleague(ada.company, UserType::Member).await;
    app.set_password(&max).await;
    let form = json!({ "password": PASSWORD });
    walk.step(&max, ("post /api/auth/deleteAccount", None), form).await;
    let created = app.invite(ada, "eve@example.com", "member").await;
    let route = ("delete /api/company/invitation/{invitationId}", Some(&created["invitationId"]));
    walk.step(ada, route, Value::Null).await;
}

async fn company(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({ "name": "Zapier", "scopes": ["read"] });
    let created = walk.step(ada, ("post /api/api_keys/create", None), form).await;
    let key = &created.json["key"]["id"];
    walk.step(ada, ("post /api/api_keys/renew", None), json!({ "id": key })).await;
    walk.step(ada, ("delete /api/api_keys/{id}", Some(key)), Value::Null).await;
    let form = json!({ "url": "https://hooks.example.com/in", "events": ["*"] });
    let created = walk.step(ada, ("post /api/webhooks/create", None), form).await;
    let id = &created.json["webhook"]["id"];
    let form = json!({ "events": ["job.*"], "active": false });
    walk.step(ada, ("put /api/webhooks/{id}", Some(id)), form).await;
    walk.step(ada, ("post /api/webhooks/{id}/renew", Some(id)), Value::Null).await;
    walk.step(ada, ("delete /api/webhooks/{id}", Some(id)), Value::Null).await;
    let form = json!({ "timeZone": "America/Denver" });
    walk.step(ada, ("put /api/company/timeZone", None), form).await;
    let form = json!({ "crews": 3, "sharing": "count" });
    walk.step(ada, ("put /api/company/capacity", None), form).await;
    // The same days again are more of them.
    let form = json!({ "from": "2026-12-24", "to": "2026-12-26" });
    let before = written(walk.app).await;
    let added = walk.app.put(ada, "/api/company/daysOff", form).await;
    walk.check("put /api/company/daysOff", &added, before).await;
    let day = &added.json["dayOff"]["id"];
    walk.step(ada, ("delete /api/company/daysOff/{id}", Some(day)), Value::Null).await;
    let job = walk.app.job(ada).await;
    let form = json!({ "jobId": job["id"], "name": "Hail" });
    let created = walk.step(ada, ("post /api/job_templates/create", None), form).await;
    let template = &created.json["template"]["id"];
    let form = json!({ "name": "Wind" });
    walk.step(ada, ("put /api/job_templates/{id}", Some(template)), form).await;
    walk.step(ada, ("delete /api/job_templates/{id}", Some(template)), Value::Null).await;
    let form = json!({ "enabled": false });
    walk.step(ada, ("put /api/company/vendorReminders", None), form).await;
    let form = json!({ "weekdays": [1, 2, 3, 4] });
    walk.step(ada, ("put /api/company/workdays", None), form).await;
    let form = json!({ "visible": true, "slug": "ridge-and-sons" });
    walk.step(ada, ("put /api/company/publicPage", None), form).await;
    let form =
        json!({ "name": "Ridge & Daughters", "location": "Memphis, TN", "description": "Roofs" });
    let own = json!(ada.company);
    walk.step(ada, ("put /api/company/update/{companyId}", Some(&own)), form).await;
    let request = upload("/api/company/uploadImage", ("image", "logo"), &photos::png(8, 8), &[]);
    walk.upload(ada, "post /api/company/uploadImage", request).await;
    let pdf = b"%PDF-1.7 insured until further notice";
    let path = "/api/company/uploadFile/insurance.pdf/false";
    let request = upload(path, ("image", "insurance.pdf"), pdf, &[]);
    let route = "post /api/company/uploadFile/{fileName}/{isPublic}";
    let created = walk.upload(ada, route, request).await;
    let file = &created.json["companyFile"]["id"];
    let form = json!({ "isPublic": true, "kind": "insurance", "expiresOn": "2027-01-31" });
    walk.step(ada, ("put /api/company/myFiles/{id}", Some(file)), form).await;
    walk.step(ada, ("delete /api/company/myFiles/{id}", Some(file)), Value::Null).await;
    let form = json!({ "qualification": "GAF certified" });
    let created = walk.step(ada, ("post /api/qualifications/new", None), form).await;
    let route =
        ("delete /api/qualifications/delete/{id}", Some(&created.json["newQualification"]["id"]));
    walk.step(ada, route, Value::Null).await;
}

async fn vendors(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({ "name": "Music City Supply", "accountNumber": "42" });
    let created = walk.step(ada, ("post /api/contractor_vendors", None), form).await;
    let vendor = &created.json["vendor"]["id"];
    let form = json!({ "vendorId": vendor, "name": "Music City Supply", "accountNumber": "43" });
    walk.step(ada, ("put /api/contractor_vendors/details", None), form).await;
    let form = json!({ "vendorId": vendor, "name": "Dana Cole", "email": "dana@supply.example" });
    let created = walk.step(ada, ("post /api/contractor_vendors/contacts", None), form).await;
    let contact = &created.json["vendorContact"]["id"];
    let form = json!({ "vendorContactId": contact, "name": "Dana Cole", "email": "orders@supply.example" });
    walk.step(ada, ("put /api/contractor_vendors/contacts", None), form).await;
    let route = ("delete /api/contractor_vendors/contacts/{id}", Some(contact));
    walk.step(ada, route, Value::Null).await;
    walk.step(ada, ("delete /api/contractor_vendors/{id}", Some(vendor)), Value::Null).await;
    let sheet = "Vendor,Email\nGulf Supply,gulf@supply.example\n";
    let request = multipart("/api/contractor_vendors/import", sheet.as_bytes(), &[]);
    let imported = walk.upload(ada, "post /api/contractor_vendors/import", request).await;
    let route = ("post /api/imports/undo/{importId}", Some(&imported.json["importId"]));
    walk.step(ada, route, Value::Null).await;
}

async fn crews(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({ "name": "Tear-off" });
    let created = walk.step(ada, ("post /api/custom_crews/create", None), form).await;
    let crew = &created.json["crew"]["id"];
    let form = json!({ "name": "Rosa Díaz", "crewId": crew });
    let created = walk.step(ada, ("post /api/custom_crews/create_crew_member", None), form).await;
    let member = &created.json["crewMember"]["id"];
    let form =
        json!({ "id": member, "crewId": crew, "name": "Rosa Díaz", "phone": "615-555-0101" });
    walk.step(ada, ("put /api/custom_crews/update_crew_member", None), form).await;
    let route = ("delete /api/custom_crews/crew_members/{id}", Some(member));
    walk.step(ada, route, Value::Null).await;
    walk.step(ada, ("delete /api/custom_crews/{id}", Some(crew)), Value::Null).await;
}

async fn customers(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({
        "firstName": "June", "lastName": "Whitaker", "phone": "615-555-0100", "companyId": ada.company,
    });
    let created = walk.step(ada, ("post /api/customers/create", None), form).await;
    let id = &created.json["customer"]["id"];
    let customer = json!({ "firstName": "June", "lastName": "Whitaker", "phone": "615-555-0199" });
    let form = json!({ "customerId": id, "customer": customer });
    walk.step(ada, ("post /api/customers/update", None), form).await;
    let route = ("delete /api/customers/delete/{id}", Some(id));
    walk.step(ada, route, Value::Null).await;
    let sheet = "First Name,Last Name,Phone\nAna,Peña,6155550100\nLeo,Marsh,6155550101\n";
    let request = multipart("/api/customers/import", sheet.as_bytes(), &[]);
    walk.upload(ada, "post /api/customers/import", request).await;
}

async fn products(walk: &mut Walk<'_>, ada: &Person) {
    let form = json!({ "title": "Shingles", "companyId": ada.company });
    let created = walk.step(ada, ("post /api/products/categories/add", None), form).await;
    let category = &created.json["category"]["id"];
    let form = json!({ "categoryId": category, "title": "Shingles and caps" });
    walk.step(ada, ("put /api/products/categories", None), form).await;
    let form = json!({ "name": "Ridge cap", "unitCost": 31.5, "categoryId": category });
    let created = walk.step(ada, ("post /api/products/add", None), form).await;
    let product = &created.json["product"]["id"];
    let form = json!({ "id": product, "name": "Ridge cap", "unitCost": 33 });
    walk.step(ada, ("put /api/products/products", None), form).await;
    let route = ("delete /api/products/products/{id}", Some(product));
    walk.step(ada, route, Value::Null).await;
    let route = ("delete /api/products/categories/{id}", Some(category));
    walk.step(ada, route, Value::Null).await;
    let sheet = "Category,Product,Price\nCaps,Ridge cap,31.50\nCaps,Hip cap,30\n";
    let request = multipart("/api/products/import", sheet.as_bytes(), &[]);
    let imported = walk.upload(ada, "post /api/products/import", request).await;
    let route = ("post /api/imports/undo/{importId}", Some(&imported.json["importId"]));
    walk.step(ada, route, Value::Null).await;
}

async fn confirmed_prices(walk: &mut Walk<'_>, ada: &Person) {
    let app = walk.app;
    let job = app.job(ada).await;
    let order = app.purchase_order(ada, &job).await;
    let (id, product) = (&order["id"], app.product(ada, "Shingles", 3_200).await);
    let path = format!("/api/purchase_orders/updateOrderItems/{}", id.as_str().expect("id"));
    let rows = json!([{ "productId": product, "quantity": 20 }]);
    let saved = app.post(ada, &path, rows).await.json;
    let form = json!({ "id": id, "version": saved["version"], "status": "sent" });
    assert!(app.post(ada, "/api/purchase_orders/status", form).await.status.is_success());
    let (_, secret) = app.order_link(ada, id.as_str().expect("id"), json!({})).await;
    let row = json!({ "id": saved["items"][0]["id"], "available": true, "unitCost": 34 });
    let seen = app.vendors_order(&secret).await["version"].clone();
    let form = json!({ "version": seen, "confirmed": true, "rows": [row] });
    let answered = app.guest(&secret, "/order", form).await.json["purchaseOrder"].clone();
    let form = json!({ "id": id, "version": answered["version"], "productIds": [product] });
    walk.step(ada, ("post /api/purchase_orders/prices", None), form).await;
}
