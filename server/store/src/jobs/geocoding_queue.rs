//! The questions to the geocoder: at most one for each job. A worker claims the next one with a lease, at the pace that
//! all servers of the database keep together.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::ids::{CompanyId, JobId};
use uuid::Uuid;

use crate::{
    db::prelude::*,
    delivery_queue::{self, TURN_MILLISECONDS},
    jobs::addresses::DueJob,
};

/// The most questions of one company that wait because addresses were saved. Its other jobs stay due, and are asked for
/// as these are answered.
pub const MOST_SAVED: i64 = 100;

/// How many times a question is asked before its job has to wait for its turn among those that are due.
pub const MOST_TRIES: i64 = 6;

/// The pause after a failed try, from the first one on.
const PAUSES: [TimeDelta; 5] = [
    TimeDelta::minutes(1),
    TimeDelta::minutes(10),
    TimeDelta::hours(1),
    TimeDelta::hours(6),
    TimeDelta::days(1),
];

/// When a question is asked again after so many failed tries; after [`MOST_TRIES`] it is dropped.
fn next_try(tries: i64, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let pause = usize::try_from(tries.saturating_sub(1)).ok().and_then(|tries| PAUSES.get(tries));
    pause.filter(|_| tries < MOST_TRIES).map(|pause| now + *pause)
}

/// Queues the question where a job is that was just saved; it replaces a former one. A company with too many questions
/// has to wait until they are answered.
pub async fn ask_saved(
    tx: &mut Tx,
    company: CompanyId,
    job: JobId,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let waiting: i64 = sql!(
        "SELECT COUNT(*) AS value FROM geocoding_question
         WHERE company_id = $1 AND is_saved AND job_id <> $2"
    )
    .bind(company)
    .bind(job)
    .value(tx)
    .await?;
    if waiting >= MOST_SAVED {
        // What is asked about its former address must not be taken for an answer.
        return forget(tx, job).await;
    }
    let last: Option<i64> = sql!(
        "SELECT MAX(turn) AS value FROM geocoding_question WHERE company_id = $1 AND is_saved"
    )
    .bind(company)
    .value(tx)
    .await?;
    sql!(
        "INSERT INTO geocoding_question (job_id, company_id, is_saved, turn, tries, next_try)
         VALUES ($1, $2, TRUE, $3, 0, $4)
         ON CONFLICT (job_id) DO UPDATE SET is_saved = TRUE, turn = excluded.turn, tries = 0,
             next_try = excluded.next_try, claim = NULL"
    )
    .bind(job)
    .bind(company)
    .bind(delivery_queue::turn_after(last, now))
    .bind(now)
    .run_one(tx)
    .await
}

/// Drops the question about a job.
pub async fn forget(tx: &mut Tx, job: JobId) -> DbResult<()> {
    sql!("DELETE FROM geocoding_question WHERE job_id = $1").bind(job).run(tx).await?;
    Ok(())
}

/// Queues questions about jobs that are due. Of each company the first goes a turn after what is saved now.
pub async fn ask_due(tx: &mut Tx, jobs: &[DueJob], now: DateTime<Utc>) -> DbResult<()> {
    let mut jobs = jobs.to_vec();
    // In one order, so that two servers do not wait for each other.
    jobs.sort_by_key(|due| due.id.0);
    for due in jobs {
        sql!(
            "INSERT INTO geocoding_question (job_id, company_id, is_saved, turn, tries, next_try)
             SELECT id, company_id, FALSE, $2, 0, $3 FROM job WHERE id = $1 AND geocoder_due
             ON CONFLICT (job_id) DO NOTHING"
        )
        .bind(due.id)
        .bind(now.timestamp_millis().saturating_add(due.place.saturating_mul(TURN_MILLISECONDS)))
        .bind(now)
        .run(tx)
        .await?;
    }
    Ok(())
}

/// How many questions wait.
pub async fn waiting(tx: &mut Tx) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM geocoding_question").value(tx).await
}

