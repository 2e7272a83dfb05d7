//! `/api/notifications/choices`: which notifications a user receives, and how.

use domain::notifications::preferences::{self, SetNotificationChoice};
use store;

use crate::http::prelude::*;

const PATH: &str = "/api/notifications/choices";

pub fn routes() -> Routes {
    Routes::default().get(PATH, list).put(PATH, set)
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let chosen = store::notifications::preferences::list(&mut tx, caller.user()).await?;
    let offered = preferences::offered(caller.role(), caller.language(), &chosen);
    Ok(named!("choices": offered))
}

async fn set(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetNotificationChoice>,
) -> ApiResult<impl ApiResponse> {
    let chosen = form.chosen(caller.role())?;
    let mut tx = app.db.write().await?;
    store::notifications::preferences::set(&mut tx, caller.user(), chosen.0, chosen.1).await?;
    tx.commit().await?;
    let offered = preferences::offered(caller.role(), caller.language(), &[chosen]);
    Ok(named!("choice": offered.into_iter().find(|choice| choice.kind == chosen.0)))
}
