//! The activity log as tests read it.

use axum::http::StatusCode;
use serde_json::Value;
use store::sql;

use super::{Person, TestApp};

/// How many entries there are, in whosever log.
pub async fn written(app: &TestApp) -> i64 {
    let mut tx = app.app.db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM activity").value(&mut tx).await.expect("count")
}

impl TestApp {
    /// A page of the log of a company, or of a job; newest first.
    pub async fn activity(&self, who: &Person, path: &str) -> Vec<Value> {
        let told = self.get(who, path).await;
        assert_eq!(told.status, StatusCode::OK, "{path}: {:?}", told.json);
        told.json["activity"].as_array().cloned().expect("entries")
    }

    /// The sentences of a job's log, newest first.
    pub async fn history(&self, who: &Person, job: &Value) -> Vec<String> {
        let path = format!("/api/activity/job/{}", job["id"].as_str().expect("id"));
        sentences(&self.activity(who, &path).await)
    }

    /// The sentences of a company's log, newest first.
    pub async fn log(&self, who: &Person, filters: &str) -> Vec<String> {
        sentences(&self.activity(who, &format!("/api/activity?{filters}")).await)
    }
}

/// What entries say.
pub fn sentences(entries: &[Value]) -> Vec<String> {
    entries.iter().map(|entry| entry["sentence"].as_str().expect("a sentence").to_owned()).collect()
}
