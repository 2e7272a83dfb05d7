//! Looks up the session of a token, or of an API key's secret; cached if this process is the only writer of the
//! database.

use chrono::{DateTime, Utc};
use services::auth::session_cache::{CachedSession, Credential, ReadSession};
use store::{
    accounts::sessions::{self, Session},
    api_keys,
    db::{
        Tx,
        commit_watch::CommitWatch,
        error::{DbError, DbResult},
    },
    token::TokenHash,
};

use crate::app::App;

async fn find(
    tx: &mut Tx,
    credential: Credential,
    now: DateTime<Utc>,
) -> DbResult<Option<Session>> {
    match credential {
        Credential::Session(token) => sessions::find(tx, token, now).await,
        Credential::ApiKey(secret) => api_keys::open(tx, secret, now).await,
    }
}

async fn set_last_used(tx: &mut Tx, credential: Credential, now: DateTime<Utc>) -> DbResult<()> {
    match credential {
        Credential::Session(token) => sessions::set_last_used(tx, token, now).await,
        Credential::ApiKey(secret) => api_keys::set_last_used(tx, secret, now).await,
    }
}

/// The session of this credential, if it has one. The lookup stores that it was used, which extends a session.
///
/// # Errors
/// Errors of the database.
pub async fn find_session(app: &App, credential: Credential) -> DbResult<Option<Session>> {
    let now = app.clock.now();
    if !app.db.is_sole_writer() {
        let session = match credential {
            Credential::Session(token) => app.session_batch.find(&app.db, token, now).await?,
            Credential::ApiKey(_) => read_alone(app, credential, now).await?,
        };
        return extended(app, credential, session, now).await;
    }
    let is_current = |cached: &CachedSession| {
        cached.revision == app.db.people_revision(cached.membership.company)
            && !sessions::is_stale(&cached.session, now)
            && !api_keys::has_expired(&cached.session, now)
    };
    let read = || Box::pin(read(app, credential, now));
    app.session_cache.get_or_read(credential, is_current, read).await
}

/// Reads a session for the cache.
async fn read(app: &App, credential: Credential, now: DateTime<Utc>) -> DbResult<ReadSession> {
    let session = read_alone(app, credential, now).await?;
    let session = extended(app, credential, session, now).await?;
    let Some(membership) = session.as_ref().and_then(|session| session.membership) else {
        return Ok(ReadSession::Other(session));
    };
    // The revision is read before the rows, so what is cached is at least that new.
    let revision = app.db.people_revision(membership.company);
    let mut tx = app.db.read_one_statement().await?;
    let session = find(&mut tx, credential, now).await?;
    Ok(match session {
        Some(session) if session.membership == Some(membership) => {
            ReadSession::Cacheable(CachedSession { membership, session, revision })
        }
        other => ReadSession::Other(other),
    })
}

async fn read_alone(
    app: &App,
    credential: Credential,
    now: DateTime<Utc>,
) -> DbResult<Option<Session>> {
    let mut tx = app.db.read_one_statement().await?;
    find(&mut tx, credential, now).await
}

/// The session, after its use was stored if that is due.
async fn extended(
    app: &App,
    credential: Credential,
    session: Option<Session>,
    now: DateTime<Utc>,
) -> DbResult<Option<Session>> {
    let Some(mut session) = session else { return Ok(None) };
    if sessions::is_stale(&session, now) {
        let noted = async {
            let mut tx = app.db.write().await?;
            set_last_used(&mut tx, credential, now).await?;
            tx.commit().await
        };
        // Not a change of the request, which may still be run again.
        match CommitWatch::default().over(Box::pin(noted)).await {
            Ok(()) => session.last_used = now,
            // A read needs no disk space and waits for no other transaction: the session is extended on a later call.
            Err(error) if error.is_outage() || matches!(error, DbError::RolledBack) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(session))
}

/// The session of a socket, which no API key opens. Where the operator requires verified addresses, a user with an
/// unverified one gets the socket of a user without a company.
///
/// # Errors
/// Errors of the database.
pub async fn look_up_for_socket(app: &App, token: TokenHash) -> DbResult<Option<Session>> {
    let session = find_session(app, Credential::Session(token)).await?;
    Ok(session.map(|session| {
        let is_allowed = session.verified || !app.require_verified_email;
        Session { membership: session.membership.filter(|_| is_allowed), ..session }
    }))
}
