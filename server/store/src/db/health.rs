//! The health of the database: logged once when it stops answering or storing changes, and once when it
//! recovers.
//!
//! There are no checks while all is well. When PostgreSQL does not answer a statement in time, or breaks a
//! connection, a separate connection probes it; until that one gets an answer, every statement fails at once
//! instead of waiting.

use std::{
    future::Future,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{Connection as _, postgres::PgConnectOptions};
use tokio::sync::{Semaphore, watch};

use crate::db::{
    error::{DbError, DbResult},
    postgres::connect::connect,
};

/// A statement that waits longer than this starts a probe.
const PROBE_AFTER: Duration = Duration::from_secs(2);
/// The timeout of a probe, long enough for a busy machine.
const ANSWER: Duration = Duration::from_secs(4);
/// The pause between two probes while there is no answer.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);
/// How long callers wait for a database that does not answer, counted from the beginning of the outage: a restart takes
/// a second or two. Later callers are refused at once.
const RETRY_WINDOW: Duration = Duration::from_secs(3);
/// The most callers that wait so; the others are refused at once.
const MAX_WAITING: usize = 256;
/// The pause before a caller tries again.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Whether PostgreSQL answers; nothing to do for SQLite, which runs in this process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct CircuitBreaker(Option<Arc<State>>);

#[derive(Debug)]
struct State {
    options: PgConnectOptions,
    unreachable: watch::Sender<bool>,
    /// Since when probes run, if they do.
    probing_since: watch::Sender<Option<Instant>>,
    waiting: Semaphore,
    closed: AtomicBool,
    /// When it recovered: older connections may be dead.
    recovered: Mutex<Option<Instant>>,
}

impl CircuitBreaker {
    pub(super) fn of(options: PgConnectOptions) -> Self {
        Self(Some(Arc::new(State {
            options,
            unreachable: watch::Sender::new(false),
            probing_since: watch::Sender::new(None),
            waiting: Semaphore::new(MAX_WAITING),
            closed: AtomicBool::new(false),
            recovered: Mutex::new(None),
        })))
    }

    /// Waits for a result, as long as the database answers at all.
    pub(super) async fn wait<T>(
        &self,
        result: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> DbResult<T> {
        let Some(state) = &self.0 else { return Ok(result.await?) };
        let mut unreachable = state.unreachable.subscribe();
        if *unreachable.borrow() {
            return Err(DbError::Unreachable);
        }
        let mut result = std::pin::pin!(result);
        loop {
            tokio::select! {
                biased;
                result = &mut result => {
                    let result = result.map_err(DbError::from);
                    if let Err(DbError::Unreachable) = result {
                        self.start_probe();
                    }
                    return result;
                }
                _ = unreachable.wait_for(|value| *value) => return Err(DbError::Unreachable),
                () = tokio::time::sleep(PROBE_AFTER) => self.start_probe(),
            }
        }
    }

    /// Whether the last probe failed.
    pub(super) fn is_open(&self) -> bool {
        self.0.as_ref().is_some_and(|state| *state.unreachable.borrow())
    }

    /// Whether a connection of this age may be dead, because it is older than the last recovery.
    pub(super) fn is_stale(&self, age: Duration) -> bool {
        let Some(state) = &self.0 else { return false };
        let recovered = *state.recovered.lock().unwrap_or_else(PoisonError::into_inner);
        recovered.is_some_and(|recovered| age > recovered.elapsed())
    }

    /// Ends the probing.
    pub(super) fn stop(&self) {
        if let Some(state) = &self.0 {
            state.closed.store(true, Ordering::SeqCst);
            // Nobody waits any longer.
            state.probing_since.send_replace(None);
        }
    }

    /// Starts probing, unless a probe is running.
    fn start_probe(&self) {
        let Some(state) = &self.0 else { return };
        let starts = state.probing_since.send_if_modified(|since| {
            let starts = since.is_none();
            since.get_or_insert_with(Instant::now);
            starts
        });
        if starts {
            tokio::spawn(probe_until_reachable(Arc::downgrade(state)));
        }
    }

    /// Waits until the database answers a probe, at most until the deadline and the end of the retry window; whether it
    /// answers.
    async fn recovers_by(&self, deadline: Instant) -> bool {
        let Some(state) = &self.0 else { return false };
        let Ok(_place) = state.waiting.try_acquire() else { return false };
        let mut probing = state.probing_since.subscribe();
        let missed = *probing.borrow();
        let deadline = missed.map_or(deadline, |missed| deadline.min(missed + RETRY_WINDOW));
        let answered = probing.wait_for(Option::is_none);
        let answered = tokio::time::timeout_at(deadline.into(), answered).await;
        answered.is_ok_and(|answered| answered.is_ok())
    }
}

/// The retries of one caller, who has changed nothing yet, while the database is away.
#[derive(Debug)]
pub(super) struct OutageRetry(Instant);

impl OutageRetry {
    /// Counts from now.
    pub(super) fn begin() -> Self {
        Self(Instant::now() + RETRY_WINDOW)
    }

    /// Whether to try again after this result, once the database has returned.
    pub(super) async fn is_allowed<T>(
        &self,
        after: &DbResult<T>,
        circuit_breaker: &CircuitBreaker,
    ) -> bool {
        let is_lost = matches!(after, Err(DbError::Unreachable));
        if !is_lost || Instant::now() >= self.0 || !circuit_breaker.recovers_by(self.0).await {
            return false;
        }
        tokio::time::sleep(RETRY_PAUSE).await;
        true
    }
}

/// Probes until the database answers, and logs when it does not.
async fn probe_until_reachable(state: Weak<State>) {
    let mut since = None;
    loop {
        // Ends with the circuit breaker.
        let Some(current) = state.upgrade() else { return };
        if current.closed.load(Ordering::SeqCst) {
            current.probing_since.send_replace(None);
            return;
        }
        let why = match tokio::time::timeout(ANSWER, probe(&current.options)).await {
            Ok(Ok(())) => {
                if let Some(since) = since {
                    *current.recovered.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some(Instant::now());
                    current.unreachable.send_replace(false);
                    let seconds = Instant::elapsed(&since).as_secs();
                    tracing::warn!(seconds, "the database answers again");
                }
                current.probing_since.send_replace(None);
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it does not answer".to_owned(),
        };
        if since.is_none() {
            since = Some(Instant::now());
            current.unreachable.send_replace(true);
            // The replica has a circuit breaker of its own.
            let (host, port) = (current.options.get_host(), current.options.get_port());
            tracing::error!(why, host, port, "the database is out of reach");
        }
        drop(current);
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}

/// Opens a connection. An error other than unreachable, such as too many connections, is an answer too.
async fn probe(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let answered = async { connect(options).await?.ping().await };
    match answered.await {
        Err(error) if !matches!(DbError::of(&error), Some(DbError::Unreachable)) => Ok(()),
        other => other,
    }
}

/// Whether changes are stored, as far as known: logs one line when they fail, one when they succeed again.
/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteHealth(Arc<WriteHealthState>);

#[derive(Debug, Default)]
struct WriteHealthState {
    failing: AtomicBool,
    refusals: Mutex<Option<Refusals>>,
}

#[derive(Clone, Copy, Debug)]
struct Refusals {
    first: Instant,
    last: Instant,
}

/// An almost full disk accepts some changes and refuses others: healthy means no refusal for this long.
const RECOVERED_AFTER: Duration = Duration::from_secs(10);

impl WriteHealth {
    /// Whether changes are stored, as far as known.
    pub(super) fn is_storing(&self) -> bool {
        !self.0.failing.load(Ordering::Relaxed)
    }

    /// Records the outcome of a commit.
    pub(super) fn note(&self, committed: &DbResult<()>) {
        self.note_write_error(committed);
        if committed.is_ok() && self.0.failing.load(Ordering::Relaxed) {
            self.mark_healthy();
        }
    }

    /// Records the result of a statement of a writing transaction.
    pub(super) fn note_write_error<T>(&self, result: &DbResult<T>) {
        match result {
            Err(DbError::NotStored(why)) => {
                self.mark_failing(why, "changes cannot be stored; is the disk full?");
            }
            Err(DbError::ReadOnly(why)) => {
                let message = "changes cannot be stored: the database only reads; is it a replica?";
                self.mark_failing(why, message);
            }
            _ => {}
        }
    }

    fn mark_failing(&self, why: &str, message: &str) {
        let now = Instant::now();
        let mut refusals = self.0.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let first = refusals.map_or(now, |refusals| refusals.first);
        if refusals.replace(Refusals { first, last: now }).is_none() {
            self.0.failing.store(true, Ordering::Relaxed);
            tracing::error!(why, "{message}");
        }
    }

    fn mark_healthy(&self) {
        let mut refusals = self.0.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ended) = refusals.take_if(|refusals| refusals.last.elapsed() >= RECOVERED_AFTER)
        {
            self.0.failing.store(false, Ordering::Relaxed);
            let seconds = (ended.last - ended.first).as_secs();
            tracing::warn!(seconds, "changes are stored again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An address at which nothing listens.
    fn away() -> CircuitBreaker {
        CircuitBreaker::of(PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(1))
    }

    #[tokio::test]
    async fn callers_beyond_the_limit_do_not_wait_for_a_database_that_is_away() {
        let circuit_breaker = away();
        circuit_breaker.start_probe();
        let waiting = (0..MAX_WAITING).map(|_| circuit_breaker.recovers_by(far()));
        let waiting = futures_util::future::join_all(waiting);
        tokio::pin!(waiting);
        tokio::select! {
            biased;
            answers = &mut waiting => panic!("nobody waits: {answers:?}"),
            () = std::future::ready(()) => {}
        }
        assert!(!circuit_breaker.recovers_by(far()).await, "refused while the others wait");
        circuit_breaker.stop();
        waiting.await;
    }

    fn far() -> Instant {
        Instant::now() + Duration::from_mins(1)
    }
}
