//! Which job follows which (contract-2, section 3).

use std::collections::BTreeMap;

use domain::{jobs::job::JobFollow, types::ids::JobId};

use crate::{
    db::{bind::ToArg as _, prelude::*},
    jobs::changes::JobState,
    scope::Scope,
};

/// A job, and one that it follows.
struct FollowRow {
    job_id: JobId,
    follows_id: JobId,
    gap_workdays: i64,
}

columns! {
    FollowRow { job_id, follows_id, gap_workdays }
}

/// What each job of the company follows, by the ids of the jobs; jobs that follow none are left out.
pub async fn of_company(tx: &mut Tx, scope: Scope) -> DbResult<BTreeMap<JobId, Vec<JobFollow>>> {
    let rows: Vec<FollowRow> = sql!(
        "SELECT job_id, follows_id, gap_workdays FROM job_follow
         WHERE company_id = $1 ORDER BY job_id, follows_id"
    )
    .bind(scope)
    .all(tx)
    .await?;
    let mut follows: BTreeMap<JobId, Vec<JobFollow>> = BTreeMap::new();
    for row in rows {
        let gap_workdays = u32::try_from(row.gap_workdays).unwrap_or_default();
        let follow = JobFollow { job_id: row.follows_id, gap_workdays };
        follows.entry(row.job_id).or_default().push(follow);
    }
    Ok(follows)
}

/// Replaces what a locked job follows. These jobs are the company's, and locked too.
pub async fn replace(tx: &mut Tx, job: &JobState, follows: &[JobFollow]) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!("DELETE FROM job_follow WHERE job_id = $1").bind(job.id).run(tx).await?;
    if follows.is_empty() {
        return Ok(());
    }
    let rows = follows
        .iter()
        .map(|follow| [follow.job_id.to_arg(), i64::from(follow.gap_workdays).to_arg()]);
    sql!(
        "INSERT INTO job_follow (job_id, company_id, follows_id, gap_workdays)
         VALUES {rows: ($1, $2, ?, ?)}"
    )
    .bind(job.id)
    .bind(job.company_id)
    .bind_rows(rows)
    .run(tx)
    .await?;
    Ok(())
}

/// Whether a job follows one of these directly.
pub async fn follows_any(tx: &mut Tx, job: JobId, others: &[JobId]) -> DbResult<bool> {
    sql!(
        "SELECT job_id AS value FROM job_follow
         WHERE job_id = $1 AND follows_id IN ({others}) LIMIT 1"
    )
    .bind(job)
    .bind_list("others", others.iter().copied())
    .exists(tx)
    .await
}

struct FollowedTitle {
    title: String,
    gap_workdays: i64,
}

columns! {
    FollowedTitle { title, gap_workdays }
}

/// What a job follows, as the activity log shows it: titles with their gaps in working days. `None` if it follows
/// nothing.
pub async fn written(tx: &mut Tx, job: &JobState) -> DbResult<Option<String>> {
    let titles: Vec<FollowedTitle> = sql!(
        "SELECT job.title, job_follow.gap_workdays
         FROM job_follow JOIN job ON job.id = job_follow.follows_id
         WHERE job_follow.job_id = $1 ORDER BY job.title, job.id"
    )
    .bind(job.id)
    .all(tx)
    .await?;
    let written = titles.iter().map(|FollowedTitle { title, gap_workdays }| match gap_workdays {
        0 => title.clone(),
        gap => format!("{title} (+{gap})"),
    });
    let written = written.collect::<Vec<_>>().join(", ");
    Ok((!written.is_empty()).then_some(written))
}
