//! What ends an offer besides its answers: every change that gives its job to somebody, completes or deletes it.
//! These changes are in `jobs`, which calls [`end_of_job`] in their transaction, under the lock of the job.

use chrono::{DateTime, Utc};
use domain::{
    planning::offers::OfferState,
    types::ids::{JobId, JobOfferId},
};

use crate::{db::prelude::*, planning::offer_news::OfferMaker};

/// Ends the open offer of a locked job, if there is one, and tells the companies that were asked.
pub async fn end_of_job(tx: &mut Tx, job: JobId, now: DateTime<Utc>) -> DbResult<()> {
    let Some(offer) = open_of_job(tx, job).await? else { return Ok(()) };
    close(tx, offer.id, OfferState::Ended).await?;
    offer.tell_over(tx, None, now).await
}

/// The open offer of a locked job.
pub(super) async fn open_of_job(tx: &mut Tx, job: JobId) -> DbResult<Option<OfferMaker>> {
    sql!(
        "SELECT id, job_id, company_id, created_by FROM job_offer
         WHERE job_id = $1 AND state = 'open' {lock}"
    )
    .bind(job)
    .optional(tx)
    .await
}

/// Closes an open offer whose job is locked.
pub(super) async fn close(tx: &mut Tx, offer: JobOfferId, state: OfferState) -> DbResult<()> {
    sql!("UPDATE job_offer SET state = $2 WHERE id = $1 AND state = 'open'")
        .bind(offer)
        .bind(state)
        .run_one(tx)
        .await
}
