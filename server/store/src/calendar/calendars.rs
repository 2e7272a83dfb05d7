//! A company's calendars, and the jobs on them.

use domain::{
    calendar::calendars::Calendar, jobs::job::CalendarAssignment, types::ids::CalendarId,
};

use crate::{
    db::{event::JobAudience, prelude::*},
    jobs::changes::JobState,
    scope::Scope,
};

columns! {
    Calendar { id, title, company_id }
    CalendarAssignment { job_id, calendar_id }
}

/// The company's calendars by title.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Calendar>> {
    sql!("SELECT id, title, company_id FROM calendar WHERE company_id = $1 ORDER BY title, id")
        .bind(scope)
        .all(tx)
        .await
}

/// Adds a calendar.
pub async fn insert(tx: &mut Tx, scope: Scope, id: CalendarId, title: &str) -> DbResult<()> {
    tx.publish_lists(scope.company(), [ListKind::Calendars]);
    sql!("INSERT INTO calendar (id, company_id, title) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(scope)
        .bind(title)
        .run_one(tx)
        .await
}

/// Whether this calendar belongs to the company; if so, it cannot be deleted until the transaction ends.
pub async fn is_own(tx: &mut Tx, scope: Scope, calendar: CalendarId) -> DbResult<bool> {
    sql!("SELECT id FROM calendar WHERE company_id = $1 AND id = $2 {keep}")
        .bind(scope)
        .bind(calendar)
        .exists(tx)
        .await
}

/// The title of one of the company's calendars.
pub async fn title(tx: &mut Tx, scope: Scope, calendar: CalendarId) -> DbResult<String> {
    sql!("SELECT title AS value FROM calendar WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(calendar)
        .value(tx)
        .await
}

/// Deletes one of the company's calendars; its jobs stay.
pub async fn delete(tx: &mut Tx, scope: Scope, calendar: CalendarId) -> DbResult<()> {
    tx.touch(scope.company());
    let lists = [ListKind::Calendars, ListKind::Jobs, ListKind::Appointments];
    tx.publish_lists(scope.company(), lists);
    sql!("DELETE FROM calendar WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(calendar)
        .run_one(tx)
        .await
}

/// Puts a job on one of the company's calendars, or removes it; returns whether it is on the calendar now.
/// No other company sees it, so the calendars of a subcontractor are no change of the contractor's job.
pub async fn toggle(
    tx: &mut Tx,
    scope: Scope,
    job: &JobState,
    calendar: CalendarId,
) -> DbResult<bool> {
    tx.touch_row(scope.company(), Change::Job(job.id));
    tx.publish(Event::Job { job: job.id, sides: job.audience() });
    let owner_only =
        JobAudience { subcontractor_before: None, subcontractor_after: None, ..job.audience() };
    if scope.company() == job.company_id {
        tx.note_job(ChangeType::JobUpdated, job.id, owner_only);
    }
    let stood =
        sql!("SELECT job_id FROM job_calendar WHERE job_id = $1 AND calendar_id = $2 {lock}")
            .bind(job.id)
            .bind(calendar)
            .exists(tx)
            .await?;
    let change = if stood {
        sql!("DELETE FROM job_calendar WHERE job_id = $1 AND calendar_id = $2")
    } else {
        sql!("INSERT INTO job_calendar (job_id, calendar_id) VALUES ($1, $2)")
    };
    change.bind(job.id).bind(calendar).run_one(tx).await?;
    Ok(!stood)
}
