//! SQLite's single writer, and group commit: several transactions share one `fsync`.
//!
//! A durable commit costs an `fsync`, and an `fsync` costs the same for one change as for fifty. So
//! transactions that arrive while another one is being written run one after another as savepoints of one
//! outer transaction, which is committed once; only then are they acknowledged. A transaction that no other
//! one waits for is committed at once.
//!
//! Nothing is acknowledged before it is durable: if the outer commit fails, all its savepoints fail with it.
//!

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::db::revisions::{Revisions, Touched};
use crate::db::{
    error::{DbError, DbResult},
    event::Event,
    event_bus::EventBus,
    metrics::DbMetrics,
    sqlite::connection::{AppliedMigration, WriterConnection},
};

/// How many transactions may share one commit: limits how long the first one waits.
const MOST_IN_A_GROUP: usize = 128;

/// The single writing connection, and the number of waiting transactions.
#[derive(Clone, Debug)]
pub(in crate::db) struct Writer {
    state: Arc<Mutex<WriteState>>,
    waiting: Arc<AtomicUsize>,
    revisions: Revisions,
}

/// The connection, and the group of transactions in its open outer transaction.
#[derive(Debug)]
struct WriteState {
    conn: WriterConnection,
    outer_open: bool,
    savepoint: Savepoint,
    group: Vec<oneshot::Sender<Result<(), String>>>,
    touched: Vec<Touched>,
    revisions: Revisions,
    events: Vec<Event>,
    event_bus: EventBus,
    figures: DbMetrics,
}

/// The state of the newest savepoint. Each has a unique number within the outer transaction, so that a rollback
/// never hits the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Savepoint {
    /// None was created yet.
    None,
    /// Its transaction is running or was dropped, possibly before the savepoint was created.
    Open(u32),
    /// Its transaction ended successfully.
    Ended(u32),
}

/// One writing transaction: a savepoint of the outer one, with exclusive use of the writer until it ends.
#[derive(Debug)]
pub(in crate::db) struct WriteTransaction {
    state: Option<OwnedMutexGuard<WriteState>>,
    writer: Writer,
}

impl Writer {
    pub(in crate::db) fn open(
        file: &Path,
        create: bool,
        event_bus: EventBus,
        figures: DbMetrics,
    ) -> rusqlite::Result<Self> {
        let revisions = Revisions::default();
        let state = WriteState {
            conn: WriterConnection::open(file, create)?,
            outer_open: false,
            savepoint: Savepoint::None,
            group: Vec::new(),
            touched: Vec::new(),
            revisions: revisions.clone(),
            events: Vec::new(),
            event_bus,
            figures,
        };
        Ok(Self { state: Arc::new(Mutex::new(state)), waiting: Arc::default(), revisions })
    }

    /// As [`WriterConnection::applied_migrations`].
    pub(in crate::db) async fn applied_migrations(
        &self,
    ) -> rusqlite::Result<Vec<AppliedMigration>> {
        self.state.lock().await.conn.applied_migrations()
    }

    /// Waits for the writer and opens a savepoint. With `alone`, the group so far is committed first, so that
    /// it does not wait for a long transaction.
    pub(in crate::db) async fn begin(&self, alone: bool) -> DbResult<WriteTransaction> {
        let place = QueuedWriter::take(self);
        let mut state = self.state.clone().lock_owned().await;
        place.reached();
        if alone {
            state = commit_detached(state).await?;
        }
        // From here on, dropping the future drops the transaction, which cleans up.
        let mut transaction = WriteTransaction { state: Some(state), writer: self.clone() };
        transaction.state().savepoint(alone)?;
        Ok(transaction)
    }

    /// The companies' revisions, which this process caches.
    pub(in crate::db) fn revisions(&self) -> &Revisions {
        &self.revisions
    }

    /// Commits the open group and checkpoints the write-ahead log, so that the file alone is complete.
    pub(in crate::db) async fn close(&self) {
        let Ok(mut state) = commit_detached(self.state.clone().lock_owned().await).await else {
            return;
        };
        if let Err(error) = state.conn.run_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the log stays beside the database, where the next start reads it");
        }
    }

    /// Commits the open group after the transaction that should have done so was dropped.
    fn flush_later(&self) {
        let writer = self.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                // Logged where the commit fails.
                let _ = commit_detached(writer.state.clone().lock_owned().await).await;
            });
        }
    }
}

/// Commits a group on a thread that may wait for the disk. The commit finishes even if the caller is dropped.
async fn commit_detached(
    mut state: OwnedMutexGuard<WriteState>,
) -> DbResult<OwnedMutexGuard<WriteState>> {
    let committing = tokio::task::spawn_blocking(move || {
        state.commit_group();
        state
    });
    committing.await.map_err(|stopped| DbError::NotStored(stopped.to_string()))
}

/// A place in the queue for the writer. Leaving the queue early must not leave a group uncommitted.
struct QueuedWriter<'w> {
    writer: &'w Writer,
    reached: bool,
}

