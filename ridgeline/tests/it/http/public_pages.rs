//! A company's public page, once the company publishes it.

use axum::http::{StatusCode, header};
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, photos, upload};

const PATH: &str = "/api/company/publicPage";

async fn show(app: &TestApp, who: &Person, slug: &str) -> TestResponse {
    app.put(who, PATH, json!({ "visible": true, "slug": slug })).await
}

async fn open(app: &TestApp, path: &str) -> TestResponse {
    app.call(None, "GET", path, Value::Null).await
}

async fn company(app: &TestApp, who: &Person, of: &Person) -> Value {
    app.get(who, &format!("/api/company/find/{}", of.company)).await.json["company"].clone()
}

both_engines! {
    async fn no_company_has_a_public_page_by_default(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let form = json!({ "visible": true, "slug": "summit" });
        assert_eq!(app.call(None, "PUT", PATH, form.clone()).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(app.put(&member, PATH, form).await.status, StatusCode::FORBIDDEN);
        assert_eq!(company(app, &admin, &admin).await["publicPage"], json!({ "visible": false, "slug": null }));
        for path in ["/api/public/company/summit", "/c/summit"] {
            assert_eq!(open(app, path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let response = show(app, &admin, "summit").await;
        assert_eq!(response.json["company"]["publicPage"], json!({ "visible": true, "slug": "summit" }));
        for path in ["/api/public/company/summit", "/c/summit"] {
            assert_eq!(open(app, path).await.status, StatusCode::OK, "{path}");
        }
        let response = app.put(&admin, PATH, json!({ "visible": false, "slug": "summit" })).await;
        assert_eq!(response.json["company"]["publicPage"], json!({ "visible": false, "slug": "summit" }));
        for path in ["/api/public/company/summit", "/c/summit"] {
            assert_eq!(open(app, path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let outsider = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(company(app, &outsider, &admin).await["publicPage"], Value::Null);
    }

    async fn an_invalid_address_is_404_and_breaks_nothing(app: &TestApp) {
        let slug = ["%00", "a%00b", "%ff", "%25", "a%2Fb", "Summit", "%C3%B1", "'%20OR%201=1"];
        for slug in slug {
            for path in ["/api/public/company/", "/c/"] {
                let response = open(app, &format!("{path}{slug}")).await;
                assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}{slug}");
            }
            let key = format!("/files/company-files/{}{slug}", uuid::Uuid::now_v7());
            assert!(open(app, &key).await.status.is_client_error(), "{key}");
        }
    }

    async fn an_address_belongs_to_one_company(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.sign_in(Subcontractor, Admin).await;
        show(app, &admin, "summit").await;
        let response = show(app, &other, "summit").await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(response.message(), "Another company has this address. Choose another one.");
        assert_eq!(show(app, &admin, "summit").await.status, StatusCode::OK, "one's own again");
        app.put(&admin, PATH, json!({ "visible": false, "slug": "" })).await;
        assert_eq!(show(app, &other, "summit").await.status, StatusCode::OK, "it was given back");
        let response = show(app, &admin, "Summit").await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["slug format".to_owned()]));
        let response = app.put(&admin, PATH, json!({ "visible": "yes" })).await;
        assert_eq!(response.status, StatusCode::BAD_REQUEST);
    }

    async fn the_page_shows_what_is_public_and_nothing_else(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        for (name, public) in [("licence.pdf", true), ("books.pdf", false)] {
            let path = format!("/api/company/uploadFile/{name}/{public}");
            app.send(Some(&admin), upload(&path, ("image", "x"), b"%PDF-1.7", &[])).await;
        }
        app.post(&admin, "/api/qualifications/new", json!({ "qualification": "Slate" })).await;
        show(app, &admin, "ridge-and-sons").await;
        let page = open(app, "/api/public/company/ridge-and-sons").await.json["company"].clone();
        let file = page["files"][0]["fileUrl"].as_str().expect("address").to_owned();
        assert_eq!(page, json!({
            "slug": "ridge-and-sons", "name": "Ridge & Sons", "location": "Nashville, TN", "description": "",
            "companyType": "subcontractor", "logoUrl": null, "qualifications": ["Slate"],
            "files": [{ "fileName": "licence.pdf", "fileUrl": file }],
        }));
        assert_eq!(open(app, &file).await.status, StatusCode::OK);
    }

    async fn a_shared_link_opens_the_page_and_previews_the_logo(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        show(app, &admin, "summit").await;
        let logo = upload("/api/company/uploadImage", ("image", "logo"), &photos::png(8, 8), &[]);
        let logo = app.send(Some(&admin), logo).await.json["url"].clone();
        let page = open(app, "/c/summit").await;
        let text = String::from_utf8(page.bytes.clone()).expect("text");
        // A link preview is shown on another site: it needs absolute URLs, which use the operator's address.
        let logo = logo.as_str().expect("address").replace('&', "&amp;");
        for expected in [
            format!("<meta property=\"og:image\" content=\"http://localhost:8080{logo}\">"),
            "<meta property=\"og:url\" content=\"http://localhost:8080/c/summit\">".to_owned(),
            "<link rel=\"canonical\" href=\"http://localhost:8080/c/summit\">".to_owned(),
        ] {
            assert!(text.contains(&expected), "{expected} in {text}");
        }
    }

    async fn a_companys_description_injects_no_markup(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let form = json!({
            "name": "</title><script>alert(1)</script>", "location": "\"><img src=x>",
            "description": "Roofs & 'more'\n\"><script>alert(2)</script>",
        });
        app.put(&admin, &format!("/api/company/update/{}", admin.company), form).await;
        show(app, &admin, "summit").await;
        let page = open(app, "/c/summit").await;
        let text = String::from_utf8(page.bytes.clone()).expect("text");
        assert_eq!((page.status, page.headers[header::CONTENT_TYPE].to_str().ok()), (StatusCode::OK, Some("text/html; charset=utf-8")));
        for harm in ["<script>alert", "<img", "'more'"] {
            assert!(!text.contains(harm), "{harm} in {text}");
        }
        let title = "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;, &quot;&gt;&lt;img src=x&gt;</title>";
        assert!(text.contains(title), "{text}");
        let expected = "<meta property=\"og:description\" content=\"Roofs &amp; &#39;more&#39; &quot;&gt;&lt;script&gt;alert(2)&lt;/script&gt;\">";
        assert!(text.contains(expected), "{text}");
        assert_eq!(text.matches("<title>").count(), 1);
        assert_eq!(text.matches("name=\"description\"").count(), 1);
        let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("policy");
        assert!(policy.contains("script-src 'self'"), "{policy}");
        assert_eq!(page.headers[header::CACHE_CONTROL], "no-cache");
    }
}
