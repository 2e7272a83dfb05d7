//! The session of a token, in memory where this process alone writes the database.

use store::{
    accounts::sessions::{self, Session},
    db::error::DbResult,
    token::TokenHash,
};

use crate::app::App;

/// The session of this token, where it still has one. Looking it up keeps it alive.
///
/// # Errors
/// What the engine said.
pub async fn look_up(app: &App, token: TokenHash) -> DbResult<Option<Session>> {
    let now = app.clock.now();
    if let Some(known) =
        app.session_cache.get(token, |membership| app.db.people_revision(membership.company))
        && !sessions::is_stale(&known, now)
    {
        return Ok(Some(known));
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
        match noted.await {
            Ok(()) => session.last_used = now,
            // Who only reads needs no room on the disk: it is noted another time.
            Err(error) if error.is_outage() => {}
            Err(error) => return Err(error),
        }
    }
    let Some(membership) = session.membership.filter(|_| app.db.is_sole_writer()) else {
        return Ok(Some(session));
    };
    // The revision first, the rows after it: then what is remembered is at least that new.
    let revision = app.db.people_revision(membership.company);
    let mut tx = app.db.read().await?;
    let session = sessions::find(&mut tx, token, now).await?;
    if let Some(session) = session.clone().filter(|session| session.membership == Some(membership))
    {
        app.session_cache.keep(token, membership, session, revision);
    }
    Ok(session)
}

/// The same for a socket. Where the operator asks for confirmed addresses, whoever has not confirmed
/// theirs listens as somebody who has no company yet.
///
/// # Errors
/// What the engine said.
pub async fn look_up_for_socket(app: &App, token: TokenHash) -> DbResult<Option<Session>> {
    let session = look_up(app, token).await?;
    Ok(session.map(|session| {
        let is_let_in = session.verified || !app.require_verified_email;
        Session { membership: session.membership.filter(|_| is_let_in), ..session }
    }))
}
