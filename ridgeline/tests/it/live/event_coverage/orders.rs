//! Changes of work orders, purchase orders and links for people without an account.

use serde_json::{Value, json};

use super::walk::{Walk, text};
use crate::support::{Person, photos, upload};

const PDF: &[u8] = b"%PDF-1.7\nwhat is done\n%%EOF";

pub async fn work_orders(walk: &mut Walk<'_>, ada: &Person) {
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

pub async fn purchase_orders(walk: &mut Walk<'_>, ada: &Person) {
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

pub async fn guest_links(walk: &mut Walk<'_>, ada: &Person) {
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
