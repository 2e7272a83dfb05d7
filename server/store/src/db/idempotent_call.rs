//! The call in progress, if it carries an idempotency key. Its key is claimed in the transaction of its change, so
//! that neither is stored without the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::types::ids::{GuestLinkId, UserId};
use uuid::Uuid;

use crate::db::{
    Tx,
    error::{DbError, DbResult},
};

tokio::task_local! {
    static CALL: IdempotentCall;
}

/// A hash of a key or of a request.
pub type CallHash = [u8; 32];

/// Whose call it is.
#[derive(Clone, Copy, Debug)]
pub enum CallOwner {
    /// A user's.
    Person(UserId),
    /// That of a link's holder.
    Guest(GuestLinkId),
}

impl From<UserId> for CallOwner {
    fn from(user: UserId) -> Self {
        Self::Person(user)
    }
}

impl From<GuestLinkId> for CallOwner {
    fn from(link: GuestLinkId) -> Self {
        Self::Guest(link)
    }
}

impl CallOwner {
    /// The id, to hash it.
    #[must_use]
    pub const fn id(self) -> Uuid {
        match self {
            Self::Person(UserId(id)) | Self::Guest(GuestLinkId(id)) => id,
        }
    }
}

/// A statement about the calls of an owner: `$text` is a macro that makes its text of the table and of the column of
/// the owner, who is `$1`.
macro_rules! of_owner {
    ($owner:expr, $text:ident) => {
        match $owner {
            $crate::db::idempotent_call::CallOwner::Person(person) => {
                $crate::sql!($text!("idempotent_call", "person_id")).bind(person)
            }
            $crate::db::idempotent_call::CallOwner::Guest(link) => {
                $crate::sql!($text!("guest_call", "link_id")).bind(link)
            }
        }
    };
}
pub(crate) use of_owner;

macro_rules! claim {
    ($table:literal, $owner:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (",
            $owner,
            ", key_hash, request_hash, date_inserted)
             VALUES ($1, $2, $3, $4) ON CONFLICT (",
            $owner,
            ", key_hash) DO NOTHING"
        )
    };
}

/// A key, and the request it is used for.
#[derive(Clone, Copy, Debug)]
pub struct CallClaim {
    /// Whose call it is.
    pub owner: CallOwner,
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
        let claimed = of_owner!(claim.owner, claim)
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
