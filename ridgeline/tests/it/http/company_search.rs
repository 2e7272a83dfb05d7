//! Searching for companies by name and place.

use axum::http::StatusCode;
use domain::{
    companies::{companies::CompanySearch, time_zone::TimeZone},
    permissions::permission::{
        CompanyType::{self, Contractor, Subcontractor},
        UserType::{Admin, Member},
    },
    types::{ids::CompanyId, limits::LIMITS},
};
use serde_json::{Value, json};
use store::{
    companies::{
        companies::{self, NewCompany},
        company_search,
    },
    db::Db,
    scope::Scope,
};
use uuid::Uuid;

use crate::support::{Person, TestApp, TestResponse};

const PATH: &str = "/api/company/search";

async fn company(db: &Db, name: &str, location: &str, company_type: CompanyType) -> CompanyId {
    let id = CompanyId(Uuid::now_v7());
    let time_zone = TimeZone::default();
    let new = NewCompany { name, company_type, location, description: "Roofs.", time_zone };
    let mut tx = db.write().await.expect("tx");
    companies::insert(&mut tx, id, &new, chrono::DateTime::UNIX_EPOCH).await.expect("company");
    tx.commit().await.expect("commit");
    id
}

async fn search(app: &TestApp, who: &Person, name: &str, location: &str) -> Vec<String> {
    let form = json!({ "name": name, "location": location, "companyType": "subcontractor" });
    names(&app.post(who, PATH, form).await)
}

fn names(response: &TestResponse) -> Vec<String> {
    let found = response.json["companies"].as_array().expect("companies").iter();
    found.map(|company| company["name"].as_str().expect("name").to_owned()).collect()
}

both_engines! {
    async fn a_search_finds_other_companies_and_never_the_callers_own(app: &TestApp) {
        let form = json!({ "name": "", "location": "nash", "companyType": "contractor", "offset": 0 });
        assert_eq!(app.call(None, "POST", PATH, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.sign_in(Contractor, Admin).await;
        app.sign_in(Subcontractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let response = app.post(&member, PATH, form).await;
        assert_eq!(response.json["companies"], json!([{
            "id": other.company, "name": "Ridge & Sons", "location": "Nashville, TN", "description": "",
            "companyType": "contractor", "logoUrl": null,
        }]));
    }

    async fn a_search_ignores_case_and_accents_and_takes_wildcards_literally(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let db = &app.app.db;
        for (name, location) in [
            ("Peña Techos", "Cañon City, CO"), ("PENA & Sons", "Canon City, CO"), ("100% Roofing", "Franklin, TN"),
            ("1000 Roofs", "Franklin, TN"), ("A_B Gutters", "Franklin, TN"), ("AxB Gutters", "Franklin, TN"), ("C\\D Metal", "Franklin, TN"),
        ] {
            company(db, name, location, Subcontractor).await;
        }
        let found = async |name: &str, location: &str| search(app, &admin, name, location).await;
        assert_eq!(found("peña", "CANON").await, ["PENA & Sons", "Peña Techos"]);
        assert_eq!(found("eNa t", "cañon city").await, ["Peña Techos"]);
        assert_eq!(found("0%", "franklin").await, ["100% Roofing"]);
        assert_eq!(found("a_b", "franklin").await, ["A_B Gutters"]);
        assert_eq!(found("c\\d", "franklin").await, ["C\\D Metal"]);
        assert_eq!(found("", "franklin").await.len(), 5);
        assert!(found("pena", "franklin").await.is_empty());
        assert!(found(&"x".repeat(1_000), "franklin").await.is_empty());
    }

    async fn pages_of_results_are_sorted_and_show_every_company_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for n in 0..60 {
            // Four of each name.
            company(&app.app.db, &format!("Crew {:02}", (n * 7) % 15), "Austin, TX", Subcontractor).await;
        }
        let mut all: Vec<Value> = Vec::new();
        for offset in [0, 25, 50, 75] {
            let form = json!({ "location": "austin", "companyType": "subcontractor", "offset": offset });
            let response = app.post(&admin, PATH, form).await;
            let page = response.json["companies"].as_array().cloned().expect("companies");
            assert!(page.len() <= LIMITS.search_page as usize);
            all.extend(page);
        }
        let keys: Vec<_> = all.iter().map(|c| (c["name"].as_str().expect("name"), c["id"].as_str().expect("id"))).collect();
        assert_eq!(keys.len(), 60);
        assert!(keys.windows(2).all(|two| two[0] < two[1]), "by name, then id");
    }

    async fn a_search_without_place_or_kind_is_refused(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let wrong = [
            (json!({}), vec!["location required", "companyType required"]),
            (json!({ "location": "x", "companyType": "vendor" }), vec!["companyType choice"]),
            (json!({ "location": "x\u{0}", "companyType": "contractor" }), vec!["location format"]),
            (json!({ "location": "x", "companyType": "contractor", "offset": -1 }), vec!["offset too_small"]),
            (json!({ "location": "x", "companyType": "contractor", "offset": 0.5 }), vec!["offset too_many_decimals"]),
        ];
        for (form, refused) in wrong {
            let response = app.post(&admin, PATH, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect()));
        }
        assert_eq!(app.post(&admin, PATH, json!({ "location": 5 })).await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_renamed_company_is_found_by_its_new_name(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let form = json!({ "name": "Último Techo", "location": "Waco, TX", "description": "Roofs." });
        app.put(&sub, &format!("/api/company/update/{}", sub.company), form).await;
        assert_eq!(search(app, &admin, "ultimo", "waco").await, ["Último Techo"]);
        assert!(search(app, &admin, "ridge", "nashville").await.is_empty());
    }

    async fn a_search_takes_one_statement_however_many_it_finds(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for n in 0..30 {
            company(&app.app.db, &format!("Crew {n}"), "Austin, TX", Subcontractor).await;
        }
        let form = CompanySearch { location: "austin".into(), ..CompanySearch::default() };
        let mut tx = app.app.db.read().await.expect("tx");
        let before = app.app.db.statements_run();
        let found = company_search::find(&mut tx, Scope::trusted(admin.company), Subcontractor, &form).await;
        assert_eq!(found.expect("found").len(), 25);
        assert_eq!(app.app.db.statements_run() - before, 1);
    }
}
