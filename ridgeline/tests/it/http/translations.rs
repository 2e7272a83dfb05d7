//! User texts, translated into the reader's language.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};
use services::translation;
use store::sql;
use uuid::Uuid;

use crate::support::{
    FakeTranslator, Person, TestApp, TestResponse, TranslatingApp,
    rooms::{accepted_job, assign, company_room, opened},
};

pub const PATH: &str = "/api/translations";

pub async fn ask(app: &TestApp, who: &Person, kind: &str, ids: &[&Value]) -> TestResponse {
    app.post(who, PATH, json!({ "kind": kind, "ids": ids, "language": "spanish" })).await
}

/// `field: text` of each translation.
pub fn read(answer: &TestResponse) -> Vec<String> {
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    let word = |value: &Value| value.as_str().expect("text").to_owned();
    let all = answer.json["translations"].as_array().expect("translations");
    all.iter().map(|it| format!("{}: {}", word(&it["field"]), word(&it["text"]))).collect()
}

/// A job note by this person.
pub async fn note(app: &TestApp, who: &Person, job: &Value, content: &str) -> Value {
    let form = json!({ "authorId": who.user, "jobId": job["id"], "content": content });
    let created = app.post(who, "/api/jobs/addNote", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["id"].clone()
}

/// A message between two companies.
async fn message(app: &TestApp, one: &Person, other: &Person, contents: &str) -> Value {
    let (room, id) = (Uuid::now_v7(), Uuid::now_v7());
    let now = app.app.clock.now();
    let mut tx = app.app.db.write().await.expect("tx");
    sql!("INSERT INTO chat_room (id, first_company_id, second_company_id, last_seq, date_opened) VALUES ($1, $2, $3, 1, $4)")
        .bind(room).bind(one.company.min(other.company)).bind(one.company.max(other.company)).bind(now)
        .run_one(&mut tx).await.expect("room");
    sql!("INSERT INTO chat_message (id, room_id, seq, person_id, company_id, contents, language, date_inserted) VALUES ($1, $2, 1, $3, $4, $5, 'english', $6)")
        .bind(id).bind(room).bind(one.user).bind(one.company).bind(contents).bind(now)
        .run_one(&mut tx).await.expect("message");
    tx.commit().await.expect("commit");
    json!(id)
}

async fn reads_spanish(app: &TestApp, person: &Person) {
    let mut tx = app.app.db.write().await.expect("tx");
    sql!("UPDATE person SET language = 'spanish' WHERE id = $1")
        .bind(person.user)
        .run_one(&mut tx)
        .await
        .expect("person");
    tx.touch_people(person.company);
    tx.commit().await.expect("commit");
}

pub async fn stored(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM translation").value(&mut tx).await.expect("count")
}

/// One row of every translatable kind in this admin's company, with its only texts.
async fn one_of_each(
    app: &TestApp,
    admin: &Person,
) -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let job = app.job(admin).await;
    app.post(
        admin,
        "/api/jobs/update/inspectionNote",
        json!({ "jobId": job["id"], "inspectionNote": "Wet" }),
    )
    .await;
    let order = app.work_order(admin, &job).await;
    let item = app.work_order_item(admin, &order, (1.0, 1.0)).await;
    let purchase = app.purchase_order(admin, &job).await;
    let product = app.product(admin, "Paint", 100).await;
    let path =
        format!("/api/purchase_orders/updateOrderItems/{}", purchase["id"].as_str().expect("id"));
    let rows = app
        .post(
            admin,
            &path,
            json!([{ "productId": product, "quantity": 2, "purchaseOrderId": purchase["id"] }]),
        )
        .await;
    let categories = app.get(admin, &format!("/api/products/categories/{}", admin.company)).await;
    let qualification =
        app.post(admin, "/api/qualifications/new", json!({ "qualification": "Bonded" })).await;
    let form = json!({
        "start": "2026-03-08T15:00:00Z", "lengthMinutes": 30, "assignedToId": admin.user, "customerId": app.customer(admin).await,
        "note": "Ring twice",
    });
    let appointment = app.post(admin, "/api/appointments/create", form).await;
    vec![
        ("job", job["id"].clone(), vec!["title", "inspectionNote"]),
        ("jobNote", note(app, admin, &job, "Dog in the yard").await, vec!["content"]),
        ("workOrder", order["id"].clone(), vec!["title"]),
        ("workOrderItem", item["id"].clone(), vec!["title", "description"]),
        ("purchaseOrder", purchase["id"].clone(), vec!["title"]),
        (
            "purchaseOrderItem",
            rows.json["items"][0]["id"].clone(),
            vec!["productName", "categoryTitle"],
        ),
        ("product", json!(product), vec!["name"]),
        ("category", categories.json["categories"][0]["id"].clone(), vec!["title"]),
        ("vendor", json!(app.vendor(admin).await), vec!["name"]),
        ("appointment", appointment.json["appointment"]["id"].clone(), vec!["note"]),
        ("company", json!(admin.company), vec![]),
        (
            "qualification",
            qualification.json["newQualification"]["id"].clone(),
            vec!["qualification"],
        ),
    ]
}

