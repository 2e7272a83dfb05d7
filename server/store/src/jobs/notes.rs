//! Notes of jobs.

use domain::{
    jobs::records::Note,
    types::ids::{JobId, NoteId, UserId},
};

use crate::{
    db::{event::JobRecords, prelude::*},
    jobs::{
        author::Author,
        changes::{self, JobState},
        visibility::Viewer,
    },
};

columns! {
    Note { id, content, job_id, author_id, first_name, last_name, name, via_link, date_inserted }
}

/// Notes with their authors: users, or holders of links.
macro_rules! notes {
    ($tail:expr) => {
        concat!(
            "SELECT job_note.id, job_note.content, job_note.job_id, job_note.author_id,
                 COALESCE(job_note.guest_name, person.first_name) AS first_name,
                 COALESCE(person.last_name, '') AS last_name, job_note.guest_name AS name,
                 (job_note.guest_name IS NOT NULL) AS via_link, job_note.date_inserted
             FROM job_note LEFT JOIN person ON person.id = job_note.author_id ",
            $tail
        )
    };
}

/// The notes of a job that this viewer sees, oldest first.
pub async fn list(tx: &mut Tx, viewer: &Viewer, job: JobId) -> DbResult<Vec<Note>> {
    crate::jobs::visibility::check_visible(tx, viewer, job).await?;
    sql!(notes!("WHERE job_note.job_id = $1 ORDER BY job_note.date_inserted, job_note.id"))
        .bind(job)
        .all(tx)
        .await
}

/// The notes of a job that the holder of a link sees, oldest first: those of holders and of the job's subcontractor.
/// Without a scope: the link names the job.
pub async fn list_for_guests(tx: &mut Tx, job: JobId) -> DbResult<Vec<Note>> {
    sql!(notes!(
        "JOIN job ON job.id = job_note.job_id
         WHERE job.id = $1
             AND (job_note.author_id IS NULL OR person.company_id = job.assigned_company_id)
         ORDER BY job_note.date_inserted, job_note.id"
    ))
    .bind(job)
    .all(tx)
    .await
}

/// One note.
pub async fn find_one(tx: &mut Tx, job: JobId, note: NoteId) -> DbResult<Note> {
    sql!(notes!("WHERE job_note.job_id = $1 AND job_note.id = $2"))
        .bind(job)
        .bind(note)
        .one(tx)
        .await
}

/// A note to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewNote<'a> {
    /// Its id.
    pub id: NoteId,
    /// The author.
    pub author: Author<'a>,
    /// The text.
    pub content: &'a str,
    /// When.
    pub now: chrono::DateTime<chrono::Utc>,
}

/// Adds a note to a job.
pub async fn add(tx: &mut Tx, job: &JobState, new: &NewNote<'_>) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Notes);
    sql!(
        "INSERT INTO job_note (id, job_id, author_id, guest_link_id, guest_name, content,
             date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(new.id)
    .bind(job.id)
    .bind(new.author.user())
    .bind(new.author.link())
    .bind(new.author.guest_name())
    .bind(new.content)
    .bind(new.now)
    .run_one(tx)
    .await
}

/// Finds a note and locks its job, which this viewer sees, to delete the note.
pub async fn find(tx: &mut Tx, viewer: &Viewer, note: NoteId) -> DbResult<(NoteRow, JobState)> {
    let found: NoteRow = sql!("SELECT author_id, job_id, content FROM job_note WHERE id = $1")
        .bind(note)
        .one(tx)
        .await?;
    let job = changes::find_seen(tx, viewer, found.job_id).await?;
    Ok((found, job))
}

/// A note's fields for its deletion.
#[derive(Debug)]
pub struct NoteRow {
    /// The author; none of a note by link.
    pub author_id: Option<UserId>,
    job_id: JobId,
    /// The text.
    pub content: String,
}

columns! {
    NoteRow { author_id, job_id, content }
}

/// Deletes a note of a job.
pub async fn delete(tx: &mut Tx, job: &JobState, note: NoteId) -> DbResult<()> {
    job.announce_records_change(tx, JobRecords::Notes);
    sql!("DELETE FROM job_note WHERE id = $1 AND job_id = $2")
        .bind(note)
        .bind(job.id)
        .run_one(tx)
        .await
}
