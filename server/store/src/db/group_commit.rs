//! SQLite's one writer, and how many writers share one trip to the disk.
//!
//! A commit that is on disk before its answer costs an `fsync`, and an `fsync` costs the same for
//! one change as for fifty. So transactions that arrive while another one is being written run one
//! after another as savepoints of one outer transaction, which is committed once, and only then is
//! anybody told that it worked. A transaction that nobody waits behind is committed at once.
//!
//! Nothing is acknowledged before it is durable: when the outer commit fails, all its savepoints
//! fail with it.
//!
//! Each word to SQLite is a trip to the thread that speaks with it, which costs more than most
//! statements do. So a savepoint is made together with what opens the outer transaction, or with the
//! end of the one before it, and the last one ends with the commit.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, SqliteConnection, sqlite::SqliteConnectOptions,
};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use super::revisions::{Revisions, Touched};
use crate::db::{
    error::{DbError, DbResult},
    event::Event,
    event_bus::EventBus,
    metrics::DbMetrics,
};

/// How many transactions may share one commit: bounds how long the first of them waits.
const MOST_IN_A_GROUP: usize = 128;

/// The one connection that writes, and who waits for it.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    state: Arc<Mutex<WriteState>>,
    waiting: Arc<AtomicUsize>,
    revisions: Revisions,
}

/// The connection and the group of transactions that its open outer transaction holds.
#[derive(Debug)]
struct WriteState {
    conn: SqliteConnection,
    outer_open: bool,
    /// Set while `BEGIN` is under way: whoever finds it set does not know whether it happened.
    beginning: bool,
    savepoint: Savepoint,
    group: Vec<oneshot::Sender<Result<(), String>>>,
    touched: Vec<Touched>,
    revisions: Revisions,
    news: Vec<Event>,
    event_bus: EventBus,
    figures: DbMetrics,
}

/// What stands of the newest savepoint. Each has a number of its own within the outer transaction: what
/// is rolled back must never be the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Savepoint {
    /// None was made yet.
    None,
    /// Its turn goes on, or its author went away, perhaps even before it was made.
    Open(u32),
    /// Its turn ended well.
    Ended(u32),
}

/// One writing transaction: a savepoint of the outer one, alone at the desk until it ends.
#[derive(Debug)]
pub(super) struct WriteTransaction {
    desk: Option<OwnedMutexGuard<WriteState>>,
    writer: Writer,
}

impl Writer {
    pub(super) async fn open(
        options: &SqliteConnectOptions,
        line: EventBus,
        figures: DbMetrics,
    ) -> Result<Self, sqlx::Error> {
        let revisions = Revisions::default();
        let desk = WriteState {
            conn: SqliteConnection::connect_with(options).await?,
            outer_open: false,
            beginning: false,
            savepoint: Savepoint::None,
            group: Vec::new(),
            touched: Vec::new(),
            revisions: revisions.clone(),
            news: Vec::new(),
            event_bus: line,
            figures,
        };
        Ok(Self { state: Arc::new(Mutex::new(desk)), waiting: Arc::default(), revisions })
    }

    /// Waits for the desk and opens a savepoint. With `alone`, what others have already written
    /// is committed first, so that they do not wait for a long transaction.
    pub(super) async fn begin(&self, alone: bool) -> DbResult<WriteTransaction> {
        let place = QueuedWriter::take(self);
        let mut desk = self.state.clone().lock_owned().await;
        place.reached();
        if alone {
            desk = commit_detached(desk).await?;
        }
        // From here on a dropped future drops the turn, which tidies up behind itself.
        let mut turn = WriteTransaction { desk: Some(desk), writer: self.clone() };
        turn.state().savepoint().await?;
        Ok(turn)
    }

    /// What this process remembers of its companies' revisions.
    pub(super) fn revisions(&self) -> &Revisions {
        &self.revisions
    }

    /// Commits what is left and brings the log into the file, so that the file alone is whole.
    pub(super) async fn close(&self) {
        let mut desk = self.state.lock().await;
        desk.commit_group().await;
        if let Err(error) = desk.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::warn!(%error, "the log stays beside the database, where the next start reads it");
        }
    }

    /// Commits what is left when the one who was to do it went away.
    fn flush_later(&self) {
        let writer = self.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut desk = writer.state.lock().await;
                desk.commit_group().await;
            });
        }
    }
}

/// Commits a group whether or not the one who asked for it stays.
async fn commit_detached(
    mut desk: OwnedMutexGuard<WriteState>,
) -> DbResult<OwnedMutexGuard<WriteState>> {
    let committing = tokio::spawn(async move {
        desk.commit_group().await;
        desk
    });
    committing.await.map_err(|stopped| DbError::NotStored(stopped.to_string()))
}

