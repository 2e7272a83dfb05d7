//! Whose turn it is among the mails of one urgency.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{db::prelude::*, delivery_queue};

/// The turn of what goes before all else of its urgency: other turns are times.
pub(super) const FIRST_TURN: i64 = 0;

/// The next turn of a company or network for a mail that is due at this time, behind its waiting mails.
pub(super) async fn next_turn(
    tx: &mut Tx,
    turn_of: Option<Uuid>,
    due: DateTime<Utc>,
) -> DbResult<i64> {
    let last: Option<i64> = match turn_of {
        None => None,
        Some(owner) => {
            sql!(
                "SELECT MAX(turn) AS value FROM mail_delivery
                 WHERE turn_of = $1 AND state = 'waiting'"
            )
            .bind(owner)
            .value(tx)
            .await?
        }
    };
    Ok(delivery_queue::turn_after(last, due))
}
