//! The changes that other software is told of, as tests read them.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use domain::types::ids::CompanyId;
use serde_json::Value;
use store::{columns, sql};

use super::{Person, TestApp};

struct Written {
    company_id: CompanyId,
    position: i64,
    change_type: String,
}

columns! {
    Written { company_id, position, change_type }
}

/// The position of each company's newest change.
pub async fn written(app: &TestApp) -> BTreeMap<CompanyId, i64> {
    let mut tx = app.app.db.read().await.expect("tx");
    let rows: Vec<Written> = sql!(
        "SELECT company_id, position, change_type FROM change_event ORDER BY company_id, position"
    )
    .all(&mut tx)
    .await
    .expect("rows");
    rows.into_iter().map(|row| (row.company_id, row.position)).collect()
}

/// The types of the changes since then: those of this company, and those of others as `others: TYPE`.
pub async fn types_since(
    app: &TestApp,
    before: &BTreeMap<CompanyId, i64>,
    own: CompanyId,
) -> Vec<String> {
    let mut tx = app.app.db.read().await.expect("tx");
    let rows: Vec<Written> = sql!(
        "SELECT company_id, position, change_type FROM change_event ORDER BY company_id, position"
    )
    .all(&mut tx)
    .await
    .expect("rows");
    let is_new = |row: &&Written| before.get(&row.company_id).is_none_or(|at| row.position > *at);
    let mut types: Vec<String> = rows
        .iter()
        .filter(is_new)
        .map(|row| {
            if row.company_id == own {
                row.change_type.clone()
            } else {
                format!("others: {}", row.change_type)
            }
        })
        .collect();
    types.sort_unstable_by_key(|text| (text.starts_with("others"), text.clone()));
    types
}

impl TestApp {
    /// The feed of this user's company from a cursor on: its changes, and the next cursor.
    pub async fn feed(&self, who: &Person, query: &str) -> (Vec<Value>, String) {
        let answer = self.get(who, &format!("/api/changes?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {:?}", answer.json);
        let changes = answer.json["changes"].as_array().cloned().expect("changes");
        (changes, answer.json["cursor"].as_str().expect("a cursor").to_owned())
    }

    /// The types of what changed since a cursor.
    pub async fn changed_since(&self, who: &Person, cursor: &str) -> Vec<String> {
        let (changes, _) = self.feed(who, &format!("after={cursor}")).await;
        changes.iter().map(|change| change["type"].as_str().expect("a type").to_owned()).collect()
    }
}
