//! Sign-offs of work orders.

use chrono::{DateTime, Utc};
use domain::{
    orders::work_orders::SignOff,
    types::ids::{SignOffId, UserId},
};

use crate::{db::prelude::*, orders::work_orders::OrderState};

/// Signs an order. An earlier signature of the same user stays, unless they sign `anew` and the items have
/// changed since. Returns whether the signature is new.
pub async fn sign(
    tx: &mut Tx,
    order: &OrderState,
    signer: UserId,
    now: DateTime<Utc>,
    anew: bool,
) -> DbResult<(SignOff, bool)> {
    let before: Option<SignOff> = signature_of(order, signer).optional(tx).await?;
    if let Some(signed) = before {
        if !anew || !signed.changed_since {
            return Ok((signed, false));
        }
        unsign(tx, order, signer).await?;
    }
    order.changes(tx);
    sql!(
        "INSERT INTO work_order_sign_off (id, work_order_id, person_id, signed_at, items_version)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(SignOffId(uuid::Uuid::now_v7()))
    .bind(order.id)
    .bind(signer)
    .bind(now)
    .bind(order.items_version)
    .run_one(tx)
    .await?;
    Ok((signature(tx, order, signer).await?, true))
}

/// A user's signature on an order.
pub async fn signature(tx: &mut Tx, order: &OrderState, signer: UserId) -> DbResult<SignOff> {
    signature_of(order, signer).one(tx).await
}

fn signature_of(order: &OrderState, signer: UserId) -> Sql {
    sql!(
        "SELECT work_order_sign_off.id, work_order_sign_off.person_id AS user_id,
             person.first_name, person.last_name, work_order_sign_off.signed_at,
             (work_order_sign_off.items_version < $3) AS changed_since
         FROM work_order_sign_off JOIN person ON person.id = work_order_sign_off.person_id
         WHERE work_order_sign_off.work_order_id = $1 AND work_order_sign_off.person_id = $2"
    )
    .bind(order.id)
    .bind(signer)
    .bind(order.items_version)
}

/// Removes a user's signature from an order.
pub async fn unsign(tx: &mut Tx, order: &OrderState, signer: UserId) -> DbResult<()> {
    order.changes(tx);
    sql!("DELETE FROM work_order_sign_off WHERE work_order_id = $1 AND person_id = $2")
        .bind(order.id)
        .bind(signer)
        .run_one(tx)
        .await
}
