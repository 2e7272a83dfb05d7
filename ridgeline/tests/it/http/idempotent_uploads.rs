//! Calls that send files with an `Idempotency-Key`: an import, a mail to a vendor and a company file happen once,
//! whatever boundary the browser chooses.

use axum::{
    body::Body,
    http::{HeaderValue, Request, StatusCode},
};
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use store::sql;

use crate::support::{Person, TestApp, TestResponse, photos, upload};

const KEY: &str = "0190f5fe-7c00-7a3e";
const CUSTOMERS: &str = "First name,Last name,Phone\nAna,Cole,6155550100\n";
const PDF: &[u8] = b"%PDF-1.7\nwhat is bought\n%%EOF";

/// The same request again, as another try of a browser: with the same key, and another boundary.
async fn send(app: &TestApp, who: &Person, request: Request<Body>, boundary: &str) -> TestResponse {
    let (mut parts, body) = request.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    let body = String::from_utf8_lossy(&body).replace("ridge-line-boundary", boundary);
    let kind = format!("multipart/form-data; boundary={boundary}");
    parts.headers.insert("content-type", HeaderValue::try_from(kind).expect("a value"));
    parts.headers.insert("content-length", body.len().into());
    parts.headers.insert("idempotency-key", HeaderValue::from_static(KEY));
    app.send(Some(who), Request::from_parts(parts, Body::from(body))).await
}

/// Sends it twice, which must get the same answer; then another of its kind with the same key.
async fn twice(
    app: &TestApp,
    who: &Person,
    request: impl Fn() -> Request<Body>,
    other: Request<Body>,
) -> Value {
    let first = send(app, who, request(), "first-try").await;
    assert!(first.status.is_success(), "{:?}", first.json);
    let again = send(app, who, request(), "second-try").await;
    assert_eq!((again.status, &again.json), (first.status, &first.json));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    let other = send(app, who, other, "first-try").await;
    assert_eq!(
        (other.status, other.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["Idempotency-Key choice".to_owned()])
    );
    first.json
}

both_engines! {
    async fn customers_are_imported_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let file = |rows: &str| upload("/api/customers/import", ("file", "c.csv"), rows.as_bytes(), &[]);
        let other = file(&CUSTOMERS.replace("Ana", "Eva"));
        let outcome = twice(app, &who, || file(CUSTOMERS), other).await;
        assert_eq!(outcome["rows"][0]["outcome"], "created", "not a duplicate of itself");
        let list = app.get(&who, "/api/customers/find").await.json;
        assert_eq!(list["customers"].as_array().map(Vec::len), Some(1));
    }

    async fn a_company_file_is_stored_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let path = "/api/company/uploadFile/rules.txt/false";
        let file = |text: &str| upload(path, ("image", "rules.txt"), text.as_bytes(), &[]);
        twice(app, &who, || file("Rules of the house"), file("Other rules")).await;
        let list = app.get(&who, "/api/company/myFiles").await.json;
        assert_eq!(list["files"].as_array().map(Vec::len), Some(1));
    }

    async fn an_order_is_mailed_to_a_vendor_once(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let order = app.purchase_order(&who, &job).await;
        let vendor = app.vendor(&who).await;
        let form = json!({ "name": "Dana Cole", "email": "dana@supply.example", "vendorId": vendor });
        app.post(&who, "/api/contractor_vendors/contacts", form).await;
        let fields = |text: &'static str| {
            let order = order["id"].as_str().expect("id").to_owned();
            let emails = json!(["dana@supply.example"]).to_string();
            let fields = [("contactEmails", emails.as_str()), ("orderId", &order), ("emailBody", text)];
            upload("/api/purchase_orders/sendToVendors", ("purchaseOrderPDF", "order.pdf"), PDF, &fields)
        };
        twice(app, &who, || fields("Tuesday"), fields("Wednesday")).await;
        let mut tx = app.app.db.read().await.expect("tx");
        let mails = sql!("SELECT COUNT(*) AS value FROM mail_delivery WHERE email = 'dana@supply.example'");
        assert_eq!(mails.value::<i64>(&mut tx).await.expect("count"), 1);
    }

    async fn a_key_of_a_photo_is_used_for_no_other_call(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let job = app.job(&who).await;
        let path = format!("/api/jobs/uploadJobImage/{}", job["id"].as_str().expect("id"));
        // Bytes that are no text are kept as they are here.
        let mut photo = upload(&path, ("image", "roof.jpg"), &photos::jpeg(8, 8), &[]);
        photo.headers_mut().insert("idempotency-key", HeaderValue::from_static(KEY));
        assert_eq!(app.send(Some(&who), photo).await.status, StatusCode::OK);
        let mut note = Request::post("/api/jobs/addNote").header("idempotency-key", KEY);
        note = note.header("content-type", "application/json");
        let form = json!({ "authorId": who.user, "jobId": job["id"], "content": "Bring ladders" });
        let refused = app.send(Some(&who), note.body(Body::from(form.to_string())).expect("a request")).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["Idempotency-Key choice".to_owned()]));
    }

    async fn a_content_type_in_capitals_is_a_form_all_the_same(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let mut file = upload("/api/company/uploadFile/rules.txt/false", ("image", "rules.txt"), b"Rules", &[]);
        let headers = file.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("Multipart/Form-Data; boundary=ridge-line-boundary"));
        headers.insert("idempotency-key", HeaderValue::from_static(KEY));
        let answer = tokio::time::timeout(std::time::Duration::from_mins(1), app.send(Some(&who), file)).await;
        assert_eq!(answer.expect("an answer").status, StatusCode::OK);
    }

    async fn a_file_that_could_not_be_stored_is_stored_with_the_same_key(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let file = || upload("/api/company/uploadFile/rules.txt/false", ("image", "rules.txt"), b"Rules of the house", &[]);
        // Where the folder of company files belongs, there is a file.
        let folder = app.folder.path().join("files/company-files");
        std::fs::write(&folder, b"").expect("a file");
        assert_eq!(send(app, &who, file(), "first-try").await.status, StatusCode::SERVICE_UNAVAILABLE);
        std::fs::remove_file(&folder).expect("removed");
        let again = send(app, &who, file(), "second-try").await;
        assert_eq!(again.status, StatusCode::OK, "{:?}", again.json);
    }

    async fn a_refused_file_takes_no_key(app: &TestApp) {
        let who = app.sign_in(Contractor, Admin).await;
        let path = "/api/company/uploadFile/page.txt/false";
        let page = upload(path, ("image", "page.txt"), b"<html><script>", &[]);
        assert_eq!(send(app, &who, page, "first-try").await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let text = upload(path, ("image", "page.txt"), b"Rules of the house", &[]);
        assert_eq!(send(app, &who, text, "first-try").await.status, StatusCode::OK);
    }
}
