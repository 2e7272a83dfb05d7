//! Products and their categories.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const ADD_CATEGORY: &str = "/api/products/categories/add";
const CATEGORIES: &str = "/api/products/categories";
const ADD: &str = "/api/products/add";
const PRODUCTS: &str = "/api/products/products";

async fn categories(app: &TestApp, who: &Person) -> Value {
    app.get(who, &format!("{CATEGORIES}/{}", who.company)).await.json["categories"].clone()
}

async fn products(app: &TestApp, who: &Person) -> Value {
    app.get(who, &format!("{PRODUCTS}/{}", who.company)).await.json["products"].clone()
}

/// A category with one product in it.
async fn stocked(app: &TestApp, admin: &Person) -> (Value, Value) {
    let created = app.post(admin, ADD_CATEGORY, json!({ "title": "Shingles" })).await;
    let category = created.json["category"].clone();
    let form = json!({ "name": "Ridge cap", "unitCost": 62.5, "categoryId": category["id"] });
    let created = app.post(admin, ADD, form).await;
    (category, created.json["product"].clone())
}

both_engines! {
    async fn no_other_company_or_role_sees_or_changes_a_companys_products(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (category, product) = stocked(app, &admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        for list in [CATEGORIES, PRODUCTS] {
            let path = format!("{list}/{}", admin.company);
            assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(app.get(&sub, &format!("{list}/{}", sub.company)).await.status, StatusCode::FORBIDDEN);
            let response = app.get(&outsider, &path).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"));
            assert_eq!(app.get(&outsider, &format!("{list}/{}", outsider.company)).await.status, StatusCode::OK);
        }
        let calls = [
            ("POST", ADD_CATEGORY.to_string(), json!({ "title": "" })),
            ("PUT", CATEGORIES.to_string(), json!({ "title": "", "categoryId": category["id"] })),
            ("DELETE", format!("{CATEGORIES}/{}", category["id"].as_str().expect("id")), Value::Null),
            ("POST", ADD.to_string(), json!({ "name": "", "categoryId": category["id"] })),
            ("PUT", PRODUCTS.to_string(), json!({ "name": "", "id": product["id"] })),
            ("DELETE", format!("{PRODUCTS}/{}", product["id"].as_str().expect("id")), Value::Null),
        ];
        app.refuse_all_but_own_admins(&admin, "Only admin accounts can perform this action", &calls).await;
        app.refuse_subcontractors(&calls).await;
        assert_eq!((categories(app, &admin).await, products(app, &admin).await), (json!([category]), json!([product])));
    }

    async fn the_whole_company_sees_an_admins_products(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let created = app.post(&admin, ADD_CATEGORY, json!({ "title": " Underlayment ", "companyId": admin.company })).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let felt = created.json["category"].clone();
        assert_eq!(felt, json!({ "id": felt["id"], "title": "Underlayment", "companyId": admin.company }));
        let created = app.post(&admin, ADD, json!({ "name": " Synthetic, 10 sq ", "unitCost": 89.99, "categoryId": felt["id"] })).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        let roll = created.json["product"].clone();
        assert_eq!(roll, json!({ "id": roll["id"], "name": "Synthetic, 10 sq", "unitCost": 89.99, "categoryId": felt["id"] }));
        let (shingles, cap) = stocked(app, &admin).await;
        for who in [Member, Foreman] {
            let who = app.colleague(admin.company, who).await;
            assert_eq!(categories(app, &who).await, json!([shingles, felt]), "by title");
            assert_eq!(products(app, &who).await, json!([cap, roll]), "by name");
        }
    }

    async fn names_and_costs_of_categories_and_products_change(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (category, product) = stocked(app, &admin).await;
        let changed = app.put(&admin, CATEGORIES, json!({ "categoryId": category["id"], "title": "Caps" })).await;
        assert_eq!(changed.json["category"], json!({ "id": category["id"], "title": "Caps", "companyId": admin.company }), "{:?}", changed.json);
        let changed = app.put(&admin, PRODUCTS, json!({ "id": product["id"], "name": "Hip and ridge", "unitCost": 9_999_999_999.99_f64 })).await;
        let after = json!({ "id": product["id"], "name": "Hip and ridge", "unitCost": 9_999_999_999.99_f64, "categoryId": category["id"] });
        assert_eq!(changed.json["product"], after, "{:?}", changed.json);
        assert_eq!((&categories(app, &admin).await[0]["title"], products(app, &admin).await), (&json!("Caps"), json!([after])));
    }

    async fn an_invalid_product_names_its_fields_and_is_not_stored(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let (category, product) = stocked(app, &admin).await;
        let response = app.post(&admin, ADD_CATEGORY, json!({ "title": " " })).await;
        assert_eq!((response.status, response.fields(), response.message()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["title required".to_string()], "Must provide a title"));
        assert_eq!(app.post(&admin, ADD_CATEGORY, json!({ "title": "x".repeat(1_001) })).await.fields(), ["title too_long"]);
        assert_eq!(app.post(&admin, ADD_CATEGORY, json!({ "title": "a\u{0}" })).await.fields(), ["title format"]);
        assert_eq!(app.post(&admin, ADD_CATEGORY, json!({ "title": "x", "companyId": outsider.company })).await.fields(), ["companyId choice"]);
        assert_eq!(app.post(&admin, ADD_CATEGORY, json!({ "title": 7 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(app.put(&admin, CATEGORIES, json!({ "title": "x" })).await.fields(), ["categoryId required"]);
        assert_eq!(app.put(&admin, CATEGORIES, json!({ "categoryId": category["id"], "title": "" })).await.fields(), ["title required"]);
        assert_eq!(app.post(&admin, ADD, json!({ "name": "x", "unitCost": 1 })).await.fields(), ["categoryId required"]);
        for (cost, code) in [(json!(null), "required"), (json!(-0.01), "too_small"), (json!(1.005), "too_many_decimals"), (json!(10_000_000_000_i64), "too_large")] {
            let response = app.post(&admin, ADD, json!({ "name": "x", "unitCost": cost, "categoryId": category["id"] })).await;
            assert_eq!(response.fields(), [format!("unitCost {code}")]);
            let response = app.put(&admin, PRODUCTS, json!({ "name": "x", "unitCost": cost, "id": product["id"] })).await;
            assert_eq!(response.fields(), [format!("unitCost {code}")]);
        }
        let response = app.post(&admin, ADD, json!({ "name": "x", "unitCost": "1", "categoryId": category["id"] })).await;
        assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        assert_eq!(app.put(&admin, PRODUCTS, json!({ "name": "x", "unitCost": 1 })).await.fields(), ["id required"]);
        for nowhere in ["nowhere", "018f0000-0000-7000-8000-000000000001"] {
            let response = app.post(&admin, ADD, json!({ "name": "x", "unitCost": 1, "categoryId": nowhere })).await;
            assert_eq!(response.status, StatusCode::NOT_FOUND);
        }
        assert_eq!((categories(app, &admin).await, products(app, &admin).await), (json!([category]), json!([product])));
    }

    async fn a_deleted_categorys_products_are_deleted_and_no_others(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (category, _) = stocked(app, &admin).await;
        let (remaining, product) = stocked(app, &admin).await;
        let path = format!("{CATEGORIES}/{}", category["id"].as_str().expect("id"));
        let deleted = app.delete(&admin, &path).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": category["id"] })));
        assert_eq!((categories(app, &admin).await, products(app, &admin).await), (json!([remaining]), json!([product])));
        assert_eq!(app.delete(&admin, &path).await.status, StatusCode::NOT_FOUND);
        let path = format!("{PRODUCTS}/{}", product["id"].as_str().expect("id"));
        let deleted = app.delete(&admin, &path).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": product["id"] })));
        assert_eq!(products(app, &admin).await, json!([]));
        assert_eq!(app.delete(&admin, &path).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_twelve_products_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut statements = Vec::new();
        for more in [1, 11] {
            for n in 0..more {
                let created = app.post(&admin, ADD_CATEGORY, json!({ "title": format!("{n} of {more}") })).await;
                app.post(&admin, ADD, json!({ "name": "x", "unitCost": n, "categoryId": created.json["category"]["id"] })).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            products(app, &admin).await;
            categories(app, &admin).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 category and for 12");
    }
}
