//! Templates of jobs, and jobs that are made from them.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, company_fixture::text};

const CREATE: &str = "/api/job_templates/create";
const ALL: &str = "/api/job_templates/all";

fn path(template: &Value) -> String {
    format!("/api/job_templates/{}", text(&template["id"]))
}

async fn done(app: &TestApp, who: &Person, path: &str, form: Value) -> Value {
    let answer = app.post(who, path, form).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {:?}", answer.json);
    answer.json
}

/// A job of one working week and a Monday with everything that a template takes along.
async fn model(app: &TestApp, owner: &Person) -> Value {
    let made = done(app, owner, "/api/jobs/create", json!({
        "title": "Hail re-roof", "city": "Nashville", "state": "TN", "startDate": "2026-03-02", "endDate": "2026-03-09",
        "contractAmount": 18_500.5, "color": "#aabbcc", "tags": ["hail", "steep"], "jobNumber": "R-1",
    })).await;
    let job = json!({ "id": made["id"] });
    done(
        app,
        owner,
        "/api/jobs/addMeasurementReport",
        json!({ "jobId": job["id"], "measurement": "square", "amount": 24.5 }),
    )
    .await;
    let order = app.work_order(owner, &job).await;
    app.work_order_item(owner, &order, (2.5, 70.25)).await;
    let product = app.product(owner, "Shingle", 3_150).await;
    let gone = app.product(owner, "Old felt", 900).await;
    let bought = app.purchase_order(owner, &job).await;
    let rows =
        json!([{ "productId": product, "quantity": 3 }, { "productId": gone, "quantity": 1 }]);
    done(
        app,
        owner,
        &format!("/api/purchase_orders/updateOrderItems/{}", text(&bought["id"])),
        rows,
    )
    .await;
    let deleted = app.delete(owner, &format!("/api/products/products/{gone}")).await;
    assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
    job
}

