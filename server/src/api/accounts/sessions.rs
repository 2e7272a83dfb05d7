//! `/api/auth/sessions`: where a user is signed in, and signing out elsewhere.

use domain::accounts::accounts::{ActiveSession, device};
use store::{
    accounts::sessions::{self, SessionRow},
    token::TokenHash,
};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/sessions", list)
        .delete("/api/auth/sessions/{id}", end)
        .post("/api/auth/sessions/endOthers", end_others)
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let rows = sessions::list(&mut tx, caller.user(), app.clock.now()).await?;
    let mut sessions: Vec<ActiveSession> =
        rows.iter().filter_map(|row| active_session(row, caller.token())).collect();
    sessions.sort_by_key(|session| !session.is_this_one);
    Ok(named!("sessions": sessions))
}

fn active_session(row: &SessionRow, this: TokenHash) -> Option<ActiveSession> {
    let token = TokenHash::from_bytes(&row.token_hash)?;
    let (browser, system) = device(row.user_agent.as_deref().unwrap_or_default());
    Some(ActiveSession {
        id: token.public_name(),
        browser: browser.map(str::to_string),
        system: system.map(str::to_string),
        started_at: row.started,
        last_used_at: row.last_used,
        is_this_one: token == this,
    })
}

async fn end(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(id): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let rows = sessions::list(&mut tx, caller.user(), app.clock.now()).await?;
    let mut tokens = rows.iter().filter_map(|row| TokenHash::from_bytes(&row.token_hash));
    let token = tokens.find(|token| token.public_name() == id).ok_or(ApiError::NotFound)?;
    sessions::delete(&mut tx, caller.user(), token).await?;
    tx.touch_people(caller.scope().company());
    tx.commit().await?;
    Ok(named!("id": id))
}

async fn end_others(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let ended = sessions::delete_others(&mut tx, caller.user(), caller.token()).await?;
    tx.touch_people(caller.scope().company());
    tx.commit().await?;
    Ok(named!("ended": ended))
}
