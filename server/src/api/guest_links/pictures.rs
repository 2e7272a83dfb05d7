//! `/api/guest/{secret}/image`: a picture by link. Files first, then their row; if that is not stored, the files are
//! deleted.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    files::files::FileKind,
    types::ids::UserId,
};
use services::images::ProcessedImage;
use store::{
    activity::record::{self, Actor, Entry},
    jobs::{
        author::Author,
        images::{self, ImageRow, NewImage},
    },
};

use crate::{
    api::jobs::images::shown,
    http::{
        callers::guest::{Guest, GuestHolder, call},
        detached::run_detached,
        prelude::*,
        transaction_retry::retry_transaction,
        upload::{
            file::{self as upload, SingleFile},
            finished::UsedUpload,
            source::FileSource,
        },
    },
};

pub fn routes() -> Routes {
    Routes::default().upload(
        "/api/guest/{secret}/image",
        upload::body_limit(FileKind::JobImage),
        add,
    )
}

async fn add(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    sent: FileSource<SingleFile>,
) -> ApiResult<impl ApiResponse> {
    let holder = guest.into_holder();
    let by = (holder.link.id, holder.link.company);
    let sent = sent.image(&app, by, FileKind::JobImage, &[]).await?.0?;
    let (picture, used) = sent.read(&app, holder.link.id, FileKind::JobImage).await?;
    // Each link waits for its own pictures, as a user does.
    let sender = UserId(holder.link.id.0);
    let prepared = app.images.prepare(sender, picture.file, picture.kind).await?;
    let (files, now) = (app.files.clone(), app.clock.now());
    let row = run_detached(store_file(app, holder, prepared, used)).await?;
    Ok(named!("image": shown(&files, row, now)))
}

async fn store_file(
    app: App,
    holder: GuestHolder,
    prepared: ProcessedImage,
    used: Option<UsedUpload>,
) -> ApiResult<ImageRow> {
    let author = Author::Guest(holder.link.id, &holder.link.name);
    let new = NewImage::of(author, prepared.format, app.clock.now());
    let keys = [new.picture.clone(), new.thumbnail.clone()];
    app.files.reserve(&app.db, &keys, new.now).await?;
    let stored = write(&app, &holder, &new, prepared, used.as_ref()).await;
    if stored.is_err() {
        app.files.discard(&app.db, &keys).await;
    }
    if let (Ok(_), Some(used)) = (&stored, &used) {
        used.discard(&app).await;
    }
    stored
}

async fn write(
    app: &App,
    holder: &GuestHolder,
    new: &NewImage<'_>,
    prepared: ProcessedImage,
    used: Option<&UsedUpload>,
) -> ApiResult<ImageRow> {
    app.files.put_file(&new.picture, &prepared.picture).await?;
    app.files.put(&new.thumbnail, prepared.thumbnail).await?;
    retry_transaction(|| insert(app, holder, new, used)).await
}

async fn insert(
    app: &App,
    holder: &GuestHolder,
    new: &NewImage<'_>,
    used: Option<&UsedUpload>,
) -> ApiResult<ImageRow> {
    let mut tx = app.db.write().await?;
    let (link, job) = holder.lock(&mut tx, new.now).await?;
    if let Some(used) = used {
        used.delete(&mut tx).await?;
    }
    images::add(&mut tx, &job, new).await?;
    let picture = Change::to(ActivityField::Picture, "true");
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Added, picture).await?;
    record::record(&mut tx, Actor::guest(link.id, link.company, new.now), &entry).await?;
    let row = images::find(&mut tx, &holder.viewer(), new.id).await?;
    tx.commit().await?;
    Ok(row)
}
