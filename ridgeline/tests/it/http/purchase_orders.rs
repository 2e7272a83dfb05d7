//! Purchase orders: visible to the contractor only; their rows preserve the price at the time of purchase.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::{
    permissions::permission::{
        CompanyType::Contractor,
        UserType::{Admin, Foreman, Member, Salesman},
    },
    types::ids::{ProductId, VendorId},
};
use serde_json::{Value, json};
use store::sql;
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse};

const CREATE: &str = "/api/purchase_orders/create";
const DELETE: &str = "/api/purchase_orders/delete";

fn id(thing: &Value) -> &str {
    thing["id"].as_str().expect("id")
}

async fn single(app: &TestApp, who: &Person, order: &Value) -> TestResponse {
    app.get(who, &format!("/api/purchase_orders/single/{}", id(order))).await
}

async fn orders(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    app.get(who, &format!("/api/purchase_orders/job/{}", id(job))).await
}

async fn set_items(app: &TestApp, who: &Person, order: &Value, rows: Value) -> TestResponse {
    app.post(who, &format!("/api/purchase_orders/updateOrderItems/{}", id(order)), rows).await
}

async fn set_vendor(app: &TestApp, who: &Person, order: &Value, body: Value) -> TestResponse {
    app.put(who, &format!("/api/purchase_orders/update/vendor/{}", id(order)), body).await
}

