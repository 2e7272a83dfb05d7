//! `/api/webhooks`: addresses of other software to which changes are sent (contract-2, section 4).

use chrono::{DateTime, Utc};
use domain::{
    activity::labels::ActivityAction,
    changes::{self, ChangeEvent, ChangeKind, ChangeSubject, ChangeType},
    i18n::rules::Text,
    types::ids::{WebhookDeliveryId, WebhookId},
    webhooks::{self as rules, EditWebhook, MOST, NewWebhook, Webhook},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use services::webhooks::signing::WebhookSecrets;
use store::{
    activity::{record, subject::Subject},
    companies::companies,
    webhooks::{
        deliveries,
        webhooks::{self, NewWebhookRow},
    },
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/webhooks/create", create)
        .get("/api/webhooks/all", list)
        .put("/api/webhooks/{id}", edit)
        .delete("/api/webhooks/{id}", delete)
        .post("/api/webhooks/{id}/renew", renew)
        .post("/api/webhooks/{id}/test", test)
        .get("/api/webhooks/{id}/deliveries", list_deliveries)
        .post("/api/webhooks/deliveries/{id}/redeliver", redeliver)
}

/// A webhook with its secret, which is shown only here.
#[derive(Serialize, JsonSchema)]
struct WebhookWithSecret {
    webhook: Webhook,
    secret: String,
}

async fn create(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<NewWebhook>,
) -> ApiResult<Reply<WebhookWithSecret>> {
    let (id, scope) = (WebhookId(Uuid::now_v7()), caller.scope());
    // Random, since the secret is derived from it.
    let seed = Uuid::new_v4();
    check_url(&app, Some(&form.url))?;
    let mut tx = app.db.write().await?;
    // Two admins at once would each find room for one more webhook.
    companies::lock(&mut tx, scope).await?;
    if webhooks::count(&mut tx, scope).await? >= MOST {
        return Err(ApiError::Conflict(Text::TooManyWebhooks));
    }
    let secrets = WebhookSecrets::open(&mut tx).await?;
    let new = NewWebhookRow {
        id,
        maker: caller.user(),
        url: &form.url,
        events: &rules::each_once(&form.events),
        seed,
        now: app.clock.now(),
    };
    webhooks::insert(&mut tx, scope, &new).await?;
    let webhook = webhooks::find(&mut tx, scope, id).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Webhook(id)).await?;
    Ok(Reply(WebhookWithSecret { webhook, secret: secrets.text(seed) }))
}

async fn list(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("webhooks": webhooks::list(&mut tx, caller.scope()).await?))
}

async fn edit(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookId>,
    sent: UncheckedForm<EditWebhook>,
) -> ApiResult<impl ApiResponse> {
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    let webhook = webhooks::lock(&mut tx, scope, id).await?;
    let form = sent.checked()?;
    check_url(&app, form.url.as_deref())?;
    let snapshot = record::snapshot(&mut tx, Subject::Webhook(id)).await?;
    let events = form.events.as_deref().map(rules::each_once);
    // What changed before a pause is delivered as it was asked for then.
    if form.active == Some(false) {
        webhooks::set_active(&mut tx, scope, &webhook, (false, app.clock.now())).await?;
    }
    webhooks::set(&mut tx, &webhook, form.url.as_deref(), events.as_deref()).await?;
    if form.active == Some(true) {
        webhooks::set_active(&mut tx, scope, &webhook, (true, app.clock.now())).await?;
    }
    let shown = webhooks::find(&mut tx, scope, id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("webhook": shown))
}

async fn delete(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let webhook = webhooks::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Webhook(id)).await?;
    webhooks::delete(&mut tx, &webhook).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

/// Another secret. The former one signs beside it for a day, so that the receiver can change over.
async fn renew(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookId>,
) -> ApiResult<impl ApiResponse> {
    let seed = Uuid::new_v4();
    let mut tx = app.db.write().await?;
    let webhook = webhooks::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Webhook(id)).await?;
    let secrets = WebhookSecrets::open(&mut tx).await?;
    webhooks::renew(&mut tx, webhook, seed, app.clock.now()).await?;
    let act = caller.action_context(&app.clock);
    snapshot.record_done(&mut tx, act, ActivityAction::Renewed, Vec::new()).await?;
    tx.commit().await?;
    Ok(named!("secret": secrets.text(seed)))
}

async fn test(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookId>,
) -> ApiResult<impl ApiResponse> {
    let (scope, now) = (caller.scope(), app.clock.now());
    let mut tx = app.db.write().await?;
    let webhook = webhooks::lock(&mut tx, scope, id).await?;
    if !webhook.active {
        return Err(ApiError::Conflict(Text::WebhookInactive));
    }
    let sequence = deliveries::count_test(&mut tx, &webhook).await?;
    let shown = webhooks::find(&mut tx, scope, id).await?;
    let body = serde_json::to_string(&test_event(&shown, sequence, now))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let delivery = deliveries::insert_test(&mut tx, &webhook, &body, now).await?;
    let delivery = deliveries::find(&mut tx, scope, delivery).await?;
    tx.commit().await?;
    Ok(named!("delivery": delivery))
}

fn test_event(webhook: &Webhook, sequence: i64, now: DateTime<Utc>) -> ChangeEvent {
    ChangeEvent {
        change_type: ChangeType::WebhookTest,
        timestamp: now,
        version: changes::VERSION,
        subject: ChangeSubject { kind: ChangeKind::Webhook, id: webhook.id.0 },
        sequence,
        data: json!({ "webhook": webhook }),
    }
}

async fn list_deliveries(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let webhook = webhooks::find(&mut tx, caller.scope(), id).await?;
    Ok(named!("deliveries": deliveries::list(&mut tx, webhook.id).await?))
}

/// The same message once more, whatever became of it.
async fn redeliver(
    caller: Caller<gate::WebhooksManage>,
    State(app): State<App>,
    PathId(id): PathId<WebhookDeliveryId>,
) -> ApiResult<impl ApiResponse> {
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    let (webhook, delivery) = deliveries::lock(&mut tx, scope, id).await?;
    if !webhook.active {
        return Err(ApiError::Conflict(Text::WebhookInactive));
    }
    let again = deliveries::redeliver(&mut tx, &webhook, &delivery, app.clock.now()).await?;
    let delivery = deliveries::find(&mut tx, scope, again).await?;
    tx.commit().await?;
    Ok(named!("delivery": delivery))
}

/// Refuses an address to which nothing may be sent.
fn check_url(app: &App, url: Option<&str>) -> ApiResult<()> {
    if url.is_none_or(|url| app.webhook_addresses.allows(url)) {
        Ok(())
    } else {
        Err(rules::refused_url().into())
    }
}
