//! What is left of the rooms of jobs and companies when a company is deleted, and what an export has of them.

use axum::http::StatusCode;
use serde_json::{Value, json};
use services::export::sheets::SHEETS;
use store::{
    activity::record::Actor, db::tables::RowFilter, membership::company_deletion, scope::Scope, sql,
};

use crate::support::{
    Person, TestApp,
    rooms::{accepted_job, company_room, complete, of_kind, opened, take_back},
    scan,
};

/// The number of rows that a company's export has in a sheet.
async fn exported(app: &TestApp, who: &Person, name: &str) -> usize {
    let mut tx = app.app.db.read().await.expect("tx");
    let tables = tx.tables().await.expect("tables");
    let sheet = SHEETS.iter().find(|sheet| sheet.name == name).expect("a sheet");
    let table = tables.iter().find(|table| table.name == sheet.table).expect("a table");
    let mut rows = 0;
    let which = RowFilter::where_(sheet.rows, who.company);
    tx.each_row(table, which, |_| {
        rows += 1;
        Ok(())
    })
    .await
    .expect("rows");
    rows
}

async fn delete_company(app: &TestApp, who: &Person) {
    let by = Actor {
        user: None,
        company: Some(who.company),
        now: app.app.clock.now(),
        api_key: None,
        link: None,
    };
    let mut tx = app.app.db.write().await.expect("tx");
    let doomed =
        company_deletion::delete(&mut tx, by, Scope::trusted(who.company)).await.expect("deleted");
    tx.commit().await.expect("commit");
    app.app.files.discard(&app.app.db, &doomed).await;
}

async fn rooms_left(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM chat_room").value(&mut tx).await.expect("rooms")
}

both_engines! {
    async fn an_export_has_the_rooms_of_a_job_only_as_long_as_the_job_is_the_companys(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        app.said(&owner, &room, "The gate code is 4711").await;
        let inside = company_room(app, &owner).await;
        app.said(&owner, &inside, "Only for us").await;
        assert_eq!((exported(app, &owner, "chats").await, exported(app, &owner, "chatMessages").await), (3, 2));
        assert_eq!((exported(app, &sub, "chats").await, exported(app, &sub, "chatMessages").await), (3, 1));
        take_back(app, &owner, &job).await;
        assert_eq!((exported(app, &owner, "chats").await, exported(app, &owner, "chatMessages").await), (3, 2));
        assert_eq!((exported(app, &sub, "chats").await, exported(app, &sub, "chatMessages").await), (2, 0));
    }

    async fn a_deleted_contractor_takes_its_room_and_those_of_its_jobs_with_it(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &sub, &job).await;
        app.shown(&sub, &room).await;
        let inside = company_room(app, &owner).await;
        app.shown(&owner, &inside).await;
        delete_company(app, &owner).await;
        assert_eq!(rooms_left(app).await, 1, "the other company's own");
        assert!(of_kind(app, &sub, "job").await.is_empty());
        assert!(scan::mentions(&app.app.db, &owner.company.to_string()).await.iter().all(|column| column.starts_with("activity.")));
        let (there, named) = scan::files_of(&app.app.db, &app.folder.path().join("files")).await;
        assert_eq!((there.len(), there), (0, named), "files of nobody");
    }

    async fn a_deleted_subcontractor_leaves_what_it_wrote_about_a_job_to_the_contractor(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &sub, &job).await;
        let message = app.said(&sub, &room, "The chimney leaks").await;
        let other = app.job(&owner).await;
        let connections = app.get(&owner, &format!("/api/connections/connections/{}", owner.company)).await;
        let form = json!({ "selectedConnection": connections.json["fullConnectionsDetails"][0]["id"], "jobCrewTableId": other["jobCrewTableId"] });
        assert_eq!(app.post(&owner, "/api/jobs/update/assign/subcontractorAccount", form).await.status, StatusCode::OK);
        app.answer(&sub, &other, true).await;
        opened(app, &owner, &other).await;
        complete(app, &owner, &job, false).await;
        assert_eq!(app.room_of(&owner, &room).await["isOpen"], true);
        delete_company(app, &sub).await;
        let rooms = of_kind(app, &owner, "job").await;
        assert_eq!(rooms.len(), 1, "an empty chat is nothing to keep");
        assert_eq!((&rooms[0]["roomId"], &rooms[0]["isOpen"]), (&json!(room), &json!(false)));
        assert_eq!(rooms[0]["company"]["name"], "Ridge & Sons");
        assert_eq!(app.page(&owner, &room).await, [message]);
        let response = app.say(&owner, &room, "Hello?").await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert!(exported(app, &owner, "connectedCompanies").await > 0);
        delete_company(app, &owner).await;
        assert_eq!(rooms_left(app).await, 0);
        let mut tx = app.app.db.read().await.expect("tx");
        let companies: i64 = sql!("SELECT COUNT(*) AS value FROM company").value(&mut tx).await.expect("companies");
        assert_eq!(companies, 0, "nobody refers to it any more");
    }

    async fn a_deleted_account_stays_in_its_rooms_as_a_former_user_only(app: &TestApp) {
        let (owner, sub, job) = accepted_job(app).await;
        let room = opened(app, &owner, &job).await;
        let helper = app.colleague(sub.company, domain::permissions::permission::UserType::Member).await;
        app.set_password(&helper).await;
        app.said(&helper, &room, "Done").await;
        app.messages(&helper, &room, "", None).await;
        let form = json!({ "password": crate::support::accounts::PASSWORD });
        assert_eq!(app.post(&helper, "/api/auth/deleteAccount", form).await.status, StatusCode::OK);
        let seen = app.room_of(&owner, &room).await;
        assert_eq!((seen["userIds"].as_array().map(Vec::len), &seen["seen"]), (Some(2), &json!([])));
        let page: Vec<Value> = app.page(&owner, &room).await;
        assert_eq!((page.len(), &page[0]["contents"]), (1, &json!("Done")));
        assert_ne!(page[0]["author"]["firstName"], "Ada");
    }
}
