//! A company's qualifications.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const NEW: &str = "/api/qualifications/new";

async fn listed(app: &TestApp, who: &Person, of: &Person) -> Vec<Value> {
    let response = app.get(who, &format!("/api/qualifications/find/{}", of.company)).await;
    response.json["qualifications"].as_array().cloned().expect("a list")
}

both_engines! {
    async fn everybody_reads_qualifications_and_admins_change_their_own_companys(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let form = json!({ "qualification": " Certified in slate " });
        assert_eq!(app.call(None, "POST", NEW, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.post(&member, NEW, form.clone()).await.status, StatusCode::FORBIDDEN);
        let created = app.post(&admin, NEW, form).await;
        let created = created.json["newQualification"].clone();
        assert_eq!(created["qualification"], "Certified in slate");
        assert_eq!(listed(app, &outsider, &admin).await, std::slice::from_ref(&created));
        let page = app.get(&outsider, &format!("/api/company/find/{}", admin.company)).await;
        assert_eq!(page.json["company"]["qualifications"], json!([created]));
        let delete = format!("/api/qualifications/delete/{}", created["id"].as_str().expect("id"));
        assert_eq!(app.delete(&member, &delete).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.delete(&outsider, &delete).await.status, StatusCode::NOT_FOUND);
        assert_eq!(listed(app, &member, &admin).await.len(), 1);
        assert_eq!(app.delete(&admin, &delete).await.json, json!({ "id": created["id"] }));
        assert_eq!(app.delete(&admin, &delete).await.status, StatusCode::NOT_FOUND);
        assert!(listed(app, &admin, &admin).await.is_empty());
        let nobody = app.get(&admin, "/api/qualifications/find/nobody").await;
        assert_eq!(nobody.status, StatusCode::NOT_FOUND);
    }

    async fn an_empty_or_too_long_qualification_is_refused(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let wrong = [
            (json!({}), "qualification required"),
            (json!({ "qualification": "  " }), "qualification required"),
            (json!({ "qualification": "x".repeat(41) }), "qualification too_long"),
            (json!({ "qualification": "x\u{0}" }), "qualification format"),
        ];
        for (form, refused) in wrong {
            let response = app.post(&admin, NEW, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_owned()]));
        }
        assert_eq!(app.post(&admin, NEW, json!({ "qualification": 4 })).await.status, StatusCode::BAD_REQUEST);
        let fits = app.post(&admin, NEW, json!({ "qualification": "é".repeat(40) })).await;
        assert_eq!(fits.status, StatusCode::OK);
        assert_eq!(listed(app, &admin, &admin).await.len(), 1);
    }
}