impl<'w> QueuedWriter<'w> {
    fn take(writer: &'w Writer) -> Self {
        writer.waiting.fetch_add(1, Ordering::SeqCst);
        Self { writer, reached: false }
    }

    fn reached(mut self) {
        self.reached = true;
    }
}

impl Drop for QueuedWriter<'_> {
    fn drop(&mut self) {
        self.writer.waiting.fetch_sub(1, Ordering::SeqCst);
        if !self.reached {
            self.writer.flush_later();
        }
    }
}

impl WriteState {
    /// Opens a savepoint, and the outer transaction if there is none.
    fn savepoint(&mut self, is_long: bool) -> DbResult<()> {
        self.roll_back_leftover();
        self.conn.is_long = is_long;
        if !self.outer_open {
            self.conn.begin("BEGIN IMMEDIATE; SAVEPOINT turn_0")?;
            self.savepoint = Savepoint::Open(0);
            self.outer_open = true;
            return Ok(());
        }
        let (ends, next) = match self.savepoint {
            Savepoint::None => (String::new(), 0),
            Savepoint::Open(before) => (String::new(), before + 1),
            Savepoint::Ended(before) => (format!("RELEASE turn_{before}; "), before + 1),
        };
        self.conn.run_batch(&format!("{ends}SAVEPOINT turn_{next}"))?;
        self.savepoint = Savepoint::Open(next);
        Ok(())
    }

    fn roll_back_leftover(&mut self) {
        let Savepoint::Open(left) = self.savepoint else { return };
        if self.conn.run_batch(&format!("ROLLBACK TO turn_{left}")).is_ok() {
            self.savepoint = Savepoint::Ended(left);
            return;
        }
        // Either the savepoint was never created, or SQLite rolled everything back (disk full). If another
        // transaction can begin, it is the latter: the group's changes are lost, and a new savepoint would
        // commit separately what its caller is then told is not stored.
        match self.conn.run_batch("BEGIN") {
            Ok(()) => self.fail_group("the disk is full, or fails"),
            Err(error) if error.to_string().contains("within a transaction") => {}
            Err(error) => self.fail_group(&error.to_string()),
        }
    }

    /// Fails every transaction of the group after its changes were lost.
    fn fail_group(&mut self, why: &str) {
        // Fails if there is no transaction.
        let _ = self.conn.run_batch("ROLLBACK");
        self.outer_open = false;
        self.savepoint = Savepoint::None;
        self.revisions.increment(&std::mem::take(&mut self.touched));
        self.events.clear();
        for member in self.group.drain(..) {
            let _ = member.send(Err(why.to_owned()));
        }
    }

    /// Commits the outer transaction and sends the result to everyone in the group. Runs on a separate thread, so
    /// that a closed connection cannot cancel it.
    fn commit_group(&mut self) {
        self.roll_back_leftover();
        if !self.outer_open {
            return;
        }
        let sync = self.figures.sync(self.group.len());
        let committed = self.conn.run_batch("COMMIT");
        drop(sync);
        let result = match committed {
            Ok(()) => Ok(()),
            Err(error) => {
                let _ = self.conn.run_batch("ROLLBACK");
                Err(error.to_string())
            }
        };
        self.outer_open = false;
        self.savepoint = Savepoint::None;
        // Raised in any case: a cached list must not hide a change that may be stored.
        self.revisions.increment(&std::mem::take(&mut self.touched));
        let events = std::mem::take(&mut self.events);
        if result.is_ok() {
            // Published here and not by the caller, which may have been dropped.
            self.event_bus.publish(&events);
        }
        for member in self.group.drain(..) {
            // Fails if the caller was dropped; the change is stored anyway.
            let _ = member.send(result.clone());
        }
    }
}

impl WriteTransaction {
    fn state(&mut self) -> &mut WriteState {
        self.state.as_mut().expect("a transaction holds the writer until it commits")
    }

    pub(in crate::db) fn conn(&mut self) -> &mut WriterConnection {
        &mut self.state().conn
    }

    /// Ends the savepoint, and returns once it is on disk. `touched` are the companies whose data changes
    /// with it.
    pub(in crate::db) async fn commit(
        mut self,
        touched: Vec<Touched>,
        events: Vec<Event>,
    ) -> DbResult<()> {
        let (sender, outcome) = oneshot::channel();
        let state = self.state();
        state.touched.extend(touched);
        state.events.extend(events);
        if let Savepoint::Open(number) = state.savepoint {
            state.savepoint = Savepoint::Ended(number);
        }
        state.group.push(sender);
        // The next waiting transaction commits the group together with its own change.
        let is_followed = self.writer.waiting.load(Ordering::SeqCst) > 0;
        if let Some(state) = self.state.take()
            && !(is_followed && state.group.len() < MOST_IN_A_GROUP)
        {
            tokio::spawn(commit_detached(state));
        }
        match outcome.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(DbError::NotStored(why)),
            Err(_) => Err(DbError::NotStored("the writer stopped".to_string())),
        }
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        if let Some(state) = self.state.take() {
            drop(state);
            self.writer.flush_later();
        }
    }
}
