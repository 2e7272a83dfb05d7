//! Connections between companies: requesting, accepting, ending.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, sockets::Socket};

const CONNECT: &str = "/api/connections/connect";
const ACCEPT: &str = "/api/connections/accept";
const DECLINE: &str = "/api/connections/decline";
const UNKNOWN: &str = "0198f7a0-0000-7000-8000-000000000000";

fn own(who: &Person) -> String {
    format!("/api/connections/connections/{}", who.company)
}

async fn seen(app: &TestApp, who: &Person) -> Value {
    app.get(who, &own(who)).await.json["fullConnectionsDetails"].clone()
}

async fn request_connection(app: &TestApp, sender: &Person, recipient: &Person) -> TestResponse {
    let form = json!({ "senderId": sender.company, "recipientId": recipient.company, "message": " We met in Memphis. " });
    app.post(sender, CONNECT, form).await
}

/// The id of a connection that was just requested.
async fn requested(app: &TestApp, sender: &Person, recipient: &Person) -> Value {
    let requested = request_connection(app, sender, recipient).await;
    assert_eq!(requested.status, StatusCode::OK, "{:?}", requested.json);
    requested.json["connection"]["id"].clone()
}

async fn notification_texts(app: &TestApp, who: &Person) -> Vec<String> {
    let list = app.get(who, "/api/notifications/user").await.json["notifications"].clone();
    let list = list.as_array().expect("notifications").clone();
    list.iter()
        .filter(|notification| {
            notification["destination"] == "connections"
                && notification["route"] == "/app/connections"
        })
        .map(|notification| notification["content"].as_str().expect("content").to_string())
        .collect()
}

async fn connections_of(app: &TestApp, who: &Person, company: &Person) -> Value {
    let page = app.get(who, &format!("/api/company/find/{}", company.company)).await;
    let company = &page.json["company"];
    json!([company["numConnections"], company["connectionExists"], company["connectionAccepted"]])
}

async fn set_active(app: &TestApp, who: &Person, job: &Value, is_active: bool) -> TestResponse {
    let form = json!({ "jobId": job["id"], "isActive": is_active });
    app.post(who, "/api/jobs/complete", form).await
}

