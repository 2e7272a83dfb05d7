//! Uploads in parts: what has arrived of a file, until a call uses it (contract-2, section 5).

use chrono::{DateTime, Duration, Utc};
use domain::types::{
    ids::{GuestLinkId, UploadId, UserId},
    limits::LIMITS,
};
use uuid::Uuid;

use crate::{
    db::{error::DbError, prelude::*},
    files::deletion_queue,
};

/// The prefix of parts in the file store.
const PREFIX: &str = "uploads/";
/// How many expired uploads are deleted in one transaction; each has up to a thousand parts, and usually a dozen.
const EXPIRED_AT_ONCE: i64 = 10;

/// Whose an upload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadOwner {
    /// A user's.
    Person(UserId),
    /// That of a link's holder.
    Guest(GuestLinkId),
}

impl From<UserId> for UploadOwner {
    fn from(user: UserId) -> Self {
        Self::Person(user)
    }
}

impl From<GuestLinkId> for UploadOwner {
    fn from(link: GuestLinkId) -> Self {
        Self::Guest(link)
    }
}

impl UploadOwner {
    const fn person(self) -> Option<UserId> {
        match self {
            Self::Person(person) => Some(person),
            Self::Guest(_) => None,
        }
    }

    const fn guest(self) -> Option<GuestLinkId> {
        match self {
            Self::Person(_) => None,
            Self::Guest(link) => Some(link),
        }
    }
}

/// An upload.
#[derive(Clone, Debug)]
pub struct UploadRow {
    /// Its id.
    pub id: UploadId,
    /// The bytes of the whole file.
    pub total_bytes: i64,
    /// The bytes that have arrived.
    pub received_bytes: i64,
    /// What the client said of the file (`Upload-Metadata`).
    pub metadata: Option<String>,
    /// When it is deleted, unless another part arrives.
    pub expires_at: DateTime<Utc>,
}

columns! {
    UploadRow { id, total_bytes, received_bytes, metadata, expires_at }
}

impl UploadRow {
    /// Whether all of the file has arrived.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.received_bytes == self.total_bytes
    }
}

/// The unused uploads of one owner.
#[derive(Clone, Copy, Debug)]
pub struct UnusedUploads {
    /// How many there are.
    pub count: i64,
    /// The bytes of their files.
    pub bytes: i64,
}

columns! {
    UnusedUploads { count, bytes }
}

/// A part that was written to the file store, and is listed there for deletion.
#[derive(Clone, Debug)]
pub struct NewPart {
    /// Its key in the file store.
    pub key: String,
    /// Where it begins in the file.
    pub first_byte: i64,
    /// Its size.
    pub bytes: i64,
}

impl NewPart {
    /// A part with a new key.
    #[must_use]
    pub fn at(first_byte: i64, bytes: i64) -> Self {
        Self { key: format!("{PREFIX}{}", Uuid::now_v7()), first_byte, bytes }
    }
}

fn expires_at(now: DateTime<Utc>) -> DateTime<Utc> {
    now + Duration::hours(LIMITS.upload_hours)
}

/// The unused uploads of this owner. Waits for other calls that begin one.
pub async fn count_unused(tx: &mut Tx, owner: UploadOwner) -> DbResult<UnusedUploads> {
    // The lock of the row: two calls at once must not both be the last one.
    let lock = match owner {
        UploadOwner::Person(person) => {
            sql!("UPDATE person SET first_name = first_name WHERE id = $1").bind(person)
        }
        UploadOwner::Guest(link) => {
            sql!("UPDATE guest_link SET name = name WHERE id = $1").bind(link)
        }
    };
    lock.run(tx).await?;
    let unused = match owner {
        UploadOwner::Person(person) => sql!(
            "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(total_bytes), 0) AS BIGINT) AS bytes
             FROM upload WHERE person_id = $1"
        )
        .bind(person),
        UploadOwner::Guest(link) => sql!(
            "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(total_bytes), 0) AS BIGINT) AS bytes
             FROM upload WHERE guest_link_id = $1"
        )
        .bind(link),
    };
    unused.one(tx).await
}

/// Begins an upload.
pub async fn create(
    tx: &mut Tx,
    owner: UploadOwner,
    total_bytes: i64,
    metadata: Option<&str>,
    now: DateTime<Utc>,
) -> DbResult<UploadRow> {
    let id = UploadId(Uuid::now_v7());
    sql!(
        "INSERT INTO upload
             (id, person_id, guest_link_id, total_bytes, received_bytes, metadata, date_inserted,
              expires_at)
         VALUES ($1, $2, $3, $4, 0, $5, $6, $7)"
    )
    .bind(id)
    .bind(owner.person())
    .bind(owner.guest())
    .bind(total_bytes)
    .bind(metadata)
    .bind(now)
    .bind(expires_at(now))
    .run_one(tx)
    .await?;
    find(tx, owner, id, now).await
}

