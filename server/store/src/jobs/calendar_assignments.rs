//! The calendars of jobs.

use domain::jobs::job::CalendarAssignment;

use crate::{
    db::{Tx, error::DbResult},
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
};

/// The calendars of the viewer's company that the jobs are on: one statement, whatever the number of jobs.
pub(crate) async fn assignments(
    tx: &mut Tx,
    viewer: &Viewer,
    which: JobSelection,
) -> DbResult<Vec<CalendarAssignment>> {
    seen_jobs!(
        viewer,
        which,
        "SELECT job_calendar.job_id, job_calendar.calendar_id
         FROM job_calendar
         JOIN job ON job.id = job_calendar.job_id
         JOIN calendar ON calendar.id = job_calendar.calendar_id AND calendar.company_id = $1
         WHERE ",
        " ORDER BY job_calendar.calendar_id"
    )
    .all(tx)
    .await
}
