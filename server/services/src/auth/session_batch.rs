//! Looks up sessions that arrive together with one statement, where several servers share a database and none may be
//! cached.
//!
//! A lookup on PostgreSQL costs a trip, which is most of what an unchanged list costs. Few who come at the same time look up
//! alone, at once. Those who come meanwhile wait for the end of one of these, and are then looked up together. Each is read
//! after its call began.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use store::{
    accounts::sessions::{self, Session},
    db::{Db, error::DbResult},
    token::TokenHash,
};
use tokio::{runtime::Handle, sync::oneshot};

/// The most statements at once: more would each look up fewer, fewer would let callers wait longer for a distant database.
const STATEMENTS_AT_ONCE: usize = 2;
/// The most lookups of one statement.
const LOOKUPS_AT_ONCE: usize = 64;
/// The most lookups that wait for the one before them. Those beyond are made alone.
const MOST_WAITING: usize = 1_024;
/// How long a lookup waits for others. One connection that does not answer must not hold up all callers.
const TIMEOUT: Duration = Duration::from_millis(50);

/// The lookups of this process. Cheap to clone.
#[derive(Clone, Default)]
pub struct SessionBatch(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    lookups: Vec<Lookup>,
    /// How many statements run now. The end of each takes care of those who wait.
    running: usize,
}

/// Somebody who waits.
struct Lookup {
    token: TokenHash,
    now: DateTime<Utc>,
    found: oneshot::Sender<Option<Session>>,
}

/// The right to run a statement now. At its end it passes to those who came meanwhile.
struct Turn {
    batch: SessionBatch,
    db: Db,
}

/// How a lookup is made.
enum Entry {
    AtOnce(Turn),
    Behind(oneshot::Receiver<Option<Session>>),
    Alone,
}

impl SessionBatch {
    /// The session of a token, unless it has ended.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn find(
        &self,
        db: &Db,
        token: TokenHash,
        now: DateTime<Utc>,
    ) -> DbResult<Option<Session>> {
        let _turn = match self.enter(db, token, now) {
            Entry::AtOnce(turn) => Some(turn),
            Entry::Behind(found) => {
                if let Ok(Ok(found)) = tokio::time::timeout(TIMEOUT, found).await {
                    return Ok(found);
                }
                None
            }
            Entry::Alone => None,
        };
        let mut tx = db.read_one_statement().await?;
        sessions::find(&mut tx, token, now).await
    }

    fn enter(&self, db: &Db, token: TokenHash, now: DateTime<Utc>) -> Entry {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.running < STATEMENTS_AT_ONCE {
            waiting.running += 1;
            return Entry::AtOnce(Turn { batch: self.clone(), db: db.clone() });
        }
        if waiting.lookups.len() >= MOST_WAITING {
            return Entry::Alone;
        }
        let (found, answer) = oneshot::channel();
        waiting.lookups.push(Lookup { token, now, found });
        Entry::Behind(answer)
    }

    fn take(&self) -> Vec<Lookup> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Who waited too long looks up alone.
        waiting.lookups.retain(|lookup| !lookup.found.is_closed());
        let count = waiting.lookups.len().min(LOOKUPS_AT_ONCE);
        waiting.lookups.drain(..count).collect()
    }
}

impl Turn {
    /// Looks up those who wait, until nobody does.
    async fn serve(self) {
        loop {
            let lookups = self.batch.take();
            let Some(now) = lookups.iter().map(|lookup| lookup.now).max() else { return };
            let Ok(found) = self.read(&lookups, now).await else {
                // Each is answered by a lookup of its own, with its error.
                continue;
            };
            for Lookup { token, found: answer, .. } in lookups {
                // Nobody waits any more if the client hung up.
                let _ = answer.send(found.get(&token).cloned());
            }
        }
    }

    async fn read(
        &self,
        lookups: &[Lookup],
        now: DateTime<Utc>,
    ) -> DbResult<HashMap<TokenHash, Session>> {
        let mut tokens: Vec<TokenHash> = lookups.iter().map(|lookup| lookup.token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let mut tx = self.db.read_one_statement().await?;
        sessions::find_all(&mut tx, &tokens, now).await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut waiting = self.batch.0.lock().unwrap_or_else(PoisonError::into_inner);
        match Handle::try_current() {
            Ok(runtime) if !waiting.lookups.is_empty() => {
                let next = Self { batch: self.batch.clone(), db: self.db.clone() };
                runtime.spawn(next.serve());
            }
            _ => {
                waiting.lookups.clear();
                waiting.running -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn at_most_1024_lookups_wait_and_those_beyond_are_made_at_once() {
        let folder = tempfile::tempdir().expect("folder");
        let db = Db::open_sqlite(&folder.path().join("ridgeline.db")).await.expect("database");
        let batch = SessionBatch::default();
        let now = DateTime::UNIX_EPOCH;
        let token = TokenHash::of("unknown");
        let Entry::AtOnce(turn) = batch.enter(&db, token, now) else {
            panic!("nobody is before it")
        };
        let other = batch.enter(&db, token, now);
        let mut behind = Vec::new();
        for _ in 0..1_024 {
            let Entry::Behind(found) = batch.enter(&db, token, now) else { panic!("it waits") };
            behind.push(found);
        }
        assert!(matches!(batch.enter(&db, token, now), Entry::Alone));
        drop((turn, other));
        for found in behind {
            assert!(found.await.expect("an answer").is_none());
        }
        assert!(
            matches!(batch.enter(&db, token, now), Entry::AtOnce(_)),
            "nobody is before it again"
        );
    }

    #[tokio::test]
    async fn whoever_hangs_up_during_a_lookup_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().expect("folder");
        let db = Db::open_sqlite(&folder.path().join("ridgeline.db")).await.expect("database");
        let batch = SessionBatch::default();
        let token = TokenHash::of("unknown");
        let now = DateTime::UNIX_EPOCH;
        let before = [batch.enter(&db, token, now), batch.enter(&db, token, now)];
        let Entry::Behind(found) = batch.enter(&db, token, now) else { panic!("it waits") };
        drop(before);
        assert!(found.await.expect("an answer").is_none());
    }

    #[tokio::test]
    async fn callers_who_stopped_waiting_take_no_place_in_a_statement() {
        let folder = tempfile::tempdir().expect("folder");
        let db = Db::open_sqlite(&folder.path().join("ridgeline.db")).await.expect("database");
        let batch = SessionBatch::default();
        let (token, now) = (TokenHash::of("unknown"), DateTime::UNIX_EPOCH);
        let before = [batch.enter(&db, token, now), batch.enter(&db, token, now)];
        drop(batch.enter(&db, token, now));
        let waits = batch.enter(&db, token, now);
        assert_eq!(batch.take().len(), 1);
        drop((before, waits));
    }
}
