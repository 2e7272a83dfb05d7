//! The call in progress, if it carries an idempotency key. Its key is claimed in the transaction of its change, so
//! that neither is stored without the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::types::ids::UserId;

use crate::{
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    sql,
};

tokio::task_local! {
    static CALL: IdempotentCall;
}

/// A hash of a key or of a request.
pub type CallHash = [u8; 32];

/// A key, and the request it is used for.
#[derive(Clone, Copy, Debug)]
pub struct CallClaim {
    /// The user.
    pub person: UserId,
    /// The hash of the key.
    pub key_hash: CallHash,
    /// The hash of the request.
    pub request_hash: CallHash,
    /// When it was sent.
    pub now: DateTime<Utc>,
}

/// A call with a key.
#[derive(Clone, Debug, Default)]
pub struct IdempotentCall(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    claim: Option<CallClaim>,
    is_stored: bool,
}

impl IdempotentCall {
    /// The call of the current task, for another task that continues its work; one without a key if there is none.
    #[must_use]
    pub fn current() -> Self {
        CALL.try_with(Self::clone).unwrap_or_default()
    }

    /// Runs the work of this call.
    pub async fn over<F: Future>(self, work: F) -> F::Output {
        CALL.scope(self, work).await
    }

    /// From now on, commits of this call claim its key.
    pub fn begin(&self, claim: CallClaim) {
        *self.state() = State { claim: Some(claim), ..State::default() };
    }

    /// The claim, once it has begun.
    #[must_use]
    pub fn claim(&self) -> Option<CallClaim> {
        self.state().claim
    }

    /// Whether a change was committed with the key.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.state().is_stored
    }

    /// The claim that the next commit of this task stores.
    fn pending() -> Option<(Self, CallClaim)> {
        let call = CALL.try_with(Self::clone).ok()?;
        let claim = {
            let state = call.state();
            state.claim.filter(|_| !state.is_stored)?
        };
        Some((call, claim))
    }

    /// Notes that its key was committed.
    pub(super) fn note_stored(&self) {
        self.state().is_stored = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tx {
    /// Commits what a call stores before its change, such as an attempt that counts: the key of the call in progress
    /// stays free for the change.
    ///
    /// # Errors
    /// If the engine refuses.
    pub async fn commit_without_key(self) -> DbResult<()> {
        IdempotentCall::default().over(self.commit()).await
    }

    /// Claims the key of the call in progress; its claim is noted once the transaction is committed.
    pub(super) async fn claim_key(&mut self) -> DbResult<Option<IdempotentCall>> {
        let Some((call, claim)) = IdempotentCall::pending() else { return Ok(None) };
        let claimed = sql!(
            "INSERT INTO idempotent_call (person_id, key_hash, request_hash, date_inserted)
             VALUES ($1, $2, $3, $4) ON CONFLICT (person_id, key_hash) DO NOTHING"
        )
        .bind(claim.person)
        .bind(claim.key_hash.to_vec())
        .bind(claim.request_hash.to_vec())
        .bind(claim.now)
        .run(self)
        .await?;
        if claimed == 0 {
            // The same call on another server was first: this one runs again, and finds its answer.
            let result = Err(DbError::RolledBack);
            self.note_result(&result);
            return result;
        }
        Ok(Some(call))
    }
}
