//! Snapshots of several jobs that one change concerns.

use domain::types::ids::{CrewId, CrewMemberId, CustomerId, JobId, UserId};

use crate::{
    activity::{
        record::{Actor, Snapshot, snapshot},
        subject::Subject,
    },
    db::prelude::*,
};

/// A row that jobs reference, and lose when it is deleted.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the words of the trade")]
pub enum JobReference {
    Customer(CustomerId),
    Crew(CrewId),
    CrewMember(CrewMemberId),
    Employee(UserId),
}

/// Several jobs before their change.
#[derive(Debug)]
#[must_use = "record the difference after the change"]
pub struct JobSnapshots(Vec<Snapshot>);

/// Reads the jobs that reference a row before it is deleted.
pub async fn snapshot_jobs_naming(tx: &mut Tx, named: JobReference) -> DbResult<JobSnapshots> {
    let jobs = match named {
        JobReference::Customer(id) => {
            sql!("SELECT id AS value FROM job WHERE customer_id = $1").bind(id)
        }
        JobReference::Crew(id) => sql!("SELECT id AS value FROM job WHERE crew_id = $1").bind(id),
        JobReference::CrewMember(id) => {
            sql!("SELECT id AS value FROM job WHERE crew_member_id = $1").bind(id)
        }
        JobReference::Employee(id) => {
            sql!("SELECT id AS value FROM job WHERE assigned_user_id = $1").bind(id)
        }
    };
    let jobs: Vec<JobId> = jobs.values(tx).await?;
    snapshot_jobs(tx, jobs).await
}

/// Reads several jobs before their change.
pub async fn snapshot_jobs(
    tx: &mut Tx,
    jobs: impl IntoIterator<Item = JobId>,
) -> DbResult<JobSnapshots> {
    let mut snapshots = Vec::new();
    for job in jobs {
        snapshots.push(snapshot(tx, Subject::Job(job)).await?);
    }
    Ok(JobSnapshots(snapshots))
}

impl JobSnapshots {
    /// Records the difference of each.
    pub async fn record(self, tx: &mut Tx, by: impl Into<Actor>) -> DbResult<()> {
        let by = by.into();
        for snapshot in self.0 {
            snapshot.record(tx, by).await?;
        }
        Ok(())
    }
}
