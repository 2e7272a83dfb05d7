//! Prices that a vendor states when it answers an order, and how they get into the price list.

use axum::http::StatusCode;
use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{Admin, Foreman, Member, Salesman},
    },
    types::ids::ProductId,
};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp, TestResponse, activity::written, ordering_office::OrderingOffice,
};

const USE: &str = "/api/purchase_orders/prices";

fn refusal(response: &TestResponse) -> (StatusCode, &str) {
    (response.status, response.code())
}

/// An office whose order was sent, and the secret of a link to it.
async fn sent(app: &TestApp) -> (OrderingOffice, String) {
    let office = OrderingOffice::open(app).await;
    office.become_now(app, "sent").await;
    let (_, secret) = app.order_link(&office.admin, office.id(), json!({})).await;
    (office, secret)
}

/// The vendor has both products, at these prices.
async fn answer(app: &TestApp, secret: &str, confirmed: bool, costs: [Value; 2]) -> TestResponse {
    let order = app.vendors_order(secret).await;
    let rows: Vec<Value> = (0..)
        .zip(costs)
        .map(|(at, cost): (usize, _)| {
            json!({ "id": order["items"][at]["id"], "available": true, "unitCost": cost })
        })
        .collect();
    let form = json!({ "version": order["version"], "confirmed": confirmed, "rows": rows });
    app.guest(secret, "/order", form).await
}

/// An office whose vendor has confirmed the order: shingles cost 34 instead of 32, felt 19.99 as before.
async fn confirmed(app: &TestApp) -> (OrderingOffice, String) {
    let (office, secret) = sent(app).await;
    let done = answer(app, &secret, true, [json!(34), json!(19.99)]).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    (office, secret)
}

/// The stated prices of the rows as the office sees them.
async fn stated(app: &TestApp, office: &OrderingOffice) -> Vec<Value> {
    let order = office.now(app).await;
    let items = order["items"].as_array().expect("items").clone();
    items.iter().map(|item| item["confirmedCost"].clone()).collect()
}

/// The prices that differ from the price list.
async fn prices(app: &TestApp, office: &OrderingOffice) -> Value {
    let response = app.get(&office.admin, &format!("{USE}/{}", office.id())).await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json["prices"].clone()
}

async fn take_over(app: &TestApp, office: &OrderingOffice, products: Value) -> TestResponse {
    office.ask(app, "prices", json!({ "productIds": products })).await
}

/// What products cost in the price list, by name.
async fn price_list(app: &TestApp, office: &OrderingOffice) -> Vec<(String, Value)> {
    let path = format!("/api/products/products/{}", office.admin.company);
    let products = app.get(&office.admin, &path).await.json["products"].clone();
    let product = |product: &Value| {
        (product["name"].as_str().expect("a name").to_owned(), product["unitCost"].clone())
    };
    products.as_array().expect("products").iter().map(product).collect()
}

async fn set_cost(
    app: &TestApp,
    office: &OrderingOffice,
    (id, name): (ProductId, &str),
    cost: Value,
) {
    let form = json!({ "id": id, "name": name, "unitCost": cost });
    let changed = app.put(&office.admin, "/api/products/products", form).await;
    assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
}

fn row(product: ProductId, name: &str, cost: &Value, confirmed: &Value) -> Value {
    json!({ "productId": product, "name": name, "unitCost": cost, "confirmedCost": confirmed })
}

