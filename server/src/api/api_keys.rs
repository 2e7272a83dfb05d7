//! `/api/api_keys`: keys for other software (contract-2, section 4). No key may call any of this.

use domain::{
    activity::labels::ActivityAction,
    api_keys::{ApiKey, ApiKeyRef, NewApiKey},
    i18n::rules::Text,
    types::{ids::ApiKeyId, limits::LIMITS},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    api_keys::{self, NewKey},
    companies::companies,
    company_time::local,
    token::Token,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/api_keys/create", create)
        .get("/api/api_keys/all", list)
        .post("/api/api_keys/renew", renew)
        .delete("/api/api_keys/{id}", delete)
}

/// A key with its secret, which is shown only here.
#[derive(Serialize, JsonSchema)]
struct KeyWithSecret {
    key: ApiKey,
    secret: String,
}

async fn create(
    caller: Caller<gate::ApiKeysManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<NewApiKey>,
) -> ApiResult<Reply<KeyWithSecret>> {
    let (id, scope, now) = (ApiKeyId(Uuid::now_v7()), caller.scope(), app.clock.now());
    let secret = Token::random_api_key().map_err(anyhow::Error::from)?;
    let mut tx = app.db.write().await?;
    // Two admins at once would each find room for one more key.
    companies::lock(&mut tx, scope).await?;
    let zone = companies::time_zone(&mut tx, scope).await?;
    let expires_on = form.expires_on(local(now, zone).date())?;
    if api_keys::count(&mut tx, scope).await? >= LIMITS.api_keys {
        return Err(ApiError::Conflict(Text::TooManyApiKeys));
    }
    let new = NewKey {
        id,
        maker: caller.user(),
        name: &form.name,
        scopes: &form.scopes(),
        expires_on,
        secret: secret.hash(),
        now,
    };
    api_keys::insert(&mut tx, scope, &new).await?;
    let key = api_keys::find(&mut tx, scope, id).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::ApiKey(id)).await?;
    Ok(Reply(KeyWithSecret { key, secret: secret.text().to_owned() }))
}

async fn list(
    caller: Caller<gate::ApiKeysManage>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("keys": api_keys::list(&mut tx, caller.scope()).await?))
}

/// Another secret for a key. Whoever gets to know it may act with it, so from now on it acts as them.
async fn renew(
    caller: Caller<gate::ApiKeysManage>,
    State(app): State<App>,
    sent: UncheckedForm<ApiKeyRef>,
) -> ApiResult<Reply<KeyWithSecret>> {
    let (scope, now) = (caller.scope(), app.clock.now());
    let secret = Token::random_api_key().map_err(anyhow::Error::from)?;
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.id.0)?;
    api_keys::lock(&mut tx, scope, id).await?;
    sent.checked()?;
    let snapshot = record::snapshot(&mut tx, Subject::ApiKey(id)).await?;
    let zone = companies::time_zone(&mut tx, scope).await?;
    let last_day = api_keys::find(&mut tx, scope, id).await?.expires_on;
    if last_day.is_some_and(|day| day < local(now, zone).date()) {
        return Err(ApiError::Conflict(Text::ApiKeyExpired));
    }
    api_keys::renew(&mut tx, scope, id, caller.user(), secret.hash()).await?;
    let key = api_keys::find(&mut tx, scope, id).await?;
    let act = caller.action_context(&app.clock);
    snapshot.record_done(&mut tx, act, ActivityAction::Renewed, Vec::new()).await?;
    tx.commit().await?;
    Ok(Reply(KeyWithSecret { key, secret: secret.text().to_owned() }))
}

async fn delete(
    caller: Caller<gate::ApiKeysManage>,
    State(app): State<App>,
    PathId(id): PathId<ApiKeyId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    api_keys::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::ApiKey(id)).await?;
    api_keys::delete(&mut tx, caller.scope(), id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}
