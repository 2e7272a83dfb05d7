//! A deleted account disappears from the logs of everybody who worked with its user.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::Admin,
};
use serde_json::{Value, json};
use store::sql;

use crate::support::{
    Person, TestApp, accounts::PASSWORD, activity::sentences, scan, sockets::Socket, upload,
};

const ADDRESS: &str = "xochitl@zuzu.example";
/// The names that identify the user.
const TRACES: [&str; 4] = ["zuzumbo", "xochitl", "zuzu.example", "555-0198"];

fn named(last_name: &str, language: &str) -> Value {
    json!({
        "firstName": "Xochitl", "lastName": last_name, "location": "Zuzuville, TN", "language": language,
        "position": "Crew lead", "phoneNumber": "615-555-0198",
    })
}

async fn join(app: &TestApp, admin: &Person, email: &str, last_name: &str) -> Person {
    let invitation = app.invite(admin, email, "member").await;
    let me = app.newcomer(email).await;
    let mut form = named(last_name, "english");
    form["invitationId"] = invitation["invitationId"].clone();
    form["email"] = json!(email);
    let join = app.post(&me, "/api/company/invitation/submit", form).await;
    assert_eq!(join.status, StatusCode::CREATED, "{:?}", join.json);
    app.set_password(&me).await;
    Person { company: admin.company, ..me }
}

async fn delete_account(app: &TestApp, me: &Person) {
    let deleted = app.post(me, "/api/auth/deleteAccount", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, StatusCode::OK, "{:?}", deleted.json);
}

async fn assign(app: &TestApp, admin: &Person, job: &Value, user: Value) {
    let form = json!({ "jobCrewTableId": job["jobCrewTableId"], "jobId": job["id"], "assignedToUserId": user });
    let given = app.post(admin, "/api/jobs/update/assign/user", form).await;
    assert_eq!(given.status, StatusCode::OK, "{:?}", given.json);
}

async fn mentioned(app: &TestApp) -> Vec<(&'static str, Vec<String>)> {
    let mut found = Vec::new();
    for trace in TRACES {
        let columns = scan::mentions(&app.app.db, trace).await;
        if !columns.is_empty() {
            found.push((trace, columns.into_iter().collect()));
        }
    }
    found
}

async fn reads_spanish(app: &TestApp, who: &Person) {
    let form = json!({ "firstName": "Luz", "lastName": "Vega", "location": "Nashville, TN", "language": "spanish", "position": "Admin", "phoneNumber": "" });
    assert_eq!(app.post(who, "/api/auth/user/update", form).await.status, StatusCode::OK);
}