/// Every call that writes, with a body that is invalid only for a known order of the caller.
fn writing(job: &Value, order: &Value) -> [(&'static str, String, Value); 4] {
    [
        ("POST", CREATE.into(), json!({ "jobId": job["id"], "title": "x".repeat(1_001) })),
        ("POST", DELETE.into(), json!({ "orderId": order["id"] })),
        (
            "PUT",
            format!("/api/purchase_orders/update/vendor/{}", id(order)),
            json!({ "vendorId": "x" }),
        ),
        ("POST", format!("/api/purchase_orders/updateOrderItems/{}", id(order)), json!([{}])),
    ]
}

async fn change_price_list(
    app: &TestApp,
    statement: store::db::statement::Sql,
    product: ProductId,
) {
    let mut tx = app.app.db.write().await.expect("tx");
    statement.bind(product).run_one(&mut tx).await.expect("product");
    tx.commit().await.expect("commit");
}

both_engines! {
    async fn only_the_contractor_sees_its_purchase_orders(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let shingles = app.product(&admin, "Shingles", 3_200).await;
        set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": 2 }])).await;
        let before = single(app, &admin, &order).await.json;
        let outsider = app.sign_in(Contractor, Admin).await;
        let (foreman, salesman) = (app.colleague(admin.company, Foreman).await, app.colleague(admin.company, Salesman).await);
        let member = app.colleague(admin.company, Member).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        app.answer(&sub, &job, true).await;
        for path in [format!("/api/purchase_orders/single/{}", id(&order)), format!("/api/purchase_orders/job/{}", id(&job))] {
            assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
            for who in [&outsider, &foreman, &salesman] {
                let response = app.get(who, &path).await;
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            }
            let response = app.get(&sub, &path).await;
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"), "{path}");
        }
        for (method, path, body) in writing(&job, &order) {
            let response = app.call(None, method, &path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{method} {path}");
            let response = app.call(Some(&outsider), method, &path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{method} {path}: 404 comes before 422");
            for who in [&member, &foreman, &sub] {
                let response = app.call(Some(who), method, &path, body.clone()).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"), "{method} {path}");
            }
        }
        assert_eq!(single(app, &member, &order).await.json, before);
    }

    async fn a_contractor_creates_an_order_for_a_job_and_its_employees_read_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        app.post(&admin, "/api/jobs/jobNumber/update", json!({ "jobNumber": "1042", "jobId": job["id"] })).await;
        app.work_order(&admin, &job).await;
        let created = app.post(&admin, CREATE, json!({ "title": "", "jobId": job["id"] })).await;
        let order = created.json["newPurchaseOrder"].clone();
        assert_eq!((created.status, &order), (StatusCode::OK, &json!({
            "id": order["id"], "title": "#1042-1", "jobId": job["id"], "vendorId": null, "items": [], "sends": [],
            "version": 0, "total": 0, "dateInserted": "2026-03-02T12:00:00Z", "status": "draft", "remark": null,
            "expectedOn": null, "deliveryPhotos": [] })), "work orders are counted apart");
        let (shingles, felt) = (app.product(&admin, "Shingles", 3_299).await, app.product(&admin, "Felt", 1_999).await);
        let rows = json!([
            { "productId": shingles, "quantity": 24.5, "purchaseOrderId": order["id"] },
            { "productId": felt, "quantity": 1.5, "purchaseOrderId": order["id"] },
        ]);
        let answer = set_items(app, &admin, &order, rows).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
        let items = &answer.json["items"];
        assert_eq!(items[0], json!({
            "id": items[0]["id"], "productId": shingles, "productName": "Shingles", "categoryId": items[0]["categoryId"],
            "categoryTitle": "Roofing", "quantity": 24.5, "unitCost": 32.99, "purchaseOrderId": order["id"], "lineTotal": 808.26,
            "received": 0, "available": null, "substitute": null, "confirmedCost": null }));
        assert_eq!(items[1]["lineTotal"], 29.99, "29.985 goes up");
        let second = app.post(&admin, CREATE, json!({ "title": " Gutters ", "jobId": job["id"] })).await.json["newPurchaseOrder"].clone();
        assert_eq!(second["title"], "Gutters");

        let foreman = app.foreman_on(&admin, &job).await;
        for who in [&admin, &foreman, &app.colleague(admin.company, Member).await] {
            let read = single(app, who, &order).await.json["order"].clone();
            assert_eq!((&read["items"], &read["total"]), (items, &json!(838.25)));
            assert_eq!(orders(app, who, &job).await.json, json!({ "orders": [read, second] }), "oldest first");
        }
        let deleted = app.post(&admin, DELETE, json!({ "orderId": order["id"] })).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": order["id"] })));
        assert_eq!(orders(app, &admin, &job).await.json, json!({ "orders": [second] }));
        for (method, path, body) in &writing(&job, &order)[1..] {
            assert_eq!(app.call(Some(&admin), method, path, body.clone()).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }

    async fn replaced_rows_keep_the_name_and_price_they_were_ordered_with(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let (shingles, felt, nails) = (app.product(&admin, "Shingles", 3_200).await, app.product(&admin, "Felt", 2_000).await, app.product(&admin, "Nails", 450).await);
        let first = set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": 20 }, { "productId": felt, "quantity": 2 }])).await.json["items"].clone();

        change_price_list(app, sql!("UPDATE product SET unit_cost = 9900, name = 'Dearer' WHERE id = $1"), shingles).await;
        change_price_list(app, sql!("DELETE FROM product WHERE id = $1"), felt).await;
        assert_eq!(single(app, &admin, &order).await.json["order"]["items"], first, "a changed price list rewrites no order");

        let again = json!([{ "productId": nails, "quantity": 4 }, { "productId": felt, "quantity": 3 }, { "productId": shingles, "quantity": 20 }]);
        let items = set_items(app, &admin, &order, again).await.json["items"].clone();
        assert_eq!(items[0], first[0]);
        let mut more_felt = first[1].clone();
        (more_felt["quantity"], more_felt["lineTotal"]) = (json!(3), json!(60));
        assert_eq!(items[1], more_felt, "also when the product is gone");
        assert_eq!((&items[2]["productName"], &items[2]["lineTotal"]), (&json!("Nails"), &json!(18)));
        assert_eq!(single(app, &admin, &order).await.json["order"]["total"], 718);

        let without = json!([{ "productId": shingles, "quantity": 0 }, { "productId": nails, "quantity": 1 }, { "productId": Uuid::now_v7(), "quantity": 0 }]);
        let items = set_items(app, &admin, &order, without).await.json["items"].clone();
        assert_eq!((items.as_array().map(Vec::len), &items[0]["productName"]), (Some(1), &json!("Nails")));
        let response = set_items(app, &admin, &order, json!([{ "productId": felt, "quantity": 1 }])).await;
        assert_eq!(response.fields(), ["productId choice"], "a row that went is new when it comes back, and felt is not sold any more");
        let back = set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": 1 }])).await.json["items"].clone();
        assert_eq!((&back[0]["productName"], &back[0]["unitCost"]), (&json!("Dearer"), &json!(99)));
        assert_eq!(set_items(app, &admin, &order, json!([])).await.json, json!({ "items": [], "version": 5 }));
        assert_eq!(single(app, &admin, &order).await.json["order"]["total"], 0);
    }

    async fn an_invalid_row_is_named_and_no_row_is_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let (order, other) = (app.purchase_order(&admin, &job).await, app.purchase_order(&admin, &job).await);
        let (own, foreign) = (app.product(&admin, "Shingles", 3_200).await, app.product(&outsider, "Shingles", 1).await);
        set_items(app, &admin, &order, json!([{ "productId": own, "quantity": 1 }])).await;
        let before = single(app, &admin, &order).await.json;
        let wrong = [
            (json!({ "quantity": 1 }), "productId required"),
            (json!({ "productId": own }), "quantity required"),
            (json!({ "productId": own, "quantity": -0.001 }), "quantity too_small"),
            (json!({ "productId": own, "quantity": 10_000_000 }), "quantity too_large"),
            (json!({ "productId": own, "quantity": 0.0005 }), "quantity too_many_decimals"),
            (json!({ "productId": foreign, "quantity": 1 }), "productId choice"),
            (json!({ "productId": "no id", "quantity": 1 }), "productId choice"),
            (json!({ "productId": own, "quantity": 1, "purchaseOrderId": other["id"] }), "purchaseOrderId choice"),
        ];
        let more = app.product(&admin, "Nails", 1).await;
        for (row, refused) in wrong {
            let response = set_items(app, &admin, &order, json!([{ "productId": more, "quantity": 1 }, row])).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_string()]), "{row}");
        }
        let response = set_items(app, &admin, &order, json!([{ "productId": own, "quantity": 1 }, { "productId": own, "quantity": 2 }])).await;
        assert_eq!(response.fields(), ["productId choice"]);
        assert_eq!(response.message(), "A product can be on an order only once. Put the whole quantity in one row.");
        for body in [json!({}), json!({ "rows": [] }), json!([1]), json!([{ "productId": own, "quantity": "1" }]), json!([{ "productId": 7, "quantity": 1 }])] {
            let response = set_items(app, &admin, &order, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{body}");
        }
        let path = format!("/api/purchase_orders/updateOrderItems/{}", id(&order));
        let lone = Request::post(&path).body(Body::from(r#"[{"productId":"\ud800","quantity":1}]"#)).expect("request");
        assert_eq!(app.send(Some(&admin), lone).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.post(&admin, CREATE, json!({})).await.fields(), ["jobId required"]);
        assert_eq!(app.post(&admin, CREATE, json!({ "jobId": job["id"], "title": "a\u{0}b" })).await.fields(), ["title format"]);
        assert_eq!(app.post(&admin, DELETE, json!({})).await.fields(), ["orderId required"]);
        assert_eq!(app.post(&admin, DELETE, json!({ "orderId": "x" })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&admin, "/api/purchase_orders/single/x").await.status, StatusCode::NOT_FOUND);
        assert_eq!(single(app, &admin, &order).await.json, before);
    }

    async fn two_people_who_edit_an_order_never_overwrite_each_other_unseen(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let (shingles, felt) = (app.product(&admin, "Shingles", 3_200).await, app.product(&admin, "Felt", 1_999).await);
        let rows = |product: ProductId, quantity: u32| json!([{ "productId": product, "quantity": quantity }]);
        let with = |version: u32, rows: Value| json!({ "version": version, "items": rows });
        let first = set_items(app, &other, &order, with(0, rows(shingles, 20))).await;
        assert_eq!((first.status, &first.json["version"]), (StatusCode::OK, &json!(1)), "{:?}", first.json);
        let stale = set_items(app, &admin, &order, with(0, rows(felt, 3))).await;
        assert_eq!((stale.status, stale.code()), (StatusCode::CONFLICT, "changed"));
        assert_eq!(stale.message(), "Someone else has changed this order since you opened it. Look at it as it is now, and save again.");
        assert_eq!(stale.json["order"], single(app, &admin, &order).await.json["order"], "what is true now");
        assert_eq!((&stale.json["order"]["version"], &stale.json["order"]["items"]), (&json!(1), &first.json["items"]));
        let again = set_items(app, &admin, &order, with(1, rows(shingles, 20))).await;
        assert_eq!((again.status, &again.json["version"]), (StatusCode::OK, &json!(1)), "the same rows are no change");
        let anew = set_items(app, &admin, &order, with(1, rows(felt, 3))).await;
        assert_eq!((anew.status, &anew.json["version"]), (StatusCode::OK, &json!(2)));
        app.put(&admin, &format!("/api/purchase_orders/update/vendor/{}", id(&order)), json!({ "vendorId": app.vendor(&admin).await })).await;
        assert_eq!(single(app, &admin, &order).await.json["order"]["version"], 2, "a vendor changes no row");
        assert_eq!(set_items(app, &admin, &order, rows(shingles, 1)).await.json["version"], 3, "rows alone, as before");
        let response = set_items(app, &admin, &order, json!({ "items": rows(felt, 3) })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["version required".to_string()]));
        for body in [json!({ "version": "3", "items": [] }), json!({ "version": 3 }), json!({ "version": 3, "items": {} })] {
            assert_eq!(set_items(app, &admin, &order, body.clone()).await.code(), "malformed", "{body}");
        }
        assert_eq!(set_items(app, &admin, &order, with(0, json!([{ "productId": felt, "quantity": -1 }]))).await.fields(), ["quantity too_small"], "422 comes before 409");
        for _ in 0..4 {
            let version = single(app, &admin, &order).await.json["order"]["version"].clone();
            let body = |quantity: u32| json!({ "version": version, "items": rows(felt, quantity) });
            let quantity = 10 + u32::try_from(version.as_u64().expect("version")).expect("small") * 2;
            let (one, two) = tokio::join!(set_items(app, &admin, &order, body(quantity)), set_items(app, &other, &order, body(quantity + 1)));
            let mut statuses = [one.status.as_u16(), two.status.as_u16()];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "of two saves at once one is refused");
        }
    }

    async fn a_vendor_is_chosen_and_cleared_and_removed_from_the_order_when_deleted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let vendor = app.vendor(&admin).await;
        let chosen = set_vendor(app, &admin, &order, json!({ "vendorId": vendor })).await;
        assert_eq!((chosen.status, &chosen.json["order"]["vendorId"]), (StatusCode::OK, &json!(vendor)));
        assert_eq!(single(app, &admin, &order).await.json, chosen.json);
        let foreign = app.vendor(&app.sign_in(Contractor, Admin).await).await;
        for wrong in [json!(foreign), json!(Uuid::now_v7()), json!("no id")] {
            let response = set_vendor(app, &admin, &order, json!({ "vendorId": wrong })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["vendorId choice".to_string()]));
        }
        assert_eq!(set_vendor(app, &admin, &order, json!({ "vendorId": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(single(app, &admin, &order).await.json, chosen.json);
        assert_eq!(set_vendor(app, &admin, &order, json!({ "vendorId": null })).await.json["order"], order);
        set_vendor(app, &admin, &order, json!({ "vendorId": vendor })).await;
        remove(app, vendor).await;
        assert_eq!(single(app, &admin, &order).await.json["order"], order, "the order stays");
        assert_eq!(set_vendor(app, &admin, &order, json!({ "vendorId": vendor })).await.fields(), ["vendorId choice"]);
    }

    async fn a_vendor_deleted_while_it_is_chosen_stays_on_no_order(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        for _ in 0..4 {
            let vendor = app.vendor(&admin).await;
            let (chosen, ()) = tokio::join!(
                set_vendor(app, &admin, &order, json!({ "vendorId": vendor })),
                remove(app, vendor),
            );
            assert!([StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY].contains(&chosen.status), "{:?}", chosen.json);
            assert_eq!(single(app, &admin, &order).await.json["order"]["vendorId"], Value::Null);
        }
    }

    async fn two_orders_created_at_once_never_share_a_number(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let make = || app.purchase_order(&admin, &job);
        let orders: [Value; 6] = tokio::join!(make(), make(), make(), make(), make(), make()).into();
        let mut titles: Vec<String> = orders.iter().map(|order| order["title"].to_string()).collect();
        titles.sort();
        assert_eq!(titles, (1..=6).map(|n| format!("\"#-{n}\"")).collect::<Vec<_>>());
    }

    async fn concurrent_changes_of_the_rows_leave_one_complete_order(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let (shingles, felt) = (app.product(&admin, "Shingles", 3_200).await, app.product(&admin, "Felt", 2_000).await);
        for quantity in 1..=5 {
            let (one, two) = tokio::join!(
                set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": quantity }])),
                set_items(app, &admin, &order, json!([{ "productId": felt, "quantity": quantity }, { "productId": shingles, "quantity": 100 }])),
            );
            assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK));
            let items = single(app, &admin, &order).await.json["order"]["items"].clone();
            assert!([&one.json["items"], &two.json["items"]].contains(&&items), "{items}");
        }
    }

    async fn a_deleted_jobs_purchase_orders_are_deleted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.purchase_order(&admin, &job).await;
        let shingles = app.product(&admin, "Shingles", 3_200).await;
        set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": 1 }])).await;
        let deleted = app.post(&admin, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        assert_eq!(single(app, &admin, &order).await.status, StatusCode::NOT_FOUND);
        assert_eq!(set_items(app, &admin, &order, json!([])).await.status, StatusCode::NOT_FOUND);
    }

    async fn the_total_of_a_stored_order_is_exact(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let costs = [1, 333, 1_999, 45_005, 999_999_999_999_i64];
        let mut products = Vec::new();
        for cents in costs {
            products.push(app.product(&admin, "Shingles", cents).await);
        }
        for turn in 1..=24_i64 {
            app.advance(SPELL);
            let order = app.purchase_order(&admin, &job).await;
            let quantities = costs.map(|cents| (cents * 7 + turn * 4_321) % 3_000 + turn * 500);
            let rows: Vec<Value> = products.iter().zip(quantities)
                .map(|(product, thousandths)| json!({ "productId": product, "quantity": amount(thousandths.into(), 3) })).collect();
            let items = set_items(app, &admin, &order, json!(rows)).await.json["items"].clone();
            let mut total = 0;
            for (at, (cents, thousandths)) in costs.iter().zip(quantities).enumerate() {
                let line = (i128::from(*cents) * i128::from(thousandths) + 500) / 1000;
                assert_eq!(items[at]["lineTotal"].as_f64(), Some(amount(line, 2)));
                total += line;
            }
            assert_eq!(single(app, &admin, &order).await.json["order"]["total"].as_f64(), Some(amount(total, 2)));
        }
    }

    async fn listing_twelve_orders_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let shingles = app.product(&admin, "Shingles", 3_200).await;
        let mut statements = Vec::new();
        for more in [1, 11] {
            for _ in 0..more {
                app.advance(SPELL);
                let order = app.purchase_order(&admin, &job).await;
                set_items(app, &admin, &order, json!([{ "productId": shingles, "quantity": 1 }])).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            orders(app, &admin, &job).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 order and for 12");
    }
}

async fn remove(app: &TestApp, vendor: VendorId) {
    let mut tx = app.app.db.write().await.expect("tx");
    let deleted = sql!("DELETE FROM vendor WHERE id = $1").bind(vendor).run_one(&mut tx).await;
    deleted.expect("vendor");
    tx.commit().await.expect("commit");
}

/// After this time the same call counts as a new one.
const SPELL: chrono::Duration = chrono::Duration::seconds(61);

/// An amount as a JSON number.
fn amount(number: i128, decimals: u32) -> f64 {
    let (unit, width) = (10_i128.pow(decimals), decimals as usize);
    format!("{}.{:0width$}", number / unit, number % unit).parse().expect("a number")
}
