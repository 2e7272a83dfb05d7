//! Custom crews and their members.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const ALL: &str = "/api/custom_crews/all";
const CREATE: &str = "/api/custom_crews/create";
const ADD_MEMBER: &str = "/api/custom_crews/create_crew_member";
const SET_MEMBER: &str = "/api/custom_crews/update_crew_member";

async fn crews(app: &TestApp, who: &Person) -> Value {
    app.get(who, ALL).await.json["crews"].clone()
}

both_engines! {
    async fn no_other_company_or_role_sees_or_changes_a_companys_crews(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&admin).await;
        let before = crews(app, &admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        assert_eq!(crews(app, &outsider).await, json!([]));
        assert_eq!(app.call(None, "GET", ALL, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let calls = [
            ("POST", CREATE.to_string(), json!({ "name": "x" })),
            ("DELETE", format!("/api/custom_crews/{crew}"), Value::Null),
            ("POST", ADD_MEMBER.to_string(), json!({ "name": "", "crewId": crew })),
            ("PUT", SET_MEMBER.to_string(), json!({ "id": member, "name": "", "crewId": crew })),
            ("DELETE", format!("/api/custom_crews/crew_members/{member}"), Value::Null),
        ];
        app.refuse_all_but_own_admins(&admin, "Only admin accounts can perform this action", &calls).await;
        assert_eq!(crews(app, &admin).await, before);
    }

    async fn an_admin_of_either_company_type_creates_a_crew_that_the_whole_company_sees(app: &TestApp) {
        for side in [Contractor, Subcontractor] {
            let admin = app.sign_in(side, Admin).await;
            let created = app.post(&admin, CREATE, json!({ "name": " Tear-off crew " })).await;
            assert_eq!((created.status, &created.json["crew"]["name"]), (StatusCode::OK, &json!("Tear-off crew")), "{:?}", created.json);
            assert_eq!(created.json["crew"]["crewMembers"], json!([]));
            let crew = &created.json["crew"]["id"];
            let form = json!({ "name": "Rosa Díaz", "email": "rosa@example.com", "phone": "615 555 0100", "crewId": crew });
            let rosa = app.post(&admin, ADD_MEMBER, form).await.json["crewMember"].clone();
            assert_eq!(rosa, json!({ "id": rosa["id"], "name": "Rosa Díaz", "email": "rosa@example.com", "phone": "615-555-0100", "crewId": crew }));
            let sam = app.post(&admin, ADD_MEMBER, json!({ "name": "Sam", "crewId": crew })).await.json["crewMember"].clone();
            assert_eq!((&sam["email"], &sam["phone"]), (&Value::Null, &Value::Null));
            app.post(&admin, CREATE, json!({ "name": "Gutters" })).await;
            for who in [&admin, &app.colleague(admin.company, Member).await, &app.colleague(admin.company, Foreman).await] {
                let seen = crews(app, who).await;
                assert_eq!(seen[0]["name"], "Gutters", "by name");
                assert_eq!(seen[1], json!({ "id": crew, "name": "Tear-off crew", "crewMembers": [rosa, sam] }));
            }
        }
    }

    async fn a_changed_member_is_shown_on_the_jobs_they_lead(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&admin).await;
        let job = app.job(&admin).await;
        app.post(&admin, "/api/jobs/update/assign/custom", json!({ "customCrewId": crew, "customCrewMemberId": member, "jobCrewTableId": job["jobCrewTableId"] })).await;
        let list = || async { app.get(&admin, "/api/jobs/myJobs/contractor").await.json["jobs"][0]["customCrewMemberName"].clone() };
        assert_eq!(list().await, "Rosa Díaz");
        let form = json!({ "id": member, "crewId": crew, "name": "Rosa Peña", "email": "", "phone": "6155550199" });
        let changed = app.put(&admin, SET_MEMBER, form).await;
        assert_eq!(changed.status, StatusCode::OK, "{:?}", changed.json);
        assert_eq!(changed.json["crewMember"], json!({ "id": member, "crewId": crew, "name": "Rosa Peña", "email": null, "phone": "615-555-0199" }));
        assert_eq!(list().await, "Rosa Peña");
        assert_eq!(crews(app, &admin).await[0]["crewMembers"], json!([changed.json["crewMember"]]));
    }

    async fn concurrent_changes_of_a_members_name_and_phone_are_both_stored(app: &TestApp) {
        let ana = app.sign_in(Contractor, Admin).await;
        let ben = app.colleague(ana.company, Admin).await;
        let (crew, member) = app.crew(&ana).await;
        let before = crews(app, &ana).await[0]["crewMembers"][0].clone();
        let was = json!({ "name": before["name"], "email": before["email"], "phone": before["phone"] });
        let edited = |field: &str, value: &str| {
            let mut form = was.clone();
            form[field] = json!(value);
            form["id"] = json!(member);
            form["crewId"] = json!(crew);
            form["was"] = was.clone();
            form
        };
        let (by_ben, by_ana) = tokio::join!(
            app.put(&ben, SET_MEMBER, edited("phone", "615-555-0142")),
            app.put(&ana, SET_MEMBER, edited("name", "Rosa Peña")),
        );
        assert_eq!((by_ben.status, by_ana.status), (StatusCode::OK, StatusCode::OK), "{:?} {:?}", by_ben.json, by_ana.json);
        let after = crews(app, &ana).await[0]["crewMembers"][0].clone();
        assert_eq!((&after["name"], &after["phone"]), (&json!("Rosa Peña"), &json!("615-555-0142")));
        assert_eq!(after["email"], before["email"]);
    }

    async fn every_invalid_field_of_a_crew_is_named(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&admin).await;
        let other = app.post(&admin, CREATE, json!({ "name": "é".repeat(255) })).await.json["crew"]["id"].clone();
        assert_eq!(app.post(&admin, CREATE, json!({ "name": "x".repeat(256) })).await.fields(), ["name too_long"]);
        let response = app.post(&admin, CREATE, json!({ "name": "  " })).await;
        assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["name required".to_string()]));
        let wrong = json!({ "name": "", "email": "nobody", "phone": "555-5555", "crewId": crew });
        let response = app.post(&admin, ADD_MEMBER, wrong).await;
        assert_eq!(response.fields(), ["name required", "email email", "phone phone_format"]);
        assert_eq!(app.post(&admin, ADD_MEMBER, json!({ "name": "x" })).await.fields(), ["crewId required"]);
        let response = app.put(&admin, SET_MEMBER, json!({ "id": member, "crewId": crew, "name": " " })).await;
        assert_eq!(response.fields(), ["name required"]);
        assert_eq!(app.put(&admin, SET_MEMBER, json!({ "name": "x" })).await.fields(), ["id required"]);
        let response = app.put(&admin, SET_MEMBER, json!({ "id": member, "crewId": other, "name": "x" })).await;
        assert_eq!(response.fields(), ["crewId choice"], "nobody moves from crew to crew");
        assert_eq!(app.put(&admin, SET_MEMBER, json!({ "id": member, "crewId": 7, "name": "x" })).await.status, StatusCode::BAD_REQUEST);
    }

    async fn a_deleted_crew_leaves_its_jobs_unassigned(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&admin).await;
        let job = app.job(&admin).await;
        app.post(&admin, "/api/jobs/update/assign/custom", json!({ "customCrewId": crew, "customCrewMemberId": member, "jobCrewTableId": job["jobCrewTableId"] })).await;
        app.get(&admin, "/api/jobs/myJobs/contractor").await;
        let deleted = app.delete(&admin, &format!("/api/custom_crews/{crew}")).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": crew })));
        assert_eq!(crews(app, &admin).await, json!([]));
        let listed = app.get(&admin, "/api/jobs/myJobs/contractor").await;
        assert_eq!(listed.json["jobs"], json!([job]), "as it was before the crew");
        assert_eq!(app.delete(&admin, &format!("/api/custom_crews/{crew}")).await.status, StatusCode::NOT_FOUND);
        let response = app.delete(&admin, &format!("/api/custom_crews/crew_members/{member}")).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "members go with their crew");
    }

    async fn a_deleted_member_leaves_their_jobs_to_the_crew(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (crew, member) = app.crew(&admin).await;
        let job = app.job(&admin).await;
        app.post(&admin, "/api/jobs/update/assign/custom", json!({ "customCrewId": crew, "customCrewMemberId": member, "jobCrewTableId": job["jobCrewTableId"] })).await;
        let path = format!("/api/custom_crews/crew_members/{member}");
        let deleted = app.delete(&admin, &path).await;
        assert_eq!((deleted.status, &deleted.json), (StatusCode::OK, &json!({ "id": member })));
        let left = app.job_seen_by(&admin, &job["id"]).await;
        assert_eq!((&left["crewId"], &left["customSubcontractorName"]), (&json!(crew), &json!("Tear-off")));
        assert_eq!(left["customCrewMemberName"], Value::Null);
        assert_eq!(crews(app, &admin).await[0]["crewMembers"], json!([]));
        assert_eq!(app.delete(&admin, &path).await.status, StatusCode::NOT_FOUND);
    }

    async fn listing_twelve_crews_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut statements = Vec::new();
        for more in [1, 11] {
            for n in 0..more {
                let created = app.post(&admin, CREATE, json!({ "name": format!("crew {n} of {more}") })).await;
                app.post(&admin, ADD_MEMBER, json!({ "name": "Sam", "crewId": created.json["crew"]["id"] })).await;
            }
            app.get(&admin, "/api/auth/fetchProfile").await;
            let before = app.app.db.statements_run();
            crews(app, &admin).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 crew and for 12");
    }
}
