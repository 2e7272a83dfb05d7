//! The shared part of the mail and push queues: a worker claims a due delivery with a lease.

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

/// Claims the delivery that `due` finds; its values are the claim, the end of the lease, and the current time.
pub(crate) async fn claim<T: FromRow>(
    tx: &mut Tx,
    due: Sql,
    now: DateTime<Utc>,
    lease: DateTime<Utc>,
) -> DbResult<Option<T>> {
    due.bind(Uuid::now_v7()).bind(lease).bind(now).optional(tx).await
}

/// The number of queued deliveries, and since when the oldest one is queued.
pub(crate) async fn waiting(tx: &mut Tx, counted: Sql) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    let Waiting { waiting, since } = counted.one(tx).await?;
    Ok((waiting, since))
}