/// A place in the line for the desk. Leaving the line early must not leave a group uncommitted.
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
    async fn savepoint(&mut self) -> DbResult<()> {
        self.roll_back_leftover().await;
        if !self.outer_open {
            if std::mem::replace(&mut self.beginning, true) {
                // Nobody's change is in it: the one who began it went away.
                let _ = self.conn.execute("ROLLBACK").await;
            }
            self.conn.execute("BEGIN IMMEDIATE; SAVEPOINT turn_0").await?;
            self.savepoint = Savepoint::Open(0);
            self.outer_open = true;
            self.beginning = false;
            return Ok(());
        }
        let (ends, next) = match self.savepoint {
            Savepoint::None => (String::new(), 0),
            Savepoint::Open(before) => (String::new(), before + 1),
            Savepoint::Ended(before) => (format!("RELEASE turn_{before}; "), before + 1),
        };
        // Marked before it is made: a future dropped in between is rolled back all the same.
        self.savepoint = Savepoint::Open(next);
        self.execute_savepoint(format!("{ends}SAVEPOINT turn_{next}")).await?;
        Ok(())
    }

    /// Says something about a savepoint, whose number no value of anybody's is part of.
    async fn execute_savepoint(&mut self, text: String) -> Result<(), sqlx::Error> {
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut self.conn).await.map(drop)
    }

    async fn roll_back_leftover(&mut self) {
        let Savepoint::Open(left) = self.savepoint else { return };
        if self.execute_savepoint(format!("ROLLBACK TO turn_{left}")).await.is_ok() {
            self.savepoint = Savepoint::Ended(left);
            return;
        }
        // The savepoint was never made, or SQLite itself rolled everything back (disk full). It says which
        // by whether another transaction can begin: then the group's changes are gone, and a savepoint made
        // now would commit by itself what its author is then told is not stored.
        match self.conn.execute("BEGIN").await {
            Ok(_) => self.fail_group("the disk is full, or fails").await,
            Err(error) if error.to_string().contains("within a transaction") => {}
            Err(error) => self.fail_group(&error.to_string()).await,
        }
    }

    /// Everything in the outer transaction is gone, and everybody in its group is told.
    async fn fail_group(&mut self, why: &str) {
        // Fails where there is none.
        let _ = self.conn.execute("ROLLBACK").await;
        self.outer_open = false;
        self.savepoint = Savepoint::None;
        self.revisions.increment(&std::mem::take(&mut self.touched));
        self.news.clear();
        for member in self.group.drain(..) {
            let _ = member.send(Err(why.to_owned()));
        }
    }

    /// Commits the outer transaction and tells everybody in its group how that went. Runs to its
    /// end in a task of its own, so that a browser that hangs up cannot leave it half done.
    async fn commit_group(&mut self) {
        self.roll_back_leftover().await;
        if !self.outer_open {
            return;
        }
        let sync = self.figures.sync(self.group.len());
        let committed = self.conn.execute("COMMIT").await;
        drop(sync);
        let told = match committed {
            Ok(_) => Ok(()),
            Err(error) => {
                let _ = self.conn.execute("ROLLBACK").await;
                Err(error.to_string())
            }
        };
        self.outer_open = false;
        self.savepoint = Savepoint::None;
        // Raised whatever was said: a change that may stand must not be hidden by a kept list.
        self.revisions.increment(&std::mem::take(&mut self.touched));
        let news = std::mem::take(&mut self.news);
        if told.is_ok() {
            // Here and not where the change was asked for: whoever asked may have gone away.
            self.event_bus.publish(&news);
        }
        for member in self.group.drain(..) {
            // Whoever went away does not hear it; the change stands all the same.
            let _ = member.send(told.clone());
        }
    }
}

impl WriteTransaction {
    fn state(&mut self) -> &mut WriteState {
        self.desk.as_mut().expect("a turn holds the desk until it commits")
    }

    pub(super) fn conn(&mut self) -> &mut SqliteConnection {
        &mut self.state().conn
    }

    /// Ends the savepoint's turn, and returns once it is on disk. What these companies may see changes
    /// with it, and this is told of it.
    pub(super) async fn commit(mut self, touched: Vec<Touched>, news: Vec<Event>) -> DbResult<()> {
        let (member, told) = oneshot::channel();
        let desk = self.state();
        desk.touched.extend(touched);
        desk.news.extend(news);
        if let Savepoint::Open(number) = desk.savepoint {
            desk.savepoint = Savepoint::Ended(number);
        }
        desk.group.push(member);
        // Whoever waits for the desk finds the group there and commits it with their own change.
        let somebody_follows = self.writer.waiting.load(Ordering::SeqCst) > 0;
        if let Some(desk) = self.desk.take()
            && !(somebody_follows && desk.group.len() < MOST_IN_A_GROUP)
        {
            tokio::spawn(commit_detached(desk));
        }
        match told.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(DbError::NotStored(why)),
            Err(_) => Err(DbError::NotStored("the writer stopped".to_string())),
        }
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        if let Some(desk) = self.desk.take() {
            drop(desk);
            self.writer.flush_later();
        }
    }
}
