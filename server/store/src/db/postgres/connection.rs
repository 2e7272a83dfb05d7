//! A connection to PostgreSQL while a call uses it.
//!
//! A call may end at any moment, because its client hung up: then the connection is given back in the middle of what it
//! did. `sqlx` counts a transaction only once PostgreSQL has answered its `BEGIN`, and would give the connection of a
//! call that ended before, with the transaction still open, to the next one. So transactions are counted here, from the
//! moment that `BEGIN` is sent.

use std::time::{Duration, Instant};

use deadpool::managed::Object;
use sqlx::{
    Connection as _, Executor as _, PgConnection, Postgres, SqlStr,
    postgres::{PgArguments, PgQueryResult, PgRow},
};

use crate::db::{
    bind::{Arg, fill},
    error::{DbError, DbResult},
    health::{CircuitBreaker, OutageRetry},
    postgres::{
        connections::{Connections, UseGuard, WAIT, is_lost},
        connector::{Connector, OpenConnection},
    },
};

/// Begins a transaction that only reads, from one snapshot.
pub const READ_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Begins a transaction that writes.
pub const WRITING: &str = "BEGIN";
/// How long a connection may take to become usable again after its call ended in the middle.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection in use. It returns to its pool when dropped, after its transaction was rolled back.
#[derive(Debug)]
pub struct Connection {
    /// Until it is dropped, or broke without another in its place.
    held: Option<Object<Connector>>,
    state: State,
    /// It was used before, so it may have broken since.
    is_reused: bool,
    has_read: bool,
    access: Access,
    /// Until when a broken one may be replaced.
    deadline: Instant,
    connections: Connections,
    _in_use: UseGuard,
}

/// What its transaction was begun for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// It only reads, or there is none.
    Read,
    /// It may write.
    Write,
    /// PostgreSQL refused to write: after a failover this may be a replica.
    Refused,
}

/// What PostgreSQL is doing for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing, and there is no transaction.
    Idle,
    /// A statement without a transaction.
    Reading,
    /// There is a transaction, or it is about to begin.
    InTransaction,
    /// The transaction is about to end.
    Committing,
}

impl Connections {
    /// Takes a connection for one statement that reads: without a transaction, but for PgBouncer, which might run the
    /// parts of a statement on two connections.
    ///
    /// # Errors
    /// If PostgreSQL cannot be reached, or no connection is free in time.
    pub async fn take(&self) -> DbResult<Connection> {
        if self.is_pooled() { self.begin(READ_SNAPSHOT).await } else { self.hold().await }
    }

    /// Takes a connection, without a transaction. It waits for a PostgreSQL that restarts.
    async fn hold(&self) -> DbResult<Connection> {
        // Counted before there is a connection, so that closing the pool waits for those that are being opened.
        let in_use = self.mark_used();
        let deadline = Instant::now() + WAIT;
        let retry = OutageRetry::begin();
        let taken = loop {
            let taken = self.circuit_breaker().wait(self.get()).await;
            if !retry.is_allowed(&taken, self.circuit_breaker()).await {
                break taken?;
            }
        };
        Ok(Connection::of(taken, self.clone(), in_use, deadline))
    }

    /// Takes a connection and begins a transaction with this statement.
    ///
    /// # Errors
    /// If PostgreSQL cannot be reached, or no connection is free in time.
    pub async fn begin(&self, statement: &'static str) -> DbResult<Connection> {
        let mut connection = self.hold().await?;
        connection.begin(statement).await?;
        Ok(connection)
    }
}

impl Connection {
    fn of(
        held: Object<Connector>,
        connections: Connections,
        in_use: UseGuard,
        deadline: Instant,
    ) -> Self {
        let is_reused = Object::metrics(&held).recycle_count > 0;
        Self {
            held: Some(held),
            state: State::Idle,
            is_reused,
            has_read: false,
            access: Access::Read,
            deadline,
            connections,
            _in_use: in_use,
        }
    }

    /// Begins a transaction with this statement, on a new connection if this one broke.
    async fn begin(&mut self, statement: &'static str) -> DbResult<()> {
        let begun = self.begin_here(statement).await;
        if is_lost(&begun) && self.replace().await? {
            return self.begin_here(statement).await;
        }
        begun
    }

    async fn begin_here(&mut self, statement: &'static str) -> DbResult<()> {
        self.state = State::InTransaction;
        self.access = if statement == WRITING { Access::Write } else { Access::Read };
        let (circuit_breaker, held) = self.parts()?;
        circuit_breaker.wait(held.raw.execute(statement)).await?;
        self.note_answer();
        Ok(())
    }

