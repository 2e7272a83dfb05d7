//! Cached sessions, so that a request does not query the database for its caller.

use std::{future::Future, time::Duration};

use store::{
    accounts::sessions::{Membership, Session},
    cache::single_flight::{CacheLimits, Loaded, SingleFlightCache},
    token::TokenHash,
};

/// About 6,000 sessions. Somebody who was away for an hour waits for two statements.
const LIMITS: CacheLimits = CacheLimits { bytes: 8 * 1024 * 1024, idle: Duration::from_hours(1) };

/// What a caller proves who they are with. A session's token opens sockets and the calls that are for people alone, so
/// that the secret of an API key must never be taken for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// The token of a session.
    Session(TokenHash),
    /// The secret of an API key.
    ApiKey(TokenHash),
}

/// Cached sessions, each with the revision of its company at which it was read: every change to the company's
/// people or their sessions raises that revision, so a cached session is never stale. Only used if this
/// process is the only writer of the database.
#[derive(Clone)]
pub struct SessionCache(SingleFlightCache<Credential, CachedSession>);

/// A session as it is cached.
#[derive(Clone, Debug)]
pub struct CachedSession {
    /// Its company and role.
    pub membership: Membership,
    /// The session.
    pub session: Session,
    /// The revision of the company's people, read before the session.
    pub revision: u64,
}

/// A session that was read.
#[derive(Clone, Debug)]
pub enum ReadSession {
    /// It can be cached.
    Cacheable(CachedSession),
    /// There is none, or it has no company whose revision could invalidate it.
    Other(Option<Session>),
}

/// Why no session is cached.
enum NotCached<E> {
    Other(Option<Session>),
    Error(E),
}

impl Default for SessionCache {
    fn default() -> Self {
        Self(SingleFlightCache::new(LIMITS, |_, _| {
            size_of::<Credential>() + size_of::<CachedSession>()
        }))
    }
}

impl SessionCache {
    /// The session of a credential, if it has one: the cached one if it is current, or that of `read`. Requests that
    /// miss the same session at the same time read it once.
    ///
    /// # Errors
    /// Errors of `read`.
    pub async fn get_or_read<E, F>(
        &self,
        credential: Credential,
        is_current: impl Fn(&CachedSession) -> bool + Send + Sync,
        read: impl Fn() -> F,
    ) -> Result<Option<Session>, E>
    where
        F: Future<Output = Result<ReadSession, E>>,
    {
        let load = |_| async {
            match read().await {
                Ok(ReadSession::Cacheable(cached)) => Ok(cached),
                Ok(ReadSession::Other(session)) => Err(NotCached::Other(session)),
                Err(error) => Err(NotCached::Error(error)),
            }
        };
        loop {
            let result = match self.0.get_or_load(&credential, &is_current, &load).await {
                Loaded::Cached(found) => return Ok(Some(found.session)),
                Loaded::Own(result) => result,
                // It changed while another request read it.
                Loaded::Outdated => continue,
                Loaded::Failed => load(None).await,
            };
            return match result {
                Ok(read) => Ok(Some(read.session)),
                Err(NotCached::Other(session)) => Ok(session),
                Err(NotCached::Error(error)) => Err(error),
            };
        }
    }
}
