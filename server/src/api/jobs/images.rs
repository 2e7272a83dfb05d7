//! `/api/jobs`: pictures of a job. Users who see the job read, add and caption them; only the author deletes.

use chrono::{DateTime, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    files::files::FileKind,
    i18n::rules::Text,
    jobs::records::{JobImage, SetImageCaption},
    permissions::permission::{self, Action},
    types::ids::{ImageId, ImportId, JobId},
};
use serde_json::{Map, Value, json};
use services::{files::Files, images::ProcessedImage};
use store::{
    activity::record::{self, Entry},
    actor::ActionContext,
    imports::photos,
    jobs::{
        author::Author,
        changes,
        images::{self, ImageRow, NewImage},
        visibility::Viewer,
    },
};

use crate::http::{
    detached::run_detached,
    idempotency::key::IdempotencyKey,
    openapi::operation::Operation,
    prelude::*,
    transaction_retry::retry_transaction,
    upload::{
        file::{self as upload, Fields},
        finished::UsedUpload,
        source::FileSource,
    },
};

/// The field besides the picture: the import that it is part of.
const IMPORT: &str = "importId";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/jobs/fetchImgs/{jobId}", list)
        .upload("/api/jobs/uploadJobImage/{jobId}", upload::body_limit(FileKind::JobImage), add)
        .post("/api/jobs/update/imageCaption", set_caption)
        .delete("/api/jobs/deleteJobImg/{id}", delete)
}

async fn list(
    caller: Caller<gate::JobsImages>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let rows = images::list(&mut tx, &caller.viewer(), job).await?;
    let now = app.clock.now();
    let imgs: Vec<_> = rows.into_iter().map(|row| shown(&app.files, row, now)).collect();
    Ok(named!("imgs": imgs))
}

/// A picture, and the import that it is part of.
enum PhotoParts {}

impl Fields for PhotoParts {
    fn schema(operation: &mut Operation<'_>) -> Value {
        json!({
            "type": "object",
            "properties": {
                "image": upload::file_schema(),
                IMPORT: operation.schema::<ImportId>(),
            },
            "required": ["image"],
        })
    }
}

fn import_of(texts: &Map<String, Value>) -> ApiResult<Option<ImportId>> {
    let Some(id) = texts.get(IMPORT) else { return Ok(None) };
    let id = id.as_str().unwrap_or_default().parse();
    id.map(Some).map_err(|_| ApiError::Malformed(format!("{IMPORT} is no id")))
}

async fn add(
    caller: Caller<gate::JobsImages>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
    idempotency_key: IdempotencyKey,
    sent: FileSource<PhotoParts>,
) -> ApiResult<impl ApiResponse> {
    let viewer = caller.viewer();
    let mut tx = app.db.read().await?;
    let seen = store::jobs::visibility::check_visible(&mut tx, &viewer, job).await;
    drop(tx);
    if let Err(error) = seen {
        sent.drain().await;
        return Err(error.into());
    }
    let (act, role) = (caller.action_context(&app.clock), caller.role());
    let caller = (viewer.user, viewer.scope.company());
    let (sent, texts) = sent.image(&app, caller, FileKind::JobImage, &[IMPORT]).await?;
    let (sent, import) = (sent?, import_of(&texts)?);
    if import.is_some() {
        permission::check(role, Action::JobsCreate).map_err(ApiError::Forbidden)?;
    }
    let idempotency_key = idempotency_key.with_picture(&sent).await?;
    let (files, now) = (app.files.clone(), act.now);
    let row = if let Some(row) = precheck(&app, &viewer, &idempotency_key).await? {
        row
    } else {
        let (arrived, used) = sent.read(&app, viewer.user, FileKind::JobImage).await?;
        let prepared = app.images.prepare(viewer.user, arrived.file, arrived.kind).await?;
        let request = AddRequest { act, idempotency_key, used, import };
        run_detached(store_file(app, viewer, job, prepared, request)).await?
    };
    Ok(named!("newEntry": shown(&files, row, now)))
}

/// What else belongs to a call that adds a picture.
struct AddRequest {
    act: ActionContext,
    idempotency_key: IdempotencyKey,
    /// The upload that the picture is from.
    used: Option<UsedUpload>,
    /// The import that it is part of, with which it can be undone.
    import: Option<ImportId>,
}

/// Skips the picture's processing if it was sent before.
async fn precheck(
    app: &App,
    viewer: &Viewer,
    idempotency_key: &IdempotencyKey,
) -> ApiResult<Option<ImageRow>> {
    let mut tx = app.db.read().await?;
    let Some(before) = idempotency_key.find_result(&mut tx, viewer.user).await? else {
        return Ok(None);
    };
    Ok(Some(images::find(&mut tx, viewer, ImageId(before)).await?))
}