both_engines! {
    async fn each_side_sees_the_other_and_who_sent_the_request(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let other = app.sign_in(Subcontractor, Admin).await;
        let accepted = app.connection(&admin, &sub, true).await;
        app.connection(&other, &admin, false).await;
        let list = seen(app, &app.colleague(admin.company, Member).await).await;
        let of = |company: &Person| {
            let rows = list.as_array().expect("rows");
            rows.iter().find(|row| row["companyDetails"]["id"] == json!(company.company)).cloned().expect("a row")
        };
        assert_eq!(list.as_array().map(Vec::len), Some(2));
        assert_eq!(of(&sub), json!({
            "id": accepted, "senderId": admin.company, "recipientId": sub.company, "accepted": true, "sent": true,
            "message": "", "companyDetails": {
                "id": sub.company, "name": "Ridge & Sons", "location": "Nashville, TN", "logoUrl": null,
                "companyType": "subcontractor", "documents": [],
            },
        }));
        assert_eq!((&of(&other)["sent"], &of(&other)["accepted"]), (&json!(false), &json!(false)));
        assert_eq!(seen(app, &sub).await[0]["sent"], json!(false));
        assert_eq!(seen(app, &sub).await[0]["companyDetails"]["id"], json!(admin.company));
    }

    async fn another_companys_connections_are_not_found(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(app.get(&outsider, &own(&admin)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.call(None, "GET", &own(&admin), Value::Null).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn only_admins_connect_accept_and_end_connections(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let outsider = app.sign_in(Contractor, Admin).await;
        let id = requested(app, &admin, &sub).await;
        for path in [CONNECT, ACCEPT, DECLINE] {
            let form = json!({ "id": id, "recipientId": sub.company });
            let response = app.call(None, "POST", path, form.clone()).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
            for (company, kind) in [(admin.company, Member), (admin.company, Foreman), (sub.company, Member)] {
                let response = app.post(&app.colleague(company, kind).await, path, form.clone()).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts can perform this action"), "{path}");
            }
        }
        for path in [ACCEPT, DECLINE] {
            for form in [json!({ "id": id }), json!({ "id": UNKNOWN }), json!({ "id": "no id" })] {
                let response = app.post(&outsider, path, form).await;
                assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            }
        }
        assert_eq!(seen(app, &sub).await[0]["accepted"], false);
    }

    async fn an_accepted_request_counts_on_both_companies_pages(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let partner = app.colleague(admin.company, Admin).await;
        let foreman = app.colleague(sub.company, Member).await;
        let sent = request_connection(app, &admin, &sub).await;
        let connection = &sent.json["connection"];
        assert_eq!((sent.status, connection), (StatusCode::OK, &json!({
            "id": connection["id"], "senderId": admin.company, "recipientId": sub.company, "accepted": false, "sent": true,
            "message": "We met in Memphis.", "companyDetails": {
                "id": sub.company, "name": "Ridge & Sons", "location": "Nashville, TN", "logoUrl": null, "companyType": "subcontractor", "documents": [],
            },
        })));
        assert_eq!(notification_texts(app, &sub).await, ["Ridge & Sons would like to connect with your company: We met in Memphis."]);
        assert_eq!(connections_of(app, &admin, &sub).await, json!([0, true, false]));
        let yes = app.post(&sub, ACCEPT, json!({ "id": connection["id"] })).await;
        let now = &yes.json["connection"];
        assert_eq!((yes.status, &now["id"], &now["accepted"], &now["sent"]), (StatusCode::OK, &connection["id"], &json!(true), &json!(false)));
        assert_eq!(now["companyDetails"]["id"], json!(admin.company));
        for who in [&admin, &partner] {
            assert_eq!(notification_texts(app, who).await, ["Ridge & Sons accepted your request. You are connected now."]);
        }
        assert_eq!(notification_texts(app, &foreman).await.len(), 0);
        assert_eq!(notification_texts(app, &sub).await.len(), 1);
        for (who, company) in [(&admin, &sub), (&sub, &admin), (&foreman, &admin)] {
            assert_eq!(connections_of(app, who, company).await, json!([1, true, true]));
        }
        let again = app.post(&sub, ACCEPT, json!({ "id": connection["id"] })).await;
        assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn nobody_accepts_their_own_request(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let id = requested(app, &admin, &sub).await;
        let response = app.post(&admin, ACCEPT, json!({ "id": id })).await;
        assert_eq!((response.status, response.code(), response.message()), (StatusCode::FORBIDDEN, "forbidden", "Unauthorized"));
        assert_eq!(seen(app, &admin).await[0]["accepted"], false);
    }

    async fn an_invalid_connection_request_names_the_error(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let form = |sender: Value, recipient: Value, message: Value| json!({ "senderId": sender, "recipientId": recipient, "message": message });
        let (own, other) = (json!(admin.company), json!(sub.company));
        for (form, refused, sentence) in [
            (form(own.clone(), own.clone(), json!("")), "recipientId choice", "You cannot connect to your own company."),
            (form(other.clone(), own.clone(), json!("")), "senderId choice", "You can only write in your own name."),
            (form(other.clone(), other.clone(), json!("")), "senderId choice", "You can only write in your own name."),
            (form(json!("no id"), other.clone(), json!("")), "senderId choice", "You can only write in your own name."),
            (form(own.clone(), Value::Null, json!("")), "recipientId required", "This field is required."),
            (form(own.clone(), other.clone(), json!("x".repeat(501))), "message too_long", "Must be at most 500 characters."),
            (form(own.clone(), other.clone(), json!("a\u{0}b")), "message format", "This text contains a character that cannot be stored. Delete it and type it again."),
        ] {
            let response = app.post(&admin, CONNECT, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_string()]));
            assert_eq!(response.message(), sentence);
        }
        let response = app.post(&admin, CONNECT, json!({ "message": "x".repeat(501) })).await;
        assert_eq!(response.fields(), ["recipientId required", "message too_long"]);
        for unknown in [UNKNOWN, "no id"] {
            let response = app.post(&admin, CONNECT, form(other.clone(), json!(unknown), json!("x".repeat(501)))).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "404 comes before 422");
        }
        for bad in [form(own.clone(), json!(7), json!("")), form(json!([]), other.clone(), json!("")), form(own, other, json!(false)), json!([])] {
            assert_eq!(app.post(&admin, CONNECT, bad).await.status, StatusCode::BAD_REQUEST);
        }
        for path in [ACCEPT, DECLINE] {
            assert_eq!(app.post(&admin, path, json!({})).await.fields(), ["id required"]);
            assert_eq!(app.post(&admin, path, json!({ "id": 7 })).await.status, StatusCode::BAD_REQUEST);
        }
        assert_eq!(seen(app, &admin).await, json!([]));
        assert_eq!(notification_texts(app, &sub).await.len(), 0);
        let blank = app.post(&admin, CONNECT, json!({ "recipientId": sub.company })).await;
        assert_eq!((blank.status, &blank.json["connection"]["message"]), (StatusCode::OK, &json!("")));
        assert_eq!(notification_texts(app, &sub).await, ["Ridge & Sons would like to connect with your company."]);
    }

    async fn two_companies_are_connected_once_in_either_direction(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let id = requested(app, &admin, &sub).await;
        for accepted in [false, true] {
            for (sender, recipient) in [(&admin, &sub), (&sub, &admin)] {
                let response = request_connection(app, sender, recipient).await;
                assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "{accepted}");
                assert_eq!(response.message(), "There is already a connection with this company.");
            }
            app.post(&sub, ACCEPT, json!({ "id": id })).await;
        }
        assert_eq!(seen(app, &admin).await.as_array().map(Vec::len), Some(1));
        assert_eq!(notification_texts(app, &admin).await.len(), 1, "a refused request tells nobody");
    }

    async fn two_companies_that_request_each_other_at_once_are_connected_once(app: &TestApp) {
        for _ in 0..6 {
            let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
            let (one, other) = tokio::join!(
                app.post(&admin, CONNECT, json!({ "recipientId": sub.company })),
                app.post(&sub, CONNECT, json!({ "recipientId": admin.company })),
            );
            let (one, other) = (one.status.as_u16(), other.status.as_u16());
            assert_eq!([one.min(other), one.max(other)], [200, 409]);
            assert_eq!(seen(app, &admin).await.as_array().map(Vec::len), Some(1));
        }
    }

    async fn a_request_is_declined_or_withdrawn_and_may_be_sent_again(app: &TestApp) {
        let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
        let id = requested(app, &admin, &sub).await;
        let no = app.post(&sub, DECLINE, json!({ "id": id })).await;
        assert_eq!((no.status, &no.json), (StatusCode::OK, &json!({ "id": id })));
        assert_eq!(notification_texts(app, &admin).await, ["Ridge & Sons declined your request."]);
        assert_eq!(app.post(&sub, DECLINE, json!({ "id": id })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.post(&sub, ACCEPT, json!({ "id": id })).await.status, StatusCode::NOT_FOUND);
        let id = requested(app, &admin, &sub).await;
        let withdrawn = app.post(&admin, DECLINE, json!({ "id": id })).await;
        assert_eq!((withdrawn.status, &withdrawn.json), (StatusCode::OK, &json!({ "id": id })));
        assert_eq!(notification_texts(app, &sub).await[0], "Ridge & Sons withdrew its request to connect.");
        assert_eq!((seen(app, &sub).await, connections_of(app, &admin, &sub).await), (json!([]), json!([0, false, false])));
        requested(app, &sub, &admin).await;
    }

    async fn a_removed_connection_unassigns_its_active_jobs_and_no_others(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (open, done, unaffected) = (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        let sub = app.asked_subcontractor(&owner, &open).await;
        let worker = app.colleague(sub.company, Member).await;
        let id = seen(app, &sub).await[0]["id"].clone();
        let form = json!({ "selectedConnection": id, "jobCrewTableId": done["jobCrewTableId"] });
        app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
        for job in [&open, &done] {
            app.answer(&sub, job, true).await;
            let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "assignedToUserId": worker.user });
            assert_eq!(app.post(&sub, "/api/jobs/update/assign/user", form).await.status, StatusCode::OK);
        }
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": done["id"], "isActive": false })).await;
        let other = app.asked_subcontractor(&owner, &unaffected).await;
        // The cached lists must be read again.
        for (who, kind) in [(&owner, "contractor"), (&sub, "subcontractor")] {
            app.get(who, &format!("/api/jobs/myJobs/{kind}")).await;
        }
        let removed = app.post(&sub, DECLINE, json!({ "id": id })).await;
        assert_eq!((removed.status, &removed.json), (StatusCode::OK, &json!({ "id": id })));
        assert_eq!(app.job_seen_by(&owner, &open["id"]).await, open, "as if nobody had been asked");
        let done_now = app.job_seen_by(&owner, &done["id"]).await;
        assert_eq!((&done_now["assignedToCompanyId"], &done_now["isAcceptedBySub"]), (&json!(sub.company), &json!(true)), "history stays");
        assert_eq!(app.job_seen_by(&owner, &unaffected["id"]).await["assignedToCompanyId"], json!(other.company));
        let list = app.get(&sub, "/api/jobs/myJobs/subcontractor").await.json["jobs"].clone();
        assert_eq!((list.as_array().map(Vec::len), &list[0]["id"]), (Some(1), &done["id"]));
        let of_owner = app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"].clone();
        assert_eq!(of_owner[0]["assignedToCompanyId"], Value::Null);
        let sentence = "Ridge & Sons ended the connection with your company. One active job is now unassigned.";
        assert_eq!(notification_texts(app, &owner).await, [sentence]);
        assert_eq!((notification_texts(app, &sub).await.len(), connections_of(app, &owner, &sub).await), (0, json!([0, false, false])));
        let form = json!({ "selectedConnection": id, "jobCrewTableId": open["jobCrewTableId"] });
        let response = app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
        assert_eq!(response.fields(), ["selectedConnection choice"]);
    }

    async fn a_job_assigned_over_a_connection_being_removed_is_not_left_with_another_company(app: &TestApp) {
        for _ in 0..6 {
            let owner = app.sign_in(Contractor, Admin).await;
            let sub = app.sign_in(Subcontractor, Admin).await;
            let job = app.job(&owner).await;
            let id = app.connection(&owner, &sub, true).await;
            let form = json!({ "selectedConnection": id, "jobCrewTableId": job["jobCrewTableId"] });
            let (given, removed) = tokio::join!(
                app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form),
                app.post(&sub, DECLINE, json!({ "id": id })),
            );
            assert_eq!(removed.status, StatusCode::OK);
            assert!([200, 422].contains(&given.status.as_u16()), "{given:?}");
            assert_eq!(app.job_seen_by(&owner, &job["id"]).await["assignedToCompanyId"], Value::Null);
        }
    }

    async fn a_completed_job_that_becomes_active_again_does_not_return_to_a_former_connection(app: &TestApp) {
        let at = app.listen().await;
        let owner = app.sign_in(Contractor, Admin).await;
        let (former, current) = (app.job(&owner).await, app.job(&owner).await);
        let subs = [app.asked_subcontractor(&owner, &former).await, app.asked_subcontractor(&owner, &current).await];
        for (job, sub) in [&former, &current].into_iter().zip(&subs) {
            app.answer(sub, job, true).await;
            assert_eq!(set_active(app, &owner, job, false).await.status, StatusCode::OK);
        }
        let id = seen(app, &subs[0]).await[0]["id"].clone();
        app.post(&owner, DECLINE, json!({ "id": id })).await;
        let before = notification_texts(app, &subs[0]).await;
        // The cached lists must be read again.
        app.get(&subs[0], "/api/jobs/myJobs/subcontractor").await;
        app.get(&owner, "/api/jobs/myJobs/contractor").await;
        let mut screen = Socket::of(app, at, &subs[0]).await;

        let opened = set_active(app, &owner, &former, true).await;
        assert_eq!((opened.status, &opened.json["job"]), (StatusCode::OK, &former), "active, and as if nobody had been asked");
        assert_eq!(screen.names(app).await, ["job_deleted"], "a former company receives no other event");
        assert_eq!(app.get(&subs[0], "/api/jobs/myJobs/subcontractor").await.json["jobs"], json!([]));
        assert_eq!(app.job_seen_by(&subs[0], &former["id"]).await, Value::Null);
        let list = app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"].clone();
        assert_eq!((&list[0]["assignedToCompanyId"], &list[0]["status"]), (&Value::Null, &json!("active")));
        assert_eq!(notification_texts(app, &subs[0]).await, before);
        let log = app.history(&owner, &former).await;
        assert_eq!(log[..2], ["Ada Ridge marked the job as active again.", "Ada Ridge took the job back from Ridge & Sons."], "{log:#?}");

        let opened = set_active(app, &owner, &current, true).await.json["job"].clone();
        assert_eq!((&opened["assignedToCompanyId"], &opened["isAcceptedBySub"]), (&json!(subs[1].company), &json!(true)), "a connected company keeps its job");
    }

    async fn a_job_reopened_while_its_connection_is_removed_is_not_left_with_a_former_company(app: &TestApp) {
        for _ in 0..6 {
            let owner = app.sign_in(Contractor, Admin).await;
            let job = app.job(&owner).await;
            let sub = app.asked_subcontractor(&owner, &job).await;
            app.answer(&sub, &job, true).await;
            set_active(app, &owner, &job, false).await;
            let id = seen(app, &sub).await[0]["id"].clone();
            let (opened, removed) = tokio::join!(
                set_active(app, &owner, &job, true),
                app.post(&sub, DECLINE, json!({ "id": id })),
            );
            assert_eq!((opened.status, removed.status), (StatusCode::OK, StatusCode::OK));
            let job = app.job_seen_by(&owner, &job["id"]).await;
            assert_eq!((&job["status"], &job["assignedToCompanyId"]), (&json!("active"), &Value::Null));
        }
    }

    async fn listing_twelve_connections_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let count = || async {
            let before = app.app.db.statements_run();
            let list = seen(app, &admin).await;
            (list.as_array().map(Vec::len), app.app.db.statements_run() - before)
        };
        let connect = || async { app.connection(&admin, &app.sign_in(Subcontractor, Admin).await, true).await };
        connect().await;
        count().await;
        let (_, of_one) = count().await;
        for _ in 0..11 {
            connect().await;
        }
        assert_eq!(count().await, (Some(12), of_one));
    }
}
