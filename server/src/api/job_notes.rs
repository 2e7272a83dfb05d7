//! `/api/jobs`: what people write about a job. Whoever sees the job reads and writes; only the author
//! deletes.

use axum::extract::State;
use domain::{
    activity::{ActivityAction, ActivityField, Change},
    ids::{JobId, NoteId},
    job_records::{AddNote, NoteRef},
    permission,
};
use uuid::Uuid;

use super::{
    Routes,
    answers::Answer,
    body::{PathId, Sent, named},
    caller::{Caller, gate},
    error::{ApiError, ApiResult},
    handing_in::Handed,
    jobs::{act, viewer},
};
use crate::{
    app::App,
    store::{
        activity::{self, Entry},
        job_changes,
        job_notes::{self, NewNote},
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/jobs/fetchNotes/{jobId}", list)
        .post("/api/jobs/addNote", add)
        .post("/api/jobs/notes/delete", delete)
}

async fn list(
    caller: Caller<gate::JobsNotes>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.read().await?;
    Ok(named!("notes": job_notes::list(&mut tx, &viewer(&caller), job).await?))
}

async fn add(
    caller: Caller<gate::JobsNotes>,
    State(app): State<App>,
    Handed { sent, handing }: Handed<AddNote>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    let (made, now) = (Uuid::now_v7(), app.clock.now());
    let answer = |note: Uuid| named!("id": NoteId(note));
    if let Some(before) = handing.before(&mut tx, caller.user(), made, now).await? {
        tx.commit().await?;
        return Ok(answer(before));
    }
    let Some(job) = sent.names(|form| form.job_id.0) else {
        sent.checked()?;
        return Err(ApiError::NotFound);
    };
    let job = job_changes::find_seen(&mut tx, &viewer(&caller), job).await?;
    let form = sent.checked()?;
    form.check_author(caller.user())?;
    let new = NewNote { id: NoteId(made), author: caller.user(), content: &form.content, now };
    job_notes::add(&mut tx, &job, &new).await?;
    let note = Change::to(ActivityField::Note, form.content.as_str());
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Added, note).await?;
    activity::record(&mut tx, act(&caller, &app), &entry).await?;
    tx.commit().await?;
    Ok(answer(made))
}

async fn delete(
    caller: Caller<gate::JobsNotes>,
    State(app): State<App>,
    sent: Sent<NoteRef>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.write().await?;
    let Some(note) = sent.names(|form| form.note_id.0) else {
        sent.checked()?;
        return Err(ApiError::NotFound);
    };
    let (found, job) = job_notes::find(&mut tx, &viewer(&caller), note).await?;
    permission::check_author(found.author_id, caller.user()).map_err(ApiError::Forbidden)?;
    job_notes::delete(&mut tx, &job, note).await?;
    let content = Change::from(ActivityField::Note, found.content);
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Removed, content).await?;
    activity::record(&mut tx, act(&caller, &app), &entry).await?;
    tx.commit().await?;
    Ok(named!("id": note))
}
