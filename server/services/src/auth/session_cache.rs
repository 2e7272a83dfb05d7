//! Sessions that were looked up lately, so that a request need not ask the database who is calling.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use store::{
    accounts::sessions::{Membership, Session},
    token::TokenHash,
};

/// More than this are never kept; then the memory is simply emptied.
const MOST: usize = 10_000;

/// What is remembered of sessions, each with the revision of its company at which it was read: any
/// change to the company's people or their sessions raises that revision, so what is remembered is
/// never out of date. Used only where this process is the database's sole writer.
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

    /// Remembers a session that was read when its company was at this revision.
    pub fn keep(&self, token: TokenHash, membership: Membership, session: Session, revision: u64) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(token, CachedSession { membership, session, revision });
    }
}
