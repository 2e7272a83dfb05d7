//! Files of other programs: their headings are known, and what was done there is done here.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, TestResponse, multipart};

const JOBS: &str = "/api/jobs/import";
const CUSTOMERS: &str = "/api/customers/import";
const ACCULYNX: &str = "job name,JOB NUMBER,Current Milestone,Location Address,Start Date,Contract Total,Lead Source\n\
    Whitaker,R-1,Invoiced,\"1 Main St, Nashville, Tennessee 37201 US\",5/6/24,\"$8,100.00\",Web\n\
    Lee,R-2,Approved,\"2 Main St, Nashville, TN 37201 US\",,,Web\n";

async fn import(
    app: &TestApp,
    who: &Person,
    path: &str,
    file: &str,
    fields: &[(&str, &str)],
) -> TestResponse {
    let answer = app.send(Some(who), multipart(path, file.as_bytes(), fields)).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer
}

async fn jobs(app: &TestApp, who: &Person) -> Vec<Value> {
    let mut jobs = app.get(who, "/api/jobs/myJobs/contractor").await.json["jobs"]
        .as_array()
        .cloned()
        .expect("jobs");
    jobs.sort_by_key(|job| job["jobNumber"].to_string());
    jobs
}

both_engines! {
    async fn jobs_that_were_done_elsewhere_are_complete_here_and_in_the_reports(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let planned = import(app, &admin, JOBS, ACCULYNX, &[("dryRun", "true")]).await;
        assert_eq!((&planned.json["preset"], &planned.json["created"], planned.json.get("importId")), (&json!("accuLynx"), &json!(2), None));
        assert_eq!(jobs(app, &admin).await, Vec::<Value>::new());
        let done = import(app, &admin, JOBS, ACCULYNX, &[]).await;
        assert_eq!((&done.json["preset"], &done.json["created"]), (&json!("accuLynx"), &json!(2)));
        let found = jobs(app, &admin).await;
        let fields = ["title", "address", "city", "state", "zip", "status", "startDate", "endDate", "contractAmount"];
        let of = |at: usize| fields.map(|field| found[at][field].clone());
        assert_eq!(json!(of(0)), json!(["Whitaker", "1 Main St", "Nashville", "TN", "37201", "complete", "2024-05-06", "2024-05-06", 8100]));
        assert_eq!(json!(of(1)), json!(["Lee", "2 Main St", "Nashville", "TN", "37201", "active", null, null, null]));
        let form = json!({ "jobId": found[0]["id"], "startDate": "2026-03-09", "endDate": "2026-03-10" });
        let refused = app.post(&admin, "/api/jobs/update/schedule", form).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "a done job is not moved");
        let report = app.get(&admin, "/api/reports/jobs?from=2024-05-01&to=2024-05-31").await;
        assert_eq!(report.status, StatusCode::OK, "{:?}", report.json);
        assert!(report.json.to_string().contains("\"completed\":1"), "{:?}", report.json);
        let again = import(app, &admin, JOBS, ACCULYNX, &[]).await;
        assert_eq!((&again.json["created"], &again.json["alreadyThere"]), (&json!(0), &json!(2)));
    }

    async fn a_mapping_wins_over_the_headings_of_the_program(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = "Job Name,Milestone,Location City,Location State,Our town,Our state\nWhitaker,Closed,Memphis,TN,Austin,texas\n";
        let mapping = json!({ "title": "Job Name", "city": "Our town", "state": "Our state" }).to_string();
        let done = import(app, &admin, JOBS, file, &[("mapping", &mapping)]).await;
        assert_eq!((&done.json["preset"], &done.json["created"]), (&json!("accuLynx"), &json!(1)));
        let found = jobs(app, &admin).await;
        assert_eq!((&found[0]["city"], &found[0]["state"], &found[0]["status"]), (&json!("Austin"), &json!("TX"), &json!("complete")));
    }

    async fn a_file_that_is_taken_for_an_export_by_mistake_is_imported_as_it_is(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = "Job Name,Milestone,City,State\nWhitaker,Closed,Austin,texas\n";
        let mapping = json!({ "title": "Job Name", "city": "City", "state": "State" }).to_string();
        let unknown = [("mapping", mapping.as_str()), ("preset", "roofs")];
        let refused = app.send(Some(&admin), multipart(JOBS, file.as_bytes(), &unknown)).await;
        assert_eq!((refused.status, refused.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["preset choice".to_owned()]));
        let other = [("mapping", mapping.as_str()), ("preset", "none")];
        let done = import(app, &admin, JOBS, file, &other).await;
        assert_eq!((&done.json["preset"], &done.json["created"]), (&Value::Null, &json!(1)));
        let found = jobs(app, &admin).await;
        assert_eq!((&found[0]["state"], &found[0]["status"]), (&json!("texas"), &json!("active")));
    }

    async fn a_file_of_no_program_is_imported_as_before(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let file = "Title,City,State,Status\nWhitaker,Nashville,Tennessee,Closed\n";
        for fields in [&[("dryRun", "true")][..], &[]] {
            let done = import(app, &admin, JOBS, file, fields).await;
            assert_eq!((done.json.get("preset"), &done.json["created"]), (Some(&Value::Null), &json!(1)));
        }
        let found = jobs(app, &admin).await;
        assert_eq!((&found[0]["state"], &found[0]["status"]), (&json!("Tennessee"), &json!("active")));
        let list = "Category,Product,Price,Open balance\nCaps,Ridge cap,1,2\n";
        assert_eq!(import(app, &admin, "/api/products/import", list, &[]).await.json["preset"], Value::Null);
    }

    async fn customers_of_address_books_have_one_name_and_their_first_phone(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let google = "Name,Given Name,Family Name,Phone 1 - Type,Phone 1 - Value,Address 1 - City,Address 1 - Region\n\
            Ana Peña,Ana,Peña,Mobile,+1 615-555-0100 ::: +1 615-555-0101,Nashville,Tennessee\n";
        let done = import(app, &admin, CUSTOMERS, google, &[]).await;
        assert_eq!((&done.json["preset"], &done.json["created"]), (&json!("googleContacts"), &json!(1)));
        let quick_books = "Customer,Phone Numbers,Email,Billing Address,Open Balance\n\
            Mary Ann Lee,Phone: (615) 555-0102,,\"1 Main St, Nashville, TN 37201\",0\n";
        let done = import(app, &admin, CUSTOMERS, quick_books, &[]).await;
        assert_eq!((&done.json["preset"], &done.json["created"]), (&json!("quickBooks"), &json!(1)));
        let found = app.get(&admin, "/api/customers/find").await.json["customers"].as_array().cloned().expect("customers");
        let of = |name: &str| {
            let one = found.iter().find(|one| one["lastName"] == name).expect("a customer");
            json!([one["firstName"], one["phone"], one["city"], one["state"], one["zip"]])
        };
        assert_eq!(of("Peña"), json!(["Ana", "615-555-0100", "Nashville", "TN", null]));
        assert_eq!(of("Lee"), json!(["Mary Ann", "615-555-0102", "Nashville", "TN", "37201"]));
    }
}
