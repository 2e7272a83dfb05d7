//! Looks up the session of a token; cached if this process is the only writer of the database.

use store::{
    accounts::sessions::{self, Session},
    db::{commit_watch::CommitWatch, error::DbResult},
    token::TokenHash,
};

use crate::app::App;

/// The session of this token, if it has one. The lookup extends the session.
///
/// # Errors
/// Errors of the database.
pub async fn look_up(app: &App, token: TokenHash) -> DbResult<Option<Session>> {
    let now = app.clock.now();
    if let Some(cached) =
        app.session_cache.get(token, |membership| app.db.people_revision(membership.company))
        && !sessions::is_stale(&cached, now)
    {
        return Ok(Some(cached));
    }
    let mut tx = app.db.read().await?;
    let Some(mut session) = sessions::find(&mut tx, token, now).await? else {
        return Ok(None);
    };
    drop(tx);
    if sessions::is_stale(&session, now) {
        let noted = async {
            let mut tx = app.db.write().await?;
            sessions::set_last_used(&mut tx, token, now).await?;
            tx.commit().await
        };
        // Not a change of the request, which may still be run again.
        match CommitWatch::default().over(Box::pin(noted)).await {
            Ok(()) => session.last_used = now,
            // A read needs no disk space: the session is extended on a later call.
            Err(error) if error.is_outage() => {}
            Err(error) => return Err(error),
        }
    }
    let Some(membership) = session.membership.filter(|_| app.db.is_sole_writer()) else {
        return Ok(Some(session));
    };
    // The revision is read before the rows, so what is cached is at least that new.
    let revision = app.db.people_revision(membership.company);
    let mut tx = app.db.read().await?;
    let session = sessions::find(&mut tx, token, now).await?;
    if let Some(session) = session.clone().filter(|session| session.membership == Some(membership))
    {
        app.session_cache.keep(token, membership, session, revision);
    }
    Ok(session)
}

/// The same for a socket. Where the operator requires verified addresses, a user with an unverified one gets
/// the socket of a user without a company.
///
/// # Errors
/// Errors of the database.
pub async fn look_up_for_socket(app: &App, token: TokenHash) -> DbResult<Option<Session>> {
    let session = look_up(app, token).await?;
    Ok(session.map(|session| {
        let is_allowed = session.verified || !app.require_verified_email;
        Session { membership: session.membership.filter(|_| is_allowed), ..session }
    }))
}
