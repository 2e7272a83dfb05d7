//! The overview of a day.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, ordering_office::OrderingOffice, upload};

async fn today(app: &TestApp, who: &Person) -> Value {
    let response = app.get(who, "/api/today").await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json
}

fn ids(list: &Value) -> Vec<&Value> {
    list.as_array().expect("a list").iter().map(|entry| &entry["id"]).collect()
}

async fn schedule(app: &TestApp, owner: &Person, job: &Value, from: i64, to: i64) {
    let today = app.app.clock.now().date_naive();
    let day = |days: i64| (today + Duration::days(days)).to_string();
    let form = json!({ "jobId": job["id"], "startDate": day(from), "endDate": day(to) });
    assert_eq!(app.post(owner, "/api/jobs/update/schedule", form).await.status, StatusCode::OK);
}

both_engines! {
    async fn the_office_sees_the_jobs_of_the_day_and_what_is_late_or_unplanned(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let empty = today(app, &owner).await;
        let none = json!({
            "jobs": [], "unscheduled": [], "overdue": [], "papers": [], "unread": 0,
            "waiting": { "assignments": [], "connections": [], "signatures": [], "orders": [] },
        });
        assert_eq!(empty, none);
        let (running, late, next, unplanned) =
            (app.job(&owner).await, app.job(&owner).await, app.job(&owner).await, app.job(&owner).await);
        schedule(app, &owner, &running, -1, 1).await;
        schedule(app, &owner, &late, -3, -1).await;
        schedule(app, &owner, &next, 1, 2).await;
        let now = today(app, &owner).await;
        assert_eq!(ids(&now["jobs"]), [&running["id"]]);
        assert_eq!(ids(&now["overdue"]), [&late["id"]]);
        assert_eq!(ids(&now["unscheduled"]), [&unplanned["id"]]);
        for job in [&late, &unplanned, &running] {
            let form = json!({ "jobId": job["id"], "isActive": false });
            assert_eq!(app.post(&owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
        }
        let now = today(app, &owner).await;
        assert_eq!((ids(&now["overdue"]).len(), ids(&now["unscheduled"]).len()), (0, 0), "done");
        assert_eq!(now["jobs"][0]["status"], "complete", "it is still one of the day's jobs");
        assert_eq!(app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"][0], now["jobs"][0], "as the list has it");
    }

    async fn each_side_sees_what_waits_for_an_answer_or_a_signature(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let order = app.work_order(&owner, &job).await;
        let stranger = app.sign_in(Subcontractor, Admin).await;
        app.connection(&stranger, &owner, false).await;
        for who in [&owner, &sub] {
            let waiting = &today(app, who).await["waiting"];
            assert_eq!((ids(&waiting["assignments"]), ids(&waiting["signatures"])), (vec![&job["id"]], vec![&order["id"]]));
        }
        let connections = today(app, &owner).await["waiting"]["connections"].clone();
        assert_eq!(connections[0]["companyDetails"]["id"], json!(stranger.company));
        assert_eq!(today(app, &stranger).await["waiting"]["connections"], json!([]), "it asked");
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let sign = json!({ "orderId": order["id"] });
        assert_eq!(app.post(&sub, "/api/work_orders/sign", sign).await.status, StatusCode::OK);
        for who in [&owner, &sub] {
            let waiting = &today(app, who).await["waiting"];
            assert_eq!((ids(&waiting["assignments"]).len(), ids(&waiting["signatures"]).len()), (0, 0));
        }
        let room = app.get(&owner, "/api/chat/rooms").await.json["rooms"][0]["roomId"].clone();
        app.said(&sub, room.as_str().expect("id"), "We start at seven.").await;
        assert_eq!((&today(app, &owner).await["unread"], &today(app, &sub).await["unread"]), (&json!(1), &json!(0)));
    }

    async fn a_foreman_sees_the_own_day_and_no_company_that_of_another(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (mine, other) = (app.job(&owner).await, app.job(&owner).await);
        let foreman = app.foreman_on(&owner, &mine).await;
        let idle = app.colleague(owner.company, Foreman).await;
        let member = app.colleague(owner.company, Member).await;
        for job in [&mine, &other] {
            schedule(app, &owner, job, 0, 0).await;
            app.work_order(&owner, job).await;
        }
        let now = today(app, &foreman).await;
        assert_eq!((ids(&now["jobs"]), ids(&now["waiting"]["signatures"]).len()), (vec![&mine["id"]], 1));
        assert_eq!(ids(&today(app, &idle).await["jobs"]).len(), 0);
        assert_eq!(ids(&today(app, &member).await["jobs"]).len(), 2);
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(ids(&today(app, &outsider).await["jobs"]).len(), 0);
        assert_eq!(app.call(None, "GET", "/api/today", json!({})).await.status, StatusCode::UNAUTHORIZED);
    }

    async fn the_office_sees_the_orders_that_wait_for_their_vendor_or_are_late(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let waiting = async || today(app, &office.admin).await["waiting"]["orders"].clone();
        for (status, waits) in [("draft", false), ("sent", true), ("seen", true), ("confirmed", false), ("partlyReceived", false), ("received", false), ("closed", false), ("cancelled", false)] {
            office.set_status(app, status).await;
            assert_eq!(ids(&waiting().await).len(), usize::from(waits), "{status}");
        }
        office.set_status(app, "seen").await;
        assert_eq!(waiting().await[0], office.now(app).await, "as the order itself");
        let due = app.app.clock.now().date_naive().to_string();
        let confirmed = office.ask(app, "status", json!({ "status": "confirmed", "expectedOn": due })).await;
        assert_eq!(confirmed.status, StatusCode::OK, "{:?}", confirmed.json);
        assert_eq!(ids(&waiting().await).len(), 0, "it may still come today");
        app.advance(Duration::days(1));
        for (status, waits) in [("confirmed", true), ("partlyReceived", true), ("received", false), ("closed", false), ("cancelled", false)] {
            office.set_status(app, status).await;
            assert_eq!(ids(&waiting().await).len(), usize::from(waits), "late and {status}");
        }
        office.set_status(app, "sent").await;
        let foreman = app.foreman_on(&office.admin, &office.job).await;
        let orders_of = async |who: &Person| ids(&today(app, who).await["waiting"]["orders"]).len();
        assert_eq!(orders_of(&foreman).await, 1, "on his job");
        let sub = app.asked_subcontractor(&office.admin, &office.job).await;
        assert_eq!(orders_of(&app.colleague(office.admin.company, Member).await).await, 1);
        let idle = app.colleague(office.admin.company, Foreman).await;
        for who in [idle, sub, app.sign_in(Contractor, Admin).await] {
            assert_eq!(orders_of(&who).await, 0);
        }
    }

    async fn papers_that_run_out_within_a_month_are_listed_before_they_do(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let today_is = app.app.clock.now().date_naive();
        let mut files = Vec::new();
        for days in [10, 40, -2] {
            let path = format!("/api/company/uploadFile/paper{days}.pdf/false");
            let added = app.send(Some(&owner), upload(&path, ("image", "paper.pdf"), b"%PDF-1.7\n%%EOF\n", &[])).await;
            let id = added.json["companyFile"]["id"].as_str().expect("an id").to_owned();
            let expires = (today_is + Duration::days(days)).to_string();
            let form = json!({ "kind": "insurance", "expiresOn": expires });
            let set = app.put(&owner, &format!("/api/company/myFiles/{id}"), form).await;
            assert_eq!(set.status, StatusCode::OK, "{:?}", set.json);
            files.push(json!(id));
        }
        assert_eq!(ids(&today(app, &owner).await["papers"]), [&files[2], &files[0]], "the one that has expired first");
    }

    async fn the_overview_takes_as_many_statements_for_fifty_jobs_as_for_five(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let mut counts = Vec::new();
        for jobs in [5, 45] {
            for n in 0..jobs {
                // The same call counts as repeated within a minute.
                app.advance(Duration::minutes(2));
                let job = app.job(&owner).await;
                if n % 2 == 0 {
                    schedule(app, &owner, &job, -1, n % 3).await;
                }
                app.work_order(&owner, &job).await;
            }
            today(app, &owner).await;
            let before = app.app.db.statements_run();
            today(app, &owner).await;
            counts.push(app.app.db.statements_run() - before);
        }
        assert_eq!(counts[0], counts[1]);
    }
}
