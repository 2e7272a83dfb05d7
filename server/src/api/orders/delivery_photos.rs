//! `/api/purchase_orders/delivery_photo`: photos of what was delivered.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    files::files::FileKind,
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::{ids::PurchaseOrderId, limits::LIMITS},
};
use services::images::ProcessedImage;
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    jobs::visibility::Viewer,
    orders::{
        delivery_photos::{self, NewPhoto, PhotoRow},
        purchase_order_changes, purchase_orders,
    },
};

use crate::http::{
    detached::run_detached,
    prelude::*,
    transaction_retry::retry_transaction,
    upload::{
        file::{self as upload, SingleFile},
        finished::UsedUpload,
        source::FileSource,
    },
};

pub fn routes() -> Routes {
    let limit = upload::body_limit(FileKind::JobImage);
    Routes::default().upload("/api/purchase_orders/delivery_photo/{orderId}", limit, add)
}

async fn add(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    PathId(order): PathId<PurchaseOrderId>,
    sent: FileSource<SingleFile>,
) -> ApiResult<impl ApiResponse> {
    let viewer = caller.viewer();
    let mut tx = app.db.read().await?;
    let seen = purchase_orders::find(&mut tx, &viewer, order).await;
    drop(tx);
    if let Err(error) = seen {
        sent.drain().await;
        return Err(error.into());
    }
    let act = caller.action_context(&app.clock);
    let by = (viewer.user, viewer.scope.company());
    let sent = sent.image(&app, by, FileKind::JobImage, &[]).await?.0?;
    let (arrived, used) = sent.read(&app, viewer.user, FileKind::JobImage).await?;
    let prepared = app.images.prepare(viewer.user, arrived.file, arrived.kind).await?;
    let (files, now) = (app.files.clone(), app.clock.now());
    let row = run_detached(store_file(app, (viewer, act), order, prepared, used)).await?;
    Ok(named!("photo": row.with_links(|key| files.address(key, now))))
}

/// Files first, then their row. If the row is not stored, the files are deleted.
async fn store_file(
    app: App,
    (viewer, act): (Viewer, ActionContext),
    order: PurchaseOrderId,
    prepared: ProcessedImage,
    used: Option<UsedUpload>,
) -> ApiResult<PhotoRow> {
    let new = NewPhoto::of(viewer.user, prepared.format, act.now);
    let keys = [new.picture.clone(), new.thumbnail.clone()];
    app.files.reserve(&app.db, &keys, new.now).await?;
    let stored = write(&app, (&viewer, act), order, &new, prepared, used.as_ref()).await;
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
    (viewer, act): (&Viewer, ActionContext),
    order: PurchaseOrderId,
    new: &NewPhoto,
    prepared: ProcessedImage,
    used: Option<&UsedUpload>,
) -> ApiResult<PhotoRow> {
    app.files.put_file(&new.picture, &prepared.picture).await?;
    app.files.put(&new.thumbnail, prepared.thumbnail).await?;
    retry_transaction(|| insert(app, (viewer, act), order, new, used)).await
}

async fn insert(
    app: &App,
    (viewer, act): (&Viewer, ActionContext),
    order: PurchaseOrderId,
    new: &NewPhoto,
    used: Option<&UsedUpload>,
) -> ApiResult<PhotoRow> {
    let mut tx = app.db.write().await?;
    let order = purchase_order_changes::find_own(&mut tx, viewer.scope, order).await?;
    if !delivery_photos::has_room(&mut tx, &order).await? {
        let refusal = ValidationError::new("image", Code::TooLarge, Text::TooManyPhotos);
        return Err(refusal.with("max", &LIMITS.delivery_photos).into());
    }
    if let Some(used) = used {
        used.delete(&mut tx).await?;
    }
    delivery_photos::add(&mut tx, &order, new).await?;
    let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(order.id)).await?;
    let picture = vec![Change::to(ActivityField::Picture, "true")];
    snapshot.record_done(&mut tx, act, ActivityAction::Added, picture).await?;
    let row = delivery_photos::find(&mut tx, viewer, new.id).await?;
    tx.commit().await?;
    Ok(row)
}
