//! The stored demo data: every screen shows something, and demo data is never mixed with real work.

use domain::{
    jobs::job::JobStatus,
    permissions::permission::{CompanyType, Role, UserType},
};
use store::{
    accounts::passwords,
    calendar::appointments,
    companies::{companies, people},
    jobs::{
        jobs,
        visibility::{JobSelection, Viewer},
    },
    products,
    scope::Scope,
    vendors,
};

use crate::support::{DemoApp, Person, StoredDemo, TestApp};

both_engines! {
    async fn the_demo_has_a_season_of_jobs(app: &DemoApp) {
        let sign_ins = &StoredDemo::of(app.app.db.engine()).await.sign_ins;
        let email = sign_ins.split_whitespace().find(|word| word.contains('@')).expect("a sign-in");
        let signed = app.call(None, "POST", "/api/auth/local/login", serde_json::json!({ "email": email, "password": demo::PASSWORD })).await;
        assert!(signed.json["token"].is_string(), "{:?}", signed.json);
        let mut tx = app.app.db.read().await.expect("tx");
        let account = passwords::find(&mut tx, email).await.expect("account").expect("known");
        let user = people::find(&mut tx, account.user).await.expect("user");
        let company = user.company_id.expect("company");
        let viewer = Viewer { scope: Scope::trusted(company), role: Role::new(CompanyType::Contractor, UserType::Admin), user: user.id, language: user.language };
        let jobs = jobs::list(&mut tx, &viewer, JobSelection::All).await.expect("jobs");
        assert!(jobs.len() > 100, "{} jobs", jobs.len());
        assert!(jobs.iter().filter(|job| job.span().is_none()).count() >= 8);
        assert!(jobs.iter().any(|job| !job.tags.is_empty()) && jobs.iter().any(|job| !job.reports.is_empty()));
        assert!(jobs.iter().any(|job| job.is_accepted_by_sub) && jobs.iter().any(|job| job.is_custom));
        let meetings = appointments::list(&mut tx, &viewer).await.expect("meetings");
        assert!(meetings.len() > 40 && meetings.iter().all(|meeting| meeting.customer_id.is_some()));
        let over = meetings.iter().filter(|meeting| meeting.status == JobStatus::Complete).count();
        assert!(over > 10 && over < meetings.len(), "{over} of {} are over", meetings.len());
        assert!(meetings.iter().all(|meeting| !meeting.appointment_calendar_assignments.is_empty()));
        assert!(jobs.iter().filter(|job| !job.calendar_assignments.is_empty()).count() > 60);
        let page = companies::find(&mut tx, viewer.scope, company, services::geocoding::locate_company).await.expect("company").without_files();
        let (categories, stocked) = (products::categories(&mut tx, viewer.scope).await, products::list(&mut tx, viewer.scope).await);
        assert_eq!((categories.expect("categories").len(), stocked.expect("products").len() >= 40), (8, true));
        let (sellers, contacts) = (vendors::list(&mut tx, viewer.scope).await, vendors::contacts(&mut tx, viewer.scope).await);
        assert_eq!((sellers.expect("vendors").len(), contacts.expect("contacts").len() >= 4), (4, true));
        assert!(page.num_connections >= 3 && page.employees.len() >= 4 && !page.qualifications.is_empty());
    }

    async fn the_demo_has_an_activity_log_for_its_jobs(app: &DemoApp) {
        let email = "marisol@summit-roofing.example";
        let signed = app.call(None, "POST", "/api/auth/local/login", serde_json::json!({ "email": email, "password": demo::PASSWORD })).await;
        let token = signed.json["token"].as_str().expect("a token").to_owned();
        let mut tx = app.app.db.read().await.expect("tx");
        let user = passwords::find(&mut tx, email).await.expect("account").expect("known").user;
        let company = people::find(&mut tx, user).await.expect("user").company_id.expect("company");
        drop(tx);
        let admin = Person { company, user, token };
        let log = app.activity(&admin, "/api/activity").await;
        assert_eq!(log.len(), 50);
        let now = serde_json::json!(app.app.clock.now());
        assert!(log.iter().all(|entry| entry["at"].as_str() < now.as_str() && entry["route"].is_string()));
        let newest_first = log.windows(2).all(|pair| pair[0]["at"].as_str() >= pair[1]["at"].as_str());
        assert!(newest_first);
        for action in ["created", "assigned", "accepted", "scheduled", "moved", "completed"] {
            assert!(!app.log(&admin, &format!("action={action}")).await.is_empty(), "{action}");
        }
    }

    async fn the_demo_has_notes_photos_and_orders_for_todays_jobs(app: &DemoApp) {
        let email = "marisol@summit-roofing.example";
        let mut tx = app.app.db.read().await.expect("tx");
        let account = passwords::find(&mut tx, email).await.expect("account").expect("known");
        let user = people::find(&mut tx, account.user).await.expect("user");
        drop(tx);
        let signed = app.call(None, "POST", "/api/auth/local/login", serde_json::json!({ "email": email, "password": demo::PASSWORD })).await;
        let token = signed.json["token"].as_str().expect("a token").to_owned();
        let admin = Person { company: user.company_id.expect("company"), user: user.id, token };
        let today = app.app.clock.now().date_naive().to_string();
        let jobs = app.get(&admin, &format!("/api/jobs/myJobs/contractor?from={today}&to={today}")).await;
        let running = jobs.json["jobs"].as_array().expect("jobs");
        let (mut photos, mut notes, mut signed, mut bought) = (0, 0, 0, 0);
        for job in running {
            let id = job["id"].as_str().expect("id");
            let shown = app.get(&admin, &format!("/api/jobs/fetchImgs/{id}")).await;
            photos += shown.json["imgs"].as_array().expect("photos").len();
            let response = app.get(&admin, &format!("/api/jobs/fetchNotes/{id}")).await;
            notes += response.json["notes"].as_array().expect("notes").len();
            let pay = app.get(&admin, &format!("/api/work_orders/job/{id}")).await;
            assert!(pay.json["orders"][0]["total"].as_f64() > Some(0.0), "{:?}", pay.json);
            signed += pay.json["orders"][0]["signOffs"].as_array().expect("signatures").len();
            let orders = app.get(&admin, &format!("/api/purchase_orders/job/{id}")).await;
            bought += orders.json["orders"].as_array().expect("orders").len();
        }
        assert!(signed >= 1 && bought >= 1, "{signed} signatures, {bought} orders");
        assert!(photos >= 12, "{photos} photos");
        assert_eq!(notes, 2 * running.len());
        let rooms = app.get(&admin, "/api/chat/rooms").await.json["rooms"].as_array().expect("rooms").clone();
        let unread: i64 = rooms.iter().filter_map(|room| room["unread"].as_i64()).sum();
        assert_eq!((rooms.len(), unread), (4, 4));
        let room = rooms[0]["roomId"].as_str().expect("id");
        let talk = app.page(&admin, room).await;
        let languages: std::collections::BTreeSet<_> = talk.iter().filter_map(|message| message["language"].as_str()).collect();
        assert_eq!(languages.len(), 2, "two languages in one room");
        let picture = talk.iter().find_map(|message| message["thumb"].as_str()).expect("a picture");
        assert_eq!(app.call(None, "GET", picture, serde_json::Value::Null).await.status, axum::http::StatusCode::OK);
        assert_eq!(app.message_notifications(&admin).await.iter().filter(|(.., is_new)| *is_new).count(), 3, "two rooms and a tag");
    }

    async fn a_database_with_work_in_it_accepts_no_demo(app: &TestApp) {
        app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let error = demo::storing::store(&app.app.db, &app.app.files, &app.app.clock).await.expect_err("refused");
        assert!(error.to_string().contains("empty"), "{error}");
    }
}
