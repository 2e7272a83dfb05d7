//! `?since=STATE` of a list (contract-2, section 5): the header `x-state` of every answer names the state of the list,
//! and with it a client asks later only for what has changed.

use std::collections::HashSet;

use axum::http::{HeaderMap, HeaderValue};
use domain::types::ids::{CompanyId, UserId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{
    db::{Db, Tx, company_changes::CompanyChanges, revisions::change::Change},
    jobs::visibility::Viewer,
};
use uuid::Uuid;

use crate::http::error::ApiResult;

/// The header with the state.
const STATE: &str = "x-state";

/// The state that a client has.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct SinceQuery {
    /// From the header `x-state` of an earlier answer; the whole list if it is missing, unknown or too old.
    pub since: Option<String>,
}

/// What a list answers besides its rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListDelta<I> {
    /// The rows that the caller no longer sees. Only in answers with what has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Vec<I>>,
    /// Set if a state was given from which the changes are not known: these are all rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

impl<I: PartialEq> ListDelta<I> {
    /// All rows, where a state may have been given.
    pub const fn whole(since: &SinceQuery) -> Self {
        Self { gone: None, whole: if since.since.is_some() { Some(true) } else { None } }
    }

    /// Of the changed rows, those that were not found.
    pub fn without(changed: Vec<I>, found: impl Fn(&I) -> bool) -> Self {
        let gone = changed.into_iter().filter(|id| !found(id)).collect();
        Self { gone: Some(gone), whole: None }
    }
}

/// The changed rows that a viewer may have had in a list. Whoever sees only what is assigned to them learns of no other row
/// that it is gone.
pub struct LostRows {
    employee: Option<UserId>,
    lost: HashSet<Change>,
    seen: HashSet<Uuid>,
}

impl LostRows {
    /// Those of this viewer, who sees `elsewhere`: rows that are not in the list.
    pub fn of<I: Into<Uuid>>(viewer: &Viewer, changes: &[Change], elsewhere: Vec<I>) -> Self {
        let employee = viewer.only_assigned_to();
        let lost = employee.is_some().then(|| changes.iter().copied().collect());
        let seen = elsewhere.into_iter().map(Into::into).collect();
        Self { employee, lost: lost.unwrap_or_default(), seen }
    }

    /// Whether this row is one of them.
    pub fn contains(&self, row: impl Into<Uuid>) -> bool {
        let row = row.into();
        self.employee.is_none_or(|employee| {
            self.seen.contains(&row) || self.lost.contains(&Change::lost(row, employee))
        })
    }
}

/// The state of a company's data, and what has changed since the client's.
pub struct DataState {
    /// The headers of the answer.
    pub headers: HeaderMap,
    /// `None` if no state was given, or the changes are not known.
    pub changes: Option<Vec<Change>>,
}

impl DataState {
    /// Reads them. Call it before the rows are read in the same transaction: they are at least as new.
    pub async fn read(
        db: &Db,
        tx: &mut Tx,
        company: CompanyId,
        since: &SinceQuery,
    ) -> ApiResult<Self> {
        let known = since.since.as_deref().and_then(|state| db.revision_of_state(company, state));
        let CompanyChanges { revision, changes } = if let Some(known) = known {
            db.changes_after(tx, company, known).await?
        } else {
            let revision = db.revision_within(tx, company).await?;
            CompanyChanges { revision, changes: None }
        };
        Ok(Self { headers: headers_of(db, company, revision), changes })
    }

    /// The headers of the answer to a client without a state. Call it before the rows are read. `known` is the revision
    /// that the caller has read since their call began.
    pub async fn headers_now(
        db: &Db,
        company: CompanyId,
        known: Option<u64>,
    ) -> ApiResult<HeaderMap> {
        Ok(headers_of(db, company, db.revision_unless_known(company, known).await?))
    }
}

fn headers_of(db: &Db, company: CompanyId, revision: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    insert_state(&mut headers, db, company, revision);
    headers
}

/// Names the state of a list in its answer.
pub fn insert_state(headers: &mut HeaderMap, db: &Db, company: CompanyId, revision: u64) {
    if let Ok(state) = HeaderValue::try_from(db.state(company, revision)) {
        headers.insert(STATE, state);
    }
}
