//! The columns with keys of the file store, and the files of a deleted company.

use chrono::{DateTime, Utc};
use domain::types::ids::ChatRoomId;

use crate::{db::prelude::*, scope::Scope};

/// Every column that references a file, by table. A test checks this with the demo season: every file in the
/// file store that is not queued for deletion is referenced by one of these.
pub const COLUMNS: &[(&str, &str)] = &[
    ("chat_message", "picture"),
    ("chat_message", "thumbnail"),
    // Stored as an address: the part after `/files/` is the key.
    ("company", "logo_url"),
    ("company_file", "file_key"),
    ("delivery_photo", "picture"),
    ("delivery_photo", "thumbnail"),
    ("job_image", "picture"),
    ("job_image", "thumbnail"),
    ("mail_attachment", "file_key"),
    ("upload_part", "file_key"),
];

/// The key of a logo, from its address.
#[must_use]
pub fn key_of_logo(address: &str) -> Option<&str> {
    address.strip_prefix("/files/")
}

/// Queues the files of a deleted company for deletion, and returns their keys: the pictures of its jobs and deliveries, its files,
/// its logo, the attachments of its mails, and the pictures of these rooms, which are deleted with it.
pub async fn enqueue_company_files(
    tx: &mut Tx,
    scope: Scope,
    rooms: &[ChatRoomId],
    now: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    let keys: Vec<String> = sql!(
        "SELECT picture AS value FROM job_image
             WHERE job_id IN (SELECT id FROM job WHERE company_id = $1)
         UNION SELECT thumbnail FROM job_image
             WHERE job_id IN (SELECT id FROM job WHERE company_id = $1)
         UNION SELECT delivery_photo.picture FROM delivery_photo
             JOIN purchase_order ON purchase_order.id = delivery_photo.purchase_order_id
             JOIN job ON job.id = purchase_order.job_id WHERE job.company_id = $1
         UNION SELECT delivery_photo.thumbnail FROM delivery_photo
             JOIN purchase_order ON purchase_order.id = delivery_photo.purchase_order_id
             JOIN job ON job.id = purchase_order.job_id WHERE job.company_id = $1
         UNION SELECT file_key FROM company_file WHERE company_id = $1
         UNION SELECT file_key FROM mail_attachment
             WHERE mail_id IN (SELECT id FROM mail WHERE company_id = $1)
         UNION SELECT substr(logo_url, 8) FROM company
             WHERE id = $1 AND logo_url LIKE '/files/%'
         UNION SELECT picture FROM chat_message
             WHERE picture IS NOT NULL AND room_id IN ({rooms})
         UNION SELECT thumbnail FROM chat_message
             WHERE thumbnail IS NOT NULL AND room_id IN ({rooms})
         ORDER BY value"
    )
    .bind(scope)
    .bind_list("rooms", rooms.iter().copied())
    .values(tx)
    .await?;
    crate::files::deletion_queue::add(tx, &keys, now).await?;
    Ok(keys)
}
