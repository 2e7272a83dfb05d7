//! The activity log as tests read it.

use axum::http::StatusCode;
use serde_json::Value;
use store::sql;

use super::{Person, TestApp};

/// The number of entries, for all companies.
pub async fn written(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM activity").value(&mut tx).await.expect("count")
}

impl TestApp {
    /// A page of a company's or a job's log; newest first.
    pub async fn activity(&self, who: &Person, path: &str) -> Vec<Value> {
        let response = self.get(who, path).await;
        assert_eq!(response.status, StatusCode::OK, "{path}: {:?}", response.json);
        response.json["activity"].as_array().cloned().expect("entries")
    }

    /// The texts of a job's log, newest first.
    pub async fn history(&self, who: &Person, job: &Value) -> Vec<String> {
        let path = format!("/api/activity/job/{}", job["id"].as_str().expect("id"));
        sentences(&self.activity(who, &path).await)
    }

    /// The texts of a company's log, newest first.
    pub async fn log(&self, who: &Person, filters: &str) -> Vec<String> {
        sentences(&self.activity(who, &format!("/api/activity?{filters}")).await)
    }
}

/// The texts of entries.
pub fn sentences(entries: &[Value]) -> Vec<String> {
    entries.iter().map(|entry| entry["sentence"].as_str().expect("a sentence").to_owned()).collect()
}
