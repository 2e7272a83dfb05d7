//! The shared part of the mail and push queues: a worker claims a due delivery with a lease, and the companies take
//! turns.

use chrono::{DateTime, Utc};

use crate::db::prelude::*;

struct Waiting {
    waiting: i64,
    since: Option<DateTime<Utc>>,
}

columns! {
    Waiting { waiting, since }
}

/// How far apart the turns of one company's deliveries are. Deliveries go in the order of their turns, which are
/// times: of a thousand that a company queues at once the last has its turn a thousand minutes later, and what
/// another company queues meanwhile has its turn before it. A company whose turns are far ahead still gets one
/// delivery a minute, however much others queue.
pub(crate) const TURN_MILLISECONDS: i64 = 60_000;

/// The turn of a delivery that is due at this time, after the last turn of its company's waiting deliveries.
pub(crate) fn turn_after(last: Option<i64>, due: DateTime<Utc>) -> i64 {
    let own = last.map_or(i64::MIN, |last| last.saturating_add(TURN_MILLISECONDS));
    own.max(due.timestamp_millis())
}

/// The number of queued deliveries, and since when the oldest one is queued.
pub(crate) async fn waiting(tx: &mut Tx, counted: Sql) -> DbResult<(i64, Option<DateTime<Utc>>)> {
    let Waiting { waiting, since } = counted.one(tx).await?;
    Ok((waiting, since))
}
