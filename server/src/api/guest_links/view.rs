//! Reads what the holder of a link sees.

use chrono::{DateTime, Utc};
use domain::guest_links::view::{GuestJob, GuestJobDays, GuestView};
use store::{
    db::Tx,
    guest_links::{holder, links::LinkRow},
    jobs::{images, jobs, notes},
    orders::work_orders,
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

/// Everything that the link shows.
pub(super) async fn whole(
    tx: &mut Tx,
    app: &App,
    holder: &GuestHolder,
    link: &LinkRow,
    now: DateTime<Utc>,
) -> ApiResult<GuestView> {
    let job = job(tx, app, holder, now).await?;
    let jobs = if link.all_jobs {
        let jobs = holder::jobs(tx, link, link.today(now)).await?;
        Some(jobs.iter().map(GuestJobDays::from).collect())
    } else {
        None
    };
    Ok(GuestView {
        job,
        jobs,
        contact: holder::contact(tx, link).await?,
        name: link.name.clone(),
        language: link.language,
        may: link.may.clone(),
        state: link.state(),
        ends_on: link.last_day(),
    })
}
