//! Changes of one company come one after the other to the end of their transactions.
//!
//! Each raises the revision in the row of its company, which is then locked until the commit. Transactions that wait for
//! that lock inside PostgreSQL cost it more processor time than the statement itself; here they cost nothing. Only the
//! changes of this server wait here: those of others wait for the row, as before.

use std::{
    collections::BTreeSet,
    hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher},
    sync::Arc,
    time::Duration,
};

use domain::types::ids::CompanyId;
use tokio::{
    sync::{Mutex, OwnedMutexGuard},
    time::{Instant, timeout_at},
};

/// How many locks there are. Two companies may share one.
const LOCKS: usize = 256;
/// How long a change waits. Then PostgreSQL decides: the one before may wait for a row that this one has locked.
const TIMEOUT: Duration = Duration::from_millis(50);

/// The turns. Cheap to clone; clones share them.
#[derive(Clone, Debug)]
pub(in crate::db) struct CommitTurns {
    locks: Arc<[Arc<Mutex<()>>]>,
}

/// It is this transaction's turn until this is dropped.
pub(in crate::db) type Turn = Vec<OwnedMutexGuard<()>>;

impl Default for CommitTurns {
    fn default() -> Self {
        Self { locks: (0..LOCKS).map(|_| Arc::default()).collect() }
    }
}

impl CommitTurns {
    /// Waits until it is the turn of a change of these companies, but not for long.
    pub(in crate::db) async fn take(&self, companies: &[CompanyId]) -> Turn {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let locks = self.locks.len() as u64;
        // Below the number of locks.
        let place = |company: &CompanyId| usize::try_from(hasher.hash_one(company.0) % locks);
        // Always in the same order, so that two changes do not wait for each other.
        let places: BTreeSet<usize> =
            companies.iter().filter_map(|company| place(company).ok()).collect();
        let deadline = Instant::now() + TIMEOUT;
        let mut turn = Turn::new();
        for place in places {
            match timeout_at(deadline, self.locks[place].clone().lock_owned()).await {
                Ok(guard) => turn.push(guard),
                Err(_) => break,
            }
        }
        turn
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn company(number: u128) -> CompanyId {
        CompanyId(Uuid::from_u128(number))
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_waits_for_the_one_before_it_and_never_longer_than_50_ms() {
        let turns = CommitTurns::default();
        let first = turns.take(&[company(1), company(2)]).await;
        let began = Instant::now();
        let second = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take(&[company(2)]).await.len() }
        });
        tokio::time::advance(Duration::from_millis(20)).await;
        drop(first);
        assert_eq!(second.await.expect("it has its turn"), 1);
        assert!(began.elapsed() < TIMEOUT, "{:?}", began.elapsed());
        let _stuck = turns.take(&[company(1)]).await;
        let began = Instant::now();
        assert!(turns.take(&[company(1)]).await.is_empty(), "it goes on without its turn");
        assert_eq!(began.elapsed(), TIMEOUT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_change_of_many_companies_needs_each_turn_once() {
        let turns = CommitTurns::default();
        let companies: Vec<CompanyId> = (0..2_000).map(company).collect();
        let began = Instant::now();
        assert_eq!(turns.take(&companies).await.len(), LOCKS);
        assert_eq!(began.elapsed(), Duration::ZERO, "it waits for nobody, not for itself either");
    }
}
