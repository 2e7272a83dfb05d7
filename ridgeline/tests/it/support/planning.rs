//! Capacity, offers and days for tests of planning.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Subcontractor, UserType::Admin};
use serde_json::{Value, json};

use super::{Person, TestApp};

/// A day, or days, of a job.
pub fn days(start: &str, end: &str) -> Value {
    json!({ "startDate": start, "endDate": end })
}

impl TestApp {
    /// Sets what the company of this admin shares.
    pub async fn share(&self, who: &Person, crews: u32, sharing: &str) {
        let form = json!({ "crews": crews, "sharing": sharing });
        let set = self.put(who, "/api/company/capacity", form.clone()).await;
        assert_eq!((set.status, &set.json["capacity"]), (StatusCode::OK, &form));
    }

    /// A job of this admin's company on these days.
    pub async fn job_on(&self, owner: &Person, start: &str, end: &str) -> Value {
        let job = self.job(owner).await;
        let mut form = days(start, end);
        form["jobId"] = job["id"].clone();
        let set = self.post(owner, "/api/jobs/update/schedule", form).await;
        assert_eq!(set.status, StatusCode::OK, "{:?}", set.json);
        set.json["job"].clone()
    }

    /// Assigns a job to the company of this connection.
    pub async fn assign(&self, owner: &Person, job: &Value, connection: &str) {
        let form =
            json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        let done = self.post(owner, "/api/jobs/update/assign/subcontractorAccount", form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    }

    /// An admin of a subcontractor that is connected with this company, and the connection.
    pub async fn connected_subcontractor(&self, owner: &Person) -> (Person, String) {
        let sub = self.sign_in(Subcontractor, Admin).await;
        let connection = self.connection(owner, &sub, true).await;
        (sub, connection)
    }
}
