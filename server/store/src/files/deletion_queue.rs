//! Files that no row needs, by their keys in the file store.

use chrono::{DateTime, Utc};
use domain::types::ids::JobId;

use crate::db::prelude::*;

/// The most keys to be named at once.
pub const AT_ONCE: usize = 1_000;

/// Dooms files: some that are about to be written, or those of a row that goes.
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

/// Dooms the pictures of a job and answers their keys. One statement, however many.
pub async fn add_of_job(tx: &mut Tx, job: JobId) -> DbResult<Vec<String>> {
    sql!(
        "INSERT INTO doomed_file (file_key, since)
         SELECT picture, date_inserted FROM job_image WHERE job_id = $1
         UNION ALL
         SELECT thumbnail, date_inserted FROM job_image WHERE job_id = $1
         RETURNING file_key AS value"
    )
    .bind(job)
    .values(tx)
    .await
}

/// Files are needed after all, or gone.
pub async fn remove(tx: &mut Tx, keys: &[String]) -> DbResult<()> {
    sql!("DELETE FROM doomed_file WHERE file_key IN ({keys})")
        .bind_list("keys", keys)
        .run(tx)
        .await?;
    Ok(())
}

/// Which of these files are doomed.
pub async fn queued(tx: &mut Tx, keys: &[String]) -> DbResult<Vec<String>> {
    sql!("SELECT file_key AS value FROM doomed_file WHERE file_key IN ({keys})")
        .bind_list("keys", keys)
        .values(tx)
        .await
}

/// Files that were doomed before a moment, as many as are handled at once.
pub async fn queued_before(tx: &mut Tx, before: DateTime<Utc>) -> DbResult<Vec<String>> {
    sql!("SELECT file_key AS value FROM doomed_file WHERE since < $1 ORDER BY since LIMIT 1000")
        .bind(before)
        .values(tx)
        .await
}
