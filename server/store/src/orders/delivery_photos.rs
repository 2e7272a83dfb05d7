//! Photos of what was delivered for a purchase order: their rows. The files are in the file store.

use chrono::{DateTime, Utc};
use domain::{
    orders::purchase_orders::DeliveryPhoto,
    permissions::permission::CompanyType,
    types::{
        ids::{DeliveryPhotoId, JobId, PurchaseOrderId, UserId},
        limits::LIMITS,
    },
};
use uuid::Uuid;

use crate::{
    db::prelude::*,
    files::{deletion_queue, picture_format::PictureFormat},
    jobs::visibility::{Viewer, check_visible},
    orders::{orders::OrderSelection, orders::of_orders, purchase_order_changes::OrderState},
};

/// The prefix of these photos in the file store.
const PREFIX: &str = "delivery-photos";

/// The photo that a key of the file store belongs to, if it is one of a delivery.
#[must_use]
pub fn photo_of(key: &str) -> Option<DeliveryPhotoId> {
    let name = key.strip_prefix(PREFIX)?.strip_prefix('/')?;
    name.split_at_checked(36)?.0.parse().ok()
}

/// A photo and its author.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct PhotoRow {
    pub id: DeliveryPhotoId,
    pub purchase_order_id: PurchaseOrderId,
    /// Its key in the file store.
    pub picture: String,
    /// The key of its thumbnail.
    pub thumbnail: String,
    pub width: i64,
    pub height: i64,
    pub posted_by: UserId,
    pub first_name: String,
    pub last_name: String,
    pub date_inserted: DateTime<Utc>,
}

columns! {
    PhotoRow {
        id, purchase_order_id, picture, thumbnail, width, height, posted_by, first_name, last_name,
        date_inserted,
    }
}

impl PhotoRow {
    /// The photo as the contractor sees it; `link` returns the address of a file's key.
    #[must_use]
    pub fn with_links(self, link: impl Fn(&str) -> String) -> DeliveryPhoto {
        let pixels = |pixels: i64| u32::try_from(pixels).unwrap_or_default();
        DeliveryPhoto {
            id: self.id,
            purchase_order_id: self.purchase_order_id,
            img_url: link(&self.picture),
            thumb_url: link(&self.thumbnail),
            width: pixels(self.width),
            height: pixels(self.height),
            posted_by: self.posted_by,
            posted_by_first_name: self.first_name,
            posted_by_last_name: self.last_name,
            date_inserted: self.date_inserted,
        }
    }
}

macro_rules! photo_columns {
    () => {
        "SELECT delivery_photo.id, delivery_photo.purchase_order_id, delivery_photo.picture,
             delivery_photo.thumbnail, delivery_photo.width, delivery_photo.height,
             delivery_photo.posted_by, person.first_name, person.last_name,
             delivery_photo.date_inserted
         FROM purchase_order
         JOIN delivery_photo ON delivery_photo.purchase_order_id = purchase_order.id
         JOIN person ON person.id = delivery_photo.posted_by"
    };
}

/// The photos of orders, oldest first: one statement, whatever the number.
pub(super) async fn of_orders(
    tx: &mut Tx,
    of: OrderSelection<'_, PurchaseOrderId>,
) -> DbResult<Vec<PhotoRow>> {
    of_orders!(
        of,
        "purchase_order",
        photo_columns!(),
        "ORDER BY delivery_photo.date_inserted, delivery_photo.id"
    )
    .all(tx)
    .await
}

/// A photo of an order that this viewer sees. Only the contractor sees purchase orders.
pub async fn find(tx: &mut Tx, viewer: &Viewer, photo: DeliveryPhotoId) -> DbResult<PhotoRow> {
    if viewer.role.company_type != CompanyType::Contractor {
        return Err(DbError::Missing);
    }
    let found: PhotoRow = sql!(concat!(photo_columns!(), " WHERE delivery_photo.id = $1"))
        .bind(photo)
        .one(tx)
        .await?;
    let job: JobId = sql!("SELECT job_id AS value FROM purchase_order WHERE id = $1")
        .bind(found.purchase_order_id)
        .value(tx)
        .await?;
    check_visible(tx, viewer, job).await?;
    Ok(found)
}

/// A photo to be stored, whose files are in the file store and queued for deletion.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct NewPhoto {
    pub id: DeliveryPhotoId,
    pub author: UserId,
    pub picture: String,
    pub thumbnail: String,
    pub width: u32,
    pub height: u32,
    pub now: DateTime<Utc>,
}

impl NewPhoto {
    /// A photo that was just processed, with a new id and keys.
    #[must_use]
    pub fn of(author: UserId, format: PictureFormat, now: DateTime<Utc>) -> Self {
        let id = DeliveryPhotoId(Uuid::now_v7());
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

/// Whether an order, which is locked, has room for another photo.
pub async fn has_room(tx: &mut Tx, order: &OrderState) -> DbResult<bool> {
    let photos: i64 =
        sql!("SELECT COUNT(*) AS value FROM delivery_photo WHERE purchase_order_id = $1")
            .bind(order.id)
            .value(tx)
            .await?;
    Ok(photos < i64::from(LIMITS.delivery_photos))
}

/// Adds a photo to an order, and takes its files out of the deletion queue.
pub async fn add(tx: &mut Tx, order: &OrderState, new: &NewPhoto) -> DbResult<()> {
    order.announce_change(tx, ChangeType::PurchaseOrderUpdated);
    sql!(
        "INSERT INTO delivery_photo
             (id, purchase_order_id, posted_by, picture, thumbnail, width, height, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    )
    .bind(new.id)
    .bind(order.id)
    .bind(new.author)
    .bind(&new.picture)
    .bind(&new.thumbnail)
    .bind(i64::from(new.width))
    .bind(i64::from(new.height))
    .bind(new.now)
    .run_one(tx)
    .await?;
    deletion_queue::remove(tx, &[new.picture.clone(), new.thumbnail.clone()]).await
}
