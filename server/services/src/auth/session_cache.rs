//! Cached sessions, so that a request does not query the database for its caller.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use store::{
    accounts::sessions::{Membership, Session},
    token::TokenHash,
};

/// The most cached sessions; above that the cache is cleared.
const MOST: usize = 10_000;

/// Cached sessions, each with the revision of its company at which it was read: every change to the company's
/// people or their sessions raises that revision, so a cached session is never stale. Only used if this
/// process is the only writer of the database.
#[derive(Clone, Debug, Default)]
pub struct SessionCache(Arc<RwLock<HashMap<TokenHash, CachedSession>>>);

#[derive(Clone, Debug)]
struct CachedSession {
    membership: Membership,
    session: Session,
    revision: u64,
}

impl SessionCache {
    /// The session, if it was read at its company's current revision.
    pub fn get(&self, token: TokenHash, revision: impl Fn(Membership) -> u64) -> Option<Session> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(&token)?;
        (found.revision == revision(found.membership)).then(|| found.session.clone())
    }

    /// Caches a session that was read at this revision of its company.
    pub fn keep(&self, token: TokenHash, membership: Membership, session: Session, revision: u64) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(token, CachedSession { membership, session, revision });
    }
}
