//! What the changes feed tells of imported rows is what the company sees of them.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, multipart};

const PERMITS: &str = include_str!("../../data/nashville-permits.csv");

/// A job with every column, one with a state in words, one without a place, and one with the least.
const JOBS: &str = "Title,Address,City,State,Zip,Job number,Contract amount,Start date,End date,Latitude,Longitude\n\
    \"Ridge, \"\"new\"\"\",12 Oak St,Nashville,TN,37201,R-1,\"$12,345.60\",2026-03-02,2026-03-06,36.16,-86.78\n\
    Peña,,Nashville,Tennessee,,R-2,,2026-02-02,2026-02-02,,\n\
    Nowhere,,Atlantis,TN,,,,,,,\n\
    Least,,Nashville,TN,,,,,,,\n";

/// One that was done in the program that exported it.
const ACCULYNX: &str = "Job Name,Job Number,Current Milestone,Location Address,Start Date,Contract Total,Lead Source\n\
    Whitaker,A-1,Invoiced,\"1 Main St, Nashville, Tennessee 37201 US\",5/6/24,\"$8,100.00\",Web\n";

const CUSTOMERS: &str = "First name,Last name,Phone,Company,Address,City,State,Zip\n\
    Ana,Peña,615-555-0100,Roofs & Sons,12 Oak St,Nashville,TN,37201\n\
    June,\"O'Neil \"\"Jr\"\"\",615-555-0101,,,,,\n";

async fn import(app: &TestApp, who: &Person, path: &str, file: &str) {
    let done = app.send(Some(who), multipart(path, file.as_bytes(), &[])).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    assert_eq!(done.json["refused"], json!(0), "{:?}", done.json);
}

fn by_id(rows: &Value) -> BTreeMap<String, Value> {
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| (row["id"].as_str().expect("an id").to_owned(), row.clone())).collect()
}

/// The data of each of the feed's changes, which are all of this type.
async fn told(app: &TestApp, who: &Person, change: &str, kind: &str) -> BTreeMap<String, Value> {
    let (changes, _) = app.feed(who, &format!("kinds={kind}&limit=1000")).await;
    assert!(changes.iter().all(|told| told["type"] == change), "{changes:?}");
    by_id(&changes.iter().map(|told| told["data"][kind].clone()).collect())
}

both_engines! {
    async fn an_imported_job_is_told_as_it_is_listed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        import(app, &admin, "/api/jobs/import", JOBS).await;
        import(app, &admin, "/api/jobs/import", ACCULYNX).await;
        let permits: String = PERMITS.split_inclusive('\n').take(301).collect();
        app.send(Some(&admin), multipart("/api/jobs/import", permits.as_bytes(), &[])).await;
        let listed = by_id(&app.get(&admin, "/api/jobs/myJobs/contractor").await.json["jobs"]);
        assert!(listed.len() > 100, "{} jobs", listed.len());
        assert_eq!(told(app, &admin, "job.created", "job").await, listed);
    }

    async fn an_imported_customer_is_told_as_it_is_listed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        import(app, &admin, "/api/customers/import", CUSTOMERS).await;
        let listed = by_id(&app.get(&admin, "/api/customers/find").await.json["customers"]);
        assert_eq!(listed.len(), 2);
        assert_eq!(told(app, &admin, "customer.created", "customer").await, listed);
    }

    async fn what_changes_after_an_import_is_told_after_it(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        import(app, &admin, "/api/jobs/import", JOBS).await;
        let form = json!({ "title": "Later", "city": "Nashville", "state": "TN" });
        app.post(&admin, "/api/jobs/create", form).await;
        let (changes, _) = app.feed(&admin, "").await;
        assert_eq!(changes.len(), 5);
        assert_eq!(changes[4]["data"]["job"]["title"], "Later");
        let titles: Vec<&Value> = changes[..4].iter().map(|told| &told["data"]["job"]["title"]).collect();
        assert_eq!(titles, ["Ridge, \"new\"", "Peña", "Nowhere", "Least"]);
    }
}
