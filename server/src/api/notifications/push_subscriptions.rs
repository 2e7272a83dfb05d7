//! `/api/notifications/pushDevices`: the browsers that receive a user's push notifications.

use axum::http::{HeaderMap, header};
use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    notifications::push_subscriptions::{NewPushDevice, name_of},
    types::ids::PushDeviceId,
};
use services::push;
use store::{
    db::error::DbError,
    notifications::push_subscriptions::{self, NewSubscription},
};
use uuid::Uuid;

use crate::http::prelude::*;

const PATH: &str = "/api/notifications/pushDevices";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/notifications/pushKey", key)
        .get(PATH, list)
        .post(PATH, add)
        .delete("/api/notifications/pushDevices/{id}", remove)
}

async fn key(_: Caller<gate::SignedIn>, State(app): State<App>) -> ApiResult<impl ApiResponse> {
    Ok(named!("publicKey": app.push.public_key(&app.db).await?))
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let (user, session, now) = (caller.user(), caller.token(), app.clock.now());
    Ok(named!("devices": push_subscriptions::list(&mut tx, user, session, now).await?))
}

async fn add(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    headers: HeaderMap,
    CheckedForm(form): CheckedForm<NewPushDevice>,
) -> ApiResult<impl ApiResponse> {
    if !app.push.allows_endpoint(&form.endpoint) {
        return Err(ValidationError::new("endpoint", Code::Format, Text::WrongKind).into());
    }
    let keys = push::subscription_keys(form.key("p256dh"), form.key("auth"));
    let (p256dh, auth) = keys.ok_or(ValidationError::new("keys", Code::Format, Text::WrongKind))?;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let new = NewSubscription {
        user: caller.user(),
        session: caller.token(),
        endpoint: &form.endpoint,
        host: &push::host_of(&form.endpoint),
        p256dh,
        auth,
        name: &agent.map(name_of).unwrap_or_default(),
        now: app.clock.now(),
    };
    let mut tx = app.db.write().await?;
    let stored = push_subscriptions::upsert(&mut tx, PushDeviceId(Uuid::now_v7()), &new).await;
    let device = stored.map_err(|error| match error {
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
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    push_subscriptions::delete(&mut tx, caller.user(), device).await?;
    tx.commit().await?;
    Ok(named!("id": device))
}
