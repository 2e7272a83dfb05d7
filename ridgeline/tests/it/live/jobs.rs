//! Jobs update on screen when somebody else changes them, for each user as they see them.

use domain::permissions::permission::{CompanyType, UserType};
use serde_json::{Value, json};

use crate::support::{TestApp, sockets::Socket};

fn of<'a>(received: &'a [Value], name: &str) -> Vec<&'a Value> {
    received.iter().filter(|event| event["event"] == name).map(|event| &event["data"]).collect()
}

both_engines! {
    async fn a_job_event_has_what_each_side_would_fetch(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let member = app.colleague(ada.company, UserType::Member).await;
        let (mut theirs, mut subs) = (Socket::of(app, at, &member).await, Socket::of(app, at, &sub).await);
        let form = json!({ "contractAmount": 8_100.5, "jobId": job["id"] });
        app.post(&ada, "/api/jobs/contractAmount/update", form).await;
        let seen = theirs.event("job").await;
        assert_eq!(seen, app.job_seen_by(&member, &job["id"]).await);
        assert_eq!(seen["contractAmount"], json!(8_100.5));
        let seen = subs.event("job").await;
        assert_eq!(seen, app.job_seen_by(&sub, &job["id"]).await);
        assert_eq!(seen["contractAmount"], Value::Null, "what the contractor is paid stays there");
    }

    async fn a_subcontractor_receives_a_jobs_assignment_and_removal(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let first = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &first).await;
        let mut subs = Socket::of(app, at, &sub).await;
        let mut owners = Socket::of(app, at, &ada).await;
        app.answer(&sub, &first, false).await;
        let received = subs.received(app).await;
        assert_eq!(of(&received, "job_deleted"), [&json!({ "id": first["id"] })]);
        assert!(of(&received, "job").is_empty());
        let received = owners.received(app).await;
        assert_eq!(of(&received, "job")[0]["assignedToCompanyId"], Value::Null);
        assert!(of(&received, "job_deleted").is_empty());
    }

    async fn an_unassigned_job_leaves_the_subcontractors_screen_at_once(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        app.answer(&sub, &job, true).await;
        let (mut owners, mut subs) = (Socket::of(app, at, &ada).await, Socket::of(app, at, &sub).await);
        // Events of the acceptance may arrive at sockets that were opened after it.
        subs.received(app).await;
        owners.received(app).await;
        let form = json!({ "jobCrewTableId": job["jobCrewTableId"] });
        app.post(&ada, "/api/jobs/update/assign/nobody", form).await;
        let received = subs.received(app).await;
        assert_eq!(of(&received, "job_deleted"), [&json!({ "id": job["id"] })]);
        assert_eq!(of(&received, "notification").len(), 1);
        let received = owners.received(app).await;
        assert_eq!(of(&received, "job")[0]["assignedToCompanyId"], Value::Null);
    }

    async fn a_deleted_job_is_announced_only_to_those_who_saw_it(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let foreman = app.colleague(ada.company, UserType::Foreman).await;
        let lucky = app.colleague(ada.company, UserType::Foreman).await;
        let job = app.job(&ada).await;
        let form = json!({ "assignedToUserId": lucky.user, "jobCrewTableId": job["jobCrewTableId"] });
        let mut without = Socket::of(app, at, &foreman).await;
        let mut with = Socket::of(app, at, &lucky).await;
        app.post(&ada, "/api/jobs/update/assign/user", form).await;
        assert_eq!(with.event("job").await["id"], job["id"]);
        let form = json!({ "assignedToUserId": null, "jobCrewTableId": job["jobCrewTableId"] });
        app.post(&ada, "/api/jobs/update/assign/user", form).await;
        let received = with.received(app).await;
        assert_eq!(of(&received, "job_deleted"), [&json!({ "id": job["id"] })]);
        app.post(&ada, "/api/jobs/delete", json!({ "jobId": job["id"] })).await;
        assert!(without.received(app).await.is_empty(), "not one word of any of it");
        assert!(with.received(app).await.is_empty(), "it was gone already");
    }

    async fn an_import_sends_one_event_and_not_thousands(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let mut socket = Socket::of(app, at, &ada).await;
        let rows: Vec<String> = (0..60).map(|n| format!("Roof {n},Nashville,TN")).collect();
        let sheet = format!("Title,City,State\n{}\n", rows.join("\n"));
        let request = crate::support::multipart("/api/jobs/import", sheet.as_bytes(), &[]);
        let done = app.send(Some(&ada), request).await;
        assert_eq!(done.status.as_u16(), 200, "{:?}", done.json);
        assert_eq!(socket.names(app).await, ["jobs"]);
    }

    async fn an_ended_connection_removes_its_jobs_from_the_screen(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let sub = app.asked_subcontractor(&ada, &job).await;
        let path = format!("/api/connections/connections/{}", ada.company);
        let found = app.get(&ada, &path).await;
        let id = found.json["fullConnectionsDetails"][0]["id"].clone();
        let (mut owners, mut subs) = (Socket::of(app, at, &ada).await, Socket::of(app, at, &sub).await);
        app.post(&sub, "/api/connections/decline", json!({ "id": id })).await;
        for (socket, other) in [(&mut owners, sub.company), (&mut subs, ada.company)] {
            let received = socket.received(app).await;
            assert_eq!(of(&received, "connection_removed"), [&json!({ "id": id, "companyId": other })]);
            assert_eq!(of(&received, "jobs").len(), 1);
        }
    }

    async fn without_open_sockets_nothing_is_read_for_events(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let other = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let mut elsewhere = Socket::of(app, at, &other).await;
        elsewhere.received(app).await;
        let before = app.app.db.statements_run();
        // The same color again would be no change, and add no entry to the activity log.
        let change = async |color: &str| {
            let form = json!({ "color": color, "jobId": job["id"] });
            app.post(&ada, "/api/jobs/update/changeColor", form).await;
            app.app.db.statements_run()
        };
        let alone = change("#102030").await - before;
        elsewhere.received(app).await;
        let fence = app.app.db.statements_run();
        let again = change("#203040").await - fence;
        elsewhere.received(app).await;
        let after = app.app.db.statements_run();
        assert_eq!(alone, again);
        elsewhere.received(app).await;
        let only_fence = app.app.db.statements_run() - after;
        assert_eq!(after - fence, again + only_fence, "the job was read for nobody");
    }

    async fn two_hundred_tabs_take_as_many_statements_as_one(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let job = app.job(&ada).await;
        let mut tabs = vec![Socket::of(app, at, &ada).await];
        // The event of the new job may arrive after the subscription.
        tabs[0].received(app).await;
        let statements = async |tabs: &mut Vec<Socket>, color: &str| {
            let before = app.app.db.statements_run();
            let form = json!({ "color": color, "jobId": job["id"] });
            app.post(&ada, "/api/jobs/update/changeColor", form).await;
            for tab in tabs {
                assert_eq!(tab.event("job").await["color"], color);
            }
            app.app.db.statements_run() - before
        };
        let with_one = statements(&mut tabs, "#102030").await;
        let mut office = vec![ada.clone(); 19];
        for _ in 0..9 {
            let colleague = app.colleague(ada.company, UserType::Admin).await;
            office.extend(vec![colleague; 20]);
        }
        for person in &office {
            tabs.push(Socket::of(app, at, person).await);
        }
        assert_eq!(tabs.len(), 200);
        assert_eq!(statements(&mut tabs, "#203040").await, with_one);
    }
}
