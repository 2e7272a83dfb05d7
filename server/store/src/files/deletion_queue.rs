//! The queue of files to delete, by key in the file store.

use chrono::{DateTime, Utc};
use domain::types::ids::{ChatRoomId, JobId, PurchaseOrderId};

use crate::db::prelude::*;

/// The maximum number of keys per call.
pub const AT_ONCE: usize = 1_000;

/// Queues files for deletion: new ones until a row references them, or those of a deleted row.
pub async fn add(tx: &mut Tx, keys: &[String], now: DateTime<Utc>) -> DbResult<()> {
    for key in keys {
        sql!("INSERT INTO doomed_file (file_key, since) VALUES ($1, $2)")
            .bind(key)
            .bind(now)
            .run_one(tx)
            .await?;
    }
    Ok(())
}

/// Queues the pictures of a job, of its deliveries and of its chats for deletion, before it is deleted with them, and
/// returns their keys. Two statements, whatever the number.
pub async fn add_of_job(tx: &mut Tx, job: JobId) -> DbResult<Vec<String>> {
    // Locked: a picture that is being sent is queued too, and none is sent afterwards.
    let rooms: Vec<ChatRoomId> =
        sql!("SELECT id AS value FROM chat_room WHERE job_id = $1 ORDER BY id {lock}")
            .bind(job)
            .values(tx)
            .await?;
    sql!(
        "INSERT INTO doomed_file (file_key, since)
         SELECT picture, date_inserted FROM job_image WHERE job_id = $1
         UNION ALL
         SELECT thumbnail, date_inserted FROM job_image WHERE job_id = $1
         UNION ALL
         SELECT picture, date_inserted FROM chat_message
             WHERE picture IS NOT NULL AND room_id IN ({rooms})
         UNION ALL
         SELECT thumbnail, date_inserted FROM chat_message
             WHERE thumbnail IS NOT NULL AND room_id IN ({rooms})
         UNION ALL
         SELECT delivery_photo.picture, delivery_photo.date_inserted FROM delivery_photo
             JOIN purchase_order ON purchase_order.id = delivery_photo.purchase_order_id
             WHERE purchase_order.job_id = $1
         UNION ALL
         SELECT delivery_photo.thumbnail, delivery_photo.date_inserted FROM delivery_photo
             JOIN purchase_order ON purchase_order.id = delivery_photo.purchase_order_id
             WHERE purchase_order.job_id = $1
         RETURNING file_key AS value"
    )
    .bind(job)
    .bind_list("rooms", rooms)
    .values(tx)
    .await
}

/// Queues the photos of a purchase order for deletion and returns their keys.
pub async fn add_of_purchase_order(tx: &mut Tx, order: PurchaseOrderId) -> DbResult<Vec<String>> {
    sql!(
        "INSERT INTO doomed_file (file_key, since)
         SELECT picture, date_inserted FROM delivery_photo WHERE purchase_order_id = $1
         UNION ALL
         SELECT thumbnail, date_inserted FROM delivery_photo WHERE purchase_order_id = $1
         RETURNING file_key AS value"
    )
    .bind(order)
    .values(tx)
    .await
}

/// Takes files out of the queue, because a row references them or they are deleted.
pub async fn remove(tx: &mut Tx, keys: &[String]) -> DbResult<()> {
    sql!("DELETE FROM doomed_file WHERE file_key IN ({keys})")
        .bind_list("keys", keys)
        .run(tx)
        .await?;
    Ok(())
}

/// Those of these files that are queued for deletion.
pub async fn queued(tx: &mut Tx, keys: &[String]) -> DbResult<Vec<String>> {
    sql!("SELECT file_key AS value FROM doomed_file WHERE file_key IN ({keys})")
        .bind_list("keys", keys)
        .values(tx)
        .await
}

/// Files that were queued before this time, up to the maximum per call.
pub async fn queued_before(tx: &mut Tx, before: DateTime<Utc>) -> DbResult<Vec<String>> {
    sql!("SELECT file_key AS value FROM doomed_file WHERE since < $1 ORDER BY since LIMIT 1000")
        .bind(before)
        .values(tx)
        .await
}
