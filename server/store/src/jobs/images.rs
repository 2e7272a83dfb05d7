//! Pictures of a job: their rows. The files are in the file store.

use chrono::{DateTime, Utc};
use domain::types::ids::{ImageId, JobId, UserId};
use uuid::Uuid;

use crate::{
    db::{event::JobRecords, prelude::*},
    files::{deletion_queue, picture_format::PictureFormat},
    jobs::{
        author::Author,
        changes::{self, JobState},
        visibility::Viewer,
    },
};

/// The prefix of job pictures in the file store.
const PREFIX: &str = "job-images";

/// The picture that a key of the file store belongs to, if it is a job picture.
#[must_use]
pub fn image_of(key: &str) -> Option<ImageId> {
    let name = key.strip_prefix(PREFIX)?.strip_prefix('/')?;
    name.split_at_checked(36)?.0.parse().ok()
}

/// A picture and its author.
#[derive(Debug)]
pub struct ImageRow {
    /// Its id.
    pub id: ImageId,
    /// Its job.
    pub job_id: JobId,
    /// Its key in the file store.
    pub picture: String,
    /// The key of its thumbnail.
    pub thumbnail: String,
    /// What it shows.
    pub caption: Option<String>,
    /// The picture of the same place before the work, of one that shows it afterwards.
    pub before_id: Option<ImageId>,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// The author; none of a picture by link.
    pub posted_by: Option<UserId>,
    /// The author's first name.
    pub first_name: String,
    /// The author's last name.
    pub last_name: String,
    /// The name of a link's holder.
    pub guest_name: Option<String>,
    /// When.
    pub date_inserted: DateTime<Utc>,
}

columns! {
    ImageRow {
        id, job_id, picture, thumbnail, caption, before_id, width, height, posted_by, first_name,
        last_name, guest_name, date_inserted,
    }
}

macro_rules! image_columns {
    () => {
        "SELECT job_image.id, job_image.job_id, job_image.picture, job_image.thumbnail, \
         job_image.caption, job_image.width, job_image.height, job_image.posted_by, \
         job_image.guest_name, image_pair.before_id, \
         COALESCE(job_image.guest_name, person.first_name) AS first_name, \
         COALESCE(person.last_name, '') AS last_name, job_image.date_inserted \
         FROM job_image LEFT JOIN person ON person.id = job_image.posted_by \
         LEFT JOIN image_pair ON image_pair.after_id = job_image.id "
    };
}

/// The pictures of a job that this viewer sees, oldest first.
pub async fn list(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Vec<ImageRow>> {
    crate::jobs::visibility::check_visible(tx, viewer, job).await?;
    sql!(concat!(
        image_columns!(),
        "WHERE job_image.job_id = $1 ORDER BY job_image.date_inserted, job_image.id"
    ))
    .bind(job)
    .all(tx)
    .await
}

/// A picture of a job that this viewer sees.
pub async fn find(tx: &mut Tx, viewer: &Viewer, image: ImageId) -> DbResult<ImageRow> {
    let found: ImageRow =
        sql!(concat!(image_columns!(), "WHERE job_image.id = $1")).bind(image).one(tx).await?;
    crate::jobs::visibility::check_visible(tx, viewer, found.job_id).await?;
    Ok(found)
}

/// A picture to be stored, whose files are in the file store and queued for deletion.
#[derive(Debug)]
pub struct NewImage<'a> {
    /// Its id.
    pub id: ImageId,
    /// The author.
    pub author: Author<'a>,
    /// Its key in the file store.
    pub picture: String,
    /// The key of its thumbnail.
    pub thumbnail: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// When.
    pub now: DateTime<Utc>,
}

impl<'a> NewImage<'a> {
    /// A picture that was just processed, with a new id and keys.
    #[must_use]
    pub fn of(author: Author<'a>, format: PictureFormat, now: DateTime<Utc>) -> Self {
        let id = ImageId(Uuid::now_v7());
        Self {
            id,
            author,
            picture: format!("{PREFIX}/{id}.{}", format.kind.ending()),
            thumbnail: format!("{PREFIX}/{id}-small.{}", format.thumbnail_kind.ending()),
            width: format.width,
            height: format.height,
            now,
        }
    }
}

/// Adds a picture to a job, and takes its files out of the deletion queue.
pub async fn add(tx: &mut Tx, job: &JobState, new: &NewImage<'_>) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Images);
    sql!(
        "INSERT INTO job_image
             (id, job_id, posted_by, guest_link_id, guest_name, picture, thumbnail, width, height,
              date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    )
    .bind(new.id)
    .bind(job.id)
    .bind(new.author.user())
    .bind(new.author.link())
    .bind(new.author.guest_name())
    .bind(&new.picture)
    .bind(&new.thumbnail)
    .bind(i64::from(new.width))
    .bind(i64::from(new.height))
    .bind(new.now)
    .run_one(tx)
    .await?;
    deletion_queue::remove(tx, &[new.picture.clone(), new.thumbnail.clone()]).await
}

/// Sets what a picture shows; `None` clears it.
pub async fn set_caption(
    tx: &mut Tx,
    job: &JobState,
    image: ImageId,
    caption: Option<&str>,
) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Images);
    sql!("UPDATE job_image SET caption = $3 WHERE id = $1 AND job_id = $2")
        .bind(image)
        .bind(job.id)
        .bind(caption)
        .run_one(tx)
        .await
}

/// Deletes a picture; returns its job and the keys of its files, which are now queued for deletion.
pub async fn delete(
    tx: &mut Tx,
    viewer: &Viewer,
    image: &ImageRow,
    now: DateTime<Utc>,
) -> DbResult<(JobState, Vec<String>)> {
    let job = changes::find_seen(tx, viewer, image.job_id).await?;
    job.announce_records_change(tx, JobRecords::Images);
    sql!("DELETE FROM job_image WHERE id = $1 AND job_id = $2")
        .bind(image.id)
        .bind(image.job_id)
        .run_one(tx)
        .await?;
    let keys = vec![image.picture.clone(), image.thumbnail.clone()];
    deletion_queue::add(tx, &keys, now).await?;
    Ok((job, keys))
}
