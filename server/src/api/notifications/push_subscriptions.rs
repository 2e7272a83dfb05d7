//! `/api/notifications/pushDevices`: the browsers that somebody's notifications are pushed to.

use axum::{
    extract::State,
    http::{HeaderMap, header},
};
use domain::{
    forms::error::{Code, Refusal},
    i18n::rules::Text,
    notifications::push_subscriptions::{NewPushDevice, name_of},
    types::ids::PushDeviceId,
};
use services::push;
use store::{
    db::error::DbError,
    notifications::push_subscriptions::{self, NewDevice},
};
use uuid::Uuid;

use crate::{
    app::App,
    http::{
        body::{Checked, PathId, named},
        caller::{Caller, gate},
        error::{ApiError, ApiResult},
        openapi::responses::Answer,
        routes::Routes,
    },
};

const PATH: &str = "/api/notifications/pushDevices";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/notifications/pushKey", key)
        .get(PATH, list)
        .post(PATH, add)
        .delete("/api/notifications/pushDevices/{id}", remove)
}

async fn key(_: Caller<gate::SignedIn>, State(app): State<App>) -> ApiResult<impl Answer> {
    Ok(named!("publicKey": app.push.public_key(&app.db).await?))
}

async fn list(caller: Caller<gate::SignedIn>, State(app): State<App>) -> ApiResult<impl Answer> {
    let mut tx = app.db.read().await?;
    let (user, session, now) = (caller.user(), caller.token(), app.clock.now());
    Ok(named!("devices": push_subscriptions::list(&mut tx, user, session, now).await?))
}

async fn add(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    asked: HeaderMap,
    Checked(form): Checked<NewPushDevice>,
) -> ApiResult<impl Answer> {
    if !app.push.may_reach(&form.endpoint) {
        return Err(Refusal::new("endpoint", Code::Format, Text::WrongKind).into());
    }
    let keys = push::subscription_keys(form.key("p256dh"), form.key("auth"));
    let (p256dh, auth) = keys.ok_or(Refusal::new("keys", Code::Format, Text::WrongKind))?;
    let agent = asked.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let new = NewDevice {
        user: caller.user(),
        session: caller.token(),
        endpoint: &form.endpoint,
        p256dh,
        auth,
        name: &agent.map(name_of).unwrap_or_default(),
        now: app.clock.now(),
    };
    let mut tx = app.db.write().await?;
    let kept = push_subscriptions::keep(&mut tx, PushDeviceId(Uuid::now_v7()), &new).await;
    let device = kept.map_err(|error| match error {
        DbError::Duplicate(_) => ApiError::Conflict(Text::TooManyPushDevices),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(named!("device": device))
}

async fn remove(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(device): PathId<PushDeviceId>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    push_subscriptions::delete(&mut tx, caller.user(), device).await?;
    tx.commit().await?;
    Ok(named!("id": device))
}
