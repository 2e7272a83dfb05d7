//! Work orders and their items: everybody who sees the job reads them, the contractor's admins write them.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};
use store::{jobs::changes, scope::Scope};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse};

const CREATE: &str = "/api/work_orders/create";
const ADD_ITEM: &str = "/api/work_orders/addItem";
const SET_ITEM: &str = "/api/work_orders/updateItem";

fn id(thing: &Value) -> &str {
    thing["id"].as_str().expect("id")
}

async fn single(app: &TestApp, who: &Person, order: &Value) -> TestResponse {
    app.get(who, &format!("/api/work_orders/single/{}", id(order))).await
}

async fn orders(app: &TestApp, who: &Person, job: &Value) -> TestResponse {
    app.get(who, &format!("/api/work_orders/job/{}", id(job))).await
}

fn form(order: &Value) -> Value {
    json!({ "workOrderId": order["id"], "title": "Tear-off", "description": "Two layers", "quantity": 24.5, "unitCost": 38.75 })
}

/// Every call that writes, with a body that is invalid only for a known order of the caller.
fn writing(job: &Value, order: &Value, item: &Value) -> [(&'static str, String, Value); 5] {
    [
        ("POST", CREATE.into(), json!({ "jobId": job["id"], "title": "x".repeat(1_001) })),
        ("POST", ADD_ITEM.into(), json!({ "workOrderId": order["id"] })),
        ("POST", SET_ITEM.into(), json!({ "id": item["id"] })),
        ("DELETE", format!("/api/work_orders/item/delete/{}", id(item)), Value::Null),
        ("DELETE", format!("/api/work_orders/delete/{}", id(order)), Value::Null),
    ]
}

both_engines! {
    async fn users_who_do_not_see_the_job_neither_see_nor_change_its_orders(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let item = app.work_order_item(&admin, &order, (24.5, 38.75)).await;
        let before = single(app, &admin, &order).await.json;
        let reading = [format!("/api/work_orders/single/{}", id(&order)), format!("/api/work_orders/job/{}", id(&job))];
        for path in &reading {
            assert_eq!(app.call(None, "GET", path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
            let (foreman, salesman) = (app.colleague(admin.company, Foreman).await, app.colleague(admin.company, Salesman).await);
            for who in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await, foreman, salesman] {
                let response = app.get(&who, path).await;
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            }
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        for (method, path, body) in writing(&job, &order, &item) {
            let response = app.call(None, method, &path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{method} {path}");
            let response = app.call(Some(&outsider), method, &path, body.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{method} {path}: 404 comes before 422");
            for who in [&member, &sub] {
                let response = app.call(Some(who), method, &path, body.clone()).await;
                assert_eq!((response.status, response.code()), (StatusCode::FORBIDDEN, "forbidden"), "{method} {path}");
            }
        }
        let response = app.post(&member, CREATE, json!({ "jobId": job["id"] })).await;
        assert_eq!(response.message(), "Must be an admin user to perform this action.");
        assert_eq!(single(app, &admin, &order).await.json, before);
    }

    async fn an_item_written_for_other_items_than_those_seen_is_refused_with_the_order_as_it_is(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let seeing = |mut form: Value, version: Value| {
            form["itemsVersion"] = version;
            form
        };
        let added = app.post(&admin, ADD_ITEM, seeing(form(&order), json!(0))).await;
        assert_eq!((added.status, &added.json["itemsVersion"]), (StatusCode::OK, &json!(1)), "{:?}", added.json);
        let edit = json!({ "id": added.json["item"]["id"], "title": "Dump runs", "description": "", "quantity": 2, "unitCost": 120 });
        for (path, body) in [(ADD_ITEM, form(&order)), (SET_ITEM, edit.clone())] {
            for old in [json!(0), json!(0.5), json!(2)] {
                let stale = app.post(&admin, path, seeing(body.clone(), old)).await;
                assert_eq!((stale.status, stale.code()), (StatusCode::CONFLICT, "changed"), "{path}");
                assert_eq!(stale.message(), "Someone else has changed this order since you opened it. Look at it as it is now, and save again.");
                assert_eq!(stale.json["order"], single(app, &admin, &order).await.json["order"]);
                assert_eq!(stale.json["order"]["itemsVersion"], 1);
            }
            assert_eq!(app.post(&admin, path, seeing(body, json!("1"))).await.status, StatusCode::BAD_REQUEST);
        }
        let changed = app.post(&admin, SET_ITEM, seeing(edit.clone(), json!(1))).await;
        assert_eq!((changed.status, &changed.json["itemsVersion"]), (StatusCode::OK, &json!(2)), "{:?}", changed.json);
        assert_eq!(app.post(&admin, ADD_ITEM, form(&order)).await.json["itemsVersion"], 3, "without a version, as before");
    }

    async fn an_admin_writes_a_work_order_and_the_crew_reads_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let created = app.post(&admin, CREATE, json!({ "title": " Tear-off ", "jobId": job["id"] })).await;
        let order = created.json["newWorkOrder"].clone();
        assert_eq!((created.status, &order), (StatusCode::OK, &json!({
            "id": order["id"], "title": "Tear-off", "jobId": job["id"], "orderItems": [], "itemsVersion": 0, "signOffs": [], "sends": [],
            "total": 0, "dateInserted": "2026-03-02T12:00:00Z" })));
        let added = app.post(&admin, ADD_ITEM, form(&order)).await.json;
        let item = added["item"].clone();
        assert_eq!(added["itemsVersion"], 1, "whoever writes it has seen it, and may sign it");
        assert_eq!(item, json!({
            "id": item["id"], "title": "Tear-off", "description": "Two layers", "quantity": 24.5, "unitCost": 38.75,
            "workOrderId": order["id"], "lineTotal": 949.38 }), "949.375 goes up");
        let bare = json!({ "workOrderId": order["id"], "title": "Dump run", "quantity": 0.333, "unitCost": 0.01 });
        let second = app.post(&admin, ADD_ITEM, bare).await.json["item"].clone();
        assert_eq!((&second["description"], &second["lineTotal"]), (&Value::Null, &json!(0)));

        let changed = json!({ "id": second["id"], "title": "Dump runs", "description": " ", "quantity": 2, "unitCost": 120 });
        let changed = app.post(&admin, SET_ITEM, changed).await.json["item"].clone();
        assert_eq!((&changed["title"], &changed["description"], &changed["lineTotal"]), (&json!("Dump runs"), &Value::Null, &json!(240)));

        let foreman = app.foreman_on(&admin, &job).await;
        for who in [&admin, &foreman, &app.colleague(admin.company, Member).await] {
            let read = single(app, who, &order).await.json["order"].clone();
            assert_eq!((&read["orderItems"], &read["total"]), (&json!([item, changed]), &json!(1189.38)));
            assert_eq!(orders(app, who, &job).await.json, json!({ "orders": [read] }));
        }
        let sub = app.asked_subcontractor(&admin, &job).await;
        for who in [&sub, &app.colleague(sub.company, Member).await] {
            assert_eq!(single(app, who, &order).await.json["order"]["total"], 1189.38, "its pay, before it accepts");
        }
        app.answer(&sub, &job, true).await;
        assert_eq!(orders(app, &sub, &job).await.json["orders"][0]["id"], order["id"]);

        let deleted = app.delete(&admin, &format!("/api/work_orders/item/delete/{}", id(&item))).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": item["id"], "itemsVersion": 4 })));
        assert_eq!(app.delete(&admin, &format!("/api/work_orders/item/delete/{}", id(&item))).await.status, StatusCode::NOT_FOUND);
        assert_eq!(single(app, &sub, &order).await.json["order"]["total"], 240);
        let deleted = app.delete(&admin, &format!("/api/work_orders/delete/{}", id(&order))).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": order["id"] })));
        assert_eq!(orders(app, &sub, &job).await.json, json!({ "orders": [] }));
        assert_eq!(single(app, &admin, &order).await.status, StatusCode::NOT_FOUND);
        for (method, path, body) in &writing(&job, &order, &changed)[1..] {
            assert_eq!(app.call(Some(&admin), method, path, body.clone()).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }

    async fn a_subcontractor_that_declined_the_job_no_longer_reads_its_orders(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        assert_eq!(single(app, &sub, &order).await.status, StatusCode::OK);
        app.answer(&sub, &job, false).await;
        assert_eq!(single(app, &sub, &order).await.status, StatusCode::NOT_FOUND);
        assert_eq!(orders(app, &sub, &job).await.status, StatusCode::NOT_FOUND);
    }

    async fn an_order_without_a_title_gets_the_next_free_number(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let titled = |body: Value| {
            let admin = &admin;
            async move { app.post(admin, CREATE, body).await.json["newWorkOrder"].clone() }
        };
        assert_eq!(titled(json!({ "jobId": job["id"] })).await["title"], "#-1");
        app.post(&admin, "/api/jobs/jobNumber/update", json!({ "jobNumber": "1042", "jobId": job["id"] })).await;
        let first = titled(json!({ "jobId": job["id"], "title": "  " })).await;
        assert_eq!(first["title"], "#1042-1");
        assert_eq!(titled(json!({ "jobId": job["id"], "title": Value::Null })).await["title"], "#1042-2");
        app.purchase_order(&admin, &job).await;
        assert_eq!(titled(json!({ "jobId": job["id"], "title": "#1042-4" })).await["title"], "#1042-4");
        assert_eq!(titled(json!({ "jobId": job["id"] })).await["title"], "#1042-3");
        assert_eq!(titled(json!({ "jobId": job["id"] })).await["title"], "#1042-5");
        app.delete(&admin, &format!("/api/work_orders/delete/{}", id(&first))).await;
        assert_eq!(titled(json!({ "jobId": job["id"] })).await["title"], "#1042-1");
        let other = app.job(&admin).await;
        assert_eq!(titled(json!({ "jobId": other["id"] })).await["title"], "#-1");
    }

    async fn two_orders_created_at_once_never_share_a_number(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let make = || app.work_order(&admin, &job);
        let all: [Value; 6] = tokio::join!(make(), make(), make(), make(), make(), make()).into();
        let mut titles: Vec<String> = all.iter().map(|order| order["title"].to_string()).collect();
        titles.sort();
        assert_eq!(titles, (1..=6).map(|n| format!("\"#-{n}\"")).collect::<Vec<_>>());
        let listed = orders(app, &admin, &job).await.json["orders"].as_array().map(Vec::len);
        assert_eq!(listed, Some(6));
    }

    async fn every_invalid_field_of_an_order_is_named(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let item = app.work_order_item(&admin, &order, (1.0, 1.0)).await;
        let before = single(app, &admin, &order).await.json;
        assert_eq!(app.post(&admin, CREATE, json!({})).await.fields(), ["jobId required"]);
        assert_eq!(app.post(&admin, CREATE, json!({ "jobId": "no id" })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&admin, CREATE, json!({ "jobId": job["id"], "title": "x".repeat(1_001) })).await.fields(), ["title too_long"]);
        assert_eq!(app.post(&admin, CREATE, json!({ "jobId": job["id"], "title": "a\u{0}b" })).await.fields(), ["title format"]);
        let response = app.post(&admin, ADD_ITEM, json!({})).await;
        assert_eq!(response.fields(), ["workOrderId required", "title required", "quantity required", "unitCost required"]);
        for (path, named) in [(ADD_ITEM, json!({ "workOrderId": order["id"] })), (SET_ITEM, json!({ "id": item["id"] }))] {
            let response = app.post(&admin, path, named.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["title required".into(), "quantity required".into(), "unitCost required".into()]));
            assert_eq!(response.json["error"]["fields"][0]["message"], "Must provide a title");
            let wrong = [
                ("title", json!("x".repeat(1_001)), "title too_long"),
                ("description", json!("x".repeat(10_001)), "description too_long"),
                ("description", json!("a\u{0}b"), "description format"),
                ("quantity", json!(-0.001), "quantity too_small"),
                ("quantity", json!(1.0005), "quantity too_many_decimals"),
                ("quantity", json!(10_000_000), "quantity too_large"),
                ("unitCost", json!(-0.01), "unitCost too_small"),
                ("unitCost", json!(1.005), "unitCost too_many_decimals"),
                ("unitCost", json!(10_000_000_000_i64), "unitCost too_large"),
            ];
            for (field, value, refused) in wrong {
                let mut bad = form(&order);
                bad["id"] = named["id"].clone();
                bad[field] = value;
                assert_eq!(app.post(&admin, path, bad).await.fields(), [refused]);
            }
            for (field, value) in [("title", json!(7)), ("quantity", json!("12")), ("unitCost", json!([1]))] {
                let mut bad = form(&order);
                bad["id"] = named["id"].clone();
                bad[field] = value;
                let response = app.post(&admin, path, bad).await;
                assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"), "{field}");
            }
        }
        let response = app.post(&admin, SET_ITEM, form(&order)).await;
        assert_eq!(response.fields(), ["id required"]);
        let other = app.work_order(&admin, &job).await;
        let mut moved = form(&other);
        moved["id"] = item["id"].clone();
        assert_eq!(app.post(&admin, SET_ITEM, moved).await.fields(), ["workOrderId choice"], "items do not move");
        let lone = Request::post(ADD_ITEM).body(Body::from(r#"{"title":"\ud800"}"#)).expect("request");
        assert_eq!(app.send(Some(&admin), lone).await.status, StatusCode::BAD_REQUEST);
        for path in ["/api/work_orders/single/x", "/api/work_orders/job/x"] {
            assert_eq!(app.get(&admin, path).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(single(app, &admin, &order).await.json, before);
    }

    async fn the_largest_amounts_are_stored_and_added_without_loss(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        for _ in 0..2 {
            let item = app.work_order_item(&admin, &order, (9_999_999.999, 9_999_999_999.99)).await;
            assert_eq!((&item["quantity"], &item["unitCost"]), (&json!(9_999_999.999), &json!(9_999_999_999.99)));
            assert_eq!(item["lineTotal"].as_f64(), Some(99_999_999_989_900_000.01));
        }
        let read = single(app, &admin, &order).await.json["order"].clone();
        assert_eq!(read["total"].as_f64(), Some(199_999_999_979_800_000.02));
    }

    async fn the_total_of_a_stored_order_is_exact(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        // Amounts that look random and are the same in every run.
        let mut state = 0x2026_0302_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((state >> 20) % below).expect("small")
        };
        let mut expected = Vec::new();
        for _ in 0..36 {
            app.advance(SPELL);
            let order = app.work_order(&admin, &job).await;
            let mut total = 0_i128;
            for _ in 0..next(5) {
                let (cents, thousandths) = (next(1_000_000), next(200) * 125);
                let amounts = (written(thousandths, 3), written(cents, 2));
                app.work_order_item(&admin, &order, amounts).await;
                total += (i128::from(cents) * i128::from(thousandths) + 500) / 1000;
            }
            expected.push(Some(written(i64::try_from(total).expect("small"), 2)));
        }
        let read = orders(app, &admin, &job).await.json["orders"].as_array().cloned().expect("orders");
        let totals: Vec<_> = read.iter().map(|order| order["total"].as_f64()).collect();
        assert_eq!(totals, expected);
    }

    async fn a_deleted_jobs_work_orders_are_deleted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        app.work_order_item(&admin, &order, (1.0, 1.0)).await;
        app.post(&admin, "/api/work_orders/sign", json!({ "orderId": order["id"] })).await;
        let deleted = app.post(&admin, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
        assert_eq!(single(app, &admin, &order).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&admin, ADD_ITEM, form(&order)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&admin, ADD_ITEM, form(&json!({ "id": Uuid::now_v7() }))).await.status, StatusCode::NOT_FOUND);
    }

    async fn an_order_created_while_its_job_is_deleted_is_stored_or_deleted_with_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for turn in 0..8 {
            let job = app.job(&admin).await;
            let order = app.work_order(&admin, &job).await;
            let mut changed = form(&order);
            changed["id"] = app.work_order_item(&admin, &order, (1.0, 1.0)).await["id"].clone();
            let (path, body) = match turn % 4 {
                0 => (ADD_ITEM, form(&order)),
                1 => (SET_ITEM, changed),
                2 => ("/api/work_orders/sign", json!({ "orderId": order["id"] })),
                _ => (CREATE, json!({ "jobId": job["id"] })),
            };
            let (response, ()) = tokio::join!(app.post(&admin, path, body), delete_job(app, &admin, &job));
            assert!([StatusCode::OK, StatusCode::NOT_FOUND].contains(&response.status), "{path}: {:?}", response.json);
            assert_eq!(single(app, &admin, &order).await.status, StatusCode::NOT_FOUND);
        }
    }

    async fn listing_twelve_orders_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let mut statements = Vec::new();
        for more in [1, 11] {
            for _ in 0..more {
                app.advance(SPELL);
                let order = app.work_order(&admin, &job).await;
                app.work_order_item(&admin, &order, (1.0, 1.0)).await;
                app.post(&admin, "/api/work_orders/sign", json!({ "orderId": order["id"] })).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            orders(app, &admin, &job).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 order and for 12");
    }
}

/// Deletes a job directly in the database, so that this can happen during a call.
async fn delete_job(app: &TestApp, owner: &Person, job: &Value) {
    let job = id(job).parse().expect("id");
    let mut tx = app.app.db.write().await.expect("tx");
    let scope = Scope::trusted(owner.company);
    let job = changes::find_own(&mut tx, scope, job).await.expect("job");
    changes::delete(&mut tx, scope, &job, app.app.clock.now()).await.expect("gone");
    tx.commit().await.expect("commit");
}

/// After this time the same call counts as a new one.
const SPELL: chrono::Duration = chrono::Duration::seconds(61);

/// An amount as a JSON number.
fn written(number: i64, decimals: u32) -> f64 {
    let (unit, width) = (10_i64.pow(decimals), decimals as usize);
    format!("{}.{:0width$}", number / unit, number % unit).parse().expect("a number")
}
