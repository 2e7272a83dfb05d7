//! Reads what the holder of a link sees.

use chrono::{DateTime, Utc};
use domain::guest_links::view::{
    DeliveryAddress, GuestJob, GuestJobDays, GuestOrderView, GuestPurchaseOrder, GuestView,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    db::Tx,
    guest_links::{holder, links::LinkRow},
    jobs::{images, jobs, notes},
    orders::{purchase_orders, work_orders},
};

use crate::{
    api::jobs::images::shown,
    http::{callers::guest::GuestHolder, prelude::*},
};

/// The job with its records.
pub(super) async fn job(
    tx: &mut Tx,
    app: &App,
    holder: &GuestHolder,
    now: DateTime<Utc>,
) -> ApiResult<GuestJob> {
    let (id, viewer) = (holder.job()?, holder.viewer());
    let job = jobs::find(tx, &viewer, id).await?;
    let images = images::list(tx, &viewer, id).await?;
    let images = images.into_iter().map(|row| shown(&app.files, row, now)).collect();
    let notes = notes::list_for_guests(tx, id).await?;
    let orders = work_orders::list(tx, &viewer, id).await?;
    Ok(GuestJob::of(job, images, notes, orders))
}

/// The purchase order. Its photos and mails are the contractor's own.
pub(super) async fn order(tx: &mut Tx, holder: &GuestHolder) -> ApiResult<GuestPurchaseOrder> {
    let (id, viewer) = (holder.link.order().ok_or(ApiError::NotFound)?, holder.viewer());
    let order = purchase_orders::find(tx, &viewer, id).await?.with_links(|_| String::new());
    let job = jobs::find(tx, &viewer, order.job_id).await?;
    let place =
        DeliveryAddress { address: job.address, city: job.city, state: job.state, zip: job.zip };
    Ok(GuestPurchaseOrder::of(order, place))
}

/// Everything that a link shows.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
pub(super) enum Shown {
    Job(Box<GuestView>),
    Order(Box<GuestOrderView>),
}

/// Everything that the link shows.
pub(super) async fn whole(
    tx: &mut Tx,
    app: &App,
    holder: &GuestHolder,
    link: &LinkRow,
    now: DateTime<Utc>,
) -> ApiResult<Shown> {
    if link.order().is_some() {
        return Ok(Shown::Order(Box::new(GuestOrderView {
            purchase_order: order(tx, holder).await?,
            contact: holder::contact(tx, link).await?,
            name: link.name.clone(),
            language: link.language,
            may: link.may.clone(),
            state: link.state(),
            ends_on: link.last_day(),
        })));
    }
    let job = job(tx, app, holder, now).await?;
    let jobs = if link.all_jobs {
        let jobs = holder::jobs(tx, link, link.today(now)).await?;
        Some(jobs.iter().map(GuestJobDays::from).collect())
    } else {
        None
    };
    Ok(Shown::Job(Box::new(GuestView {
        job,
        jobs,
        contact: holder::contact(tx, link).await?,
        name: link.name.clone(),
        language: link.language,
        may: link.may.clone(),
        state: link.state(),
        ends_on: link.last_day(),
    })))
}
