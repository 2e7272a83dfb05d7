//! Asks the operator's geocoder where jobs are whose addresses were saved or imported, one question at a time and at most
//! one a second, and moves the jobs there.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{jobs::forms::NewJob, types::place::Location};
use services::geocoding::{Address, street_geocoder::StreetGeocoder};
use store::{
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    jobs::{
        addresses, changes,
        geocoder_answers::{self, AddressHash},
        geocoding_queue::{self, Claimed},
    },
};
use tokio::sync::watch;

use crate::app::{App, better};

/// The pace that the policy of the public Nominatim allows, for all servers of a database together.
const PACE: TimeDelta = TimeDelta::seconds(1);

/// The longest pause after failures in a row.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);

/// How long a question is leased to the server that asks it. Longer than an answer takes.
const LEASE: TimeDelta = TimeDelta::minutes(1);

/// How often new questions are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The pause after a question that needed no answer: requests of users go first.
const KNOWN_PAUSE: Duration = Duration::from_millis(20);

/// If the database does not answer.
const DATABASE_PAUSE: Duration = Duration::from_secs(5);

/// With fewer questions than this the jobs that are due besides are queued, so many at once. It bounds the queue.
const FEW_QUESTIONS: i64 = 50;
const QUEUED_AT_ONCE: i64 = 200;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A question was settled, or failed.
    Asked,
    /// A question was settled by what was answered before.
    Known,
    /// There is no question that is due.
    NothingDue,
    /// The geocoder may not be asked before this time.
    NotBefore(DateTime<Utc>),
}

/// Asks until `stop` is set. Without a geocoder it ends at once.
pub async fn run(app: App, mut stop: watch::Receiver<bool>) {
    if app.street_geocoder.is_none() {
        return;
    }
    while !*stop.borrow() {
        // A question that is cut off is asked again when its lease has expired.
        let done = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => break,
            done = next_step(&app) => done,
        };
        let pause = match done {
            Ok(Step::Asked) => Duration::ZERO,
            Ok(Step::Known) => KNOWN_PAUSE,
            Ok(Step::NothingDue) => POLL_INTERVAL,
            Ok(Step::NotBefore(time)) => {
                (time - app.clock.now()).to_std().unwrap_or_default().min(POLL_INTERVAL)
            }
            Err(error) => {
                if !error.is_outage() {
                    tracing::warn!(%error, "places of jobs could not be looked up");
                }
                DATABASE_PAUSE
            }
        };
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => break,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Asks the next question, if it may be asked now.
///
/// # Errors
/// The database's. What the geocoder does is no error.
pub async fn next_step(app: &App) -> DbResult<Step> {
    let Some(geocoder) = &app.street_geocoder else { return Ok(Step::NothingDue) };
    queue_due(app).await?;
    let claimed = match claim(app).await? {
        Ok(claimed) => claimed,
        Err(step) => return Ok(step),
    };
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let Some(asked) = addresses::of_any(&mut tx, claimed.job_id).await? else {
        drop(tx);
        // The job was deleted, and its question with it.
        release(app, now).await?;
        return Ok(Step::Known);
    };
    let question = Question { claimed, hash: Address::from(&asked).hash(), asked };
    let kept = geocoder_answers::find(&mut tx, &question.hash, now).await?;
    drop(tx);
    if let Some(answer) = kept {
        settle(app, &question, Answer::Kept(answer)).await?;
        Ok(Step::Known)
    } else {
        ask(app, geocoder, &question).await?;
        Ok(Step::Asked)
    }
}

/// A question, and the address that it asks for.
struct Question {
    claimed: Claimed,
    asked: NewJob,
    hash: AddressHash,
}

/// Where an address is, `None` if the geocoder does not know it.
enum Answer {
    /// The geocoder has just said it.
    New(Option<Location>),
    /// It said it earlier.
    Kept(Option<Location>),
}

/// Queues jobs that are due besides those that were just saved, if few questions wait.
async fn queue_due(app: &App) -> DbResult<()> {
    let mut tx = app.db.read().await?;
    if geocoding_queue::waiting(&mut tx).await? >= FEW_QUESTIONS {
        return Ok(());
    }
    let due = addresses::due_for_geocoder(&mut tx, QUEUED_AT_ONCE).await?;
    drop(tx);
    if due.is_empty() {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    geocoding_queue::ask_due(&mut tx, &due, app.clock.now()).await?;
    tx.commit().await
}

/// Claims the next question, and the geocoder for it.
async fn claim(app: &App) -> DbResult<Result<Claimed, Step>> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    if !geocoding_queue::is_due(&mut tx, now).await? {
        return Ok(Err(Step::NothingDue));
    }
    if let Some(time) = geocoding_queue::next_at(&mut tx).await?.filter(|time| *time > now) {
        return Ok(Err(Step::NotBefore(time)));
    }
    drop(tx);
    let mut tx = app.db.write().await?;
    if !geocoding_queue::reserve(&mut tx, now, now + LEASE).await? {
        return Ok(Err(Step::NotBefore(now + PACE)));
    }
    let Some(claimed) = geocoding_queue::claim(&mut tx, now, now + LEASE).await? else {
        return Ok(Err(Step::NothingDue));
    };
    tx.commit().await?;
    Ok(Ok(claimed))
}

async fn ask(app: &App, geocoder: &StreetGeocoder, question: &Question) -> DbResult<()> {
    match geocoder.locate((&question.asked).into()).await {
        Ok(answer) => settle(app, question, Answer::New(answer)).await,
        Err(reason) => {
            tracing::warn!(reason = format!("{reason:#}"), "a request to the geocoder failed");
            put_back(app, question).await
        }
    }
}

/// Moves the job to where its address was found, if it still has that address; keeps a new answer.
async fn settle(app: &App, question: &Question, answer: Answer) -> DbResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let location = match answer {
        Answer::New(location) => {
            geocoding_queue::release(&mut tx, now + PACE, 0).await?;
            geocoder_answers::keep(&mut tx, &question.hash, location, now).await?;
            location
        }
        Answer::Kept(location) => {
            let failures = geocoding_queue::failures(&mut tx).await?;
            geocoding_queue::release(&mut tx, now, failures).await?;
            location
        }
    };
    move_job(&mut tx, question, location, now).await?;
    tx.commit().await
}