/// Whether a question may be asked now.
pub async fn is_due(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<bool> {
    let due: Option<i64> = sql!(
        "SELECT tries AS value FROM geocoding_question WHERE next_try <= $1 ORDER BY next_try LIMIT 1"
    )
    .bind(now)
    .optional_value(tx)
    .await?;
    Ok(due.is_some())
}

/// A claimed question.
#[derive(Clone, Copy, Debug)]
pub struct Claimed {
    /// The job.
    pub job_id: JobId,
    /// Tries so far, including this one.
    pub tries: i64,
    claim: Option<Uuid>,
}

columns! {
    Claimed { job_id, tries, claim }
}

/// Claims the question whose turn it is; no other server can claim it until `lease`. Of several concurrent calls only one
/// gets it.
pub async fn claim(
    tx: &mut Tx,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<Claimed>> {
    sql!(
        "UPDATE geocoding_question SET claim = $1, next_try = $2, tries = tries + 1
         WHERE job_id = (SELECT job_id FROM geocoding_question WHERE next_try <= $3
                         ORDER BY turn, job_id LIMIT 1 {lock})
             AND next_try <= $3
         RETURNING job_id, tries, claim"
    )
    .bind(Uuid::now_v7())
    .bind(lease)
    .bind(now)
    .optional(tx)
    .await
}

/// Drops a question that is settled. False if its address was changed, its job deleted, or its lease has expired: then it
/// is not this claim's any more.
pub async fn settle(tx: &mut Tx, claimed: &Claimed) -> DbResult<bool> {
    let settled = sql!("DELETE FROM geocoding_question WHERE job_id = $1 AND claim = $2")
        .bind(claimed.job_id)
        .bind(claimed.claim)
        .run(tx)
        .await?;
    Ok(settled > 0)
}

/// Lets a question be asked again after a pause. One that was asked often enough is dropped, and its job stays due.
pub async fn put_back(tx: &mut Tx, claimed: &Claimed, now: DateTime<Utc>) -> DbResult<()> {
    let Some(again) = next_try(claimed.tries, now) else {
        settle(tx, claimed).await?;
        return Ok(());
    };
    sql!(
        "UPDATE geocoding_question SET next_try = $3, claim = NULL WHERE job_id = $1 AND claim = $2"
    )
    .bind(claimed.job_id)
    .bind(claimed.claim)
    .bind(again)
    .run(tx)
    .await?;
    Ok(())
}

/// Reserves the geocoder until `until` for one question, if it may be asked now: of all servers only one asks at a time.
pub async fn reserve(tx: &mut Tx, now: DateTime<Utc>, until: DateTime<Utc>) -> DbResult<bool> {
    let reserved = sql!(
        "INSERT INTO geocoder_pace (id, next_at, failures) VALUES (1, $2, 0)
         ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at WHERE geocoder_pace.next_at <= $1"
    )
    .bind(now)
    .bind(until)
    .run(tx)
    .await?;
    Ok(reserved > 0)
}

/// When the geocoder may be asked next.
pub async fn next_at(tx: &mut Tx) -> DbResult<Option<DateTime<Utc>>> {
    sql!("SELECT next_at AS value FROM geocoder_pace WHERE id = 1").optional_value(tx).await
}

/// How many questions in a row failed so far.
pub async fn failures(tx: &mut Tx) -> DbResult<i64> {
    let failures = sql!("SELECT failures AS value FROM geocoder_pace WHERE id = 1");
    Ok(failures.optional_value(tx).await?.unwrap_or_default())
}

/// Lets the geocoder be asked again from this time on, after so many failures in a row.
pub async fn release(tx: &mut Tx, next_at: DateTime<Utc>, failures: i64) -> DbResult<()> {
    sql!("UPDATE geocoder_pace SET next_at = $1, failures = $2 WHERE id = 1")
        .bind(next_at)
        .bind(failures)
        .run(tx)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_always_fails_is_asked_six_times_in_about_a_day() {
        let mut now = DateTime::<Utc>::UNIX_EPOCH;
        let mut tries = 1;
        while let Some(next) = next_try(tries, now) {
            assert!(next > now);
            (now, tries) = (next, tries + 1);
        }
        assert_eq!(tries, MOST_TRIES);
        assert!(now - DateTime::<Utc>::UNIX_EPOCH < TimeDelta::days(2));
    }
}
