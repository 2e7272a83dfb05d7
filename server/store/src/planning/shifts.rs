//! Moves of many jobs, and what their undo needs (contract-2, section 3).

use std::collections::HashSet;

use chrono::{DateTime, Duration, Utc};
use domain::{
    planning::{shift_forms::DaySelection, shifted_jobs::ScheduledJob},
    types::{
        ids::{CalendarId, JobId, ShiftId},
        limits::LIMITS,
    },
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    actor::ActionContext, db::prelude::*, jobs::changes::JobState, planning::offer_ends,
    scope::Scope,
};

columns! {
    ScheduledJob {
        id, title, city, status, start_date, end_date, assigned_company_id, is_accepted_by_sub, crew_id,
        crew_member_id, assigned_user_id, answers, handovers,
    }
}

macro_rules! scheduled_jobs {
    ($which:literal) => {
        concat!(
            "SELECT id, title, city, status, start_date, end_date, assigned_company_id,
                 is_accepted_by_sub, crew_id, crew_member_id, assigned_user_id, answers,
                 handovers
             FROM job WHERE company_id = $1 AND ",
            $which,
            " ORDER BY id"
        )
    };
}

/// The company's active jobs that are scheduled, and its jobs with these ids, by their ids.
pub async fn jobs(tx: &mut Tx, scope: Scope, named: &[JobId]) -> DbResult<Vec<ScheduledJob>> {
    sql!(scheduled_jobs!("((status = 'active' AND start_date IS NOT NULL) OR id IN ({named}))"))
        .bind(scope)
        .bind_list("named", named.iter().copied())
        .all(tx)
        .await
}

/// The same, locked: nobody changes them until the transaction ends.
pub async fn lock_jobs(tx: &mut Tx, scope: Scope, named: &[JobId]) -> DbResult<Vec<ScheduledJob>> {
    sql!(concat!(
        scheduled_jobs!("((status = 'active' AND start_date IS NOT NULL) OR id IN ({named}))"),
        " {lock}"
    ))
    .bind(scope)
    .bind_list("named", named.iter().copied())
    .all(tx)
    .await
}

/// Those of the company's jobs that have these ids, locked, by their ids.
pub async fn lock(tx: &mut Tx, scope: Scope, ids: &[JobId]) -> DbResult<Vec<ScheduledJob>> {
    sql!(concat!(scheduled_jobs!("id IN ({ids})"), " {lock}"))
        .bind(scope)
        .bind_list("ids", ids.iter().copied())
        .all(tx)
        .await
}

/// The state of a job of the company, for its changes.
#[must_use]
pub fn state(scope: Scope, job: &ScheduledJob) -> JobState {
    JobState {
        id: job.id,
        company_id: scope.company(),
        status: job.status,
        start_date: job.start_date,
        end_date: job.end_date,
        assigned_company_id: job.assigned_company_id,
        is_accepted_by_sub: job.is_accepted_by_sub,
        assigned_user_id: job.assigned_user_id,
    }
}

/// The ids that narrow a selection and mean nothing to the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownFilter {
    /// A calendar.
    Calendar,
    /// A crew, or a company that does none of its jobs.
    Crew,
}

/// The first filter of a selection that names something unknown.
pub async fn unknown_filter(
    tx: &mut Tx,
    scope: Scope,
    selection: &DaySelection,
) -> DbResult<Option<UnknownFilter>> {
    if !selection.calendars.is_empty() {
        let own: Vec<CalendarId> =
            sql!("SELECT id AS value FROM calendar WHERE company_id = $1 AND id IN ({calendars})")
                .bind(scope)
                .bind_list("calendars", selection.calendars.iter().copied())
                .values(tx)
                .await?;
        if !selection.calendars.iter().all(|calendar| own.contains(calendar)) {
            return Ok(Some(UnknownFilter::Calendar));
        }
    }
    if !selection.crews.is_empty() {
        let known: Vec<Uuid> = sql!(
            "SELECT id AS value FROM crew WHERE company_id = $1 AND id IN ({crews})
             UNION SELECT assigned_company_id FROM job
             WHERE company_id = $1 AND assigned_company_id IN ({crews})
             UNION SELECT recipient_id FROM connection
             WHERE sender_id = $1 AND recipient_id IN ({crews}) AND accepted
             UNION SELECT sender_id FROM connection
             WHERE recipient_id = $1 AND sender_id IN ({crews}) AND accepted"
        )
        .bind(scope)
        .bind_list("crews", selection.crews.iter().copied())
        .values(tx)
        .await?;
        if !selection.crews.iter().all(|crew| known.contains(crew)) {
            return Ok(Some(UnknownFilter::Crew));
        }
    }
    Ok(None)
}

