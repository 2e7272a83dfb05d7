//! Photos of what was delivered: for the contractor that ordered it, as long as the order exists.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::{
    permissions::permission::{
        CompanyType::Contractor,
        UserType::{Admin, Foreman, Member},
    },
    types::limits::LIMITS,
};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp, TestResponse, ordering_office::OrderingOffice, photos, upload,
};

fn photo(office: &OrderingOffice, picture: &[u8]) -> Request<Body> {
    let path = format!("/api/purchase_orders/delivery_photo/{}", office.id());
    upload(&path, ("image", "pallet.jpg"), picture, &[])
}

async fn add(app: &TestApp, who: &Person, office: &OrderingOffice) -> TestResponse {
    app.send(Some(who), photo(office, &photos::jpeg(60, 40))).await
}

both_engines! {
    async fn a_photo_is_shown_on_its_order_and_changes_no_version(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let sent = office.become_now(app, "sent").await;
        let added = add(app, &office.admin, &office).await;
        assert_eq!(added.status, StatusCode::OK, "{:?}", added.json);
        let shown = &added.json["photo"];
        assert_eq!(shown, &json!({
            "id": shown["id"], "purchaseOrderId": office.id(), "imgUrl": shown["imgUrl"], "thumbUrl": shown["thumbUrl"],
            "width": 60, "height": 40, "postedBy": office.admin.user, "postedByFirstName": "Ada", "postedByLastName": "Ridge",
            "dateInserted": app.app.clock.now() }));
        let now = office.now(app).await;
        assert_eq!((&now["deliveryPhotos"], &now["version"]), (&json!([shown]), &sent["version"]));
        let list = format!("/api/purchase_orders/job/{}", office.job["id"].as_str().expect("id"));
        assert_eq!(app.get(&office.admin, &list).await.json["orders"], json!([now]));
        for url in ["imgUrl", "thumbUrl"] {
            let address = shown[url].as_str().expect("an address");
            let served = app.call(None, "GET", address, Value::Null).await;
            assert_eq!(served.status, StatusCode::OK, "{address}");
            assert!(!photos::has_metadata(&served.bytes));
        }
        let log = app.history(&office.admin, &office.job).await;
        assert_eq!(log[0], "Ada Ridge added a photo to the purchase order #-1.");
    }

    async fn only_the_contractor_opens_the_photos_of_its_deliveries(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let (member, foreman) = (app.colleague(office.admin.company, Member).await, app.colleague(office.admin.company, Foreman).await);
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        app.answer(&sub, &office.job, true).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.send(None, photo(&office, &photos::jpeg(60, 40))).await.status, StatusCode::UNAUTHORIZED);
        for who in [&member, &foreman, &sub] {
            assert_eq!(add(app, who, &office).await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(add(app, &outsider, &office).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.stored_files(), 0);
        let added = add(app, &office.admin, &office).await.json["photo"].clone();
        // Without its signature, the address serves those who see the order.
        let address = added["imgUrl"].as_str().expect("an address");
        let bare = address.split('?').next().expect("a path");
        for (who, status) in [
            (&office.admin, StatusCode::OK), (&member, StatusCode::OK), (&foreman, StatusCode::NOT_FOUND),
            (&sub, StatusCode::NOT_FOUND), (&outsider, StatusCode::NOT_FOUND),
        ] {
            assert_eq!(app.get(who, bare).await.status, status);
        }
        assert_eq!(app.call(None, "GET", bare, Value::Null).await.status, StatusCode::NOT_FOUND);
    }

    async fn what_is_no_picture_is_refused_and_not_kept(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        for file in [&b""[..], b"%PDF-1.7"] {
            let refused = app.send(Some(&office.admin), photo(&office, file)).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media"));
        }
        assert_eq!(office.now(app).await["deliveryPhotos"], json!([]));
        assert_eq!(app.stored_files(), 0);
    }

    async fn photos_go_with_their_order_or_its_job(app: &TestApp) {
        for path in ["/api/purchase_orders/delete", "/api/jobs/delete"] {
            let office = OrderingOffice::open(app).await;
            assert_eq!(add(app, &office.admin, &office).await.status, StatusCode::OK);
            assert_eq!(app.stored_files(), 2, "the photo and its thumbnail");
            let form = json!({ "orderId": office.id(), "jobId": office.job["id"] });
            assert_eq!(app.post(&office.admin, path, form).await.status, StatusCode::OK);
            assert_eq!(app.stored_files(), 0, "{path}");
        }
    }

    async fn an_order_has_a_limited_number_of_photos(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let first = add(app, &office.admin, &office).await.json["photo"]["id"].clone();
        let mut tx = app.app.db.write().await.expect("tx");
        for _ in 1..LIMITS.delivery_photos {
            store::sql!("INSERT INTO delivery_photo SELECT $1, purchase_order_id, posted_by, picture, thumbnail, width, height, date_inserted FROM delivery_photo WHERE id = $2")
                .bind(uuid::Uuid::now_v7())
                .bind(first.as_str().expect("id").parse::<uuid::Uuid>().expect("an id"))
                .run_one(&mut tx).await.expect("a photo");
        }
        tx.commit().await.expect("commit");
        let refused = add(app, &office.admin, &office).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["image too_large".to_owned()]));
        assert_eq!(refused.json["error"]["fields"][0]["message"], "An order can have at most 100 photos.");
        assert_eq!(app.stored_files(), 2);
    }
}
