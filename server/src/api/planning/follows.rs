//! `/api/jobs/update/follows`: the jobs that a job waits for (contract-2, section 3).

use std::collections::BTreeMap;

use domain::{
    activity::{
        activity::{FieldValue, differences},
        labels::{ActivityAction, ActivityField},
    },
    forms::error::ValidationError,
    jobs::job::JobFollow,
    planning::follows::{SetFollows, check_circle},
    types::ids::JobId,
};
use store::{
    activity::record::{self, Entry},
    companies::companies,
    db::{Tx, error::DbResult},
    jobs::{bulk, changes::JobState, follows, jobs},
};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().post("/api/jobs/update/follows", set)
}

async fn set(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    sent: UncheckedForm<SetFollows>,
) -> ApiResult<impl ApiResponse> {
    let id = sent.row_id(SetFollows::job)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    // The job and those that it follows are locked together, in the order of their ids.
    let named = sent.peek(SetFollows::named_jobs);
    let locked = bulk::lock(&mut tx, scope, &named).await?;
    let job = *locked.iter().find(|job| job.id == id).ok_or(ApiError::NotFound)?;
    let new = sent.checked()?.read()?;
    let is_own = |follow: &JobFollow| locked.iter().any(|job| job.id == follow.job_id);
    if !new.iter().all(is_own) {
        return Err(ValidationError::not_your_own("jobId").into());
    }
    // Two concurrent changes could form a cycle that neither of them sees. The commit also writes the company of the
    // subcontractor.
    companies::lock_with(&mut tx, scope, job.assigned_company_id).await?;
    let others = follows::of_company(&mut tx, scope).await?;
    let ids = |follows: &Vec<JobFollow>| follows.iter().map(|follow| follow.job_id).collect();
    let ahead: BTreeMap<JobId, Vec<JobId>> =
        others.iter().map(|(job, follows)| (*job, ids(follows))).collect();
    check_circle(id, &new, &ahead)?;
    let before = value(&mut tx, &job).await?;
    if others.get(&id).map_or(&[][..], Vec::as_slice) != new {
        follows::replace(&mut tx, &job, &new).await?;
        let after = value(&mut tx, &job).await?;
        for change in differences(&[before], &[after]) {
            let entry = Entry::of_job(&mut tx, &job, ActivityAction::Changed, change).await?;
            record::record(&mut tx, act, &entry).await?;
        }
    }
    let job = jobs::find(&mut tx, &caller.viewer(), id).await?;
    tx.commit().await?;
    Ok(named!("job": job))
}

async fn value(tx: &mut Tx, job: &JobState) -> DbResult<FieldValue> {
    Ok(FieldValue::new(ActivityField::Follows, follows::written(tx, job).await?))
}