/// An upload of this owner.
pub async fn find(
    tx: &mut Tx,
    owner: UploadOwner,
    upload: UploadId,
    now: DateTime<Utc>,
) -> DbResult<UploadRow> {
    sql!(
        "SELECT id, total_bytes, received_bytes, metadata, expires_at FROM upload
         WHERE id = $1 AND expires_at > $2 AND (person_id = $3 OR guest_link_id = $4)"
    )
    .bind(upload)
    .bind(now)
    .bind(owner.person())
    .bind(owner.guest())
    .one(tx)
    .await
}

/// Adds a part, and takes its file out of the deletion queue. Returns false if it does not follow what has arrived
/// by now, or the upload is gone.
pub async fn append(
    tx: &mut Tx,
    owner: UploadOwner,
    upload: UploadId,
    part: &NewPart,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let changed = sql!(
        "UPDATE upload SET received_bytes = $3, expires_at = $4
         WHERE id = $1 AND received_bytes = $2 AND (person_id = $5 OR guest_link_id = $6)"
    )
    .bind(upload)
    .bind(part.first_byte)
    .bind(part.first_byte + part.bytes)
    .bind(expires_at(now))
    .bind(owner.person())
    .bind(owner.guest())
    .run(tx)
    .await?;
    if changed == 0 {
        return Ok(false);
    }
    sql!("INSERT INTO upload_part (upload_id, first_byte, file_key) VALUES ($1, $2, $3)")
        .bind(upload)
        .bind(part.first_byte)
        .bind(&part.key)
        .run_one(tx)
        .await?;
    deletion_queue::remove(tx, std::slice::from_ref(&part.key)).await?;
    Ok(true)
}

/// The keys of the parts, in the order of the file.
pub async fn parts(tx: &mut Tx, upload: UploadId) -> DbResult<Vec<String>> {
    sql!("SELECT file_key AS value FROM upload_part WHERE upload_id = $1 ORDER BY first_byte")
        .bind(upload)
        .values(tx)
        .await
}

/// How many parts have arrived.
pub async fn count_parts(tx: &mut Tx, upload: UploadId) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM upload_part WHERE upload_id = $1")
        .bind(upload)
        .value(tx)
        .await
}

/// Deletes an upload of this owner, because a call uses its file or nobody wants it. Its parts are now queued for
/// deletion. Of two calls at once one finds nothing.
pub async fn delete(tx: &mut Tx, owner: UploadOwner, upload: UploadId) -> DbResult<()> {
    // The lock of the row comes first: its parts must not change meanwhile.
    let locked = sql!(
        "UPDATE upload SET expires_at = expires_at
         WHERE id = $1 AND (person_id = $2 OR guest_link_id = $3)"
    )
    .bind(upload)
    .bind(owner.person())
    .bind(owner.guest())
    .run(tx)
    .await?;
    if locked == 0 {
        return Err(DbError::Missing);
    }
    delete_locked(tx, upload).await
}

async fn delete_locked(tx: &mut Tx, upload: UploadId) -> DbResult<()> {
    sql!(
        "INSERT INTO doomed_file (file_key, since)
         SELECT upload_part.file_key, upload.date_inserted
         FROM upload_part JOIN upload ON upload.id = upload_part.upload_id
         WHERE upload.id = $1"
    )
    .bind(upload)
    .run(tx)
    .await?;
    sql!("DELETE FROM upload WHERE id = $1").bind(upload).run_one(tx).await
}

/// Deletes all uploads of a user whose account is deleted.
pub async fn delete_of_person(tx: &mut Tx, person: UserId) -> DbResult<()> {
    let uploads: Vec<UploadId> = sql!(
        "UPDATE upload SET expires_at = expires_at WHERE person_id = $1 RETURNING id AS value"
    )
    .bind(person)
    .values(tx)
    .await?;
    for upload in uploads {
        delete_locked(tx, upload).await?;
    }
    Ok(())
}

/// Deletes a batch of expired uploads; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    let uploads: Vec<UploadId> = sql!(
        "UPDATE upload SET expires_at = expires_at
         WHERE expires_at <= $1
             AND id IN (SELECT id FROM upload WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
         RETURNING id AS value"
    )
    .bind(now)
    .bind(EXPIRED_AT_ONCE)
    .values(tx)
    .await?;
    for upload in &uploads {
        delete_locked(tx, *upload).await?;
    }
    Ok(uploads.len() as u64)
}