both_engines! {
    async fn a_job_from_a_template_has_its_measurements_and_its_orders_as_drafts_after_one_call(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = model(app, &owner).await;
        let form = json!({ "jobId": job["id"], "name": " Hail ", "note": "Ask for the insurer." });
        let template = done(app, &owner, CREATE, form).await["template"].clone();
        assert_eq!(template, json!({
            "id": template["id"], "name": "Hail", "title": "Hail re-roof", "note": "Ask for the insurer.",
            "color": "#aabbcc", "contractAmount": 18_500.5, "workdays": 6, "tags": ["hail", "steep"],
            "measurements": 1, "orderRows": 3,
        }));
        assert_eq!(app.get(&owner, ALL).await.json["templates"], json!([template]));
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        let made = done(app, &owner, "/api/jobs/create", json!({
            "title": "Moss re-roof", "city": "Nashville", "state": "TN", "template": template["id"], "tags": ["hail"],
            "note": "The dog bites.", "assign": { "selectedConnection": connection },
        })).await;
        let new = app.job_seen_by(&owner, &made["id"]).await;
        assert_eq!((&new["title"], &new["contractAmount"], &new["jobNumber"]), (&json!("Moss re-roof"), &Value::Null, &Value::Null), "the form's fields count");
        assert_eq!((&new["tags"][0]["content"], new["tags"].as_array().map(Vec::len)), (&json!("hail"), Some(1)));
        assert_eq!((&new["reports"][0]["measurement"], &new["reports"][0]["amount"]), (&json!("square"), &json!(24.5)));
        let id = text(&made["id"]);
        let work = app.get(&owner, &format!("/api/work_orders/job/{id}")).await.json["orders"].clone();
        let item = &work[0]["orderItems"][0];
        assert_eq!((&item["title"], &item["description"], &item["quantity"], &item["unitCost"]), (&json!("Tear-off"), &json!("Two layers"), &json!(2.5), &json!(70.25)));
        assert_eq!(work[0]["signOffs"], json!([]));
        let bought = app.get(&owner, &format!("/api/purchase_orders/job/{id}")).await.json["orders"].clone();
        assert_eq!((&bought[0]["status"], bought[0]["items"].as_array().map(Vec::len)), (&json!("draft"), Some(1)), "{bought}");
        assert_eq!((&bought[0]["items"][0]["productName"], &bought[0]["items"][0]["quantity"]), (&json!("Shingle"), &json!(3)));
        assert_eq!(app.notified(&sub).await.len(), 1, "one notification for one new job");
        let history = app.history(&owner, &new).await;
        assert!(history.iter().any(|entry| entry.contains("measurement")), "{history:?}");
        assert_eq!((&work[0]["title"], &bought[0]["title"]), (&json!("#-1"), &json!("#-1")), "not the number of the other job");
    }

    async fn a_template_that_is_gone_or_of_another_company_is_refused_and_no_half_job_is_left(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let other = app.sign_in(Contractor, Admin).await;
        let job = app.job(&other).await;
        let theirs = done(app, &other, CREATE, json!({ "jobId": job["id"], "name": "Theirs" })).await["template"].clone();
        let form = json!({ "title": "Moss", "city": "Nashville", "state": "TN", "template": theirs["id"] });
        let refused = app.post(&owner, "/api/jobs/create", form.clone()).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["template choice".to_owned()]));
        assert_eq!(app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"], json!([]));
        assert_eq!(app.delete(&other, &path(&theirs)).await.json, json!({ "id": theirs["id"] }));
        assert_eq!(app.post(&other, "/api/jobs/create", form).await.fields(), ["template choice"]);
    }

    async fn only_those_who_create_jobs_see_and_change_templates(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let form = json!({ "jobId": job["id"], "name": "Hail" });
        let template = done(app, &owner, CREATE, form.clone()).await["template"].clone();
        assert_eq!(template["workdays"], Value::Null, "it has no days");
        let rename = json!({ "name": "Wind" });
        for who in [app.colleague(owner.company, Member).await, app.colleague(owner.company, Foreman).await, app.sign_in(Subcontractor, Admin).await] {
            for answer in [
                app.get(&who, ALL).await, app.post(&who, CREATE, form.clone()).await,
                app.put(&who, &path(&template), rename.clone()).await, app.delete(&who, &path(&template)).await,
            ] {
                assert_eq!((answer.status, answer.code()), (StatusCode::FORBIDDEN, "forbidden"));
            }
        }
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&stranger, ALL).await.json["templates"], json!([]));
        for answer in [
            app.post(&stranger, CREATE, form).await, app.put(&stranger, &path(&template), rename.clone()).await,
            app.delete(&stranger, &path(&template)).await,
        ] {
            assert_eq!(answer.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(app.put(&owner, &path(&template), rename).await.json["template"]["name"], "Wind");
        assert_eq!(app.get(&owner, ALL).await.json["templates"][0]["name"], "Wind");
    }

    async fn a_wrong_template_names_its_fields_and_a_job_that_is_too_large_makes_none(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        for (name, field) in [(json!(" "), "name required"), (json!("ñ".repeat(101)), "name too_long")] {
            let refused = app.post(&owner, CREATE, json!({ "jobId": job["id"], "name": name })).await;
            assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()]));
        }
        let long = json!({ "jobId": job["id"], "name": "ñ".repeat(100), "note": "x".repeat(10_001) });
        assert_eq!(app.post(&owner, CREATE, long).await.fields(), ["note too_long"]);
        for amount in 1..=301 {
            done(app, &owner, "/api/jobs/addMeasurementReport", json!({ "jobId": job["id"], "measurement": "square", "amount": amount })).await;
        }
        let refused = app.post(&owner, CREATE, json!({ "jobId": job["id"], "name": "Hail" })).await;
        assert_eq!(refused.fields(), ["jobId too_large"]);
    }

    async fn a_job_is_made_once_from_a_template_however_often_the_call_is_sent(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = model(app, &owner).await;
        let template = done(app, &owner, CREATE, json!({ "jobId": job["id"], "name": "Hail" })).await["template"].clone();
        let form = json!({ "title": "Moss", "city": "Nashville", "state": "TN", "template": template["id"] });
        let send = || Request::post("/api/jobs/create").header(header::CONTENT_TYPE, "application/json").header("idempotency-key", "template-0190f5fe").body(Body::from(form.to_string())).expect("request");
        let first = app.send(Some(&owner), send()).await;
        let again = app.send(Some(&owner), send()).await;
        assert_eq!((first.status, &first.json), (StatusCode::OK, &again.json));
        assert_eq!(app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"].as_array().map(Vec::len), Some(2));
    }

    async fn a_template_of_many_rows_takes_as_many_statements_as_one_of_few(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = model(app, &owner).await;
        let few = done(app, &owner, CREATE, json!({ "jobId": job["id"], "name": "Few" })).await["template"].clone();
        let orders = app.get(&owner, &format!("/api/work_orders/job/{}", text(&job["id"]))).await.json["orders"].clone();
        for amount in 1..=20 {
            done(app, &owner, "/api/jobs/addMeasurementReport", json!({ "jobId": job["id"], "measurement": "square", "amount": amount })).await;
            app.work_order_item(&owner, &orders[0], (f64::from(amount), 70.25)).await;
        }
        let many = done(app, &owner, CREATE, json!({ "jobId": job["id"], "name": "Many" })).await["template"].clone();
        assert_eq!((&many["measurements"], &many["orderRows"]), (&json!(21), &json!(23)));
        let mut counts = Vec::new();
        for template in [few, many] {
            let mut least = u64::MAX;
            for title in ["Moss", "Hail", "Wind"] {
                let before = app.app.db.statements_run();
                done(app, &owner, "/api/jobs/create", json!({ "title": title, "city": "Nashville", "state": "TN", "template": template["id"] })).await;
                least = least.min(app.app.db.statements_run() - before);
            }
            counts.push(least);
        }
        assert_eq!(counts[0], counts[1], "statements for few rows and for many");
    }

    async fn a_company_has_at_most_a_hundred_templates(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        for at in 0..100 {
            done(app, &owner, CREATE, json!({ "jobId": job["id"], "name": format!("Template {at}") })).await;
        }
        let full = app.post(&owner, CREATE, json!({ "jobId": job["id"], "name": "One more" })).await;
        assert_eq!((full.status, full.code()), (StatusCode::CONFLICT, "conflict"));
    }
}
