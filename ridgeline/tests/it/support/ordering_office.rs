//! A contractor that orders from a vendor and receives what was ordered.

use axum::http::StatusCode;
use domain::{
    permissions::permission::{CompanyType::Contractor, UserType::Admin},
    types::ids::ProductId,
};
use serde_json::{Value, json};

use super::{Person, TestApp, TestResponse, upload};

const PDF: &[u8] = b"%PDF-1.7\nwhat is bought\n%%EOF";

/// An office with an order of 20 shingles and 2.5 felt, a draft, and a vendor whose contact is Dana.
pub struct OrderingOffice {
    pub admin: Person,
    pub job: Value,
    pub order: Value,
    pub shingles: ProductId,
    pub felt: ProductId,
}

impl OrderingOffice {
    pub async fn open(app: &TestApp) -> Self {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let shingles = app.product(&admin, "Shingles", 3_200).await;
        let felt = app.product(&admin, "Felt", 1_999).await;
        let office = Self { admin, job, order, shingles, felt };
        let saved = office.update(app, office.rows(20.0, 2.5)).await;
        assert_eq!(saved.status, StatusCode::OK, "{:?}", saved.json);
        let vendor = app.vendor(&office.admin).await;
        let form =
            json!({ "name": "Dana Cole", "email": "dana@supply.example", "vendorId": vendor });
        let created = app.post(&office.admin, "/api/contractor_vendors/contacts", form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        office
    }

    pub fn id(&self) -> &str {
        self.order["id"].as_str().expect("id")
    }

    /// Rows of these quantities.
    pub fn rows(&self, shingles: f64, felt: f64) -> Value {
        json!([
            { "productId": self.shingles, "quantity": shingles },
            { "productId": self.felt, "quantity": felt },
        ])
    }

    /// The order as it is now.
    pub async fn now(&self, app: &TestApp) -> Value {
        let path = format!("/api/purchase_orders/single/{}", self.id());
        app.get(&self.admin, &path).await.json["order"].clone()
    }

    pub async fn update(&self, app: &TestApp, rows: Value) -> TestResponse {
        let path = format!("/api/purchase_orders/updateOrderItems/{}", self.id());
        app.post(&self.admin, &path, rows).await
    }

    /// One of the calls that state the version, with the current one unless the form states another.
    pub async fn ask(&self, app: &TestApp, call: &str, mut form: Value) -> TestResponse {
        form["id"] = json!(self.id());
        if form.get("version").is_none() {
            form["version"] = self.now(app).await["version"].clone();
        }
        app.post(&self.admin, &format!("/api/purchase_orders/{call}"), form).await
    }

    /// Moves the order to a status, or fails.
    pub async fn become_now(&self, app: &TestApp, status: &str) -> Value {
        let moved = self.ask(app, "status", json!({ "status": status })).await;
        assert_eq!(moved.status, StatusCode::OK, "{status}: {:?}", moved.json);
        moved.json["order"].clone()
    }

    /// Counts what came of the rows at these places.
    pub async fn receive(&self, app: &TestApp, came: &[(usize, f64)]) -> TestResponse {
        let items = self.now(app).await["items"].clone();
        let row = |&(place, quantity): &(usize, f64)| json!({ "id": items[place]["id"], "quantity": quantity });
        let rows: Vec<Value> = came.iter().map(row).collect();
        self.ask(app, "receive", json!({ "rows": rows })).await
    }

    /// Mails the order to this contact.
    pub async fn mail(&self, app: &TestApp, email: &str) -> TestResponse {
        self.mail_to(app, &[email]).await
    }

    /// Mails the order to these contacts.
    pub async fn mail_to(&self, app: &TestApp, emails: &[&str]) -> TestResponse {
        let emails = json!(emails).to_string();
        let fields = [("orderId", self.id()), ("contactEmails", emails.as_str())];
        let path = "/api/purchase_orders/sendToVendors";
        let request = upload(path, ("purchaseOrderPDF", "order.pdf"), PDF, &fields);
        app.send(Some(&self.admin), request).await
    }

    /// Puts the order into a status that only its vendor or a delivery brings about.
    pub async fn set_status(&self, app: &TestApp, status: &str) {
        let mut tx = app.app.db.write().await.expect("tx");
        store::sql!("UPDATE purchase_order SET status = $2 WHERE id = $1")
            .bind(self.id().parse::<domain::types::ids::PurchaseOrderId>().expect("an id"))
            .bind(status.to_owned())
            .run_one(&mut tx)
            .await
            .expect("order");
        tx.commit().await.expect("commit");
    }
}