/// The company's jobs on any of these calendars of its own.
pub async fn on_calendars(
    tx: &mut Tx,
    scope: Scope,
    calendars: &[CalendarId],
) -> DbResult<HashSet<JobId>> {
    if calendars.is_empty() {
        return Ok(HashSet::new());
    }
    let jobs: Vec<JobId> = sql!(
        "SELECT job_calendar.job_id AS value
         FROM job_calendar JOIN calendar ON calendar.id = job_calendar.calendar_id
         WHERE calendar.company_id = $1 AND job_calendar.calendar_id IN ({calendars})"
    )
    .bind(scope)
    .bind_list("calendars", calendars.iter().copied())
    .values(tx)
    .await?;
    Ok(jobs.into_iter().collect())
}

/// Gives a job back the days and the acceptance that it had before it was moved. Its open offer to other companies ends
/// if it is accepted by that.
pub async fn restore(
    tx: &mut Tx,
    now: &JobState,
    before: &ScheduledJob,
    at: DateTime<Utc>,
) -> DbResult<()> {
    now.announce_change(tx, ChangeType::JobScheduled);
    if before.is_accepted_by_sub {
        offer_ends::end_of_job(tx, now.id, at).await?;
    }
    sql!(
        "UPDATE job SET start_date = $3, end_date = $4, is_accepted_by_sub = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(now.company_id)
    .bind(now.id)
    .bind(before.start_date)
    .bind(before.end_date)
    .bind(before.is_accepted_by_sub)
    .run_one(tx)
    .await
}

/// A job before and after it was moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShiftedJob {
    /// Before.
    pub before: ScheduledJob,
    /// After.
    pub after: ScheduledJob,
}

/// Stores a move, so that it can be undone.
pub async fn insert(
    tx: &mut Tx,
    act: ActionContext,
    id: ShiftId,
    jobs: &[ShiftedJob],
) -> DbResult<()> {
    sql!(
        "INSERT INTO schedule_shift (id, company_id, date_inserted, undone, jobs)
         VALUES ($1, $2, $3, FALSE, $4)"
    )
    .bind(id)
    .bind(act.company)
    .bind(act.now)
    .bind(Json(jobs))
    .run_one(tx)
    .await
}

struct ShiftRow {
    undone: bool,
    date_inserted: DateTime<Utc>,
    jobs: Json<Vec<ShiftedJob>>,
}

columns! {
    ShiftRow { undone, date_inserted, jobs }
}

/// Locks a move of the company, and marks it as undone. `None` if that is too late.
///
/// # Errors
/// [`DbError::Missing`] if it is unknown, or another company's.
pub async fn take(
    tx: &mut Tx,
    scope: Scope,
    id: ShiftId,
    now: DateTime<Utc>,
) -> DbResult<Option<Vec<ShiftedJob>>> {
    let row: ShiftRow = sql!(
        "SELECT undone, date_inserted, jobs FROM schedule_shift
         WHERE company_id = $1 AND id = $2 {lock}"
    )
    .bind(scope)
    .bind(id)
    .one(tx)
    .await?;
    let oldest = now - Duration::minutes(LIMITS.bulk_undo_minutes);
    if row.undone || row.date_inserted < oldest {
        return Ok(None);
    }
    sql!("UPDATE schedule_shift SET undone = TRUE WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await?;
    Ok(Some(row.jobs.0))
}

/// Deletes a batch of moves that can no longer be undone; returns how many. They are kept for a day, so that a late
/// undo gets a conflict and not a 404.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM schedule_shift WHERE id IN (
             SELECT id FROM schedule_shift WHERE date_inserted <= $1
             ORDER BY date_inserted LIMIT $2)"
    )
    .bind(now - Duration::days(1))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
