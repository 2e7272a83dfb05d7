//! Capacity, offers and days for tests of planning.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Subcontractor, UserType::Admin};
use serde_json::{Value, json};

use super::{Person, TestApp, TestResponse};

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

    /// Offers a job on two choices of days, for a day.
    pub async fn try_offer(&self, who: &Person, job: &Value, connections: &[&str]) -> TestResponse {
        let form = json!({
            "jobId": job["id"], "connections": connections, "until": "2026-03-03T12:00:00Z",
            "days": [days("2026-03-09", "2026-03-10"), days("2026-03-16", "2026-03-17")],
        });
        self.post(who, "/api/job_offers/create", form).await
    }

    /// The same; it succeeds.
    pub async fn offer(&self, who: &Person, job: &Value, connections: &[&str]) -> Value {
        let made = self.try_offer(who, job, connections).await;
        assert_eq!(made.status, StatusCode::OK, "{:?}", made.json);
        made.json["offer"].clone()
    }

    /// Accepts an offer on the second choice of days.
    pub async fn accept_offer(&self, sub: &Person, offer: &Value) -> TestResponse {
        let window = days("2026-03-16", "2026-03-17");
        let form = json!({ "id": offer["id"], "accepted": true, "window": window });
        self.post(sub, "/api/job_offers/answer", form).await
    }

    /// Declines an offer.
    pub async fn decline_offer(&self, sub: &Person, offer: &Value) -> TestResponse {
        let form = json!({ "id": offer["id"], "accepted": false });
        self.post(sub, "/api/job_offers/answer", form).await
    }

    /// The titles of a user's notifications, oldest first.
    pub async fn notified(&self, who: &Person) -> Vec<String> {
        let list = self.get(who, "/api/notifications/user").await.json["notifications"].clone();
        let list = list.as_array().expect("notifications").iter().rev();
        list.map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
    }
}
