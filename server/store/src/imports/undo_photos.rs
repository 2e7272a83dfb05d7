//! Undoing an import of photos.

use domain::types::ids::{ImportId, JobId};
use uuid::Uuid;

use crate::{
    db::{event::JobRecords, prelude::*},
    jobs::bulk,
    scope::Scope,
};

/// Marks photos that have a caption since, or a place in a pair.
async fn keep(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<()> {
    sql!(
        "UPDATE imported_row SET is_kept = TRUE
         WHERE company_id = $1 AND import_id = $2 AND kind = 'photo' AND EXISTS
             (SELECT 1 FROM job_image WHERE job_image.id = imported_row.row_id
                  AND (job_image.caption IS NOT NULL
                       OR EXISTS (SELECT 1 FROM image_pair WHERE image_pair.after_id = job_image.id)
                       OR EXISTS (SELECT 1 FROM image_pair
                                  WHERE image_pair.before_id = job_image.id)))"
    )
    .bind(scope)
    .bind(import)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes the other photos and queues their files for deletion; returns their ids.
pub(super) async fn delete(tx: &mut Tx, scope: Scope, import: ImportId) -> DbResult<Vec<Uuid>> {
    let jobs: Vec<JobId> = sql!(
        "SELECT DISTINCT job_image.job_id AS value FROM job_image
         JOIN imported_row ON imported_row.row_id = job_image.id
         WHERE imported_row.company_id = $1 AND imported_row.import_id = $2
             AND imported_row.kind = 'photo'"
    )
    .bind(scope)
    .bind(import)
    .values(tx)
    .await?;
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    // Locked before the captions are read: whoever is writing one ends first.
    let jobs = bulk::lock(tx, scope, &jobs).await?;
    keep(tx, scope, import).await?;
    let photos: Vec<Uuid> = sql!(
        "SELECT imported_row.row_id AS value FROM imported_row
         JOIN job_image ON job_image.id = imported_row.row_id
         WHERE imported_row.company_id = $1 AND imported_row.import_id = $2
             AND imported_row.kind = 'photo' AND NOT imported_row.is_kept
         ORDER BY imported_row.row_id"
    )
    .bind(scope)
    .bind(import)
    .values(tx)
    .await?;
    for files in [
        sql!(
            "INSERT INTO doomed_file (file_key, since)
             SELECT picture, date_inserted FROM job_image WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'photo' AND NOT is_kept)"
        ),
        sql!(
            "INSERT INTO doomed_file (file_key, since)
             SELECT thumbnail, date_inserted FROM job_image WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'photo' AND NOT is_kept)"
        ),
        sql!(
            "DELETE FROM job_image WHERE id IN
                 (SELECT row_id FROM imported_row
                  WHERE company_id = $1 AND import_id = $2 AND kind = 'photo' AND NOT is_kept)"
        ),
    ] {
        files.bind(scope).bind(import).run(tx).await?;
    }
    for job in &jobs {
        job.announce_records_change(tx, JobRecords::Images);
    }
    Ok(photos)
}
