//! Pictures of a job in pairs: before the work and after it.

use domain::types::ids::ImageId;

use crate::{
    db::{event::JobRecords, prelude::*},
    jobs::changes::JobState,
};

/// Makes a pair of two pictures of a locked job, instead of those that they were in.
pub async fn set(tx: &mut Tx, job: &JobState, (before, after): (ImageId, ImageId)) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Images);
    for image in [before, after] {
        dissolve(tx, image).await?;
    }
    sql!("INSERT INTO image_pair (after_id, before_id) VALUES ($1, $2)")
        .bind(after)
        .bind(before)
        .run_one(tx)
        .await
}

/// Takes a picture of a locked job out of its pair; both pictures stay.
pub async fn clear(tx: &mut Tx, job: &JobState, image: ImageId) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Images);
    dissolve(tx, image).await
}

async fn dissolve(tx: &mut Tx, image: ImageId) -> DbResult<()> {
    for statement in [
        sql!("DELETE FROM image_pair WHERE after_id = $1"),
        sql!("DELETE FROM image_pair WHERE before_id = $1"),
    ] {
        statement.bind(image).run(tx).await?;
    }
    Ok(())
}
