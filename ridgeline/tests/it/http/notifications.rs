//! Notifications of what others did.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use server::notify::dispatch;
use store::actor::ActionContext;

use crate::support::{Person, TestApp, upload};

const LIST: &str = "/api/notifications/user";
const SEEN: &str = "/api/notifications/seen";

async fn notifications(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, LIST).await;
    assert_eq!(list.status, StatusCode::OK, "{:?}", list.json);
    list.json["notifications"].as_array().expect("notifications").clone()
}

/// The texts of a user's notifications, newest first.
async fn sentences(app: &TestApp, who: &Person) -> Vec<String> {
    let list = notifications(app, who).await;
    list.iter()
        .map(|notification| notification["content"].as_str().expect("content").to_string())
        .collect()
}

async fn schedule(app: &TestApp, who: &Person, job: &Value, start: &str, end: &str) {
    let days = json!({ "jobId": job["id"], "startDate": start, "endDate": end });
    let done = app.post(who, "/api/jobs/update/schedule", days).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

async fn assign(app: &TestApp, who: &Person, job: &Value, user: Value) {
    let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": user });
    let done = app.post(who, "/api/jobs/update/assign/user", form).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
}

async fn mark_all_seen(app: &TestApp, who: &Person) {
    let ids: Vec<Value> = notifications(app, who)
        .await
        .iter()
        .map(|notification| notification["id"].clone())
        .collect();
    assert_eq!(app.post(who, SEEN, json!(ids)).await.status, StatusCode::OK);
}

both_engines! {
    async fn nobody_reads_or_marks_another_users_notifications(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        for (method, path) in [("GET", LIST), ("POST", SEEN)] {
            let response = app.call(None, method, path, json!([])).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
        }
        let id = notifications(app, &sub).await[0]["id"].clone();
        let colleague = app.colleague(sub.company, Admin).await;
        let outsider = app.sign_in(Subcontractor, Admin).await;
        for who in [&owner, &colleague, &outsider] {
            assert_eq!(notifications(app, who).await, Vec::<Value>::new());
            let marked = app.post(who, SEEN, json!([id])).await;
            assert_eq!((marked.status, &marked.json), (StatusCode::OK, &json!({ "notifications": {} })));
        }
        assert_eq!(notifications(app, &sub).await[0]["isNew"], true);
    }

    async fn notifications_marked_as_seen_are_returned_by_id_and_stay_seen(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.asked_subcontractor(&owner, &app.job(&owner).await).await;
        let [notification] = notifications(app, &sub).await.try_into().expect("one");
        let id = notification["id"].as_str().expect("id");
        let unknown = "0198f7a0-0000-7000-8000-000000000000";
        for _ in 0..2 {
            let marked = app.post(&sub, SEEN, json!([id, unknown, "no id", "", id])).await;
            let mut seen = notification.clone();
            seen["isNew"] = json!(false);
            assert_eq!((marked.status, &marked.json), (StatusCode::OK, &json!({ "notifications": { id: seen } })));
        }
        assert_eq!(notifications(app, &sub).await[0]["isNew"], false);
        let none = app.post(&sub, SEEN, json!([])).await;
        assert_eq!((none.status, none.json), (StatusCode::OK, json!({ "notifications": {} })));
        for bad in [json!({ "ids": [id] }), json!(id), json!([1]), json!([[id]]), json!([null]), json!(true)] {
            let refused = app.post(&sub, SEEN, bad).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::BAD_REQUEST, "malformed"));
        }
        for body in ["[\"\\ud800\"]", "[", ""] {
            let request = axum::http::Request::builder().method("POST").uri(SEEN).body(body.into()).expect("request");
            assert_eq!(app.send(Some(&sub), request).await.status, StatusCode::BAD_REQUEST, "{body}");
        }
        assert_eq!(app.post(&sub, SEEN, json!(["a\u{0}b"])).await.json, json!({ "notifications": {} }));
    }

    async fn both_sides_of_an_assignment_are_notified(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let partner = app.colleague(owner.company, Admin).await;
        let member = app.colleague(owner.company, Member).await;
        let job = app.job(&owner).await;
        schedule(app, &owner, &job, "2026-03-02", "2026-03-04").await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let subs_member = app.colleague(sub.company, Member).await;
        let received = notifications(app, &sub).await;
        let route = format!("/app/jobs/details/{}", job["id"].as_str().expect("id"));
        assert_eq!(received, [json!({
            "id": received[0]["id"], "title": "New job", "route": route, "image": null, "isNew": true, "destination": "bell", "subject": job["id"],
            "content": "Ridge & Sons asks you to do Whitaker re-roof (Mar 2nd 2026 – Mar 4th 2026). Accept or decline it.",
            "dateInserted": "2026-03-02T12:00:00Z",
        })]);
        app.answer(&sub, &job, true).await;
        for who in [&owner, &partner] {
            assert_eq!(sentences(app, who).await, ["Ridge & Sons accepted Whitaker re-roof."]);
        }
        assert_eq!(notifications(app, &owner).await[0]["title"], "Job accepted");
        assign(app, &sub, &job, json!(subs_member.user)).await;
        assert_eq!(sentences(app, &subs_member).await, ["Ada Ridge assigned you to Whitaker re-roof (Mar 2nd 2026 – Mar 4th 2026)."]);
        assert_eq!(notifications(app, &member).await.len(), 0, "jobs between companies are for admins");
        assert_eq!(notifications(app, &sub).await.len(), 1, "nobody is told what they did themselves");
    }

    async fn a_decline_notifies_the_contractor(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        app.answer(&sub, &job, false).await;
        assert_eq!(sentences(app, &owner).await, ["Ridge & Sons declined Whitaker re-roof. It is now unassigned."]);
    }

    async fn a_reassigned_job_notifies_the_former_subcontractor_and_its_worker(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        app.answer(&sub, &job, true).await;
        let worker = app.colleague(sub.company, Member).await;
        assign(app, &sub, &job, json!(worker.user)).await;
        let next = app.asked_subcontractor(&owner, &job).await;
        let taken_back = "Ridge & Sons took Whitaker re-roof back. It is no longer on your list.";
        for who in [&sub, &worker] {
            assert_eq!(sentences(app, who).await, [taken_back], "the offer that was never seen is gone with it");
            assert_eq!(notifications(app, who).await[0]["route"], "/app/jobs");
        }
        assert_eq!(notifications(app, &next).await[0]["title"], "New job");
        app.post(&owner, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(sentences(app, &next).await, [taken_back]);
    }

    async fn a_foreman_is_notified_of_his_job_and_its_dates(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        assign(app, &owner, &job, json!(foreman.user)).await;
        assign(app, &owner, &job, json!(foreman.user)).await;
        assert_eq!(sentences(app, &foreman).await, ["Ada Ridge assigned you to Whitaker re-roof."]);
        schedule(app, &owner, &job, "2026-03-05", "2026-03-05").await;
        assert_eq!(sentences(app, &foreman).await[0], "Ridge & Sons scheduled Whitaker re-roof for Mar 5th 2026.");
        assign(app, &owner, &job, Value::Null).await;
        assert_eq!(sentences(app, &foreman).await[0], "Ridge & Sons took Whitaker re-roof back. It is no longer on your list.");
        assign(app, &owner, &job, json!(owner.user)).await;
        assert_eq!(notifications(app, &owner).await.len(), 0, "who takes a job knows it");
    }

    async fn a_declined_job_is_taken_from_the_employee_who_was_to_do_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let worker = app.colleague(sub.company, Member).await;
        app.answer(&sub, &job, true).await;
        assign(app, &sub, &job, json!(worker.user)).await;
        schedule(app, &owner, &job, "2026-03-05", "2026-03-05").await;
        assert_eq!(sentences(app, &worker).await[0], "Ridge & Sons scheduled Whitaker re-roof for Mar 5th 2026.", "only an admin answers");
        assert!(sentences(app, &sub).await[0].ends_with("Accept the new dates or decline them."));
        app.answer(&sub, &job, false).await;
        assert!(sentences(app, &worker).await[0].contains("took Whitaker re-roof back"), "{:?}", sentences(app, &worker).await);
    }

    async fn repeated_rescheduling_of_one_job_is_one_notification(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        mark_all_seen(app, &sub).await;
        for day in ["2026-03-05", "2026-03-06", "2026-03-06", "2026-03-09"] {
            app.advance(chrono::Duration::minutes(1));
            schedule(app, &owner, &job, day, day).await;
        }
        let moved = notifications(app, &sub).await;
        assert_eq!((moved.len(), &moved[0]["content"]), (2, &json!("Ridge & Sons scheduled Whitaker re-roof for Mar 9th 2026. Accept the new dates or decline them.")));
        assert_eq!(moved[0]["dateInserted"], "2026-03-02T12:04:00Z");
        // The user looks at this one, and another change arrives before they mark it as seen.
        app.answer(&sub, &job, true).await;
        app.advance(chrono::Duration::minutes(1));
        schedule(app, &owner, &job, "2026-03-10", "2026-03-11").await;
        let marked = app.post(&sub, SEEN, json!([moved[0]["id"]])).await;
        assert_eq!(marked.json, json!({ "notifications": {} }));
        let again = notifications(app, &sub).await;
        assert_eq!((again.len(), &again[0]["isNew"]), (2, &json!(true)), "what was not shown is still new");
        assert_eq!(again[0]["content"], "Ridge & Sons scheduled Whitaker re-roof for Mar 10th 2026 – Mar 11th 2026. Accept the new dates or decline them.");
        app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": job["id"] })).await;
        assert_eq!(sentences(app, &sub).await[0], "Ridge & Sons removed Whitaker re-roof from the calendar.");
        assert_eq!(notifications(app, &sub).await.len(), 2);
        mark_all_seen(app, &sub).await;
        schedule(app, &owner, &job, "2026-03-12", "2026-03-12").await;
        assert_eq!(notifications(app, &sub).await.len(), 3, "what was seen stays");
    }

    async fn a_completed_job_notifies_those_who_worked_on_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let mark = |is_active: bool| app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": is_active }));
        mark(true).await;
        assert_eq!(notifications(app, &sub).await.len(), 1, "it was active before");
        mark(false).await;
        assert_eq!(sentences(app, &sub).await[0], "Ridge & Sons marked Whitaker re-roof as complete.");
        mark(true).await;
        assert_eq!(sentences(app, &sub).await[0], "Ridge & Sons marked Whitaker re-roof as active again.");
        assert_eq!(notifications(app, &sub).await.len(), 2);
        mark(false).await;
        app.post(&owner, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert_eq!(sentences(app, &sub).await[0], "Ridge & Sons marked Whitaker re-roof as complete.");
    }

    async fn work_orders_and_signatures_notify_the_other_company(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let worker = app.colleague(sub.company, Member).await;
        let order = app.work_order(&owner, &job).await;
        let id = order["id"].as_str().expect("id");
        let written = notifications(app, &sub).await;
        assert_eq!(written[0]["content"], "Ridge & Sons added work order #-1 to Whitaker re-roof.");
        assert_eq!(written[0]["route"], json!(format!("/app/work_order/{id}")));
        for who in [&sub, &worker, &worker, &owner] {
            let signed = app.post(who, "/api/work_orders/sign", json!({ "orderId": id })).await;
            assert_eq!(signed.status, StatusCode::OK, "{:?}", signed.json);
        }
        let signed = "Ada Ridge of Ridge & Sons signed work order #-1 of Whitaker re-roof.";
        assert_eq!(sentences(app, &owner).await, [signed, signed], "the subcontractor and his man, each once");
        assert_eq!(sentences(app, &sub).await[..2], [signed, signed], "his man and the contractor");
        assert_eq!(notifications(app, &worker).await.len(), 0);
        app.delete(&worker, &format!("/api/work_orders/sign/{id}")).await;
        assert_eq!(notifications(app, &owner).await.len(), 1, "nobody hears first of a signature that is gone");
    }

    async fn a_sent_work_order_and_a_new_colleague_are_notified_too(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let order = app.work_order(&owner, &job).await;
        let fields = [("orderId", order["id"].as_str().expect("id"))];
        let sending = upload("/api/work_orders/send", ("workOrderPDF", "order.pdf"), b"%PDF-1.7\n", &fields);
        assert_eq!(app.send(Some(&owner), sending).await.status, StatusCode::OK);
        assert_eq!(sentences(app, &sub).await[0], "Ridge & Sons sent you work order #-1 of Whitaker re-roof.");
        let newcomer = app.colleague(owner.company, Member).await;
        let mut tx = app.app.db.write().await.expect("tx");
        let act = ActionContext { user: newcomer.user, company: newcomer.company, now: app.app.clock.now(), api_key: None };
        dispatch::invitation_completed(&mut tx, act).await.expect("told");
        tx.commit().await.expect("commit");
        assert_eq!(sentences(app, &owner).await, ["Ada Ridge accepted the invitation and joined Ridge & Sons."]);
        assert_eq!(notifications(app, &owner).await[0]["route"], "/app/company");
    }

    async fn a_spanish_reader_is_notified_in_spanish(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        schedule(app, &owner, &job, "2026-03-02", "2026-03-02").await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let settings = json!({
            "firstName": "Ada", "lastName": "Ridge", "location": "Nashville, TN", "language": "spanish", "position": "Dueña",
        });
        assert_eq!(app.post(&sub, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        let notification = &notifications(app, &sub).await[0];
        assert_eq!(notification["title"], "Trabajo nuevo");
        assert_eq!(notification["content"], "Ridge & Sons le pide hacer Whitaker re-roof (2 mar 2026). Acéptelo o rechácelo.");
    }

    async fn a_refused_change_notifies_nobody(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })).await;
        let before = notifications(app, &sub).await;
        let days = json!({ "jobId": job["id"], "startDate": "2026-03-02", "endDate": "2026-03-02" });
        assert_eq!(app.post(&owner, "/api/jobs/update/schedule", days).await.status, StatusCode::CONFLICT);
        assert_eq!(notifications(app, &sub).await, before);
    }

    async fn listing_a_hundred_notifications_takes_one_statement(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let ask = |title: String| {
            let connection = connection.clone();
            let owner = owner.clone();
            async move {
                let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
                let created = app.post(&owner, "/api/jobs/create", form).await;
                let job = app.job_seen_by(&owner, &created.json["id"]).await;
                let form = json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
                let done = app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
                assert_eq!(done.status, StatusCode::OK);
            }
        };
        ask("Job 0".to_string()).await;
        let count = || async {
            let before = app.app.db.statements_run();
            let list = notifications(app, &sub).await;
            (list, app.app.db.statements_run() - before)
        };
        count().await;
        let (_, of_one) = count().await;
        for n in 1..=103 {
            app.advance(chrono::Duration::seconds(1));
            ask(format!("Job {n}")).await;
        }
        let (list, of_all) = count().await;
        assert_eq!(of_all, of_one);
        assert_eq!(list.len(), 100);
        let first = list[0]["content"].as_str().expect("content");
        assert!(first.contains("Job 103"), "the newest first: {first}");
        assert!(list[99]["content"].as_str().expect("content").contains("Job 4."), "{}", list[99]);
    }
}
