//! Where the jobs of some days are.

use domain::types::{date_range::Span, ids::JobId, point::Point};

use crate::{
    db::prelude::*,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
};

struct JobPlace {
    id: JobId,
    latitude: f64,
    longitude: f64,
}

columns! {
    JobPlace { id, latitude, longitude }
}

/// The jobs on these days that this viewer sees, and where they are; those without coordinates are left out.
pub async fn on_days(tx: &mut Tx, viewer: &Viewer, days: Span) -> DbResult<Vec<(JobId, Point)>> {
    let jobs: Vec<JobPlace> = seen_jobs!(
        viewer,
        JobSelection::Between(days.start_date, days.end_date),
        "SELECT job.id, job.latitude, job.longitude FROM job WHERE ",
        " AND job.latitude IS NOT NULL AND job.longitude IS NOT NULL ORDER BY job.id"
    )
    .all(tx)
    .await?;
    let point = |JobPlace { id, latitude, longitude }| (id, Point { latitude, longitude });
    Ok(jobs.into_iter().map(point).collect())
}
