//! `/api/jobs`: notes on a job. Users who see the job read and write them; only the author deletes.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    jobs::records::{AddNote, NoteRef},
    permissions::permission,
    types::ids::{JobId, NoteId},
};
use store::{
    activity::record::{self, Entry},
    jobs::{
        author::Author,
        changes,
        notes::{self, NewNote},
    },
};
use uuid::Uuid;

use crate::http::{idempotency::key::IdempotentForm, prelude::*};

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
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("notes": notes::list(&mut tx, &caller.viewer(), job).await?))
}

async fn add(
    caller: Caller<gate::JobsNotes>,
    State(app): State<App>,
    IdempotentForm { sent, idempotency_key }: IdempotentForm<AddNote>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let answer = |note: Uuid| named!("id": NoteId(note));
    if let Some(before) = idempotency_key.find_or_claim(&mut tx, caller.user(), id, now).await? {
        tx.commit().await?;
        return Ok(answer(before));
    }
    let job = sent.row_id(|form| form.job_id.0)?;
    let job = changes::find_seen(&mut tx, &caller.viewer(), job).await?;
    let form = sent.checked()?;
    form.check_author(caller.user())?;
    let author = Author::User(caller.user());
    let new = NewNote { id: NoteId(id), author, content: &form.note.content, now };
    notes::add(&mut tx, &job, &new).await?;
    let note = Change::to(ActivityField::Note, form.note.content.as_str());
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Added, note).await?;
    record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    tx.commit().await?;
    Ok(answer(id))
}

async fn delete(
    caller: Caller<gate::JobsNotes>,
    State(app): State<App>,
    sent: UncheckedForm<NoteRef>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let note = sent.row_id(|form| form.note_id.0)?;
    let (found, job) = notes::find(&mut tx, &caller.viewer(), note).await?;
    permission::check_author(found.author_id, caller.user()).map_err(ApiError::Forbidden)?;
    notes::delete(&mut tx, &job, note).await?;
    let content = Change::from(ActivityField::Note, found.content);
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Removed, content).await?;
    record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    tx.commit().await?;
    Ok(named!("id": note))
}
