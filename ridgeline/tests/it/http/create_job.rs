//! A job that is created with everything that is known when the customer calls.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

async fn create(app: &TestApp, who: &Person, more: Value) -> TestResponse {
    let mut form = json!({
        "title": "Whitaker re-roof", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
    });
    form.as_object_mut().expect("a form").extend(more.as_object().expect("fields").clone());
    app.post(who, "/api/jobs/create", form).await
}

async fn created(app: &TestApp, who: &Person, more: Value) -> Value {
    let answer = create(app, who, more).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    app.job_seen_by(who, &answer.json["id"]).await
}

async fn customers(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, "/api/customers/find").await.json["customers"].clone();
    list.as_array().expect("customers").clone()
}

both_engines! {
    async fn one_call_makes_the_customer_and_the_scheduled_and_assigned_job(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (sub, connection) = app.connected_subcontractor(&owner).await;
        let job = created(app, &owner, json!({
            "newCustomer": { "firstName": "Hannah", "lastName": "Whitaker", "phone": "615 555 0184" },
            "startDate": "2026-03-09", "endDate": "2026-03-11", "assign": { "selectedConnection": connection },
            "contractAmount": 18_500.5, "jobNumber": " R-2041 ", "color": "#aabbcc", "tags": ["hail", "steep"],
            "note": "The dog bites.",
        })).await;
        assert_eq!((&job["startDate"], &job["endDate"]), (&json!("2026-03-09"), &json!("2026-03-11")));
        assert_eq!((&job["contractAmount"], &job["jobNumber"]), (&json!(18_500.5), &json!("R-2041")));
        assert_eq!((&job["color"], &job["assignedToCompanyId"]), (&json!("#aabbcc"), &json!(sub.company)));
        assert_eq!(job["isAcceptedBySub"], false, "it is asked first");
        let mut tags: Vec<&str> = job["tags"].as_array().expect("tags").iter().map(|tag| tag["content"].as_str().expect("a text")).collect();
        tags.sort_unstable();
        assert_eq!(tags, ["hail", "steep"]);
        let notes = app.get(&owner, &format!("/api/jobs/fetchNotes/{}", job["id"].as_str().expect("id"))).await;
        assert_eq!(notes.json["notes"][0]["content"], "The dog bites.");
        let customers = customers(app, &owner).await;
        assert_eq!((customers.len(), &customers[0]["id"]), (1, &job["jobCustomer"]));
        assert_eq!((&customers[0]["phone"], &customers[0]["address"]), (&json!("615-555-0184"), &json!("1319 6th Ave N")), "where the job is");
        assert_eq!(app.notified(&sub).await.len(), 1, "the subcontractor gets one notification");
        let history = app.history(&owner, &job).await;
        assert!(history.iter().any(|entry| entry.contains("created")) && history.iter().any(|entry| entry.contains("The dog bites.")), "{history:?}");
    }

    async fn other_software_is_told_of_a_new_job_as_the_office_reads_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let crew = app.post(&owner, "/api/custom_crews/create", json!({ "name": "Torch crew" })).await.json["crew"]["id"].clone();
        let (_, start) = app.feed(&owner, "after=now").await;
        let mut jobs = Vec::new();
        for more in [
            json!({}),
            json!({ "address": "", "zip": "" }),
            json!({
                "newCustomer": { "firstName": "Hannah", "lastName": "Whitaker", "phone": "615 555 0184" },
                "startDate": "2026-03-09", "endDate": "2026-03-11", "contractAmount": 18_500.5, "jobNumber": " R-2041 ",
                "color": "#aabbcc", "note": "The dog bites.",
            }),
            json!({ "tags": ["hail", "steep"] }),
            json!({ "assign": { "customCrewId": crew } }),
        ] {
            jobs.push(created(app, &owner, more).await);
        }
        let (changes, _) = app.feed(&owner, &format!("after={start}&kinds=job")).await;
        let told: Vec<&Value> = changes.iter().map(|change| &change["data"]["job"]).collect();
        assert_eq!(told, jobs.iter().collect::<Vec<_>>());
    }

    async fn a_crew_or_an_employee_gets_the_job_as_by_the_call_that_assigns_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let crew = app.post(&owner, "/api/custom_crews/create", json!({ "name": "Torch crew" })).await.json["crew"]["id"].clone();
        let job = created(app, &owner, json!({ "assign": { "customCrewId": crew } })).await;
        assert_eq!((&job["customSubcontractorName"], &job["isCustom"]), (&json!("Torch crew"), &json!(true)));
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = created(app, &owner, json!({ "assign": { "assignedToUserId": foreman.user } })).await;
        assert_eq!(job["assignedToUserId"], json!(foreman.user));
        assert_eq!(app.job_seen_by(&foreman, &job["id"]).await["id"], job["id"]);
        assert_eq!(app.notified(&foreman).await.len(), 1);
    }

    async fn what_belongs_to_others_is_refused_and_nothing_is_left_behind(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let other = app.sign_in(Contractor, Admin).await;
        let (_, connection) = app.connected_subcontractor(&other).await;
        let crew = app.post(&other, "/api/custom_crews/create", json!({ "name": "Theirs" })).await.json["crew"]["id"].clone();
        let customer = json!({ "firstName": "Hannah", "lastName": "Whitaker", "phone": "615-555-0184" });
        let theirs = app.post(&other, "/api/customers/create", customer.clone()).await.json["customer"]["id"].clone();
        for (more, field) in [
            (json!({ "jobCustomer": theirs }), "jobCustomer choice"),
            (json!({ "newCustomer": customer, "assign": { "selectedConnection": connection } }), "selectedConnection choice"),
            (json!({ "newCustomer": customer, "assign": { "customCrewId": crew } }), "customCrewId choice"),
            (json!({ "newCustomer": customer, "assign": { "assignedToUserId": other.user } }), "assignedToUserId choice"),
            (json!({ "newCustomer": customer, "startDate": "2026-03-11", "endDate": "2026-03-09" }), "startDate range"),
            (json!({ "newCustomer": { "lastName": "Whitaker", "phone": "615-555-0184" } }), "firstName required"),
        ] {
            let answer = create(app, &owner, more.clone()).await;
            assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()]), "{more}");
        }
        assert_eq!(customers(app, &owner).await, Vec::<Value>::new(), "no customer without a job");
        let jobs = app.get(&owner, "/api/jobs/myJobs/contractor").await;
        assert_eq!(jobs.json["jobs"], json!([]));
        let sub = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(create(app, &sub, json!({})).await.status, StatusCode::FORBIDDEN);
    }
}
