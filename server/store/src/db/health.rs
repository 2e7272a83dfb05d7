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

use sqlx::{ConnectOptions as _, Connection as _, postgres::PgConnectOptions};
use tokio::sync::watch;

use crate::db::error::{DbError, DbResult};

/// A statement that waits longer than this starts a probe.
const PROBE_AFTER: Duration = Duration::from_secs(2);
/// The timeout of a probe, long enough for a busy machine.
const ANSWER: Duration = Duration::from_secs(4);
/// The pause between two probes while there is no answer.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// Whether PostgreSQL answers; nothing to do for SQLite, which runs in this process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct CircuitBreaker(Option<Arc<State>>);

#[derive(Debug)]
struct State {
    options: PgConnectOptions,
    unreachable: watch::Sender<bool>,
    is_probing: AtomicBool,
    closed: AtomicBool,
    /// When it recovered: older connections may be dead.
    recovered: Mutex<Option<Instant>>,
}

impl CircuitBreaker {
    pub(super) fn of(options: PgConnectOptions) -> Self {
        Self(Some(Arc::new(State {
            options,
            unreachable: watch::Sender::new(false),
            is_probing: AtomicBool::new(false),
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
        }
    }

    /// Starts probing, unless a probe is running.
    fn start_probe(&self) {
        if let Some(state) = &self.0
            && !state.is_probing.swap(true, Ordering::SeqCst)
        {
            tokio::spawn(probe_until_reachable(Arc::downgrade(state)));
        }
    }
}

/// Probes until the database answers, and logs when it does not.
async fn probe_until_reachable(state: Weak<State>) {
    let mut since = None;
    loop {
        // Ends with the circuit breaker.
        let Some(current) = state.upgrade() else { return };
        if current.closed.load(Ordering::SeqCst) {
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
                current.is_probing.store(false, Ordering::SeqCst);
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it does not answer".to_owned(),
        };
        if since.is_none() {
            since = Some(Instant::now());
            current.unreachable.send_replace(true);
            tracing::error!(why, "the database is out of reach");
        }
        drop(current);
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}

/// Opens a connection. An error other than unreachable, such as too many connections, is an answer too.
async fn probe(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let answered = async { options.connect().await?.ping().await };
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
