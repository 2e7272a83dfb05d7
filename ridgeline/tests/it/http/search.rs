//! Global search in a company: what is found, in which order, and what is never shown.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, company_fixture::CompanyFixture};

async fn search(app: &TestApp, who: &Person, typed: &str) -> TestResponse {
    let typed = typed.bytes().fold(String::new(), |typed, byte| typed + &format!("%{byte:02X}"));
    app.get(who, &format!("/api/search?q={typed}")).await
}

/// A user's results: the kind, a colon, the title.
async fn found(app: &TestApp, who: &Person, typed: &str) -> Vec<String> {
    let response = search(app, who, typed).await;
    assert_eq!(response.status, StatusCode::OK, "{typed}: {}", response.json);
    let groups = response.json["found"].as_array().expect("found").iter();
    let hits = groups.flat_map(|group| {
        let hits = group["hits"].as_array().expect("hits").iter();
        hits.map(|hit| format!("{}: {}", text(&group["kind"]), text(&hit["title"])))
    });
    hits.collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

async fn job(app: &TestApp, owner: &Person, title: &str, address: &str, city: &str) -> Value {
    let form =
        json!({ "title": title, "address": address, "city": city, "state": "TN", "zip": "37208" });
    let created = app.post(owner, "/api/jobs/create", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    app.job_seen_by(owner, &created.json["id"]).await
}

both_engines! {
    async fn one_word_finds_everything_in_the_company_that_contains_it(app: &TestApp) {
        let house = CompanyFixture::of(app).await;
        let ada = &house.admin;
        assert_eq!(found(app, ada, "whitaker").await, [
            "jobs: Whitaker re-roof", "customers: June Whitaker", "workOrders: #-1",
            "purchaseOrders: #-1", "appointments: June Whitaker",
        ]);
        assert_eq!(found(app, ada, "estim").await, ["people: Ada Ridge"]);
        assert_eq!(found(app, ada, "music city").await, ["vendors: Music City Supply"]);
        assert_eq!(found(app, ada, "shingle").await, ["products: Shingle"]);
        assert_eq!(found(app, ada, "615-555-0100").await, ["customers: June Whitaker"]);
        let ridge = found(app, ada, "ridge & sons").await;
        assert_eq!(ridge, ["connections: Ridge & Sons", "connections: Ridge & Sons"]);
        let response = search(app, ada, "whitaker").await;
        let first = &response.json["found"][0];
        let hit = json!({ "id": house.has["job"], "title": "Whitaker re-roof", "detail": "Nashville, TN", "start": null });
        assert_eq!((&first["total"], &first["hits"][0]), (&json!(1), &hit));
        let appointment = &response.json["found"][4]["hits"][0];
        assert_eq!(appointment["start"], json!("2026-03-09T15:00:00Z"));
    }

    async fn nothing_of_another_company_is_ever_found(app: &TestApp) {
        CompanyFixture::of(app).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        for typed in ["whitaker", "shingle", "music", "tear", "#", "roof"] {
            assert!(found(app, &outsider, typed).await.is_empty(), "{typed}");
        }
        assert_eq!(app.call(None, "GET", "/api/search?q=roof", Value::Null).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn a_subcontractor_finds_its_assigned_jobs_and_nothing_private_to_the_contractor(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let given = job(app, &admin, "Sunset re-roof", "1204 Sunset Blvd", "Nashville").await;
        let own = job(app, &admin, "Sunset gutters", "8 Sunset Blvd", "Nashville").await;
        let customer = app.customer(&admin).await;
        let form = json!({ "jobId": given["id"], "jobCustomer": customer });
        assert_eq!(app.post(&admin, "/api/jobs/update/customer", form).await.status, StatusCode::OK);
        for one in [&given, &own] {
            app.work_order(&admin, one).await;
            app.purchase_order(&admin, one).await;
        }
        let sub = app.asked_subcontractor(&admin, &given).await;
        let colleague = app.colleague(sub.company, Member).await;
        for who in [&sub, &colleague] {
            assert_eq!(found(app, who, "sunset").await, ["jobs: Sunset re-roof", "workOrders: #-1"]);
            assert!(found(app, who, "whitaker").await.is_empty(), "whose roof it is");
            let response = search(app, who, "sunset").await;
            assert_eq!(response.json["found"][0]["hits"][0]["detail"], json!("1204 Sunset Blvd, Nashville, TN"));
        }
        let response = search(app, &admin, "sunset whitaker").await;
        assert_eq!(response.json["found"][0]["hits"][0]["detail"], json!("1204 Sunset Blvd, Nashville, TN · June Whitaker"));
        // A declined job is no longer found.
        app.answer(&sub, &given, false).await;
        assert!(found(app, &sub, "sunset").await.is_empty());
    }

    async fn a_foreman_finds_his_assigned_jobs_and_a_member_what_members_see(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let his = job(app, &admin, "Elm re-roof", "1 Elm St", "Franklin").await;
        let other = job(app, &admin, "Elm gutters", "2 Elm St", "Franklin").await;
        for one in [&his, &other] {
            app.work_order(&admin, one).await;
            app.purchase_order(&admin, one).await;
        }
        let foreman = app.colleague(admin.company, Foreman).await;
        let form = json!({ "assignedToUserId": foreman.user, "jobCrewTableId": his["jobCrewTableId"] });
        assert_eq!(app.post(&admin, "/api/jobs/update/assign/user", form).await.status, StatusCode::OK);
        assert_eq!(found(app, &foreman, "elm").await, ["jobs: Elm re-roof", "workOrders: #-1", "purchaseOrders: #-1"]);
        assert_eq!(search(app, &foreman, "elm").await.json["found"][0]["total"], json!(1));
        let member = app.colleague(admin.company, Member).await;
        let seen = found(app, &member, "elm").await;
        assert_eq!(seen[..2], ["jobs: Elm gutters", "jobs: Elm re-roof"], "the newest first");
        assert_eq!(seen.len(), 6);
    }

    async fn a_search_ignores_case_and_accents_and_takes_wildcards_literally(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        job(app, &admin, "Techo de José Peña", "12 Cañón Rd", "Nashville").await;
        job(app, &admin, "100% cedar", "7 Oak_Hill", "Nashville").await;
        job(app, &admin, "1000 Oaks", "7 Oak Hill", "Nashville").await;
        for typed in ["jose", "JOSÉ", "pena techo", "canon rd", "José  peña"] {
            assert_eq!(found(app, &admin, typed).await, ["jobs: Techo de José Peña"], "{typed}");
        }
        assert_eq!(found(app, &admin, "0%").await, ["jobs: 100% cedar"]);
        assert_eq!(found(app, &admin, "k_h").await, ["jobs: 100% cedar"]);
        assert!(found(app, &admin, "\\").await.is_empty());
        assert!(found(app, &admin, "%%").await.is_empty());
        for blank in ["", "   "] {
            assert_eq!(search(app, &admin, blank).await.json, json!({ "found": [] }));
        }
        assert_eq!(app.get(&admin, "/api/search").await.json, json!({ "found": [] }));
    }

    async fn the_best_five_of_each_kind_are_shown_and_all_are_counted(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        job(app, &admin, "Market hall", "3 Main St", "Nashville").await;
        for n in 0..6 {
            job(app, &admin, &format!("Supermarket {n}"), "4 Main St", "Nashville").await;
        }
        job(app, &admin, "Chapel", "9 Market St", "Nashville").await;
        let response = search(app, &admin, "market").await;
        assert_eq!(response.json["found"][0]["total"], json!(8));
        assert_eq!(found(app, &admin, "market").await, [
            "jobs: Market hall", "jobs: Chapel", "jobs: Supermarket 5", "jobs: Supermarket 4", "jobs: Supermarket 3",
        ]);
    }

    async fn new_rows_are_found_at_once_and_deleted_rows_are_not(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        assert!(found(app, &member, "sunset").await.is_empty());
        let created = job(app, &admin, "Sunset", "", "Nashville").await;
        assert_eq!(found(app, &member, "sunset").await, ["jobs: Sunset"]);
        let form = json!({ "jobId": created["id"], "title": "Sunrise", "city": "Nashville", "state": "TN" });
        app.post(&admin, "/api/jobs/update/nameAddress", form).await;
        assert!(found(app, &member, "sunset").await.is_empty());
        let customer = app.customer(&admin).await;
        let form = json!({
            "customerId": customer, "assignedToId": admin.user, "address": "5 Sunset Ln", "city": "",
            "state": "", "zip": "", "note": "", "start": "2026-03-09T15:00:00Z", "end": "2026-03-09T15:30:00Z",
        });
        let appointment = app.post(&admin, "/api/appointments/create", form).await;
        assert_eq!(found(app, &member, "sunset").await, ["appointments: June Whitaker"]);
        let path = format!("/api/appointments/delete/{}", text(&appointment.json["appointment"]["id"]));
        app.delete(&admin, &path).await;
        assert!(found(app, &member, "sunset").await.is_empty());
        // Colleagues find a renamed user by the new name.
        let form = json!({
            "firstName": "Íñigo", "lastName": "Ruiz", "location": "Nashville, TN", "language": "spanish",
            "position": "Capataz", "phoneNumber": "",
        });
        assert_eq!(app.post(&member, "/api/auth/user/update", form).await.status, StatusCode::OK);
        assert_eq!(found(app, &admin, "inigo").await, ["people: Íñigo Ruiz"]);
        app.post(&admin, "/api/company/removeUser", json!({ "userId": member.user })).await;
        assert!(found(app, &admin, "inigo").await.is_empty());
    }

    async fn a_renamed_company_is_found_by_its_new_name(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        app.connection(&admin, &sub, true).await;
        assert_eq!(found(app, &admin, "ridge & sons").await, ["connections: Ridge & Sons"]);
        let form = json!({ "name": "Último Techo", "location": "Waco, TX", "description": "Roofs." });
        app.put(&sub, &format!("/api/company/update/{}", sub.company), form).await;
        assert_eq!(found(app, &admin, "ultimo").await, ["connections: Último Techo"]);
        let response = search(app, &admin, "waco").await;
        assert_eq!(response.json["found"][0]["hits"][0]["id"], json!(sub.company), "its page is opened by it");
    }

    async fn an_invalid_search_is_refused(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (typed, wrong) in [("x".repeat(101), "q too_long"), ("a\u{0}b".to_owned(), "q format")] {
            let response = search(app, &admin, &typed).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![wrong.to_owned()]));
        }
        assert_eq!(app.get(&admin, "/api/search?q=a&q=b").await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_search_takes_few_statements_however_much_it_finds(app: &TestApp) {
        let house = CompanyFixture::of(app).await;
        let ada = &house.admin;
        for n in 0..30 {
            job(app, ada, &format!("Whitaker {n}"), "", "Nashville").await;
        }
        // Opening the search prepares its index.
        found(app, ada, "").await;
        let db = &app.app.db;
        let before = db.statements_run();
        assert_eq!(found(app, ada, "whitaker").await.len(), 5 + 4);
        // One statement for each of five kinds; on PostgreSQL also the caller, the quota and the revision.
        let statements = db.statements_run() - before;
        let most = if db.is_sole_writer() { 5 } else { 8 };
        assert!(statements <= most, "{statements} statements");
    }
}