both_engines! {
    async fn nobody_gets_a_translation_of_a_text_they_may_not_read(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let other_sub = app.sign_in(Subcontractor, Admin).await;
        let foreman = app.colleague(admin.company, Foreman).await;
        let chat = message(app, &admin, &other_sub, "Hello there").await;
        let mut things = one_of_each(app, &admin).await;
        things.push(("chatMessage", chat, vec!["contents"]));
        let body = json!({ "kind": "job", "ids": [], "language": "spanish" });
        assert_eq!(app.call(None, "POST", PATH, body).await.status, StatusCode::UNAUTHORIZED);
        for (kind, id, _) in &things {
            let is_public = ["company", "qualification"].contains(kind);
            let response = ask(app, &outsider, kind, &[id]).await;
            assert_eq!(response.status, if is_public { StatusCode::OK } else { StatusCode::NOT_FOUND }, "{kind}");
            let response = ask(app, &other_sub, kind, &[id]).await;
            let is_contractors = ["product", "category", "vendor", "purchaseOrder", "purchaseOrderItem", "appointment"].contains(kind);
            let expected = match *kind {
                _ if is_contractors => StatusCode::FORBIDDEN,
                "chatMessage" | "company" | "qualification" => StatusCode::OK,
                _ => StatusCode::NOT_FOUND,
            };
            assert_eq!(response.status, expected, "{kind}");
            let response = ask(app, &foreman, kind, &[id]).await;
            let is_of_the_job = ["job", "jobNote", "workOrder", "workOrderItem", "purchaseOrder", "purchaseOrderItem", "appointment"].contains(kind);
            assert_eq!(response.status, if is_of_the_job { StatusCode::NOT_FOUND } else { StatusCode::OK }, "{kind}");
        }
        app.requests();
        let (_, own, _) = &things[0];
        for unknown in [json!("0198f7a0-0000-7000-8000-000000000000"), json!("no id"), json!("")] {
            assert_eq!(ask(app, &admin, "job", &[own, &unknown]).await.status, StatusCode::NOT_FOUND, "{unknown}");
        }
        assert_eq!(app.requests(), [] as [Value; 0], "for one that is not found, none is translated");
    }

    async fn every_listing_is_translated_into_the_readers_language_with_the_original(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (kind, id, fields) in one_of_each(app, &admin).await {
            let response = ask(app, &admin, kind, &[&id]).await;
            assert_eq!(response.status, StatusCode::OK, "{kind} {:?}", response.json);
            let all = response.json["translations"].as_array().expect("translations");
            assert_eq!(all.iter().map(|it| it["field"].as_str().expect("field")).collect::<Vec<_>>(), fields, "{kind}");
            for it in all {
                assert_eq!((&it["id"], &it["to"]), (&id, &json!("spanish")), "{kind}");
                assert!(it["original"].as_str().is_some_and(|text| !text.is_empty()), "{kind}");
            }
        }
        let calls = app.requests();
        assert!(!calls.is_empty());
        for call in calls {
            assert_eq!((&call["target"], &call["format"], &call["api_key"]), (&json!("es"), &json!("text"), &json!("a-key")));
        }
    }

    async fn a_text_is_translated_once_and_again_when_it_changes(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let (dog, cat) = (note(app, &admin, &job, "Dog in the yard").await, note(app, &admin, &job, "Cat in the attic").await);
        let first = ask(app, &admin, "jobNote", &[&cat, &dog, &cat]).await;
        assert_eq!(read(&first), ["content: «Cat in the ático»", "content: «Dog in the yard»"], "in the order asked for");
        let row = &first.json["translations"][1];
        assert_eq!(*row, json!({ "id": dog, "field": "content", "original": "Dog in the yard", "text": "«Dog in the yard»", "from": "english", "to": "spanish" }));
        let calls = app.requests();
        assert_eq!(calls.len(), 1, "{calls:?}");
        assert_eq!((&calls[0]["q"], &calls[0]["source"]), (&json!(["Cat in the [ZQ0]", "Dog in the yard"]), &json!("en")));
        app.now(FakeTranslator::Silent);
        let colleague = app.colleague(admin.company, Admin).await;
        assert_eq!(ask(app, &colleague, "jobNote", &[&cat, &dog]).await.json, first.json);
        assert_eq!(app.requests(), [] as [Value; 0]);
        app.now(FakeTranslator::Makes(str::to_uppercase));
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("UPDATE job_note SET content = 'Dog is gone' WHERE id = $1").bind(dog.as_str().expect("id").parse::<Uuid>().expect("id")).run_one(&mut tx).await.expect("note");
        tx.commit().await.expect("commit");
        assert_eq!(read(&ask(app, &admin, "jobNote", &[&dog]).await), ["content: DOG IS GONE"]);
        assert_eq!(app.requested_texts(), ["Dog is gone"]);
    }

    async fn no_company_reads_anothers_translations_and_old_ones_are_deleted(app: &TranslatingApp) {
        let (one, other) = (app.sign_in(Contractor, Admin).await, app.sign_in(Contractor, Admin).await);
        for who in [&one, &other] {
            let product = json!(app.product(who, "Paint", 100).await);
            assert_eq!(read(&ask(app, who, "product", &[&product]).await), ["name: «Paint»"]);
            assert_eq!(app.requested_texts(), ["Paint"]);
        }
        assert_eq!(stored(app).await, 2);
        app.advance(chrono::Duration::days(60));
        translation::sweep(&app.app.db, &app.app.clock).await.expect("sweep");
        assert_eq!(stored(app).await, 2);
        app.advance(chrono::Duration::days(60));
        translation::sweep(&app.app.db, &app.app.clock).await.expect("sweep");
        assert_eq!(stored(app).await, 0);
    }

    async fn a_deleted_companys_translations_are_deleted(app: &TranslatingApp) {
        let company = Uuid::now_v7();
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("INSERT INTO company (id, name, company_type, location, date_inserted) VALUES ($1, 'x', 'contractor', '', $2)")
            .bind(company).bind(app.app.clock.now()).run_one(&mut tx).await.expect("company");
        sql!("INSERT INTO translation (company_id, original_hash, written_in, content, date_inserted) VALUES ($1, $2, 'english', 'x', $3)")
            .bind(company).bind(vec![1_u8]).bind(app.app.clock.now()).run_one(&mut tx).await.expect("translation");
        sql!("DELETE FROM company WHERE id = $1").bind(company).run_one(&mut tx).await.expect("gone");
        tx.commit().await.expect("commit");
        assert_eq!(stored(app).await, 0);
    }

    async fn roofing_terms_are_right_even_if_the_service_loses_them(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let ask_of = async |text: &str| {
            let id = note(app, &admin, &job, text).await;
            read(&ask(app, &admin, "jobNote", &[&id]).await).remove(0)
        };
        app.now(FakeTranslator::Makes(|text| text.to_lowercase().replace("[zq0]", "【 Zq 0 】").replace("the", "el")));
        assert_eq!(ask_of("Check the flashing and the valley.").await, "content: check el tapajuntas and la limahoya.");
        assert_eq!(app.requested_texts(), ["Check the [ZQ0] and the [ZQ1]."]);
        app.now(FakeTranslator::Makes(|text| text.replace("[ZQ0]", "")));
        assert_eq!(ask_of("Two squares today").await, "content: Two cuadros today");
        assert_eq!(app.requested_texts(), ["Two [ZQ0] today", "Two cuadros today"]);
        app.now(FakeTranslator::Makes(|text| text.replace("[ZQ0]", "").replace("cuadros", "marcos")));
        assert_eq!(ask_of("Three squares today").await, "content: Three squares today");
        assert_eq!(app.requested_texts(), ["Three [ZQ0] today", "Three cuadros today", "Three squares today"]);
        assert_eq!(ask_of("Ridge vent / drip edge (12)").await, "content: Ventilación de cumbrera / gotero (12)");
        assert_eq!(app.requested_texts(), [] as [&str; 0], "nothing but terms needs no service");
    }

    async fn a_text_in_the_readers_language_is_not_translated(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let author = app.colleague(admin.company, Admin).await;
        reads_spanish(app, &author).await;
        let by_author = note(app, &author, &job, "Hay un perro").await;
        let same = ask(app, &admin, "jobNote", &[&by_author]).await;
        assert_eq!((&same.json["translations"][0]["text"], &same.json["translations"][0]["from"]), (&json!("Hay un perro"), &json!("spanish")));
        let by_its_words = note(app, &admin, &job, "El perro está en el patio").await;
        let same = ask(app, &admin, "jobNote", &[&by_its_words]).await;
        assert_eq!(same.json["translations"][0]["from"], "spanish", "although its author reads English");
        let by_its_terms = json!(app.product(&admin, "Teja de barro roja", 100).await);
        assert_eq!(read(&ask(app, &admin, "product", &[&by_its_terms]).await), ["name: Teja de barro roja"]);
        let number = json!(app.product(&admin, "12-34", 100).await);
        assert_eq!(read(&ask(app, &admin, "product", &[&number]).await), ["name: 12-34"]);
        assert_eq!(app.requests(), [] as [Value; 0]);
        app.now(FakeTranslator::Detects("es"));
        let by_the_service = json!(app.product(&admin, "Pintura", 100).await);
        let same = ask(app, &admin, "product", &[&by_the_service]).await;
        assert_eq!((&same.json["translations"][0]["text"], &same.json["translations"][0]["from"]), (&json!("Pintura"), &json!("spanish")));
        app.requests();
        app.now(FakeTranslator::Detects("pt"));
        let by_neither = json!(app.product(&admin, "Paint", 100).await);
        assert_eq!(read(&ask(app, &admin, "product", &[&by_neither]).await), ["name: «Paint»"]);
        let sources: Vec<Value> = app.requests().iter().map(|call| call["source"].clone()).collect();
        assert_eq!(sources, ["auto", "en"], "there are two languages here");
    }

    async fn a_chat_is_translated_from_its_authors_language_for_both_companies(app: &TranslatingApp) {
        let (one, other) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let text = message(app, &one, &other, "Bring the nail gun").await;
        let response = ask(app, &other, "chatMessage", &[&text]).await;
        assert_eq!(read(&response), ["contents: «Bring the pistola de clavos»"]);
        assert_eq!(app.requests()[0]["source"], "en");
        let picture = message(app, &one, &app.sign_in(Subcontractor, Admin).await, "").await;
        assert_eq!(ask(app, &one, "chatMessage", &[&picture]).await.json, json!({ "translations": [] }));
    }

    async fn a_jobs_chat_is_translated_for_its_members_only(app: &TranslatingApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        let inside = company_room(app, &owner).await;
        let text = app.said(&owner, &room, "Bring the nail gun").await["id"].clone();
        let own = app.said(&owner, &inside, "Only for us").await["id"].clone();
        let foreman = app.colleague(sub.company, Foreman).await;
        assert_eq!(read(&ask(app, &sub, "chatMessage", &[&text]).await), ["contents: «Bring the pistola de clavos»"]);
        for (who, id) in [(&foreman, &text), (&sub, &own), (&foreman, &own)] {
            assert_eq!(ask(app, who, "chatMessage", &[id]).await.status, StatusCode::NOT_FOUND);
        }
        assign(app, &sub, &job, Some(&foreman)).await;
        assert_eq!(read(&ask(app, &foreman, "chatMessage", &[&text]).await), ["contents: «Bring the pistola de clavos»"]);
        assign(app, &sub, &job, None).await;
        assert_eq!(ask(app, &foreman, "chatMessage", &[&text]).await.status, StatusCode::NOT_FOUND);
        assert_eq!(read(&ask(app, &owner, "chatMessage", &[&own]).await), ["contents: «Only for us»"]);
    }

    async fn two_concurrent_requests_translate_a_text_once(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(admin.company, Admin).await;
        let job = app.job(&admin).await;
        let id = note(app, &admin, &job, "Dog in the yard").await;
        let ids = [&id];
        let (one, other) = tokio::join!(ask(app, &admin, "jobNote", &ids), ask(app, &colleague, "jobNote", &ids));
        assert_eq!((read(&one), &one.json), (vec!["content: «Dog in the yard»".to_owned()], &other.json));
        assert_eq!(app.requested_texts(), ["Dog in the yard"]);
    }

    async fn many_texts_are_sent_in_batches_and_read_with_as_many_statements_as_one(app: &TranslatingApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = app.job(&admin).await;
        let mut ids = Vec::new();
        for n in 0..30 {
            ids.push(note(app, &admin, &job, &format!("Dog number {n} in the yard")).await);
        }
        let ids: Vec<&Value> = ids.iter().collect();
        assert_eq!(read(&ask(app, &admin, "jobNote", &ids).await).len(), 30);
        let sizes: Vec<usize> = app.requests().iter().map(|call| call["q"].as_array().expect("q").len()).collect();
        assert_eq!(sizes, [25, 5]);
        let counted = async |ids: &[&Value]| {
            let before = app.app.db.statements_run();
            read(&ask(app, &admin, "jobNote", ids).await);
            app.app.db.statements_run() - before
        };
        // Not those of the call before: repeated calls are counted.
        assert_eq!(counted(&ids[1..]).await, counted(&ids[..1]).await);
        let long = "Wet wood. ".repeat(900);
        let long = [note(app, &admin, &job, &long).await, note(app, &admin, &job, &format!("{long}!")).await];
        assert_eq!(read(&ask(app, &admin, "jobNote", &[&long[0], &long[1]]).await).len(), 2);
        assert_eq!(app.requests().len(), 2, "a portion has its size");
    }
}
