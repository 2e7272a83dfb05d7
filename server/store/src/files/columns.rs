//! Which columns hold the keys of files of the file store, and the files of a company that goes.

use chrono::{DateTime, Utc};
use domain::types::ids::ChatRoomId;

use crate::{db::prelude::*, scope::Scope};

/// Every column that names a file, by its table. A test holds it against a season of work: whatever
/// stands in the file store and is not doomed is named by one of these.
pub const COLUMNS: &[(&str, &str)] = &[
    ("chat_message", "picture"),
    ("chat_message", "thumbnail"),
    // As the address at which it is seen: what follows after `/files/` is the key.
    ("company", "logo_url"),
    ("company_file", "file_key"),
    ("job_image", "picture"),
    ("job_image", "thumbnail"),
    ("mail_attachment", "file_key"),
];

/// The key of a logo, from the address at which it is seen.
#[must_use]
pub fn key_of_logo(address: &str) -> Option<&str> {
    address.strip_prefix("/files/")
}

/// Dooms the files of a company that goes, and answers their keys: its jobs' pictures, its papers, its
/// logo, what hangs on mails of its own, and the pictures of these rooms, which go with it.
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
