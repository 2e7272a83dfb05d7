//! Links for people without an account: who makes and manages them, and what ends them.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, guests::secret_of, scan};

fn refusal(response: &TestResponse) -> (StatusCode, &str, Vec<String>) {
    (response.status, response.code(), response.fields())
}

fn invalid(field: &str) -> (StatusCode, &'static str, Vec<String>) {
    (StatusCode::UNPROCESSABLE_ENTITY, "validation", vec![field.to_owned()])
}

const CONFLICT: (StatusCode, &str, Vec<String>) = (StatusCode::CONFLICT, "conflict", Vec::new());
const MISSING: (StatusCode, &str, Vec<String>) = (StatusCode::NOT_FOUND, "not_found", Vec::new());
const FORBIDDEN: (StatusCode, &str, Vec<String>) = (StatusCode::FORBIDDEN, "forbidden", Vec::new());

async fn manage(app: &TestApp, who: &Person, call: &str, link: &Value) -> TestResponse {
    app.post(who, &format!("/api/guest_links/{call}"), json!({ "id": link["id"] })).await
}

async fn revoke(app: &TestApp, who: &Person, link: &Value) -> TestResponse {
    app.delete(who, &format!("/api/guest_links/{}", link["id"].as_str().expect("id"))).await
}

async fn is_open(app: &TestApp, secret: &str) -> bool {
    let read = app.guest_get(secret, "").await;
    if read.status == StatusCode::OK {
        return true;
    }
    assert_eq!(refusal(&read), MISSING, "{:?}", read.json);
    false
}