async fn move_job(
    tx: &mut Tx,
    question: &Question,
    answer: Option<Location>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let job = match changes::lock_any(tx, question.claimed.job_id).await {
        Ok(job) => job,
        Err(DbError::Missing) => return Ok(()),
        Err(error) => return Err(error),
    };
    let stored = addresses::of_any(tx, job.id).await?;
    if !stored.is_some_and(|stored| stored.is_where(&question.asked)) {
        // Whoever changed the address has asked a question of their own, or will find the job due.
        geocoding_queue::settle(tx, &question.claimed).await?;
        return Ok(());
    }
    if !geocoding_queue::settle(tx, &question.claimed).await? {
        return Ok(());
    }
    let located = addresses::location(tx, &job).await?;
    match better(located, answer) {
        Some(better) if Some(better) != located => {
            addresses::set_location(tx, &job, better, now).await
        }
        _ => addresses::keep_location(tx, job.id).await,
    }
}

/// Lets a question that failed be asked again later, and the geocoder rest. After the last try the question is dropped,
/// and the job stays due: a geocoder that is down for days loses none.
async fn put_back(app: &App, question: &Question) -> DbResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let failures = geocoding_queue::failures(&mut tx).await? + 1;
    geocoding_queue::release(&mut tx, now + pause_after(failures), failures).await?;
    geocoding_queue::put_back(&mut tx, &question.claimed, now).await?;
    tx.commit().await
}

async fn release(app: &App, next_at: DateTime<Utc>) -> DbResult<()> {
    let mut tx = app.db.write().await?;
    let failures = geocoding_queue::failures(&mut tx).await?;
    geocoding_queue::release(&mut tx, next_at, failures).await?;
    tx.commit().await
}

/// One second, doubled by each failure in a row.
fn pause_after(failures: i64) -> TimeDelta {
    let doublings = u32::try_from(failures.clamp(0, 16)).unwrap_or_default();
    (PACE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geocoder_that_fails_is_asked_less_and_less_often() {
        assert_eq!(pause_after(1), TimeDelta::seconds(2));
        assert_eq!(pause_after(5), TimeDelta::seconds(32));
        assert_eq!(pause_after(i64::MAX), LONGEST_PAUSE);
    }
}