/// Files first, then their row. If the row is not stored, the files are deleted.
async fn store_file(
    app: App,
    viewer: Viewer,
    job: JobId,
    prepared: ProcessedImage,
    request: AddRequest,
) -> ApiResult<ImageRow> {
    let new = NewImage::of(Author::User(viewer.user), prepared.format, app.clock.now());
    let keys = [new.picture.clone(), new.thumbnail.clone()];
    app.files.reserve(&app.db, &keys, new.now).await?;
    let stored = write(&app, &viewer, job, &new, prepared, &request).await;
    // Of two parallel requests only one is stored; the other's files are deleted.
    if !stored.as_ref().is_ok_and(|row| row.id == new.id) {
        app.files.discard(&app.db, &keys).await;
    }
    if let (Ok(_), Some(used)) = (&stored, &request.used) {
        used.discard(&app).await;
    }
    stored
}

async fn write(
    app: &App,
    viewer: &Viewer,
    job: JobId,
    new: &NewImage<'_>,
    prepared: ProcessedImage,
    request: &AddRequest,
) -> ApiResult<ImageRow> {
    app.files.put_file(&new.picture, &prepared.picture).await?;
    app.files.put(&new.thumbnail, prepared.thumbnail).await?;
    retry_transaction(|| insert(app, viewer, job, new, request)).await
}

async fn insert(
    app: &App,
    viewer: &Viewer,
    job: JobId,
    new: &NewImage<'_>,
    request: &AddRequest,
) -> ApiResult<ImageRow> {
    let mut tx = app.db.write().await?;
    if let Some(before) =
        request.idempotency_key.find_or_claim(&mut tx, viewer.user, new.id.0, new.now).await?
    {
        let row = images::find(&mut tx, viewer, ImageId(before)).await?;
        tx.commit().await?;
        return Ok(row);
    }
    let job = changes::find_seen(&mut tx, viewer, job).await?;
    if let Some(used) = &request.used {
        used.delete(&mut tx).await?;
    }
    images::add(&mut tx, &job, new).await?;
    let act = ActionContext { now: new.now, ..request.act };
    if let Some(import) = request.import {
        let is_open = photos::note(&mut tx, act, import, new.id).await?;
        if !is_open {
            return Err(ApiError::Conflict(Text::ImportStopped));
        }
    }
    let picture = Change::to(ActivityField::Picture, "true");
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Added, picture).await?;
    record::record(&mut tx, act, &entry).await?;
    let row = images::find(&mut tx, viewer, new.id).await?;
    tx.commit().await?;
    Ok(row)
}

async fn set_caption(
    caller: Caller<gate::JobsImages>,
    State(app): State<App>,
    sent: UncheckedForm<SetImageCaption>,
) -> ApiResult<impl ApiResponse> {
    let viewer = caller.viewer();
    let mut tx = app.db.write().await?;
    let image = sent.row_id(|form| form.image_id.0)?;
    let job = images::find(&mut tx, &viewer, image).await?.job_id;
    let job = changes::find_seen(&mut tx, &viewer, job).await?;
    // Read again: the job is locked now.
    let before = images::find(&mut tx, &viewer, image).await?;
    let form = sent.checked()?;
    if before.caption.as_deref() != form.caption() {
        images::set_caption(&mut tx, &job, image, form.caption()).await?;
        let change = Change {
            field: ActivityField::Caption,
            from: before.caption,
            to: form.caption().map(str::to_owned),
        };
        let entry = Entry::of_job(&mut tx, &job, ActivityAction::Changed, change).await?;
        record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    }
    let row = images::find(&mut tx, &viewer, image).await?;
    tx.commit().await?;
    Ok(named!("image": shown(&app.files, row, app.clock.now())))
}

async fn delete(
    caller: Caller<gate::JobsImages>,
    State(app): State<App>,
    PathId(image): PathId<ImageId>,
) -> ApiResult<impl ApiResponse> {
    let viewer = caller.viewer();
    let mut tx = app.db.write().await?;
    let row = images::find(&mut tx, &viewer, image).await?;
    permission::check_author(row.posted_by, caller.user()).map_err(ApiError::Forbidden)?;
    let (job, keys) = images::delete(&mut tx, &viewer, &row, app.clock.now()).await?;
    let picture = Change::from(ActivityField::Picture, "true");
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Removed, picture).await?;
    record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    tx.commit().await?;
    app.files.discard(&app.db, &keys).await;
    Ok(named!("id": image))
}

/// A picture with its addresses, which are valid for an hour or two.
pub(crate) fn shown(files: &Files, row: ImageRow, now: DateTime<Utc>) -> JobImage {
    let pixels = |pixels: i64| u32::try_from(pixels).unwrap_or_default();
    JobImage {
        id: row.id,
        job_id: row.job_id,
        img_url: files.address(&row.picture, now),
        thumb_url: files.address(&row.thumbnail, now),
        caption: row.caption,
        before_id: row.before_id,
        width: pixels(row.width),
        height: pixels(row.height),
        posted_by: row.posted_by,
        posted_by_first_name: row.first_name,
        posted_by_last_name: row.last_name,
        via_link: row.guest_name.is_some(),
        name: row.guest_name,
        date_inserted: row.date_inserted,
    }
}
