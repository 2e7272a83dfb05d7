//! Work orders, purchase orders, vendors and products.

use axum::http::StatusCode;
use domain::types::{
    ids::{CategoryId, ProductId, VendorId},
    money::Money,
};
use serde_json::{Value, json};
use store::sql;
use uuid::Uuid;

use super::{Person, TestApp};

impl TestApp {
    /// An empty work order for a job.
    pub async fn work_order(&self, owner: &Person, job: &Value) -> Value {
        let created =
            self.post(owner, "/api/work_orders/create", json!({ "jobId": job["id"] })).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        created.json["newWorkOrder"].clone()
    }

    /// An item of a work order.
    pub async fn work_order_item(
        &self,
        owner: &Person,
        order: &Value,
        (quantity, unit_cost): (f64, f64),
    ) -> Value {
        let form = json!({
            "workOrderId": order["id"], "title": "Tear-off", "description": "Two layers",
            "quantity": quantity, "unitCost": unit_cost,
        });
        let created = self.post(owner, "/api/work_orders/addItem", form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        created.json["item"].clone()
    }

    /// An empty purchase order for a job.
    pub async fn purchase_order(&self, owner: &Person, job: &Value) -> Value {
        let created =
            self.post(owner, "/api/purchase_orders/create", json!({ "jobId": job["id"] })).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        created.json["newPurchaseOrder"].clone()
    }

    /// A vendor of this user's company.
    pub async fn vendor(&self, owner: &Person) -> VendorId {
        let id = VendorId(Uuid::now_v7());
        let mut tx = self.app.db.write().await.expect("tx");
        sql!("INSERT INTO vendor (id, company_id, name) VALUES ($1, $2, 'Music City Supply')")
            .bind(id)
            .bind(owner.company)
            .run_one(&mut tx)
            .await
            .expect("vendor");
        tx.commit().await.expect("commit");
        id
    }

    /// A product of this user's company, in a new category `Roofing`.
    pub async fn product(&self, owner: &Person, name: &str, cents: i64) -> ProductId {
        let (id, category) = (ProductId(Uuid::now_v7()), CategoryId(Uuid::now_v7()));
        let mut tx = self.app.db.write().await.expect("tx");
        sql!("INSERT INTO product_category (id, company_id, title) VALUES ($1, $2, 'Roofing')")
            .bind(category)
            .bind(owner.company)
            .run_one(&mut tx)
            .await
            .expect("category");
        sql!("INSERT INTO product (id, category_id, name, unit_cost) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(category)
            .bind(name)
            .bind(Money::from_cents(cents))
            .run_one(&mut tx)
            .await
            .expect("product");
        tx.commit().await.expect("commit");
        id
    }
}
