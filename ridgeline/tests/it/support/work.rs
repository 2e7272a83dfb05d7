//! Jobs, crews, customers and connections for tests of other things.

use axum::http::StatusCode;
use domain::{
    permissions::permission::{CompanyType, UserType},
    types::ids::ConnectionId,
};
use serde_json::{Value, json};
use store::{
    connections::{self, NewConnection},
    scope::Scope,
};
use uuid::Uuid;

use super::{Person, TestApp};

impl TestApp {
    /// An unassigned job of this admin's company.
    pub async fn job(&self, owner: &Person) -> Value {
        let form = json!({ "title": "Whitaker re-roof", "city": "Nashville", "state": "TN" });
        let created = self.post(owner, "/api/jobs/create", form).await;
        self.job_seen_by(owner, &created.json["id"]).await
    }

    /// The job as this user sees it now; null if they do not see it.
    pub async fn job_seen_by(&self, who: &Person, id: &Value) -> Value {
        let id = id.as_str().expect("id");
        self.get(who, &format!("/api/jobs/job/{id}")).await.json["info"].clone()
    }

    /// A customer of this admin's company.
    pub async fn customer(&self, owner: &Person) -> String {
        let form = json!({
            "firstName": "June", "lastName": "Whitaker", "phone": "615-555-0100",
            "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208",
        });
        let created = self.post(owner, "/api/customers/create", form).await;
        created.json["customer"]["id"].as_str().expect("customer").to_string()
    }

    /// A connection that `sender` requested.
    pub async fn connection(&self, sender: &Person, recipient: &Person, accepted: bool) -> String {
        let id = ConnectionId(Uuid::now_v7());
        let new = NewConnection { id, accepted, message: "" };
        let mut tx = self.app.db.write().await.expect("tx");
        let scope = Scope::trusted(sender.company);
        let now = self.app.clock.now();
        connections::insert(&mut tx, scope, recipient.company, &new, now).await.expect("row");
        tx.commit().await.expect("commit");
        id.to_string()
    }

    /// An admin of a subcontractor that this job was just assigned to.
    pub async fn asked_subcontractor(&self, owner: &Person, job: &Value) -> Person {
        let sub = self.sign_in(CompanyType::Subcontractor, UserType::Admin).await;
        let connection = self.connection(owner, &sub, true).await;
        let form =
            json!({ "selectedConnection": connection, "jobCrewTableId": job["jobCrewTableId"] });
        let path = "/api/jobs/update/assign/subcontractorAccount";
        let done = self.post(owner, path, form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        sub
    }

    /// A foreman of this admin's company who works on this job.
    pub async fn foreman_on(&self, owner: &Person, job: &Value) -> Person {
        let foreman = self.colleague(owner.company, UserType::Foreman).await;
        let form =
            json!({ "assignedToUserId": foreman.user, "jobCrewTableId": job["jobCrewTableId"] });
        let done = self.post(owner, "/api/jobs/update/assign/user", form).await;
        assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
        foreman
    }

    /// The subcontractor's acceptance or refusal.
    pub async fn answer(&self, sub: &Person, job: &Value, did_accept: bool) -> super::TestResponse {
        let form = json!({ "didAccept": did_accept, "jobCrewTableId": job["jobCrewTableId"] });
        self.post(sub, "/api/jobs/update/acceptDecline", form).await
    }

    /// A custom crew of this admin's company, with one member.
    pub async fn crew(&self, owner: &Person) -> (String, String) {
        let created =
            self.post(owner, "/api/custom_crews/create", json!({ "name": "Tear-off" })).await;
        let crew = created.json["crew"]["id"].as_str().expect("crew").to_string();
        let form = json!({ "name": "Rosa Díaz", "crewId": crew });
        let created = self.post(owner, "/api/custom_crews/create_crew_member", form).await;
        let member = created.json["crewMember"]["id"].as_str().expect("member").to_string();
        (crew, member)
    }
}