    /// All rows of a statement. Without a transaction it is one that only reads, and runs on a new connection if this
    /// one broke.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn fetch_all(
        &mut self,
        text: SqlStr,
        args: Vec<Arg>,
        persistent: bool,
    ) -> DbResult<Vec<PgRow>> {
        if self.state != State::InTransaction {
            debug_assert!(!self.has_read, "a second statement may see another state: {text:?}");
            self.has_read = true;
            if is_select(text.as_str()) {
                // Boxed: it would be part of the future of every statement.
                return Box::pin(self.fetch_alone(text, args, persistent)).await;
            }
            self.transaction().await?;
        }
        self.fetch_here(text, args, persistent).await
    }

    async fn fetch_alone(
        &mut self,
        text: SqlStr,
        args: Vec<Arg>,
        persistent: bool,
    ) -> DbResult<Vec<PgRow>> {
        let again = self.is_reused.then(|| (text.clone(), args.clone()));
        let rows = self.fetch_here(text, args, persistent).await;
        if let Some((text, args)) = again
            && is_lost(&rows)
            && self.replace().await?
        {
            return self.fetch_here(text, args, persistent).await;
        }
        rows
    }

    async fn fetch_here(
        &mut self,
        text: SqlStr,
        args: Vec<Arg>,
        persistent: bool,
    ) -> DbResult<Vec<PgRow>> {
        let query = sqlx::query_with::<Postgres, PgArguments>(text, fill(args)?);
        let persistent = persistent && self.keeps_statements();
        let is_alone = self.state != State::InTransaction;
        if is_alone {
            self.state = State::Reading;
        }
        let (circuit_breaker, held) = self.parts()?;
        let query = query.persistent(persistent).fetch_all(&mut held.raw);
        let rows = circuit_breaker.wait(query).await;
        let rows = self.note_refusal(rows)?;
        if is_alone {
            self.state = State::Idle;
        }
        self.note_answer();
        Ok(rows)
    }

    /// Runs a statement in the transaction.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn execute(&mut self, text: SqlStr, args: Vec<Arg>) -> DbResult<PgQueryResult> {
        self.transaction().await?;
        let query = sqlx::query_with::<Postgres, PgArguments>(text, fill(args)?);
        let query = query.persistent(self.keeps_statements());
        let (circuit_breaker, held) = self.parts()?;
        let result = circuit_breaker.wait(query.execute(&mut held.raw)).await;
        self.note_refusal(result)
    }

    /// The connection itself, within the transaction; one that reads is begun if there is none.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn transaction(&mut self) -> DbResult<&mut PgConnection> {
        if self.state != State::InTransaction {
            Box::pin(self.begin(READ_SNAPSHOT)).await?;
        }
        Ok(&mut self.parts()?.1.raw)
    }

    /// Whether its next transaction is on the same connection to PostgreSQL, so that statements may stay prepared.
    pub fn keeps_statements(&self) -> bool {
        !self.connections.is_pooled()
    }

    /// Commits the transaction, if there is one.
    ///
    /// # Errors
    /// If PostgreSQL refuses, or does not answer.
    pub async fn commit(mut self) -> DbResult<()> {
        if self.state == State::InTransaction {
            self.state = State::Committing;
            let (circuit_breaker, held) = self.parts()?;
            let committed = circuit_breaker.wait(held.raw.execute("COMMIT")).await;
            self.note_refusal(committed)?;
            self.state = State::Idle;
            self.note_answer();
        }
        Ok(())
    }

    /// Replaces a connection that broke while it did nothing of lasting effect; false if it was new, and another would
    /// be no better.
    async fn replace(&mut self) -> DbResult<bool> {
        if !self.is_reused {
            return Ok(false);
        }
        let connections = self.connections.clone();
        let deadline = self.deadline.into();
        let held = self.held.as_mut().ok_or(DbError::Unreachable)?;
        // After a restart of PostgreSQL all are dead.
        connections.forget_opened_before(held.answered);
        // In the same place of the pool: the call does not wait behind others once more.
        let circuit_breaker = connections.circuit_breaker();
        let retry = OutageRetry::begin();
        **held = loop {
            let opened = async {
                let opened = tokio::time::timeout_at(deadline, connections.open()).await;
                opened.unwrap_or(Err(sqlx::Error::PoolTimedOut))
            };
            let opened = circuit_breaker.wait(opened).await;
            if !retry.is_allowed(&opened, circuit_breaker).await {
                break opened?;
            }
        };
        (self.is_reused, self.state) = (false, State::Idle);
        Ok(true)
    }

    /// Notes that this PostgreSQL does not write.
    fn note_refusal<T>(&mut self, result: DbResult<T>) -> DbResult<T> {
        if self.access == Access::Write && matches!(result, Err(DbError::ReadOnly(_))) {
            self.access = Access::Refused;
        }
        result
    }

    fn note_answer(&mut self) {
        if let Some(held) = &mut self.held {
            held.answered = Instant::now();
        }
    }

    fn parts(&mut self) -> DbResult<(&CircuitBreaker, &mut OpenConnection)> {
        let held = self.held.as_mut().ok_or(DbError::Unreachable)?;
        Ok((self.connections.circuit_breaker(), &mut *held))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(mut held) = self.held.take() else { return };
        let left = self.state;
        let connections = self.connections.clone();
        if self.access == Access::Refused {
            // The others lead there, too; new ones may lead to the PostgreSQL that writes.
            connections.forget_opened_before(Instant::now());
            drop(Object::take(held));
            return;
        }
        if left == State::Idle {
            return;
        }
        let has_runtime = tokio::runtime::Handle::try_current().is_ok();
        if !has_runtime || connections.is_closed() || connections.circuit_breaker().is_open() {
            // Dropped without Terminate, which might wait for PostgreSQL: it rolls back by itself.
            drop(Object::take(held));
            return;
        }
        let in_use = connections.mark_used();
        tokio::spawn(async move {
            let _in_use = in_use;
            let recovered = recover(&mut held.raw, left);
            let recovered = connections.circuit_breaker().wait(recovered);
            match tokio::time::timeout(RECOVERY_TIMEOUT, recovered).await {
                Ok(Ok(())) => held.answered = Instant::now(),
                Ok(Err(_)) | Err(_) => drop(Object::take(held)),
            }
        });
    }
}

/// Reads the answers that are still to come, and ends the transaction.
async fn recover(raw: &mut PgConnection, left: State) -> Result<(), sqlx::Error> {
    match left {
        // COMMIT may never have been sent; behind one that was, this is only a notice.
        State::InTransaction | State::Committing => raw.execute("ROLLBACK").await.map(drop),
        State::Idle | State::Reading => raw.ping().await,
    }
}

/// Whether a statement only reads.
fn is_select(text: &str) -> bool {
    let first = text.trim_start().get(..6);
    first.is_some_and(|word| word.eq_ignore_ascii_case("select"))
}
