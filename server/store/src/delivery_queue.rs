//! What mails and pushes on their way have in common: whoever is free takes what is due, for a while.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::db::prelude::*;

struct Waiting {
    waiting: i64,
    since: Option<DateTime<Utc>>,
}

columns! {
    Waiting { waiting, since }
}

/// Takes the delivery that `due` finds, whose values are a claim, until when it holds, and the time it is.
pub(crate) async fn claim<T: FromRow>(
    tx: &mut Tx,
    due: Sql,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<T>> {
    due.bind(Uuid::now_v7()).bind(lease).bind(now).optional(tx).await
}

/// How many deliveries wait, and since when the oldest of them does.
pub(crate) async fn waiting(tx: &mut Tx, counted: Sql) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    let Waiting { waiting, since } = counted.one(tx).await?;
    Ok((waiting, since))
}