both_engines! {
    async fn a_deleted_user_disappears_from_the_logs_of_everybody_they_worked_with(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let order = app.work_order(&owner, &job).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        // Two companies invite the same person, and one invitation is never accepted.
        let elsewhere = app.sign_in(Contractor, Admin).await;
        app.invite(&elsewhere, &ADDRESS.to_uppercase(), "member").await;
        let me = join(app, &sub, ADDRESS, "Zuzumbo").await;
        assign(app, &sub, &job, json!(me.user)).await;
        let sent = upload("/api/work_orders/send", ("workOrderPDF", "order.pdf"), b"%PDF-1.7\n", &[("orderId", order["id"].as_str().expect("id"))]);
        assert_eq!(app.send(Some(&owner), sent).await.status, StatusCode::OK);
        assert_eq!(app.outbox().await.iter().filter(|letter| letter.to[0].contains("Zuzumbo")).count(), 1);
        // They change their name, and then make changes themselves.
        assert_eq!(app.post(&me, "/api/auth/user/update", named("Zuzumbo-Ruiz", "english")).await.status, StatusCode::OK);
        assign(app, &sub, &job, Value::Null).await;
        assign(app, &sub, &job, json!(me.user)).await;
        let signed = app.post(&me, "/api/work_orders/sign", json!({ "orderId": order["id"] })).await;
        assert_eq!(signed.status, StatusCode::OK, "{:?}", signed.json);
        assert!(!mentioned(app).await.is_empty());

        delete_account(app, &me).await;
        assert_eq!(mentioned(app).await, [], "nobody finds them any more");
        let log = app.log(&sub, "").await;
        for expected in [
            "Former user left the company.",
            "Ada Ridge took the job Whitaker re-roof back from Former user.",
            "Ada Ridge assigned the job Whitaker re-roof to Former user.",
            "Former user joined the company.",
            "Ada Ridge invited Former user.",
        ] {
            assert!(log.iter().any(|line| line == expected), "{expected}: {log:#?}");
        }
        let log = app.log(&owner, "").await;
        assert!(log.iter().any(|line| line.contains("sent the work order") && line.contains(" to Ada Ridge, Former user.")), "{log:#?}");
        assert_eq!(app.log(&elsewhere, "kind=invitation").await, ["Ada Ridge invited Former user."]);
        let order = app.get(&owner, &format!("/api/work_orders/single/{}", order["id"].as_str().expect("id"))).await.json["order"].clone();
        let recipient = order["sends"][0]["recipients"].as_array().expect("recipients").iter().map(|to| (to["name"].clone(), to["email"].clone())).find(|(name, _)| name != "Ada Ridge");
        assert_eq!(recipient, Some((json!("Former user"), json!(""))));

        // In the reader's language, in the export and in the search.
        reads_spanish(app, &sub).await;
        let log = app.log(&sub, "kind=member").await;
        assert!(log.iter().any(|line| line == "Usuario anterior dejó la empresa."), "{log:#?}");
        let people = app.get(&sub, "/api/activity/choices").await.json["people"].clone();
        assert!(people.as_array().expect("people").contains(&json!({ "id": me.user, "name": "Usuario anterior" })), "{people}");
        let found = app.activity(&sub, "/api/activity?text=usuario%20anterior").await;
        assert!(found.len() > 1 && found.iter().all(|entry| entry["actor"]["id"] == json!(me.user)), "{:#?}", sentences(&found));
        assert_eq!(app.log(&sub, "text=zuzumbo").await, [] as [&str; 0]);
        let file = String::from_utf8(app.get(&sub, "/api/activity/export").await.bytes).expect("text");
        assert!(file.contains("Usuario anterior") && !file.contains("former user") && !file.contains("Zuzumbo"), "{file}");
        let joined = app.activity(&sub, "/api/activity?action=joined").await;
        assert_eq!(joined[0]["changes"].as_array().map(Vec::len), Some(1), "the role stays: {joined:#?}");
    }

    async fn an_open_log_is_read_anew_when_a_former_member_deletes_their_account(app: &TestApp) {
        let at = app.listen().await;
        let admin = app.sign_in(Contractor, Admin).await;
        let me = join(app, &admin, ADDRESS, "Zuzumbo").await;
        let removed = app.post(&admin, "/api/company/removeUser", json!({ "userId": me.user })).await;
        assert_eq!(removed.status, StatusCode::OK, "{:?}", removed.json);
        let me = app.logged_in_again(&me, ADDRESS).await;
        let mut screen = Socket::of(app, at, &admin).await;
        delete_account(app, &me).await;
        assert_eq!(screen.names(app).await, ["jobs"]);
        assert_eq!(mentioned(app).await, []);
    }

    async fn another_user_with_the_same_name_keeps_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (mine, theirs) = (app.job(&admin).await, app.job(&admin).await);
        let me = join(app, &admin, ADDRESS, "Zuzumbo").await;
        let other = join(app, &admin, "other@zuzu.example", "Zuzumbo").await;
        assign(app, &admin, &mine, json!(me.user)).await;
        assign(app, &admin, &theirs, json!(other.user)).await;
        delete_account(app, &me).await;
        let log = app.log(&admin, "").await;
        assert!(log.contains(&"Ada Ridge assigned the job Whitaker re-roof to Xochitl Zuzumbo.".to_owned()), "{log:#?}");
        assert!(log.contains(&"Ada Ridge invited Former user.".to_owned()) && log.contains(&"Ada Ridge invited other@zuzu.example.".to_owned()), "{log:#?}");
        assert!(log.contains(&"Xochitl Zuzumbo joined the company.".to_owned()) && log.contains(&"Former user joined the company.".to_owned()), "{log:#?}");
        delete_account(app, &other).await;
        assert_eq!(mentioned(app).await, [], "nobody is called that any more");
    }

    async fn names_in_texts_that_users_typed_stay(app: &TestApp) {
        let admin = app.sign_in(Subcontractor, Admin).await;
        let me = join(app, &admin, ADDRESS, "Zuzumbo").await;
        let file = upload("/api/company/uploadFile/Xochitl%20Zuzumbo%20licence/false", ("image", "l.txt"), b"licence", &[]);
        assert_eq!(app.send(Some(&admin), file).await.status, StatusCode::OK);
        delete_account(app, &me).await;
        let columns: Vec<String> = scan::mentions(&app.app.db, "zuzumbo").await.into_iter().collect();
        assert_eq!(columns, ["activity.changes", "activity.subject_name", "activity.words", "company_file.file_name"]);
        let mut tx = app.app.db.read().await.expect("tx");
        let names: i64 = sql!("SELECT COUNT(*) AS value FROM activity WHERE subject_name LIKE '%Zuzumbo%' AND kind <> 'companyFile'").value(&mut tx).await.expect("count");
        assert_eq!(names, 0);
    }
}
