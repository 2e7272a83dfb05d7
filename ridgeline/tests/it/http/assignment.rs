//! Assigning jobs: requested, accepted, declined, reassigned, handed to an employee.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse};

const TO_SUB: &str = "/api/jobs/update/assign/subcontractorAccount";
const TO_CREW: &str = "/api/jobs/update/assign/custom";
const TO_USER: &str = "/api/jobs/update/assign/user";
const TO_NOBODY: &str = "/api/jobs/update/assign/nobody";
const ANSWER: &str = "/api/jobs/update/acceptDecline";
const CHOOSE: &str = "You must choose a subcontractor from the list to assign them this job.";

/// A form with the id of the job's assignment in it.
fn row(job: &Value, mut form: Value) -> Value {
    form["jobCrewTableId"] = job["jobCrewTableId"].clone();
    form
}

async fn employee(app: &TestApp, who: &Person, job: &Value, user: Value) -> TestResponse {
    app.post(who, TO_USER, row(job, json!({ "assignedToUserId": user }))).await
}

async fn listed(app: &TestApp, sub: &Person) -> Vec<Value> {
    let list = app.get(sub, "/api/jobs/myJobs/subcontractor").await;
    list.json["jobs"].as_array().expect("jobs").clone()
}

both_engines! {
    async fn no_other_company_or_role_assigns_or_accepts_a_job(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (crew, _) = app.crew(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let before = app.job_seen_by(&owner, &job["id"]).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let strange_sub = app.sign_in(Subcontractor, Admin).await;
        let member = app.colleague(owner.company, Member).await;
        let subs_member = app.colleague(sub.company, Member).await;
        for path in [TO_SUB, TO_CREW, TO_USER, TO_NOBODY, ANSWER] {
            let response = app.call(None, "POST", path, row(&job, json!({}))).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
        }
        for path in [TO_SUB, TO_CREW, TO_USER, TO_NOBODY] {
            let response = app.post(&outsider, path, row(&job, json!({ "customCrewId": crew }))).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}: 404 comes before 422");
        }
        for path in [TO_USER, ANSWER] {
            let response = app.post(&strange_sub, path, row(&job, json!({}))).await;
            assert_eq!((response.status, response.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}: 404 comes before 422");
        }
        for (who, path, sentence) in [
            (&member, TO_SUB, "Unauthorized"), (&member, TO_CREW, "Unauthorized"), (&sub, TO_SUB, "Unauthorized"),
            (&sub, TO_CREW, "Unauthorized"), (&owner, ANSWER, "Unauthorized"), (&member, ANSWER, "Unauthorized"),
            (&member, TO_NOBODY, "Unauthorized"), (&sub, TO_NOBODY, "Unauthorized"),
            (&member, TO_USER, "Only admin accounts can perform this action"),
            (&subs_member, TO_USER, "Only admin accounts can perform this action"),
            (&subs_member, ANSWER, "Only admin accounts can perform this action"),
        ] {
            let response = app.post(who, path, row(&job, json!({}))).await;
            assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, sentence), "{path}");
        }
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await, before);
    }

    async fn a_connected_subcontractor_gets_the_request_and_sees_the_job_at_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        let job = app.job(&owner).await;
        app.post(&owner, "/api/jobs/contractAmount/update", json!({ "jobId": job["id"], "contractAmount": 18_500 })).await;
        // The subcontractor requested the connection: a request from either side works.
        let connection = app.connection(&sub, &owner, true).await;
        assert!(listed(app, &sub).await.is_empty());
        let done = app.post(&owner, TO_SUB, row(&job, json!({ "selectedConnection": connection, "isCustom": false }))).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        let assigned = &done.json["job"];
        assert_eq!((&assigned["assignedToCompanyId"], &assigned["companyInfo"]["name"]), (&json!(sub.company), &json!("Ridge & Sons")));
        assert_eq!((&assigned["isAcceptedBySub"], &assigned["isCustom"]), (&json!(false), &json!(false)));
        assert_eq!((&assigned["jobCrewTableId"], &assigned["contractAmount"]), (&job["jobCrewTableId"], &json!(18_500)));
        let seen = listed(app, &sub).await;
        assert_eq!((seen.len(), &seen[0]["id"], &seen[0]["contractAmount"]), (1, &job["id"], &Value::Null));
    }

    async fn only_a_connected_subcontractor_can_be_assigned(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (sub, contractor) = (app.sign_in(Subcontractor, Admin).await, app.sign_in(Contractor, Admin).await);
        let waiting = app.connection(&owner, &sub, false).await;
        let with_a_contractor = app.connection(&owner, &contractor, true).await;
        let of_others = app.connection(&contractor, &sub, true).await;
        for chosen in [waiting.as_str(), &with_a_contractor, &of_others, "0198f7a0-0000-7000-8000-000000000000", "no id"] {
            let response = app.post(&owner, TO_SUB, row(&job, json!({ "selectedConnection": chosen }))).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["selectedConnection choice".to_string()]));
            assert_eq!(response.message(), CHOOSE);
        }
        let response = app.post(&owner, TO_SUB, row(&job, json!({ "selectedConnection": null }))).await;
        assert_eq!((response.fields(), response.message()), (vec!["selectedConnection required".to_string()], CHOOSE));
        let response = app.post(&owner, TO_CREW, row(&job, json!({ "isCustom": true }))).await;
        assert_eq!((response.fields(), response.message()), (vec!["customCrewId required".to_string()], CHOOSE));
        let response = app.post(&owner, TO_SUB, json!({})).await;
        assert_eq!(response.fields(), ["jobCrewTableId required", "selectedConnection required"]);
        let response = app.post(&owner, TO_SUB, json!({ "jobCrewTableId": "no id" })).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND);
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await, job);
    }

    async fn a_job_is_assigned_to_an_own_crew_and_its_lead_only(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (crew, lead) = app.crew(&owner).await;
        let (other_crew, other_lead) = app.crew(&owner).await;
        let (strange_crew, strange_lead) = app.crew(&outsider).await;
        for (crew, member, refused) in [
            (&strange_crew, Value::Null, "customCrewId choice"), (&strange_crew, json!(strange_lead), "customCrewId choice"),
            (&crew, json!(strange_lead), "customCrewMemberId choice"), (&crew, json!(other_lead), "customCrewMemberId choice"),
            (&crew, json!("no id"), "customCrewMemberId choice"),
        ] {
            let response = app.post(&owner, TO_CREW, row(&job, json!({ "customCrewId": crew, "customCrewMemberId": member }))).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![refused.to_string()]));
        }
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await, job);
        let done = app.post(&owner, TO_CREW, row(&job, json!({ "customCrewId": crew, "customCrewMemberId": lead, "isCustom": true }))).await;
        let job_now = &done.json["job"];
        assert_eq!((&job_now["crewId"], &job_now["isCustom"]), (&json!(crew), &json!(true)), "{job_now:?}");
        assert_eq!((&job_now["customSubcontractorName"], &job_now["customCrewMemberName"]), (&json!("Tear-off"), &json!("Rosa Díaz")));
        let done = app.post(&owner, TO_CREW, row(&job, json!({ "customCrewId": other_crew }))).await;
        assert_eq!((&done.json["job"]["crewId"], &done.json["job"]["customCrewMemberName"]), (&json!(other_crew), &Value::Null), "a new crew has a lead of its own");
    }

    async fn an_accepted_job_is_handed_to_an_employee_and_back(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let worker = app.colleague(sub.company, Member).await;
        let response = employee(app, &sub, &job, json!(worker.user)).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "accepted first");
        assert_eq!(response.message(), "Accept this job before you assign it to an employee.");
        let yes = app.answer(&sub, &job, true).await;
        assert_eq!((yes.status, &yes.json["job"]["isAcceptedBySub"]), (StatusCode::OK, &json!(true)), "{:?}", yes.json);
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["isAcceptedBySub"], true);
        let given = employee(app, &sub, &job, json!(worker.user)).await;
        assert_eq!((given.status, &given.json["job"]["assignedToUserId"]), (StatusCode::OK, &json!(worker.user)));
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["assignedToUserInfo"], json!({ "firstName": "Ada", "lastName": "Ridge" }));
        for (who, sentence) in [(json!(owner.user), "Choose one that belongs to your company."), (json!("no id"), "Choose one that belongs to your company.")] {
            let response = employee(app, &sub, &job, who).await;
            assert_eq!((response.status, response.fields(), response.message()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["assignedToUserId choice".to_string()], sentence));
        }
        let response = employee(app, &owner, &job, json!(owner.user)).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"), "the subcontractor chooses its people");
        let back = employee(app, &sub, &job, Value::Null).await;
        assert_eq!((back.status, &back.json["job"]["assignedToUserInfo"]), (StatusCode::OK, &Value::Null));
    }

    async fn a_job_is_accepted_or_declined_once(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(app.post(&sub, ANSWER, row(&job, json!({}))).await.fields(), ["didAccept required"]);
        assert_eq!(app.post(&sub, ANSWER, row(&job, json!({ "didAccept": "yes" }))).await.status, StatusCode::BAD_REQUEST);
        app.answer(&sub, &job, true).await;
        for again in [true, false] {
            let response = app.answer(&sub, &job, again).await;
            assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, "This job was already accepted."));
        }
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await["isAcceptedBySub"], true);
    }

    async fn an_acceptance_binds_only_to_the_days_that_were_seen(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let schedule = |start: &str, end: &str| app.post(&owner, "/api/jobs/update/schedule", json!({ "jobId": job["id"], "startDate": start, "endDate": end }));
        let answer = |accepts: bool, start: Value, end: Value| app.post(&sub, ANSWER, row(&job, json!({ "didAccept": accepts, "startDate": start, "endDate": end })));
        for (half, field) in [(json!({ "startDate": null }), "endDate required"), (json!({ "endDate": "2026-03-05" }), "startDate required"),
            (json!({ "startDate": "2026-02-30", "endDate": null }), "startDate format")] {
            let mut form = row(&job, half);
            form["didAccept"] = json!(true);
            let response = app.post(&sub, ANSWER, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_string()]));
        }
        schedule("2026-03-02", "2026-03-04").await;
        for (start, end) in [(Value::Null, Value::Null), (json!("2026-03-02"), json!("2026-03-05")), (json!("2026-03-02"), Value::Null)] {
            for accepts in [true, false] {
                let stale = answer(accepts, start.clone(), end.clone()).await;
                assert_eq!((stale.status, stale.code()), (StatusCode::CONFLICT, "changed"), "{start} {end}");
                assert_eq!(stale.message(), "This job has changed since you saw it. Look at it as it is now, and decide again.");
                assert_eq!(stale.json["job"], app.job_seen_by(&sub, &job["id"]).await, "what is true now, as the caller may see it");
                assert_eq!((&stale.json["job"]["startDate"], &stale.json["job"]["isAcceptedBySub"]), (&json!("2026-03-02"), &json!(false)));
            }
        }
        let yes = answer(true, json!("2026-03-02"), json!("2026-03-04")).await;
        assert_eq!((yes.status, &yes.json["job"]["isAcceptedBySub"]), (StatusCode::OK, &json!(true)), "{:?}", yes.json);
        app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": job["id"] })).await;
        assert_eq!(answer(true, json!("2026-03-02"), json!("2026-03-04")).await.code(), "changed", "its days are gone");
        assert_eq!(answer(true, Value::Null, Value::Null).await.json["job"]["isAcceptedBySub"], true);
        schedule("2026-03-02", "2026-03-04").await;
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK, "without days, as before");
    }

    async fn a_job_moved_while_it_is_accepted_is_never_accepted_on_other_days(app: &TestApp) {
        for _ in 0..6 {
            let owner = app.sign_in(Contractor, Admin).await;
            let job = app.job(&owner).await;
            let sub = app.asked_subcontractor(&owner, &job).await;
            let seen = json!({ "didAccept": true, "startDate": null, "endDate": null });
            let (answered, moved) = tokio::join!(
                app.post(&sub, ANSWER, row(&job, seen)),
                app.post(&owner, "/api/jobs/update/schedule", json!({ "jobId": job["id"], "startDate": "2026-03-02", "endDate": "2026-03-04" })),
            );
            assert_eq!(moved.status, StatusCode::OK);
            assert!([200, 409].contains(&answered.status.as_u16()), "{answered:?}");
            assert_eq!(app.job_seen_by(&owner, &job["id"]).await["isAcceptedBySub"], false);
        }
    }

    async fn a_declined_job_is_unassigned_and_leaves_the_subcontractors_list(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        app.post(&owner, "/api/jobs/contractAmount/update", json!({ "jobId": job["id"], "contractAmount": 18_500 })).await;
        let before = app.job_seen_by(&owner, &job["id"]).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        assert_eq!(listed(app, &sub).await.len(), 1);
        app.get(&owner, "/api/jobs/myJobs/contractor").await;
        let no = app.answer(&sub, &job, false).await;
        assert_eq!((no.status, &no.json["job"]["id"]), (StatusCode::OK, &job["id"]), "{:?}", no.json);
        assert_eq!((&no.json["job"]["assignedToCompanyId"], &no.json["job"]["contractAmount"]), (&Value::Null, &Value::Null));
        assert!(listed(app, &sub).await.is_empty());
        let path = format!("/api/jobs/job/{}", job["id"].as_str().expect("id"));
        assert_eq!(app.get(&sub, &path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.get(&owner, "/api/jobs/myJobs/contractor").await.json["jobs"], json!([before]), "as if nobody had been asked");
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::NOT_FOUND);
    }

    async fn reassigning_replaces_the_subcontractor_and_requests_acceptance_again(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let first = app.asked_subcontractor(&owner, &job).await;
        app.answer(&first, &job, true).await;
        employee(app, &first, &job, json!(first.user)).await;
        assert_eq!(listed(app, &first).await.len(), 1);
        let second = app.asked_subcontractor(&owner, &job).await;
        assert!(listed(app, &first).await.is_empty());
        let seen = listed(app, &second).await;
        assert_eq!((&seen[0]["isAcceptedBySub"], &seen[0]["assignedToUserId"]), (&json!(false), &Value::Null), "another company's employee is gone with it");
        app.answer(&second, &job, true).await;
        let (crew, _) = app.crew(&owner).await;
        let done = app.post(&owner, TO_CREW, row(&job, json!({ "customCrewId": crew }))).await;
        let job = &done.json["job"];
        assert_eq!((&job["assignedToCompanyId"], &job["companyInfo"], &job["isAcceptedBySub"]), (&Value::Null, &Value::Null, &json!(false)));
        assert!(listed(app, &second).await.is_empty());
        let third = app.asked_subcontractor(&owner, job).await;
        assert_eq!(listed(app, &third).await[0]["customSubcontractorName"], Value::Null, "the crew is gone, too");
    }

    async fn a_contractor_unassigns_a_job_and_assigns_its_own_foreman(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        app.answer(&sub, &job, true).await;
        let worker = app.colleague(sub.company, Member).await;
        employee(app, &sub, &job, json!(worker.user)).await;
        assert_eq!(employee(app, &owner, &job, json!(foreman.user)).await.status, StatusCode::CONFLICT);
        let response = app.post(&owner, TO_NOBODY, json!({})).await;
        assert_eq!(response.fields(), ["jobCrewTableId required"]);
        let back = app.post(&owner, TO_NOBODY, row(&job, json!({}))).await;
        assert_eq!(back.status, StatusCode::OK, "{:?}", back.json);
        let now = &back.json["job"];
        assert_eq!((&now["assignedToCompanyId"], &now["companyInfo"], &now["assignedToUserId"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!((&now["isAcceptedBySub"], &now["jobCrewTableId"]), (&json!(false), &job["jobCrewTableId"]));
        assert!(listed(app, &sub).await.is_empty());
        let path = format!("/api/jobs/job/{}", job["id"].as_str().expect("id"));
        assert_eq!(app.get(&sub, &path).await.status, StatusCode::NOT_FOUND);
        for loser in [&sub, &worker] {
            let response = app.get(loser, "/api/notifications/user").await.json["notifications"][0].clone();
            assert!(response["content"].as_str().expect("content").contains("back. It is no longer on your list."), "{response}");
        }
        assert_eq!(app.history(&owner, &job).await[0], "Ada Ridge took the job back from Ridge & Sons.");
        let given = employee(app, &owner, &job, json!(foreman.user)).await;
        assert_eq!((given.status, &given.json["job"]["assignedToUserId"]), (StatusCode::OK, &json!(foreman.user)), "{:?}", given.json);

        let (crew, member) = app.crew(&owner).await;
        app.post(&owner, TO_CREW, row(&job, json!({ "customCrewId": crew, "customCrewMemberId": member }))).await;
        let back = app.post(&owner, TO_NOBODY, row(&job, json!({}))).await;
        let now = &back.json["job"];
        assert_eq!((&now["isCustom"], &now["crewId"], &now["customCrewMemberName"]), (&json!(false), &Value::Null, &Value::Null));
        let before = app.history(&owner, &job).await;
        assert_eq!(before[0], "Ada Ridge took the job back from Tear-off.");
        let again = app.post(&owner, TO_NOBODY, row(&job, json!({}))).await;
        assert_eq!((again.status, &again.json["job"]), (StatusCode::OK, now), "two people at once do not refuse each other");
        assert_eq!(app.history(&owner, &job).await, before);
    }

    async fn reassigning_and_rescheduling_in_one_call_does_both_or_neither(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        let (crew, _) = app.crew(&owner).await;
        let days = |form: Value, start: &str, end: &str| {
            let mut form = row(&job, form);
            form["startDate"] = json!(start);
            form["endDate"] = json!(end);
            form
        };
        let to_crew = json!({ "customCrewId": crew });
        let done = app.post(&owner, TO_CREW, days(to_crew.clone(), "2026-03-02", "2026-03-04")).await;
        let now = &done.json["job"];
        assert_eq!((done.status, &now["crewId"]), (StatusCode::OK, &json!(crew)), "{:?}", done.json);
        assert_eq!((&now["startDate"], &now["endDate"]), (&json!("2026-03-02"), &json!("2026-03-04")));
        let unchanged = app.post(&owner, TO_CREW, row(&job, to_crew.clone())).await;
        assert_eq!(unchanged.json["job"]["startDate"], "2026-03-02", "without days it stays on its own");
        for (start, end, expected) in [("2026-03-09", "", "endDate required"), ("2026-03-09", "2026-03-08", "startDate range"), ("soon", "2026-03-08", "startDate format")] {
            let response = app.post(&owner, TO_NOBODY, days(json!({}), start, end)).await;
            assert_eq!(response.fields(), [expected]);
        }
        let sub = app.sign_in(Subcontractor, Admin).await;
        let connection = app.connection(&owner, &sub, true).await;
        let assigned = app.post(&owner, TO_SUB, days(json!({ "selectedConnection": connection }), "2026-03-09", "2026-03-10")).await;
        assert_eq!((&assigned.json["job"]["assignedToCompanyId"], &assigned.json["job"]["startDate"]), (&json!(sub.company), &json!("2026-03-09")));
        let response = app.get(&sub, "/api/notifications/user").await.json["notifications"].clone();
        assert_eq!(response.as_array().map(Vec::len), Some(1), "asked once, not asked and then moved: {response}");
        app.answer(&sub, &job, true).await;
        let response = app.post(&sub, TO_USER, days(json!({ "assignedToUserId": sub.user }), "2026-03-11", "2026-03-12")).await;
        assert_eq!(response.status, StatusCode::FORBIDDEN, "the contractor says on which days");
        let back = app.post(&owner, TO_NOBODY, days(json!({}), "2026-03-16", "2026-03-17")).await;
        assert_eq!((&back.json["job"]["assignedToCompanyId"], &back.json["job"]["endDate"]), (&Value::Null, &json!("2026-03-17")));
        let given = app.post(&owner, TO_USER, days(json!({ "assignedToUserId": foreman.user }), "2026-03-18", "2026-03-18")).await;
        assert_eq!((&given.json["job"]["assignedToUserId"], &given.json["job"]["startDate"]), (&json!(foreman.user), &json!("2026-03-18")));
        app.post(&owner, "/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })).await;
        let before = app.job_seen_by(&owner, &job["id"]).await;
        let response = app.post(&owner, TO_CREW, days(to_crew, "2026-03-23", "2026-03-24")).await;
        assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, "You can not reschedule jobs which are marked as complete."));
        assert_eq!(app.job_seen_by(&owner, &job["id"]).await, before, "the days are refused, and the crew has not changed either");
    }

    async fn new_dates_request_acceptance_again_and_the_same_dates_do_not(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let sub = app.asked_subcontractor(&owner, &job).await;
        let days = |end: &str| json!({ "jobId": job["id"], "startDate": "2026-03-02", "endDate": end });
        app.post(&owner, "/api/jobs/update/schedule", days("2026-03-04")).await;
        app.answer(&sub, &job, true).await;
        let worker = app.colleague(sub.company, Member).await;
        employee(app, &sub, &job, json!(worker.user)).await;
        let same = app.post(&owner, "/api/jobs/update/schedule", days("2026-03-04")).await;
        assert_eq!(same.json["job"]["isAcceptedBySub"], true);
        let moved = app.post(&owner, "/api/jobs/update/schedule", days("2026-03-05")).await;
        assert_eq!((&moved.json["job"]["isAcceptedBySub"], &moved.json["job"]["assignedToUserId"]), (&json!(false), &json!(worker.user)));
        assert_eq!(listed(app, &sub).await[0]["isAcceptedBySub"], false);
        assert_eq!(app.answer(&sub, &job, true).await.status, StatusCode::OK);
        let off = app.post(&owner, "/api/jobs/unschedule", json!({ "jobId": job["id"] })).await;
        assert_eq!(off.json["job"]["isAcceptedBySub"], false);
    }

    async fn a_contractor_assigns_its_own_job_to_a_foreman_and_unassigns_it(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        let mine = || async { app.get(&foreman, "/api/jobs/myJobs/contractor").await.json["jobs"].as_array().map(Vec::len) };
        assert_eq!(mine().await, Some(0));
        let given = employee(app, &owner, &job, json!(foreman.user)).await;
        assert_eq!((given.status, &given.json["job"]["assignedToUserId"]), (StatusCode::OK, &json!(foreman.user)), "{:?}", given.json);
        assert_eq!(mine().await, Some(1));
        let outsider = app.sign_in(Contractor, Foreman).await;
        let response = employee(app, &owner, &job, json!(outsider.user)).await;
        assert_eq!(response.fields(), ["assignedToUserId choice"]);
        let back = employee(app, &owner, &job, Value::Null).await;
        assert_eq!((back.status, &back.json["job"]["assignedToUserId"]), (StatusCode::OK, &Value::Null));
        assert_eq!(mine().await, Some(0));
        employee(app, &owner, &job, json!(foreman.user)).await;
        app.asked_subcontractor(&owner, &job).await;
        assert_eq!(mine().await, Some(0), "the subcontractor does it now");
    }

    async fn a_note_written_while_its_author_is_assigned_is_not_lost(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let foreman = app.colleague(owner.company, Foreman).await;
        let job = app.job(&owner).await;
        employee(app, &owner, &job, json!(foreman.user)).await;
        for n in 0..8 {
            let note = json!({ "authorId": foreman.user, "jobId": job["id"], "content": format!("note {n}") });
            let (given, written) = tokio::join!(
                employee(app, &owner, &job, json!(foreman.user)),
                app.post(&foreman, "/api/jobs/addNote", note),
            );
            assert_eq!((given.status, written.status), (StatusCode::OK, StatusCode::OK), "{:?}", written.json);
        }
    }
}
