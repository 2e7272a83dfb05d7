//! The retention of mails.

use chrono::{DateTime, Utc};
use domain::types::ids::MailId;

use crate::db::prelude::*;

/// Deletes the content of a mail without pending deliveries, if it still exists.
pub(crate) async fn empty(tx: &mut Tx, mail: MailId, now: DateTime<Utc>) -> DbResult<Vec<String>> {
    let waits: bool = sql!(
        "SELECT EXISTS (SELECT 1 FROM mail_delivery WHERE mail_id = $1 AND state = 'waiting')
             AS value"
    )
    .bind(mail)
    .value(tx)
    .await?;
    if waits {
        return Ok(Vec::new());
    }
    sql!("UPDATE mail SET text = '', html = '', unsubscribe = NULL WHERE id = $1")
        .bind(mail)
        .run(tx)
        .await?;
    // The mails to the vendors of an order share its PDF: the last one takes it along. Locked, so that of two that end at
    // once one is the last.
    let holders: Vec<MailId> = sql!(
        "SELECT mail_id AS value FROM mail_attachment
         WHERE file_key IN (SELECT file_key FROM mail_attachment WHERE mail_id = $1)
         ORDER BY mail_id, place {lock}"
    )
    .bind(mail)
    .values(tx)
    .await?;
    if holders.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> =
        sql!("DELETE FROM mail_attachment WHERE mail_id = $1 RETURNING file_key AS value")
            .bind(mail)
            .values(tx)
            .await?;
    let shared: Vec<String> =
        sql!("SELECT file_key AS value FROM mail_attachment WHERE file_key IN ({keys})")
            .bind_list("keys", keys.iter())
            .values(tx)
            .await?;
    let keys: Vec<String> = keys.into_iter().filter(|key| !shared.contains(key)).collect();
    crate::files::deletion_queue::add(tx, &keys, now).await?;
    Ok(keys)
}

/// Deletes a batch of mails that were queued before that day and have no pending delivery; returns how many.
/// Mails of orders stay, because their recipients are part of the order.
pub async fn delete_done(tx: &mut Tx, before: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM mail
         WHERE id IN (SELECT mail.id FROM mail
                      WHERE mail.written < $1
                          AND NOT EXISTS (SELECT 1 FROM mail_delivery
                                          WHERE mail_delivery.mail_id = mail.id
                                              AND (mail_delivery.state = 'waiting'
                                                   OR mail_delivery.since >= $1))
                          AND NOT EXISTS (SELECT 1 FROM order_recipient
                                          JOIN mail_delivery
                                              ON mail_delivery.id = order_recipient.delivery_id
                                          WHERE mail_delivery.mail_id = mail.id)
                      ORDER BY mail.written, mail.id LIMIT $2)"
    )
    .bind(before)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
