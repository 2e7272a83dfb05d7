//! A purchase order on its way, from draft to delivery: nobody overwrites what another person has recorded.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, ordering_office::OrderingOffice};

const STATUSES: [&str; 8] =
    ["draft", "sent", "seen", "confirmed", "partlyReceived", "received", "closed", "cancelled"];

/// The moves that an office may make by itself.
fn may_move(from: &str, to: &str) -> bool {
    match to {
        "sent" => from == "draft",
        "confirmed" => ["sent", "seen"].contains(&from),
        "closed" => ["partlyReceived", "received"].contains(&from),
        "cancelled" => ["draft", "sent", "seen", "confirmed", "partlyReceived"].contains(&from),
        _ => false,
    }
}

fn refusal(response: &TestResponse) -> (StatusCode, &str) {
    (response.status, response.code())
}

const CONFLICT: (StatusCode, &str) = (StatusCode::CONFLICT, "conflict");
const CHANGED: (StatusCode, &str) = (StatusCode::CONFLICT, "changed");

async fn entries(app: &TestApp, who: &Person, job: &Value) -> Vec<Value> {
    let path = format!("/api/activity/job/{}", job["id"].as_str().expect("id"));
    app.activity(who, &path).await
}

both_engines! {
    async fn an_order_goes_only_where_its_status_allows(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        for from in STATUSES {
            for to in STATUSES {
                office.set_status(app, from).await;
                let before = office.now(app).await;
                let response = office.ask(app, "status", json!({ "status": to })).await;
                if may_move(from, to) {
                    assert_eq!(response.status, StatusCode::OK, "{from} to {to}: {:?}", response.json);
                    let order = &response.json["order"];
                    assert_eq!(order["status"], to);
                    assert_eq!(order["version"].as_i64(), before["version"].as_i64().map(|version| version + 1));
                    assert_eq!(order, &office.now(app).await);
                } else {
                    assert_eq!(refusal(&response), CONFLICT, "{from} to {to}");
                    assert_eq!(office.now(app).await, before);
                }
            }
        }
    }

    async fn a_status_names_its_fields_and_comes_from_admins_only(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        for (form, refused) in [
            (json!({ "version": 1 }), "status required"),
            (json!({ "version": 1, "status": "" }), "status required"),
            (json!({ "version": 1, "status": "shipped" }), "status choice"),
            (json!({ "version": null, "status": "sent" }), "version required"),
            (json!({ "version": 1, "status": "sent", "expectedOn": "2026-02-30" }), "expectedOn format"),
        ] {
            let response = office.ask(app, "status", form.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{form}");
        }
        let path = "/api/purchase_orders/status";
        assert_eq!(app.post(&office.admin, path, json!({ "version": 1, "status": "sent" })).await.fields(), ["id required"]);
        assert_eq!(app.post(&office.admin, path, json!({ "id": "x" })).await.status, StatusCode::NOT_FOUND, "404 comes before 422");
        let outsider = app.sign_in(Contractor, Admin).await;
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        let mut others = vec![app.sign_in(Subcontractor, Admin).await, sub];
        for role in [Member, Salesman, Foreman] {
            others.push(app.colleague(office.admin.company, role).await);
        }
        for call in ["status", "receive", "amend"] {
            let path = format!("/api/purchase_orders/{call}");
            let form = json!({ "id": office.id() });
            assert_eq!(app.call(None, "POST", &path, form.clone()).await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(app.post(&outsider, &path, form.clone()).await.status, StatusCode::NOT_FOUND);
            for who in &others {
                let response = app.post(who, &path, form.clone()).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Unauthorized"), "{call}");
            }
        }
        assert_eq!(office.now(app).await["status"], "draft");
    }

    async fn a_stale_version_shows_the_order_as_it_is_now(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let sent = office.become_now(app, "sent").await;
        let old = json!(1);
        assert_eq!(sent["version"], 2, "the rows were the first change");
        let items = office.rows(5.0, 5.0);
        let row = json!([{ "id": sent["items"][0]["id"], "quantity": 1 }]);
        for (call, form) in [
            ("status", json!({ "version": old, "status": "confirmed" })),
            ("receive", json!({ "version": old, "rows": row })),
            ("amend", json!({ "version": old, "items": items })),
        ] {
            let response = office.ask(app, call, form).await;
            assert_eq!(refusal(&response), CHANGED, "{call}");
            assert_eq!(response.json["order"], sent, "{call}: what is true now");
        }
        assert_eq!(office.now(app).await, sent);
    }

    async fn an_order_that_was_sent_is_not_edited_like_a_draft(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let draft = office.now(app).await;
        for status in &STATUSES[1..] {
            office.set_status(app, status).await;
            let with = json!({ "version": draft["version"], "items": office.rows(1.0, 1.0) });
            for body in [office.rows(1.0, 1.0), with] {
                assert_eq!(refusal(&office.update(app, body).await), CONFLICT, "{status}");
            }
            assert_eq!(office.now(app).await["items"], draft["items"]);
        }
    }

    async fn the_expected_day_belongs_to_the_confirmation(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let form = json!({ "status": "sent", "expectedOn": "2026-03-09" });
        assert_eq!(office.ask(app, "status", form).await.json["order"]["expectedOn"], Value::Null);
        let form = json!({ "status": "confirmed", "expectedOn": "2026-03-09" });
        let confirmed = office.ask(app, "status", form).await;
        assert_eq!(confirmed.json["order"]["expectedOn"], "2026-03-09");
        assert_eq!(office.become_now(app, "cancelled").await["expectedOn"], "2026-03-09");
        assert_eq!(app.history(&office.admin, &office.job).await[..3], [
            "Ada Ridge changed the status of the purchase order #-1 from Confirmed to Cancelled.",
            "Ada Ridge changed the status and expected delivery of the purchase order #-1.",
            "Ada Ridge set the status of the purchase order #-1 to Sent.",
        ]);
    }

    async fn deliveries_add_up_until_everything_is_there(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let sent = office.become_now(app, "sent").await;
        let first = office.receive(app, &[(0, 12.5)]).await;
        assert_eq!(first.status, StatusCode::OK, "{:?}", first.json);
        let order = &first.json["order"];
        assert_eq!((&order["status"], &order["version"]), (&json!("partlyReceived"), &json!(3)));
        let received = |order: &Value| [order["items"][0]["received"].clone(), order["items"][1]["received"].clone()];
        assert_eq!(received(order), [json!(12.5), json!(0)]);
        assert_eq!(order["items"][0]["id"], sent["items"][0]["id"]);
        assert_eq!(order, &office.now(app).await);

        let items = order["items"].clone();
        let rows = json!([{ "id": items[0]["id"], "quantity": 7.5 }, { "id": items[1]["id"], "quantity": 2.5 }]);
        let last = office.ask(app, "receive", json!({ "rows": rows, "note": "On the driveway" })).await;
        assert_eq!((&last.json["order"]["status"], &last.json["order"]["version"]), (&json!("received"), &json!(4)));
        assert_eq!(received(&last.json["order"]), [json!(20), json!(2.5)]);
        assert_eq!(refusal(&office.receive(app, &[(0, 1.0)]).await), CONFLICT, "nothing more is expected");

        let log = entries(app, &office.admin, &office.job).await;
        assert_eq!(log[0]["sentence"], "Ada Ridge recorded a delivery of the purchase order #-1.");
        let changes: Vec<Value> = log[0]["changes"].as_array().expect("changes").iter()
            .map(|change| json!([change["label"], change["from"], change["to"]])).collect();
        assert_eq!(json!(changes), json!([
            ["Received", null, "Shingles: 7.5"], ["Received", null, "Felt: 2.5"],
            ["Note", null, "On the driveway"], ["Status", "Partly received", "Received"],
        ]));
        office.become_now(app, "closed").await;
    }

    async fn a_delivery_is_counted_whole_or_not_at_all(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let items = office.now(app).await["items"].clone();
        for status in ["draft", "received", "closed", "cancelled"] {
            office.set_status(app, status).await;
            assert_eq!(refusal(&office.receive(app, &[(0, 1.0)]).await), CONFLICT, "{status}");
        }
        office.set_status(app, "confirmed").await;
        let before = office.now(app).await;
        let (shingles, felt) = (&items[0]["id"], &items[1]["id"]);
        for (rows, refused) in [
            (json!([]), "rows required"),
            (json!([{ "quantity": 1 }]), "id required"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": office.id(), "quantity": 1 }]), "id choice"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": felt, "quantity": 1 }]), "id mismatch"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": shingles }]), "quantity required"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": shingles, "quantity": 0 }]), "quantity too_small"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": shingles, "quantity": 0.0005 }]), "quantity too_many_decimals"),
            (json!([{ "id": felt, "quantity": 1 }, { "id": shingles, "quantity": 20.001 }]), "quantity too_large"),
        ] {
            let response = office.ask(app, "receive", json!({ "rows": rows })).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]), "{rows}");
        }
        let rows = json!([{ "id": felt, "quantity": 1 }]);
        for (form, refused) in [
            (json!({ "rows": rows, "version": null }), "version required"),
            (json!({ "rows": rows, "note": "x".repeat(10_001) }), "note too_long"),
        ] {
            assert_eq!(office.ask(app, "receive", form).await.fields(), [refused]);
        }
        for rows in [json!({}), json!([1]), json!([{ "id": felt, "quantity": "1" }])] {
            assert_eq!(office.ask(app, "receive", json!({ "rows": rows })).await.code(), "malformed", "{rows}");
        }
        assert_eq!(office.now(app).await, before);
        let rows = json!([{ "id": shingles, "quantity": 21 }, { "id": felt, "quantity": 3 }]);
        let over = office.ask(app, "receive", json!({ "rows": rows, "overDelivery": true })).await;
        assert_eq!((over.status, &over.json["order"]["status"]), (StatusCode::OK, &json!("received")));
        assert_eq!(over.json["order"]["items"][0]["received"], 21);
    }

    async fn of_two_deliveries_recorded_at_once_one_is_shown_the_other(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        office.become_now(app, "sent").await;
        for turn in 1..=4_u32 {
            let order = office.now(app).await;
            let form = |quantity: f64| {
                let rows = json!([{ "id": order["items"][0]["id"], "quantity": quantity }]);
                json!({ "version": order["version"], "rows": rows })
            };
            // The last two would each deliver all of the rest.
            let (less, more) = if turn < 4 { (1.0, 2.0) } else { (20.0, 20.0) };
            let over = |mut form: Value| {
                form["overDelivery"] = json!(turn == 4);
                form
            };
            let (one, two) = tokio::join!(office.ask(app, "receive", over(form(less))), office.ask(app, "receive", over(form(more))));
            let (won, lost) = if one.status == StatusCode::OK { (one, two) } else { (two, one) };
            assert_eq!(won.status, StatusCode::OK, "{:?}", won.json);
            assert_eq!(refusal(&lost), CHANGED);
            assert_eq!(lost.json["order"], won.json["order"]);
            assert_eq!(office.now(app).await, won.json["order"]);
        }
    }

    async fn a_call_whose_answer_was_lost_delivers_only_once(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let order = office.become_now(app, "sent").await;
        let form = json!({ "id": office.id(), "version": order["version"], "rows": [{ "id": order["items"][0]["id"], "quantity": 3 }] });
        let mut answers = Vec::new();
        for _ in 0..2 {
            let request = axum::http::Request::post("/api/purchase_orders/receive").header("idempotency-key", "a-delivery-of-monday")
                .body(axum::body::Body::from(form.to_string())).expect("request");
            answers.push(app.send(Some(&office.admin), request).await);
        }
        assert_eq!((answers[0].status, answers[1].status), (StatusCode::OK, StatusCode::OK));
        assert_eq!(answers[0].json, answers[1].json);
        assert_eq!(office.now(app).await["items"][0]["received"], 3);
    }

    async fn sending_makes_a_draft_sent_and_leaves_what_is_over_alone(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let draft = office.now(app).await;
        let mailed = office.mail(app, "dana@supply.example").await;
        assert_eq!(mailed.status, StatusCode::OK, "{:?}", mailed.json);
        assert_eq!((&mailed.json["order"]["status"], &mailed.json["order"]["version"]), (&json!("sent"), &json!(2)));
        assert_eq!(draft["version"], 1);
        for status in ["sent", "seen", "confirmed", "partlyReceived", "received"] {
            office.set_status(app, status).await;
            app.advance(chrono::Duration::seconds(61));
            let again = office.mail(app, "dana@supply.example").await;
            assert_eq!((&again.json["order"]["status"], &again.json["order"]["version"]), (&json!(status), &json!(2)), "no change of the order");
        }
        let mails = app.outbox().await.len();
        for status in ["closed", "cancelled"] {
            office.set_status(app, status).await;
            app.advance(chrono::Duration::seconds(61));
            assert_eq!(refusal(&office.mail(app, "dana@supply.example").await), CONFLICT, "{status}");
        }
        assert_eq!(app.outbox().await.len(), mails);
        assert_eq!(app.stored_files(), 0, "no PDF was kept");
    }
}