both_engines! {
    async fn a_price_that_the_vendor_states_is_shown_to_the_office_and_changes_no_total(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let before = office.now(app).await;
        let done = answer(app, &secret, true, [json!(34), json!(null)]).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        assert_eq!(done.json["purchaseOrder"]["items"][0]["confirmedCost"], json!(34), "the vendor reads what it stated");
        let order = office.now(app).await;
        assert_eq!(stated(app, &office).await, [json!(34), Value::Null]);
        for same in ["total", "title"] {
            assert_eq!(order[same], before[same]);
        }
        for same in ["unitCost", "lineTotal", "quantity"] {
            assert_eq!(order["items"][0][same], before["items"][0][same], "{same}");
        }
        let path = format!("/api/activity/job/{}", office.job["id"].as_str().expect("id"));
        let entry = app.activity(&office.admin, &path).await[0].to_string();
        assert!(entry.contains("Shingles: $34.00"), "{entry}");
        assert_eq!(price_list(app, &office).await, [("Felt".to_owned(), json!(19.99)), ("Shingles".to_owned(), json!(32))], "nobody has agreed yet");
    }

    async fn a_later_answer_replaces_the_prices_of_the_rows_that_it_names(app: &TestApp) {
        let (office, secret) = sent(app).await;
        answer(app, &secret, false, [json!(34), json!(21.5)]).await;
        assert_eq!(stated(app, &office).await, [json!(34), json!(21.5)], "also before it confirms");
        let order = app.vendors_order(&secret).await;
        let without = json!({ "version": order["version"], "confirmed": true, "rows": [{ "id": order["items"][0]["id"], "available": true }] });
        assert_eq!(app.guest(&secret, "/order", without).await.status, StatusCode::OK);
        assert_eq!(stated(app, &office).await, [Value::Null, json!(21.5)]);
        let order = app.vendors_order(&secret).await;
        let missing = json!({ "version": order["version"], "confirmed": true, "rows": [{ "id": order["items"][1]["id"], "available": false, "unitCost": 25, "substitute": "Synthetic" }] });
        assert_eq!(app.guest(&secret, "/order", missing).await.status, StatusCode::OK);
        assert_eq!(stated(app, &office).await, [Value::Null, Value::Null], "what it does not have has no price");
    }

    async fn a_wrong_price_is_refused_at_its_field_and_nothing_is_stored(app: &TestApp) {
        let (office, secret) = sent(app).await;
        let before = office.now(app).await;
        for (cost, code) in [(json!(-0.01), "too_small"), (json!(34.005), "too_many_decimals"), (json!(10_000_000_000_i64), "too_large")] {
            let refused = answer(app, &secret, true, [cost.clone(), json!(20)]).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![format!("unitCost {code}")]), "{cost}");
        }
        let malformed = answer(app, &secret, true, [json!("34"), json!(20)]).await;
        assert_eq!(refusal(&malformed), (StatusCode::BAD_REQUEST, "malformed"));
        assert_eq!(office.now(app).await, before);
    }

    async fn an_amendment_keeps_the_price_of_a_row_that_stays(app: &TestApp) {
        let (office, _) = confirmed(app).await;
        let amended = office.ask(app, "amend", json!({ "items": office.rows(24.0, 0.0) })).await;
        assert_eq!(amended.status, StatusCode::OK, "{:?}", amended.json);
        assert_eq!(stated(app, &office).await, [json!(34)]);
        assert_eq!(prices(app, &office).await, json!([]), "it is not confirmed any more");
        office.ask(app, "amend", json!({ "items": office.rows(24.0, 2.0) })).await;
        assert_eq!(stated(app, &office).await, [json!(34), Value::Null], "a row that comes back is a new one");
        office.become_now(app, "confirmed").await;
        assert_eq!(prices(app, &office).await, json!([row(office.shingles, "Shingles", &json!(32), &json!(34))]));
    }

    async fn the_prices_to_agree_to_are_those_that_differ_from_the_price_list_today(app: &TestApp) {
        let (office, _) = confirmed(app).await;
        let shingles = (office.shingles, "Shingles");
        assert_eq!(prices(app, &office).await, json!([row(office.shingles, "Shingles", &json!(32), &json!(34))]));
        for status in ["draft", "sent", "seen", "closed", "cancelled"] {
            office.set_status(app, status).await;
            assert_eq!(prices(app, &office).await, json!([]), "{status}");
        }
        for status in ["partlyReceived", "received"] {
            office.set_status(app, status).await;
            assert_eq!(prices(app, &office).await.as_array().map(Vec::len), Some(1), "{status}");
        }
        set_cost(app, &office, shingles, json!(34)).await;
        assert_eq!(prices(app, &office).await, json!([]), "somebody has changed it by hand");
        set_cost(app, &office, (office.felt, "Felt, heavy"), json!(25)).await;
        assert_eq!(prices(app, &office).await, json!([row(office.felt, "Felt, heavy", &json!(25), &json!(19.99))]), "as ordered, but the list has changed");
        app.delete(&office.admin, &format!("/api/products/products/{}", office.felt)).await;
        assert_eq!(prices(app, &office).await, json!([]), "it is no longer in the price list");
    }

    async fn prices_are_taken_over_once_each_as_a_change_of_its_product(app: &TestApp) {
        let (office, secret) = sent(app).await;
        answer(app, &secret, true, [json!(34), json!(21.5)]).await;
        let order = office.now(app).await;
        let done = take_over(app, &office, json!([office.felt])).await;
        assert_eq!((done.status, &done.json["prices"]), (StatusCode::OK, &json!([row(office.shingles, "Shingles", &json!(32), &json!(34))])), "{:?}", done.json);
        assert_eq!(price_list(app, &office).await, [("Felt".to_owned(), json!(21.5)), ("Shingles".to_owned(), json!(32))], "the other one was not chosen");
        let before = written(app).await;
        let both = json!([office.felt, office.shingles, office.felt]);
        assert_eq!(take_over(app, &office, both).await.fields(), ["productIds choice"], "more than the order has rows");
        let both = json!([office.felt, office.shingles]);
        assert_eq!(take_over(app, &office, both.clone()).await.json, json!({ "prices": [] }));
        assert_eq!(price_list(app, &office).await, [("Felt".to_owned(), json!(21.5)), ("Shingles".to_owned(), json!(34))]);
        assert_eq!(written(app).await, before + 1, "felt had that price already");
        let log = app.log(&office.admin, "kind=product").await;
        assert_eq!(log[..2], [
            "Ada Ridge changed the unit cost of the product Shingles from $32.00 to $34.00.",
            "Ada Ridge changed the unit cost of the product Felt from $19.99 to $21.50.",
        ]);
        app.advance(chrono::Duration::seconds(61));
        assert_eq!(take_over(app, &office, both).await.json, json!({ "prices": [] }), "a second time");
        assert_eq!(written(app).await, before + 1, "changes nothing");
        assert_eq!((prices(app, &office).await, office.now(app).await), (json!([]), order), "the order stays as it was");
    }

    async fn only_stated_prices_of_a_confirmed_order_as_it_is_now_are_taken_over(app: &TestApp) {
        let (office, secret) = sent(app).await;
        answer(app, &secret, true, [json!(34), json!(null)]).await;
        let nails = app.product(&office.admin, "Nails", 450).await;
        for (products, refused) in [
            (json!([]), "productIds required"),
            (Value::Null, "productIds required"),
            (json!([office.felt]), "productIds choice"),
            (json!([office.shingles, office.felt]), "productIds choice"),
            (json!([nails]), "productIds choice"),
            (json!([office.id()]), "productIds choice"),
            (json!(["x"]), "productIds choice"),
        ] {
            let response = take_over(app, &office, products.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{products}");
        }
        let shingles = json!([office.shingles]);
        let form = json!({ "version": null, "productIds": shingles });
        assert_eq!(office.ask(app, "prices", form).await.fields(), ["version required"]);
        let order = office.now(app).await;
        let stale = json!({ "version": 1, "productIds": shingles });
        let stale = office.ask(app, "prices", stale).await;
        assert_eq!((refusal(&stale), &stale.json["order"]), ((StatusCode::CONFLICT, "changed"), &order));
        for status in ["draft", "sent", "seen", "closed", "cancelled"] {
            office.set_status(app, status).await;
            assert_eq!(refusal(&take_over(app, &office, shingles.clone()).await), (StatusCode::CONFLICT, "conflict"), "{status}");
        }
        office.set_status(app, "received").await;
        app.delete(&office.admin, &format!("/api/products/products/{}", office.shingles)).await;
        assert_eq!(take_over(app, &office, shingles).await.fields(), ["productIds choice"], "it is no longer in the price list");
    }

    async fn only_admins_of_the_contractor_see_and_take_over_prices(app: &TestApp) {
        let (office, _) = confirmed(app).await;
        let list = format!("{USE}/{}", office.id());
        let form = json!({ "id": office.id(), "version": office.now(app).await["version"], "productIds": [office.shingles] });
        let calls = [("GET", list.as_str(), Value::Null), ("POST", USE, form.clone())];
        let outsider = app.sign_in(Contractor, Admin).await;
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        let mut others = vec![app.sign_in(Subcontractor, Admin).await, sub];
        for role in [Member, Salesman, Foreman] {
            others.push(app.colleague(office.admin.company, role).await);
        }
        for (method, path, form) in &calls {
            assert_eq!(app.call(None, method, path, form.clone()).await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(refusal(&app.call(Some(&outsider), method, path, form.clone()).await), (StatusCode::NOT_FOUND, "not_found"));
            for who in &others {
                assert_eq!(refusal(&app.call(Some(who), method, path, form.clone()).await), (StatusCode::FORBIDDEN, "forbidden"), "{method}");
            }
        }
        for id in ["x", "0198f7a0-0000-7000-8000-000000000000"] {
            assert_eq!(app.post(&office.admin, USE, json!({ "id": id })).await.status, StatusCode::NOT_FOUND, "404 comes before 422");
            assert_eq!(app.get(&office.admin, &format!("{USE}/{id}")).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(app.post(&office.admin, USE, json!({ "version": 1 })).await.fields(), ["id required", "productIds required"]);
        assert_eq!(prices(app, &office).await.as_array().map(Vec::len), Some(1), "nobody has changed anything");
        // Other software that may change orders but not the price list changes no price.
        let key = async |scopes: &[&str]| {
            let made = app.post(&office.admin, "/api/api_keys/create", json!({ "name": "Supplier portal", "scopes": scopes })).await;
            let token = made.json["secret"].as_str().expect("a secret").to_owned();
            Person { company: office.admin.company, user: office.admin.user, token }
        };
        let orders_alone = key(&["purchaseOrders.edit"]).await;
        assert_eq!(refusal(&app.post(&orders_alone, USE, form.clone()).await), (StatusCode::FORBIDDEN, "forbidden"));
        assert_eq!(refusal(&app.get(&orders_alone, &list).await), (StatusCode::FORBIDDEN, "forbidden"));
        let reader = key(&["read"]).await;
        assert_eq!(app.get(&reader, &list).await.json["prices"].as_array().map(Vec::len), Some(1));
        let both = key(&["purchaseOrders.edit", "products.manage"]).await;
        assert_eq!(app.post(&both, USE, form).await.json, json!({ "prices": [] }));
    }
}
