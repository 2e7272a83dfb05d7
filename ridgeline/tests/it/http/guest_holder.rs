//! What the holder of a link reads and does.

use axum::http::{HeaderMap, StatusCode};
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, photos, upload};

const MISSING: (StatusCode, &str) = (StatusCode::NOT_FOUND, "not_found");

fn outcome(response: &TestResponse) -> (StatusCode, &str) {
    (response.status, response.code())
}

async fn view(app: &TestApp, secret: &str) -> Value {
    let read = app.guest_get(secret, "").await;
    assert_eq!(read.status, StatusCode::OK, "{:?}", read.json);
    read.json
}

async fn send_photo(app: &TestApp, secret: &str, file: &[u8]) -> TestResponse {
    let path = format!("/api/guest/{secret}/image");
    app.send(None, upload(&path, ("image", "roof.jpg"), file, &[])).await
}

fn answer(accepted: bool, start: Option<&str>, end: Option<&str>) -> Value {
    json!({ "accepted": accepted, "startDate": start, "endDate": end })
}

async fn notifications(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/notifications/user").await;
    let list = list.json["notifications"].as_array().cloned().unwrap_or_default();
    list.iter().map(|one| one["content"].as_str().expect("content").to_owned()).collect()
}

/// A job of a contractor with everything that a holder may not see.
async fn full_job(app: &TestApp, owner: &Person) -> (Value, Value, Person) {
    let job = app.job(owner).await;
    let id = &job["id"];
    for (path, form) in [
        (
            "/api/jobs/update/nameAddress",
            json!({ "jobId": id, "title": "Whitaker re-roof", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" }),
        ),
        ("/api/jobs/contractAmount/update", json!({ "jobId": id, "contractAmount": 8123.45 })),
        ("/api/jobs/jobNumber/update", json!({ "jobId": id, "jobNumber": "26-014" })),
        (
            "/api/jobs/update/inspectionNote",
            json!({ "jobId": id, "inspectionNote": "Hail on the north side" }),
        ),
        ("/api/jobs/addTag", json!({ "jobId": id, "content": "Steep" })),
        (
            "/api/jobs/update/schedule",
            json!({ "jobId": id, "startDate": "2026-05-04", "endDate": "2026-05-06" }),
        ),
        (
            "/api/jobs/addNote",
            json!({ "jobId": id, "authorId": owner.user, "content": "Margin is thin" }),
        ),
    ] {
        let done = app.post(owner, path, form).await;
        assert!(done.status.is_success(), "{path}: {:?}", done.json);
    }
    let customer = app.customer(owner).await;
    app.post(owner, "/api/jobs/update/customer", json!({ "jobId": id, "jobCustomer": customer }))
        .await;
    let order = app.work_order(owner, &job).await;
    app.work_order_item(owner, &order, (2.5, 77.77)).await;
    app.purchase_order(owner, &job).await;
    let sub = app.asked_subcontractor(owner, &job).await;
    assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
    let note = json!({ "jobId": id, "authorId": sub.user, "content": "We bring ladders" });
    assert_eq!(app.post(&sub, "/api/jobs/addNote", note).await.status, StatusCode::OK);
    let path = format!("/api/jobs/uploadJobImage/{}", id.as_str().expect("id"));
    let sent = upload(&path, ("image", "roof.jpg"), &photos::jpeg(60, 40), &[]);
    assert_eq!(app.send(Some(owner), sent).await.status, StatusCode::OK);
    (job, order, sub)
}

both_engines! {
    async fn the_holder_sees_the_job_and_nothing_that_is_not_theirs(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (job, order, _) = full_job(app, &owner).await;
        let (_, secret) = app.link(&owner, &job, json!({ "language": "spanish" })).await;
        let seen = view(app, &secret).await;
        let names: Vec<&str> = seen.as_object().expect("object").keys().map(String::as_str).collect();
        assert_eq!(names, ["contact", "endsOn", "job", "language", "may", "name", "state"]);
        assert_eq!(seen["contact"], json!({ "company": "Ridge & Sons", "name": "Ada Ridge", "phone": null }));
        assert_eq!((&seen["state"], &seen["language"], &seen["name"]), (&json!("pending"), &json!("spanish"), &json!("Rosa Díaz")));
        let shown = &seen["job"];
        for (field, value) in [
            ("id", job["id"].clone()), ("title", json!("Whitaker re-roof")), ("jobNumber", json!("26-014")),
            ("address", json!("1319 6th Ave N")), ("city", json!("Nashville")), ("state", json!("TN")), ("zip", json!("37208")),
            ("startDate", json!("2026-05-04")), ("endDate", json!("2026-05-06")), ("inspectionNote", json!("Hail on the north side")),
            ("status", json!("active")), ("reportedComplete", Value::Null),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
        assert_eq!(shown["tags"][0]["content"], json!("Steep"));
        let notes: Vec<&Value> = shown["notes"].as_array().expect("notes").iter().map(|note| &note["content"]).collect();
        assert_eq!(notes, ["We bring ladders"], "not those of the office");
        let image = shown["images"][0]["thumbUrl"].as_str().expect("an address");
        assert_eq!(app.call(None, "GET", image, Value::Null).await.status, StatusCode::OK, "it opens without a session");
        let orders = &shown["workOrders"];
        assert_eq!(orders[0], json!({
            "id": order["id"], "title": order["title"], "itemsVersion": 1,
            "items": [{ "id": orders[0]["items"][0]["id"], "title": "Tear-off", "description": "Two layers", "quantity": 2.5 }],
            "signOffs": [],
        }));
        let text = seen.to_string();
        for hidden in ["8123.45", "77.77", "194.4", "unitCost", "lineTotal", "total", "contractAmount", "jobCustomer", "Whitaker\",\"phone", "example.com", "purchase", "Margin is thin", "assignedTo", "companyInfo", "sends"] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
    }

    async fn every_answer_with_a_secret_in_its_address_is_neither_kept_nor_passed_on(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, secret) = app.link(&owner, &job, json!({ "may": [] })).await;
        let checked = |headers: &HeaderMap, what: &str| {
            for (name, value) in [("referrer-policy", "no-referrer"), ("x-robots-tag", "noindex"), ("cache-control", "no-store")] {
                assert_eq!(headers.get(name).map(|value| value.to_str().expect("text")), Some(value), "{what}: {name}");
            }
        };
        for (method, path, status) in [
            ("GET", format!("/g/{secret}"), StatusCode::OK),
            ("GET", "/g/nothing".to_owned(), StatusCode::OK),
            ("GET", format!("/api/guest/{secret}"), StatusCode::OK),
            ("GET", format!("/api/guest/{secret}/calendar.ics"), StatusCode::OK),
            ("GET", "/api/guest/nothing".to_owned(), StatusCode::NOT_FOUND),
            ("GET", format!("/api/guest/{secret}/nowhere"), StatusCode::NOT_FOUND),
            ("POST", format!("/api/guest/{secret}/note"), StatusCode::FORBIDDEN),
        ] {
            let response = app.call(None, method, &path, Value::Null).await;
            assert_eq!(response.status, status, "{method} {path}");
            checked(&response.headers, &path);
        }
        let page = app.call(None, "GET", &format!("/g/{secret}"), Value::Null).await;
        assert!(page.headers["content-type"].to_str().expect("text").starts_with("text/html"));
        assert!(page.headers["content-security-policy"].to_str().expect("text").contains("script-src 'self'"));
    }

    async fn a_link_allows_no_more_than_it_says(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let order = app.work_order(&owner, &job).await;
        let calls = [
            ("accept", "/answer", answer(true, None, None)),
            ("notes", "/note", json!({ "content": "On site" })),
            ("sign", "/sign", json!({ "workOrderId": order["id"], "name": "Rosa", "seen": 0 })),
            ("complete", "/complete", json!({})),
        ];
        for (allowed, ..) in &calls {
            let (_, secret) = app.link(&owner, &job, json!({ "may": [allowed] })).await;
            for (needed, path, body) in &calls {
                let response = app.guest(&secret, path, body.clone()).await;
                let expected = if needed == allowed { StatusCode::OK } else { StatusCode::FORBIDDEN };
                assert_eq!(response.status, expected, "{allowed}: {path}: {:?}", response.json);
                // The refusal comes before the body is looked at.
                if needed != allowed {
                    assert_eq!(app.guest(&secret, path, json!([])).await.status, StatusCode::FORBIDDEN);
                }
            }
            assert_eq!(send_photo(app, &secret, &photos::jpeg(8, 8)).await.status, StatusCode::FORBIDDEN);
        }
        let (_, secret) = app.link(&owner, &job, json!({ "may": ["photos"] })).await;
        assert_eq!(send_photo(app, &secret, &photos::jpeg(8, 8)).await.status, StatusCode::OK);
        for (_, path, body) in calls {
            assert_eq!(outcome(&app.guest("wrong", path, body).await), MISSING, "before everything else");
            assert_eq!(outcome(&app.guest("wrong", path, json!([])).await), MISSING);
        }
    }

    async fn an_answer_is_for_the_days_that_were_seen_and_assigns_nothing(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        for (form, fields) in [
            (json!({}), vec!["accepted required", "startDate required", "endDate required"]),
            (json!({ "accepted": true, "startDate": "2026-05-04" }), vec!["endDate required"]),
            (json!({ "accepted": true, "startDate": "x", "endDate": null }), vec!["startDate format"]),
            (json!({ "accepted": false, "startDate": null, "endDate": null, "reason": "x".repeat(501) }), vec!["reason too_long"]),
        ] {
            let response = app.guest(&secret, "/answer", form.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, fields.iter().map(|f| (*f).to_owned()).collect()), "{form}");
        }
        for days in [(None, None), (Some("2026-05-04"), Some("2026-05-07"))] {
            let response = app.guest(&secret, "/answer", answer(true, days.0, days.1)).await;
            assert_eq!(outcome(&response), (StatusCode::CONFLICT, "changed"));
            assert_eq!((&response.json["job"]["startDate"], &response.json["job"]["endDate"]), (&json!("2026-05-04"), &json!("2026-05-06")), "as it is now");
        }
        let (start, end) = (Some("2026-05-04"), Some("2026-05-06"));
        assert_eq!(app.guest(&secret, "/answer", answer(true, start, end)).await.json, json!({ "state": "accepted" }));
        let mut no = answer(false, start, end);
        no["reason"] = json!("The truck is in the shop");
        assert_eq!(app.guest(&secret, "/answer", no).await.json, json!({ "state": "declined" }));
        let listed = &app.links(&owner, &job).await[0];
        assert_eq!((&listed["state"], &listed["reason"]), (&json!("declined"), &json!("The truck is in the shop")));
        assert_eq!(view(app, &secret).await["state"], json!("declined"));
        let stored = app.job_seen_by(&owner, &job["id"]).await;
        for field in ["assignedToCompanyId", "crewId", "isAcceptedBySub", "startDate"] {
            assert_eq!(stored[field], app.job_seen_by(&owner, &job["id"]).await[field]);
        }
        assert_eq!((&stored["crewId"], &stored["startDate"]), (&Value::Null, &json!("2026-05-04")));
        assert_eq!(notifications(app, &owner).await, ["Rosa Díaz declined Whitaker re-roof (May 4th 2026 – May 6th 2026) by link: The truck is in the shop"]);
        let log = app.get(&owner, &format!("/api/activity/job/{}", job["id"].as_str().expect("id"))).await;
        let entry = &log.json["activity"][0];
        assert_eq!((&entry["actor"]["id"], &entry["actor"]["name"], &entry["action"]), (&Value::Null, &json!("by link: Rosa Díaz"), &json!("declined")));
        app.schedule(&owner, &job, "2026-06-01", "2026-06-02").await;
        assert_eq!(view(app, &secret).await["state"], json!("pending"), "moved");
        app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": job["id"] })).await;
        assert_eq!(app.guest(&secret, "/answer", answer(true, None, None)).await.json, json!({ "state": "accepted" }), "without days");
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })).await;
        assert_eq!(outcome(&app.guest(&secret, "/answer", answer(true, None, None)).await), (StatusCode::CONFLICT, "conflict"));
    }

    async fn photos_and_notes_by_link_bear_the_name_of_their_holder(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let id = job["id"].as_str().expect("id");
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let note = app.guest(&secret, "/note", json!({ "content": " On site \nLine two " })).await;
        assert_eq!(note.json["note"], json!({
            "id": note.json["note"]["id"], "content": "On site \nLine two", "jobId": id, "authorId": null, "firstName": "Rosa Díaz",
            "lastName": "", "name": "Rosa Díaz", "viaLink": true, "dateInserted": "2026-03-02T12:00:00Z",
        }));
        let blank = app.guest(&secret, "/note", json!({ "content": " " })).await;
        assert_eq!(blank.fields(), ["content required"]);
        let photo = send_photo(app, &secret, &photos::jpeg(60, 40)).await;
        let image = &photo.json["image"];
        assert_eq!((&image["name"], &image["viaLink"], &image["postedBy"], &image["width"]), (&json!("Rosa Díaz"), &json!(true), &Value::Null, &json!(60)));
        assert_eq!(send_photo(app, &secret, b"no picture").await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let listed = app.get(&owner, &format!("/api/jobs/fetchNotes/{id}")).await;
        assert_eq!(listed.json["notes"], json!([note.json["note"]]));
        let listed = app.get(&owner, &format!("/api/jobs/fetchImgs/{id}")).await;
        assert_eq!((&listed.json["imgs"][0]["id"], &listed.json["imgs"][0]["name"], &listed.json["imgs"][0]["viaLink"]), (&image["id"], &json!("Rosa Díaz"), &json!(true)));
        let seen = view(app, &secret).await;
        assert_eq!((&seen["job"]["notes"][0]["id"], &seen["job"]["images"][0]["id"]), (&note.json["note"]["id"], &image["id"]));
        for (path, form) in [("/api/jobs/notes/delete", json!({ "noteId": note.json["note"]["id"] }))] {
            assert_eq!(app.post(&owner, path, form).await.status, StatusCode::FORBIDDEN, "only authors delete");
        }
        let kinds = json!({ "kind": "jobNote", "ids": [note.json["note"]["id"]], "language": "spanish" });
        assert!(!app.post(&owner, "/api/translations/prepare", kinds).await.status.is_server_error());
        let exported = app.get(&owner, "/api/company/export").await;
        assert_eq!(exported.status, StatusCode::OK);
        let log = app.history(&owner, &job).await;
        assert!(log.iter().any(|entry| entry.starts_with("by link: Rosa Díaz added a photo")), "{log:?}");
    }

    async fn a_work_order_is_signed_by_link_in_a_name_and_for_the_items_that_were_seen(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let order = app.work_order(&owner, &job).await;
        app.work_order_item(&owner, &order, (2.0, 70.0)).await;
        let other = app.job(&owner).await;
        let elsewhere = app.work_order(&owner, &other).await;
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let sign = async |order: &Value, name: &str, seen: Value| app.guest(&secret, "/sign", json!({ "workOrderId": order["id"], "name": name, "seen": seen })).await;
        assert_eq!(app.guest(&secret, "/sign", json!({})).await.fields(), ["workOrderId required", "name required", "seen required"]);
        assert_eq!(outcome(&sign(&elsewhere, "Rosa", json!(0)).await), MISSING, "of another job");
        assert_eq!(sign(&order, " ", json!(1)).await.fields(), ["name required"]);
        assert_eq!(sign(&order, "Rosa", Value::Null).await.fields(), ["seen required"]);
        let stale = sign(&order, "Rosa", json!(0)).await;
        assert_eq!(outcome(&stale), (StatusCode::CONFLICT, "changed"));
        assert_eq!((&stale.json["workOrder"]["itemsVersion"], stale.json["workOrder"]["items"].as_array().map(Vec::len)), (&json!(1), Some(1)));
        assert!(!stale.json.to_string().contains("unitCost"), "without costs: {}", stale.json);
        let signed = sign(&order, "June Whitaker", json!(1)).await;
        let signature = &signed.json["signature"];
        assert_eq!((&signature["name"], &signature["viaLink"], &signature["userId"], &signature["firstName"], &signature["lastName"], &signature["changedSince"]), (&json!("June Whitaker"), &json!(true), &Value::Null, &json!("June Whitaker"), &json!(""), &json!(false)));
        assert_eq!(sign(&order, "June Whitaker", json!(1)).await.json["signature"]["id"], signature["id"], "once for a name");
        sign(&order, "Rosa Díaz", json!(1)).await;
        let path = format!("/api/work_orders/single/{}", order["id"].as_str().expect("id"));
        let seen = app.get(&owner, &path).await;
        let names: Vec<&Value> = seen.json["order"]["signOffs"].as_array().expect("list").iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["June Whitaker", "Rosa Díaz"]);
        assert!(notifications(app, &owner).await[0].contains("Rosa Díaz signed work order"));
        let second = app.work_order(&owner, &job).await;
        assert_eq!(sign(&second, "Rosa Díaz", json!(0)).await.status, StatusCode::OK);
        let signed = notifications(app, &owner).await;
        assert_eq!(signed.iter().filter(|text| text.contains("Rosa Díaz signed work order")).count(), 2, "{signed:?}");
        assert!(signed.iter().any(|text| text.contains("June Whitaker signed work order")), "{signed:?}");
        app.work_order_item(&owner, &order, (1.0, 5.0)).await;
        let seen = app.get(&owner, &path).await;
        assert_eq!(seen.json["order"]["signOffs"][0]["changedSince"], json!(true));
        let anew = sign(&order, "June Whitaker", json!(2)).await;
        assert_eq!(anew.json["signature"]["changedSince"], json!(false));
        assert_eq!(app.get(&owner, &path).await.json["order"]["signOffs"].as_array().map(Vec::len), Some(2), "replaced");
        for n in 0..18 {
            assert_eq!(sign(&order, &format!("Neighbor {n}"), json!(2)).await.status, StatusCode::OK, "{n}");
            app.advance(Duration::seconds(7));
        }
        assert_eq!(outcome(&sign(&order, "One more", json!(2)).await), (StatusCode::CONFLICT, "conflict"));
    }

    async fn a_reported_completion_waits_for_the_contractor(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let (_, secret) = app.link(&sub, &job, json!({})).await;
        let done = app.guest(&secret, "/complete", json!({ "note": "Swept the yard" })).await;
        let reported = json!({ "name": "Rosa Díaz", "note": "Swept the yard", "at": "2026-03-02T12:00:00Z" });
        assert_eq!((&done.json["job"]["status"], &done.json["job"]["reportedComplete"]), (&json!("active"), &reported));
        for who in [&owner, &sub] {
            let seen = app.job_seen_by(who, &job["id"]).await;
            assert_eq!((&seen["status"], &seen["reportedComplete"]), (&json!("active"), &reported));
            let told = notifications(app, who).await;
            assert!(told[0].contains("says by link that Whitaker re-roof is complete"), "{told:?}");
        }
        let complete = async |is_active: bool| {
            let form = json!({ "jobId": job["id"], "isActive": is_active });
            assert_eq!(app.post(&owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
            app.job_seen_by(&owner, &job["id"]).await["reportedComplete"].clone()
        };
        assert_eq!(complete(false).await, Value::Null);
        assert_eq!(outcome(&app.guest(&secret, "/complete", json!({})).await), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(complete(true).await, Value::Null);
        let again = app.guest(&secret, "/complete", json!({})).await;
        assert_eq!(again.json["job"]["reportedComplete"]["note"], Value::Null);
        let bulk = app.post(&owner, "/api/jobs/bulk", json!({ "jobIds": [job["id"]], "change": { "complete": true } })).await;
        assert_eq!(bulk.json["jobs"][0]["reportedComplete"], Value::Null);
    }

    async fn opening_the_page_is_noted_and_reading_it_is_not(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (link, secret) = app.link(&owner, &job, json!({ "may": [] })).await;
        view(app, &secret).await;
        assert_eq!(app.links(&owner, &job).await[0]["lastSeen"], Value::Null);
        let seen = app.guest(&secret, "/seen", Value::Null).await;
        assert_eq!((&seen.json["link"]["id"], &seen.json["link"]["lastSeen"], seen.json["link"].get("url")), (&link["id"], &json!("2026-03-02T12:00:00Z"), None));
        assert_eq!(app.links(&owner, &job).await[0]["lastSeen"], json!("2026-03-02T12:00:00Z"));
    }

    async fn a_link_shows_its_crew_members_next_days_only_if_it_says_so(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&owner).await;
        let job = async |start: &str, end: &str, is_led: bool| {
            let job = app.job(&owner).await;
            app.schedule(&owner, &job, start, end).await;
            if is_led {
                let form = json!({ "customCrewId": crew, "customCrewMemberId": member, "jobCrewTableId": job["jobCrewTableId"], "isCustom": true });
                assert_eq!(app.post(&owner, "/api/jobs/update/assign/custom", form).await.status, StatusCode::OK);
            }
            job
        };
        let first = job("2026-03-02", "2026-03-03", true).await;
        let soon = job("2026-03-08", "2026-03-09", true).await;
        job("2026-03-09", "2026-03-10", true).await;
        job("2026-03-04", "2026-03-05", false).await;
        let linked = job("2026-03-05", "2026-03-05", false).await;
        app.link(&owner, &linked, json!({ "crewMemberId": member })).await;
        let (_, all) = app.link(&owner, &first, json!({ "crewMemberId": member, "allJobs": true })).await;
        let (_, one) = app.link(&owner, &first, json!({ "crewMemberId": member })).await;
        let seen = view(app, &all).await;
        let ids: Vec<Value> = seen["jobs"].as_array().expect("jobs").iter().map(|job| job["id"].clone()).collect();
        assert_eq!(ids, [first["id"].clone(), linked["id"].clone(), soon["id"].clone()]);
        assert_eq!(view(app, &one).await.get("jobs"), None);
        let events = async |secret: &str| {
            let calendar = app.guest_get(secret, "/calendar.ics").await;
            assert_eq!(calendar.status, StatusCode::OK);
            assert!(calendar.headers["content-type"].to_str().expect("text").starts_with("text/calendar"));
            let text = String::from_utf8(calendar.bytes).expect("text");
            text.matches("BEGIN:VEVENT").count()
        };
        assert_eq!((events(&all).await, events(&one).await), (3, 1));
        let open = app.job(&owner).await;
        let (_, unscheduled) = app.link(&owner, &open, json!({})).await;
        assert_eq!(events(&unscheduled).await, 0);
    }
}
