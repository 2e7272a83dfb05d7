//! Sign-offs of work orders.

use chrono::{DateTime, Utc};
use domain::{
    limits::guest_links::SIGNATURES,
    orders::work_orders::SignOff,
    types::ids::{GuestLinkId, SignOffId, UserId},
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
    order.changes(tx, ChangeType::WorkOrderSigned);
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
             person.first_name, person.last_name, CAST(NULL AS TEXT) AS name, FALSE AS via_link,
             work_order_sign_off.signed_at,
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
    order.changes(tx, ChangeType::WorkOrderUpdated);
    sql!("DELETE FROM work_order_sign_off WHERE work_order_id = $1 AND person_id = $2")
        .bind(order.id)
        .bind(signer)
        .run_one(tx)
        .await
}

/// Signs an order by link, in this name. An earlier signature in the name stays, unless the items have changed since.
/// Returns whether the signature is new; `None` if there are too many.
pub async fn sign_as_guest(
    tx: &mut Tx,
    order: &OrderState,
    link: GuestLinkId,
    name: &str,
    now: DateTime<Utc>,
) -> DbResult<Option<(SignOff, bool)>> {
    let before: Option<SignOff> = guest_signature(order, link, name).optional(tx).await?;
    match before {
        Some(signed) if !signed.changed_since => return Ok(Some((signed, false))),
        Some(signed) => {
            sql!("DELETE FROM work_order_sign_off WHERE work_order_id = $1 AND id = $2")
                .bind(order.id)
                .bind(signed.id)
                .run_one(tx)
                .await?;
        }
        None => {
            let signatures: i64 = sql!(
                "SELECT COUNT(*) AS value FROM work_order_sign_off
                 WHERE work_order_id = $1 AND guest_link_id = $2"
            )
            .bind(order.id)
            .bind(link)
            .value(tx)
            .await?;
            if signatures >= SIGNATURES {
                return Ok(None);
            }
        }
    }
    order.changes(tx, ChangeType::WorkOrderSigned);
    sql!(
        "INSERT INTO work_order_sign_off
             (id, work_order_id, guest_link_id, guest_name, signed_at, items_version)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(SignOffId(uuid::Uuid::now_v7()))
    .bind(order.id)
    .bind(link)
    .bind(name)
    .bind(now)
    .bind(order.items_version)
    .run_one(tx)
    .await?;
    Ok(Some((guest_signature(order, link, name).one(tx).await?, true)))
}

fn guest_signature(order: &OrderState, link: GuestLinkId, name: &str) -> Sql {
    sql!(
        "SELECT id, person_id AS user_id, guest_name AS first_name, '' AS last_name,
             guest_name AS name, TRUE AS via_link, signed_at,
             (items_version < $4) AS changed_since
         FROM work_order_sign_off
         WHERE work_order_id = $1 AND guest_link_id = $2 AND guest_name = $3"
    )
    .bind(order.id)
    .bind(link)
    .bind(name)
    .bind(order.items_version)
}