async fn assign(app: &TestApp, owner: &Person, job: &Value, to: &str, fields: Value) {
    let mut form = fields;
    form["jobCrewTableId"] = job["jobCrewTableId"].clone();
    let done = app.post(owner, &format!("/api/jobs/update/assign/{to}"), form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

async fn accepted_subcontractor(app: &TestApp, owner: &Person, job: &Value) -> Person {
    let sub = app.asked_subcontractor(owner, job).await;
    assert_eq!(app.answer(&sub, job, true).await.status, StatusCode::OK);
    sub
}

both_engines! {
    async fn a_link_is_made_with_all_that_it_may_do_and_its_url_is_shown_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, member) = app.crew(&owner).await;
        let fields = json!({ "crewMemberId": member, "phone": "6155550101", "email": "rosa@crew.example", "language": "spanish", "expiresOn": "2026-05-01", "may": ["notes", "accept"] });
        let (link, secret) = app.link(&owner, &job, fields).await;
        let mut expected = json!({
            "id": link["id"], "jobId": job["id"], "purchaseOrderId": null, "crewMemberId": member, "vendorContactId": null,
            "name": "Rosa Díaz", "phone": "615-555-0101", "email": "rosa@crew.example", "language": "spanish",
            "may": ["accept", "notes"], "allJobs": false, "expiresOn": "2026-05-01", "endsOn": "2026-05-01",
            "createdBy": owner.user, "dateInserted": "2026-03-02T12:00:00Z", "lastSeen": null, "state": "pending",
            "reason": null, "revoked": false,
        });
        assert_eq!(app.links(&owner, &job).await, [expected.clone()], "without the secret");
        expected["url"] = link["url"].clone();
        assert_eq!(link, expected);
        let (plain, other) = app.link(&owner, &job, json!({})).await;
        assert_ne!(secret, other);
        assert_eq!((&plain["may"], &plain["language"], &plain["expiresOn"], &plain["endsOn"]), (&json!(["accept", "photos", "notes", "sign", "complete"]), &json!("english"), &Value::Null, &json!("2026-04-01")));
        let (reads, _) = app.link(&owner, &job, json!({ "may": [], "phone": null })).await;
        assert_eq!(reads["may"], json!([]));
        assert_eq!(app.links(&owner, &job).await.len(), 3);
        let history = app.history(&owner, &job).await;
        assert!(history.iter().any(|entry| entry.contains("created the link for Rosa Díaz")), "{history:?}");
    }

    async fn a_link_with_a_wrong_field_is_not_made(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        for (fields, field) in [
            (json!({ "name": "" }), "name required"),
            (json!({ "name": "x".repeat(1_001) }), "name too_long"),
            (json!({ "phone": "12" }), "phone phone_format"),
            (json!({ "email": "rosa" }), "email email"),
            (json!({ "language": "french" }), "language choice"),
            (json!({ "may": ["notes", "pay"] }), "may choice"),
            (json!({ "crewMemberId": job["id"] }), "crewMemberId choice"),
            (json!({ "vendorContactId": job["id"] }), "vendorContactId choice"),
            (json!({ "expiresOn": "soon" }), "expiresOn format"),
            (json!({ "expiresOn": "2026-03-01" }), "expiresOn range"),
            (json!({ "expiresOn": "2027-04-07" }), "expiresOn range"),
            (json!({ "allJobs": true }), "crewMemberId required"),
        ] {
            assert_eq!(refusal(&app.make_link(&owner, &job, fields.clone()).await), invalid(field), "{fields}");
        }
        let nothing = app.post(&owner, "/api/guest_links/create", json!({ "name": "Rosa" })).await;
        assert_eq!(refusal(&nothing), invalid("jobId required"));
        let both = app.make_link(&owner, &job, json!({ "purchaseOrderId": job["id"] })).await;
        assert_eq!(refusal(&both), invalid("purchaseOrderId mismatch"));
        assert_eq!(refusal(&app.make_link(&owner, &json!({ "id": owner.user }), json!({})).await), MISSING);
        assert_eq!(app.links(&owner, &job).await, Vec::<Value>::new());
        for day in ["2026-03-02", "2027-04-06"] {
            assert_eq!(app.make_link(&owner, &job, json!({ "expiresOn": day })).await.status, StatusCode::OK, "{day}");
        }
    }

    async fn only_those_who_run_a_job_make_links_to_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let foreman = app.foreman_on(&owner, &job).await;
        let (link, _) = app.link(&foreman, &job, json!({})).await;
        assert_eq!(app.links(&owner, &job).await.len(), 1);
        for (who, expected) in [
            (app.colleague(owner.company, Member).await, FORBIDDEN),
            (app.colleague(owner.company, Salesman).await, MISSING),
            (app.colleague(owner.company, Foreman).await, MISSING),
            (app.sign_in(Contractor, Admin).await, MISSING),
            (app.sign_in(Subcontractor, Admin).await, MISSING),
            (app.sign_in(Subcontractor, Member).await, FORBIDDEN),
        ] {
            assert_eq!(refusal(&app.make_link(&who, &job, json!({})).await), expected);
            let path = format!("/api/guest_links/{}", job["id"].as_str().expect("id"));
            assert_eq!(refusal(&app.get(&who, &path).await), expected);
            for call in ["renew", "send"] {
                assert_eq!(refusal(&manage(app, &who, call, &link).await), expected, "{call}");
            }
            assert_eq!(refusal(&revoke(app, &who, &link).await), expected);
        }
        let signed_out = app.call(None, "POST", "/api/guest_links/create", json!({})).await;
        assert_eq!(signed_out.status, StatusCode::UNAUTHORIZED);
    }

    async fn a_subcontractor_manages_its_own_links_once_it_has_accepted(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (theirs, _) = app.link(&owner, &job, json!({})).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(refusal(&app.make_link(&sub, &job, json!({})).await), CONFLICT, "not accepted yet");
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let colleague = app.colleague(sub.company, Member).await;
        assert_eq!(refusal(&app.make_link(&colleague, &job, json!({})).await), FORBIDDEN);
        let (_, own_member) = app.crew(&sub).await;
        let (_, other_member) = app.crew(&owner).await;
        assert_eq!(refusal(&app.make_link(&sub, &job, json!({ "crewMemberId": other_member })).await), invalid("crewMemberId choice"));
        let (own, secret) = app.link(&sub, &job, json!({ "crewMemberId": own_member })).await;
        assert!(is_open(app, &secret).await);
        let ids = |links: &[Value]| links.iter().map(|link| link["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&app.links(&owner, &job).await), [theirs["id"].clone()]);
        assert_eq!(ids(&app.links(&sub, &job).await), [own["id"].clone()]);
        assert_eq!(refusal(&manage(app, &sub, "renew", &theirs).await), MISSING);
        assert_eq!(refusal(&revoke(app, &owner, &own).await), MISSING);
        let view = app.guest_get(&secret, "").await;
        assert_eq!((&view.json["contact"]["company"], &view.json["contact"]["name"]), (&json!("Ridge & Sons"), &json!("Ada Ridge")));
    }

    async fn renewing_and_revoking_end_every_secret_of_a_link(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (link, first) = app.link(&owner, &job, json!({ "email": "rosa@crew.example" })).await;
        assert_eq!(manage(app, &owner, "send", &link).await.status, StatusCode::OK);
        let mailed = mailed_secret(app).await;
        assert!(is_open(app, &first).await && is_open(app, &mailed).await, "both open it");
        let renewed = manage(app, &owner, "renew", &link).await;
        let second = secret_of(&renewed.json["link"]);
        assert_eq!(renewed.json["link"]["id"], link["id"]);
        assert!(!is_open(app, &first).await && !is_open(app, &mailed).await && is_open(app, &second).await);
        let done = revoke(app, &owner, &link).await;
        assert_eq!((done.status, &done.json["id"]), (StatusCode::OK, &link["id"]));
        assert!(!is_open(app, &second).await);
        let listed = app.links(&owner, &job).await;
        assert_eq!((listed.len(), &listed[0]["revoked"]), (1, &json!(true)), "it stays listed");
        assert_eq!(revoke(app, &owner, &link).await.status, StatusCode::OK, "twice changes nothing");
        for call in ["renew", "send"] {
            assert_eq!(refusal(&manage(app, &owner, call, &link).await), CONFLICT, "{call}");
        }
        let history = app.history(&owner, &job).await;
        for done in ["renewed the link for Rosa Díaz", "deleted the link for Rosa Díaz", "sent the link for Rosa Díaz"] {
            assert_eq!(history.iter().filter(|entry| entry.contains(done)).count(), 1, "{done}: {history:?}");
        }
    }

    async fn a_link_is_mailed_in_its_language_and_the_reply_goes_to_its_sender(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        let (silent, _) = app.link(&owner, &job, json!({ "phone": "6155550101" })).await;
        assert_eq!(refusal(&manage(app, &owner, "send", &silent).await), invalid("email required"));
        let (link, first) = app.link(&owner, &job, json!({ "email": "rosa@crew.example", "language": "spanish" })).await;
        let sent = manage(app, &owner, "send", &link).await;
        assert_eq!(sent.json, json!({ "message": "The link was sent to rosa@crew.example." }));
        let mail = app.newest_mail().await;
        assert_eq!((&mail.to[..], &mail.from[..]), (&["Rosa Díaz <rosa@crew.example>".to_owned()][..], &["Ridge & Sons <ridgeline@localhost>".to_owned()][..]));
        assert!(mail.reply_to[0].starts_with("Ada Ridge"), "{:?}", mail.reply_to);
        assert!(mail.subject.contains("Whitaker re-roof") && mail.text.contains("le envía un enlace"), "{mail:?}");
        assert!(!mail.text.contains(&first), "a secret of its own");
        assert!(is_open(app, &mailed_secret(app).await).await);
    }

    async fn a_link_ends_when_its_job_is_given_to_others(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&owner).await;
        let (other_crew, other_member) = app.crew(&owner).await;
        let to_crew = |crew: &str, member: Option<&str>| json!({ "customCrewId": crew, "customCrewMemberId": member, "isCustom": true });

        let job = app.job(&owner).await;
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        assign(app, &owner, &job, "custom", to_crew(&crew, None)).await;
        assert!(is_open(app, &secret).await, "a first assignment ends nothing");
        assign(app, &owner, &job, "custom", to_crew(&crew, Some(&member))).await;
        assert!(is_open(app, &secret).await, "nor does a first lead");
        assign(app, &owner, &job, "custom", to_crew(&crew, Some(&member))).await;
        assert!(is_open(app, &secret).await, "nor the same again");
        assign(app, &owner, &job, "user", json!({ "assignedToUserId": owner.user })).await;
        assert!(is_open(app, &secret).await, "nor an employee");
        assign(app, &owner, &job, "custom", to_crew(&other_crew, Some(&other_member))).await;
        assert!(!is_open(app, &secret).await, "another crew");
        assert_eq!(app.links(&owner, &job).await[0]["revoked"], json!(true));

        let (link, secret) = app.link(&owner, &job, json!({})).await;
        assert!(is_open(app, &secret).await, "a new link lives");
        assign(app, &owner, &job, "nobody", json!({})).await;
        assert!(!is_open(app, &secret).await, "taken back");
        assert_eq!(refusal(&manage(app, &owner, "renew", &link).await), CONFLICT);

        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let sub = accepted_subcontractor(app, &owner, &job).await;
        assert!(is_open(app, &secret).await, "a first subcontractor");
        let (_, theirs) = app.link(&sub, &job, json!({})).await;
        app.asked_subcontractor(&owner, &job).await;
        assert!(!is_open(app, &secret).await && !is_open(app, &theirs).await, "another company");

        let job = app.job(&owner).await;
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, false).await.status, StatusCode::OK);
        assert!(!is_open(app, &secret).await, "the company declined");
    }

    async fn a_link_ends_with_its_connection_its_crew_member_and_its_job(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        assign(app, &owner, &job, "subcontractorAccount", json!({ "selectedConnection": connection })).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let (_, mine) = app.link(&owner, &job, json!({})).await;
        let (_, theirs) = app.link(&sub, &job, json!({})).await;
        let removed = app.post(&owner, "/api/connections/decline", json!({ "id": connection })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        assert!(!is_open(app, &mine).await && !is_open(app, &theirs).await, "the connection ended");

        let (crew, member) = app.crew(&owner).await;
        let (_, of_member) = app.link(&owner, &job, json!({ "crewMemberId": member })).await;
        let (_, of_nobody) = app.link(&owner, &job, json!({})).await;
        assert_eq!(app.delete(&owner, &format!("/api/custom_crews/crew_members/{member}")).await.status, StatusCode::OK);
        assert!(!is_open(app, &of_member).await, "the member was removed");
        assert!(is_open(app, &of_nobody).await, "they did not lead the job");

        assign(app, &owner, &job, "custom", json!({ "customCrewId": crew, "isCustom": true })).await;
        assert!(is_open(app, &of_nobody).await);
        assert_eq!(app.delete(&owner, &format!("/api/custom_crews/{crew}")).await.status, StatusCode::OK);
        assert!(!is_open(app, &of_nobody).await, "the crew was deleted");

        let (_, last) = app.link(&owner, &job, json!({})).await;
        let gone = app.post(&owner, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(gone.status, StatusCode::OK);
        assert!(!is_open(app, &last).await, "the job was deleted");
    }

    async fn a_bulk_assignment_and_its_undo_end_links_like_single_ones(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (crew, _) = app.crew(&owner).await;
        let (other, _) = app.crew(&owner).await;
        let give = async |crew: &str| {
            let form = json!({ "jobIds": [job["id"]], "change": { "assign": { "customCrewId": crew } } });
            app.post(&owner, "/api/jobs/bulk", form).await
        };
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        give(&crew).await;
        assert!(is_open(app, &secret).await);
        let changed = give(&other).await;
        assert!(!is_open(app, &secret).await);
        let (_, secret) = app.link(&owner, &job, json!({})).await;
        let back = app.post(&owner, "/api/jobs/bulk/undo", json!({ "undo": changed.json["undo"] })).await;
        assert_eq!(back.json["jobs"].as_array().map(Vec::len), Some(1), "{:?}", back.json);
        assert!(!is_open(app, &secret).await, "given to the former crew");
    }

    async fn the_end_of_a_link_moves_with_its_job_unless_a_day_was_chosen(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (_, chosen) = app.link(&owner, &job, json!({ "expiresOn": "2026-03-03" })).await;
        let (_, open) = app.link(&owner, &job, json!({})).await;
        // The last day in Chicago, where the companies of tests are.
        app.advance(Duration::hours(40));
        assert!(is_open(app, &chosen).await, "11 at night on the last day");
        app.advance(Duration::hours(2));
        assert!(!is_open(app, &chosen).await);
        let expired = &app.links(&owner, &job).await[0];
        assert_eq!((&expired["revoked"], &expired["expiresOn"]), (&json!(true), &json!("2026-03-03")));
        assert_eq!(refusal(&manage(app, &owner, "renew", expired).await), CONFLICT);
        app.advance(Duration::days(27));
        assert!(is_open(app, &open).await, "thirty days after it was made");
        app.schedule(&owner, &job, "2026-06-01", "2026-06-05").await;
        assert_eq!(app.links(&owner, &job).await[1]["endsOn"], json!("2026-07-05"));
        app.advance(Duration::days(90));
        assert!(is_open(app, &open).await);
        app.advance(Duration::days(10));
        assert!(!is_open(app, &open).await);
    }

    async fn the_holders_of_links_are_mailed_when_the_days_of_their_job_change(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        let (link, secret) = app.link(&owner, &job, json!({ "email": "rosa@crew.example" })).await;
        let (gone, _) = app.link(&owner, &job, json!({ "email": "gone@crew.example" })).await;
        app.link(&owner, &job, json!({})).await;
        revoke(app, &owner, &gone).await;
        let answer = json!({ "accepted": true, "startDate": "2026-05-04", "endDate": "2026-05-06" });
        assert_eq!(app.guest(&secret, "/answer", answer).await.json, json!({ "state": "accepted" }));
        let state = async || app.links(&owner, &job).await[0]["state"].clone();
        assert_eq!(state().await, json!("accepted"));
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        assert_eq!(app.outbox().await.len(), 0, "the same days");
        app.schedule(&owner, &job, "2026-05-11", "2026-05-12").await;
        assert_eq!(state().await, json!("pending"));
        let mails = app.outbox().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        assert_eq!(mails[0].to, ["Rosa Díaz <rosa@crew.example>"]);
        assert!(mails[0].text.contains("May 11") || mails[0].text.contains("5/11"), "{:?}", mails[0].text);
        let further = mailed_secret(app).await;
        assert!(further != secret && is_open(app, &further).await && is_open(app, &secret).await);
        let form = json!({ "jobIds": [job["id"]], "change": { "unschedule": true } });
        let bulk = app.post(&owner, "/api/jobs/bulk", form).await;
        assert_eq!(app.outbox().await.len(), 2);
        let back = app.post(&owner, "/api/jobs/bulk/undo", json!({ "undo": bulk.json["undo"] })).await;
        assert_eq!(back.status, StatusCode::OK);
        assert_eq!(app.outbox().await.len(), 3);
        app.schedule(&owner, &job, "2026-05-04", "2026-05-06").await;
        assert_eq!((app.outbox().await.len(), state().await), (4, json!("accepted")));
        let back = app.newest_mail().await.text;
        assert!(back.contains("Your answer for these days still counts."), "{back}");
        let (crew, _) = app.crew(&owner).await;
        assign(app, &owner, &job, "custom", json!({ "customCrewId": crew, "isCustom": true, "startDate": "2026-05-18", "endDate": "2026-05-18" })).await;
        assert_eq!(app.outbox().await.len(), 5, "assigned and moved in one call");
        assert_eq!(app.links(&owner, &job).await[0]["id"], link["id"]);
    }

    async fn no_row_holds_the_secret_of_a_link(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let form = json!({ "jobId": job["id"], "name": "Rosa", "email": "rosa@crew.example" });
        let request = axum::http::Request::post("/api/guest_links/create")
            .header("content-type", "application/json")
            .header("idempotency-key", "0123456789abcdef0123")
            .body(form.to_string().into());
        let made = app.send(Some(&owner), request.expect("request")).await;
        let secret = secret_of(&made.json["link"]);
        let request = axum::http::Request::post("/api/guest_links/create")
            .header("content-type", "application/json")
            .header("idempotency-key", "0123456789abcdef0123")
            .body(form.to_string().into());
        let again = app.send(Some(&owner), request.expect("request")).await;
        assert_eq!(again.json, made.json, "the stored answer, which is encrypted under the key");
        app.guest(&secret, "/seen", Value::Null).await;
        app.guest_with_key(&secret, "/note", "fedcba9876543210", json!({ "content": "On site" })).await;
        manage(app, &owner, "send", &made.json["link"]).await;
        let mailed = mailed_secret(app).await;
        for secret in [&secret, &mailed] {
            let found = scan::mentions(&app.app.db, secret).await;
            assert!(found.is_empty(), "{found:?}");
            let bytes = scan::mentions(&app.app.db, &secret[..22]).await;
            assert!(bytes.is_empty(), "{bytes:?}");
        }
    }

    async fn a_company_has_a_bounded_number_of_links_to_a_job(app: &TestApp) {
        let app = &app.second_server(|parts| parts.duplicate_counter = None).await;
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        for n in 0..100 {
            let made = app.make_link(&owner, &job, json!({ "name": format!("Rosa {n}") })).await;
            assert_eq!(made.status, StatusCode::OK, "{n}: {:?}", made.json);
        }
        assert_eq!(refusal(&app.make_link(&owner, &job, json!({})).await), CONFLICT);
        assert_eq!(app.links(&owner, &job).await.len(), 100);
    }
}

/// The secret in the newest mail.
async fn mailed_secret(app: &TestApp) -> String {
    let mail = app.newest_mail().await;
    let (_, rest) = mail.text.split_once("http://localhost:8080/g/").expect("a link");
    rest.split_whitespace().next().expect("a secret").to_owned()
}
