//! Whether the database is there and takes changes: said once in the log when it stops, and once when it
//! goes on.
//!
//! Nobody asks while all is well. But when PostgreSQL lets a statement wait, or breaks a line, it is asked
//! over a line of its own; while it does not answer there, whoever wants something of it is told so at once
//! instead of waiting for what may never come.

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

/// Whoever waits longer than this begins to wonder.
const PROBE_AFTER: Duration = Duration::from_secs(2);
/// How long an answer may take when it is wondered about; also on a machine that has much to do.
const ANSWER: Duration = Duration::from_secs(4);
/// Between two questions while there is no answer.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// How PostgreSQL is doing; of SQLite, which is in this process, nobody wonders. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct CircuitBreaker(Option<Arc<State>>);

#[derive(Debug)]
struct State {
    options: PgConnectOptions,
    gone: watch::Sender<bool>,
    asking: AtomicBool,
    closed: AtomicBool,
    /// When it came back: lines from before may lead nowhere.
    back: Mutex<Option<Instant>>,
}

impl CircuitBreaker {
    pub(super) fn of(options: PgConnectOptions) -> Self {
        Self(Some(Arc::new(State {
            options,
            gone: watch::Sender::new(false),
            asking: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            back: Mutex::new(None),
        })))
    }

    /// Waits for what the database says, for as long as it says anything at all.
    pub(super) async fn wait<T>(
        &self,
        said: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> DbResult<T> {
        let Some(state) = &self.0 else { return Ok(said.await?) };
        let mut gone = state.gone.subscribe();
        if *gone.borrow() {
            return Err(DbError::Unreachable);
        }
        let mut said = std::pin::pin!(said);
        loop {
            tokio::select! {
                biased;
                said = &mut said => {
                    let said = said.map_err(DbError::from);
                    if let Err(DbError::Unreachable) = said {
                        self.start_probe();
                    }
                    return said;
                }
                _ = gone.wait_for(|gone| *gone) => return Err(DbError::Unreachable),
                () = tokio::time::sleep(PROBE_AFTER) => self.start_probe(),
            }
        }
    }

    /// Whether it was out of reach when it was last asked.
    pub(super) fn is_open(&self) -> bool {
        self.0.as_ref().is_some_and(|state| *state.gone.borrow())
    }

    /// Whether a line of this age may lead nowhere: it was there before the database was gone.
    pub(super) fn is_stale(&self, age: Duration) -> bool {
        let Some(state) = &self.0 else { return false };
        let back = *state.back.lock().unwrap_or_else(PoisonError::into_inner);
        back.is_some_and(|back| age > back.elapsed())
    }

    /// Nobody needs to know any more.
    pub(super) fn stop(&self) {
        if let Some(state) = &self.0 {
            state.closed.store(true, Ordering::SeqCst);
        }
    }

    /// Asks it, unless somebody is asking already.
    fn start_probe(&self) {
        if let Some(state) = &self.0
            && !state.asking.swap(true, Ordering::SeqCst)
        {
            tokio::spawn(probe_until_reachable(Arc::downgrade(state)));
        }
    }
}

/// Asks until there is an answer, and says when there is none.
async fn probe_until_reachable(state: Weak<State>) {
    let mut since = None;
    loop {
        // Whoever wondered may be gone, too.
        let Some(now) = state.upgrade() else { return };
        if now.closed.load(Ordering::SeqCst) {
            return;
        }
        let why = match tokio::time::timeout(ANSWER, probe(&now.options)).await {
            Ok(Ok(())) => {
                if let Some(since) = since {
                    *now.back.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                    now.gone.send_replace(false);
                    let seconds = Instant::elapsed(&since).as_secs();
                    tracing::warn!(seconds, "the database answers again");
                }
                now.asking.store(false, Ordering::SeqCst);
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it does not answer".to_owned(),
        };
        if since.is_none() {
            since = Some(Instant::now());
            now.gone.send_replace(true);
            tracing::error!(why, "the database is out of reach");
        }
        drop(now);
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}

/// Whether it lets anybody in. That it has no room for one more is an answer, too.
async fn probe(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let answered = async { options.connect().await?.ping().await };
    match answered.await {
        Err(error) if !matches!(DbError::of(&error), Some(DbError::Unreachable)) => Ok(()),
        other => other,
    }
}

/// Whether changes are taken, as far as is known: one line in the log when that ends, one when it goes on.
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

/// A disk that is nearly full takes one change and not the next: it is well when it refused none for so long.
const RECOVERED_AFTER: Duration = Duration::from_secs(10);

impl WriteHealth {
    /// A change was committed, or could not be.
    pub(super) fn note(&self, committed: &DbResult<()>) {
        self.note_write_error(committed);
        if committed.is_ok() && self.0.failing.load(Ordering::Relaxed) {
            self.mark_healthy();
        }
    }

    /// Something that belongs to a change was asked of the database.
    pub(super) fn note_write_error<T>(&self, said: &DbResult<T>) {
        if let Err(DbError::NotStored(why)) = said {
            self.mark_failing(why);
        }
    }

    fn mark_failing(&self, why: &str) {
        let now = Instant::now();
        let mut refusals = self.0.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let first = refusals.map_or(now, |refusals| refusals.first);
        if refusals.replace(Refusals { first, last: now }).is_none() {
            self.0.failing.store(true, Ordering::Relaxed);
            tracing::error!(why, "changes cannot be stored; is the disk full?");
        }
    }

    fn mark_healthy(&self) {
        let mut refusals = self.0.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = refusals.take_if(|refusals| refusals.last.elapsed() >= RECOVERED_AFTER)
        {
            self.0.failing.store(false, Ordering::Relaxed);
            let seconds = (told.last - told.first).as_secs();
            tracing::warn!(seconds, "changes are stored again");
        }
    }
}
