//! Signing work orders: everybody who sees one may sign it once and withdraw the signature.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const SIGN: &str = "/api/work_orders/sign";

async fn sign(app: &TestApp, who: &Person, order: &Value) -> TestResponse {
    app.post(who, SIGN, json!({ "orderId": order["id"] })).await
}

async fn unsign(app: &TestApp, who: &Person, order: &Value) -> TestResponse {
    app.delete(who, &format!("{SIGN}/{}", order["id"].as_str().expect("id"))).await
}

async fn signed(app: &TestApp, who: &Person, order: &Value) -> Value {
    let path = format!("/api/work_orders/single/{}", order["id"].as_str().expect("id"));
    app.get(who, &path).await.json["order"]["signOffs"].clone()
}

both_engines! {
    async fn a_user_who_does_not_see_an_order_cannot_sign_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        assert_eq!(app.call(None, "POST", SIGN, json!({})).await.status, StatusCode::UNAUTHORIZED);
        let unassigned_foreman = app.colleague(admin.company, Foreman).await;
        for who in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await, unassigned_foreman] {
            for response in [sign(app, &who, &order).await, unsign(app, &who, &order).await] {
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
            }
        }
        assert_eq!(app.post(&admin, SIGN, json!({})).await.fields(), ["orderId required"]);
        assert_eq!(app.post(&admin, SIGN, json!({ "orderId": "x" })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&admin, SIGN, json!({ "orderId": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(signed(app, &admin, &order).await, json!([]));
    }

    async fn everybody_on_the_job_signs_once_and_may_withdraw_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        let crew = [app.colleague(admin.company, Member).await, sub.clone(), app.colleague(sub.company, Member).await];
        let mut all = Vec::new();
        for who in &crew {
            app.advance(chrono::Duration::minutes(1));
            let sign_off = sign(app, who, &order).await;
            assert_eq!(sign_off.status, StatusCode::OK, "{:?}", sign_off.json);
            all.push(sign_off.json["newSignOff"].clone());
        }
        assert_eq!(all[0], json!({
            "id": all[0]["id"], "userId": crew[0].user, "firstName": "Ada", "lastName": "Ridge", "name": null, "viaLink": false,
            "signedAt": "2026-03-02T12:01:00Z", "changedSince": false }));
        app.advance(chrono::Duration::minutes(1));
        assert_eq!(sign(app, &crew[0], &order).await.json["newSignOff"], all[0], "the first signature stands");
        assert_eq!(signed(app, &sub, &order).await, json!(all), "in the order they were made");
        let withdrawn = unsign(app, &crew[0], &order).await;
        assert_eq!((withdrawn.status, &withdrawn.json), (StatusCode::OK, &json!({ "id": order["id"] })));
        assert_eq!(unsign(app, &crew[0], &order).await.status, StatusCode::NOT_FOUND, "it is not signed any more");
        assert_eq!(unsign(app, &admin, &order).await.status, StatusCode::NOT_FOUND, "it never was");
        assert_eq!(signed(app, &admin, &order).await, json!(all[1..]), "nobody takes back another's");
        let again = sign(app, &crew[0], &order).await.json["newSignOff"].clone();
        assert_ne!(again["id"], all[0]["id"]);
        assert_eq!(again["signedAt"], "2026-03-02T12:04:00Z");
    }

    async fn a_signature_shows_that_the_order_changed_after_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let item = app.work_order_item(&admin, &order, (24.5, 38.75)).await;
        let sub = app.asked_subcontractor(&admin, &job).await;
        // The clock does not advance: the order of events does not depend on it.
        let stands = async || signed(app, &sub, &order).await[0]["changedSince"].clone();
        let form = |quantity: f64| json!({ "id": item["id"], "title": "Tear-off", "description": "Two layers", "quantity": quantity, "unitCost": 38.75 });
        let save = async |quantity: f64| app.post(&admin, "/api/work_orders/updateItem", form(quantity)).await.status;

        sign(app, &sub, &order).await;
        assert_eq!(stands().await, false);
        assert_eq!(save(24.5).await, StatusCode::OK);
        assert_eq!(stands().await, false, "saved as it was");
        assert_eq!(save(12.25).await, StatusCode::OK);
        assert_eq!(stands().await, true, "half the pay");
        assert_eq!(sign(app, &sub, &order).await.json["newSignOff"]["changedSince"], true, "the first signature is no second one");
        assert_eq!(sign(app, &admin, &order).await.json["newSignOff"]["changedSince"], false);

        unsign(app, &sub, &order).await;
        unsign(app, &admin, &order).await;
        sign(app, &sub, &order).await;
        assert_eq!(stands().await, false);
        let more = app.work_order_item(&admin, &order, (1.0, 1.0)).await;
        assert_eq!(stands().await, true, "more to do");
        unsign(app, &sub, &order).await;
        sign(app, &sub, &order).await;
        app.delete(&admin, &format!("/api/work_orders/item/delete/{}", more["id"].as_str().expect("id"))).await;
        assert_eq!(stands().await, true, "less to do");
    }

    async fn two_concurrent_taps_are_one_signature(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let tap = || sign(app, &admin, &order);
        let taps: [TestResponse; 4] = tokio::join!(tap(), tap(), tap(), tap()).into();
        for response in &taps {
            assert_eq!((response.status, &response.json), (StatusCode::OK, &taps[0].json));
        }
        assert_eq!(signed(app, &admin, &order).await, json!([taps[0].json["newSignOff"]]));
    }

    async fn a_signer_stays_named_after_leaving_the_company(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let order = app.work_order(&admin, &job).await;
        let member = app.colleague(admin.company, Member).await;
        let sign_off = sign(app, &member, &order).await.json["newSignOff"].clone();
        let mut tx = app.app.db.write().await.expect("tx");
        leave(&mut tx, &member).await;
        tx.commit().await.expect("commit");
        assert_eq!(signed(app, &admin, &order).await, json!([sign_off]));
    }
}

/// Removes a user from their company.
async fn leave(tx: &mut store::db::Tx, who: &Person) {
    store::sql!("UPDATE person SET company_id = NULL WHERE id = $1")
        .bind(who.user)
        .run_one(tx)
        .await
        .expect("gone");
}
