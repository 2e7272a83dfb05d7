//! `/api/notifications`: a user's notifications, and which of them are read.

use std::collections::BTreeMap;

use domain::{
    notifications::notifications::{Notification, SeenNotifications},
    types::ids::NotificationId,
};
use store::notifications::notifications;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().get("/api/notifications/user", list).post("/api/notifications/seen", seen)
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read_one_statement().await?;
    let (scope, reader, language) = (caller.scope(), caller.user(), caller.language());
    Ok(named!("notifications": notifications::list(&mut tx, scope, reader, language).await?))
}

/// Ids of other users' notifications are ignored: an open page may name one that was replaced meanwhile.
async fn seen(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(named): CheckedForm<SeenNotifications>,
) -> ApiResult<impl ApiResponse> {
    let (scope, reader, language) = (caller.scope(), caller.user(), caller.language());
    let mut tx = app.db.write().await?;
    let seen =
        notifications::set_seen(&mut tx, scope, reader, language, &named.ids(), app.clock.now())
            .await?;
    tx.commit().await?;
    let by_id: BTreeMap<NotificationId, Notification> =
        seen.into_iter().map(|notification| (notification.id, notification)).collect();
    Ok(named!("notifications": by_id))
}
