//! The answers of the companies that an offer asks.

use chrono::{DateTime, Utc};
use domain::{
    planning::offers::{OfferAnswer, OfferState},
    types::{
        date_range::Span,
        ids::{CompanyId, JobId, JobOfferId, UserId},
    },
};

use crate::{
    actor::ActionContext,
    db::prelude::*,
    jobs::{assignment, changes::JobState, jobs::Assignment},
    notifications::recipients::Recipients,
    planning::offer_news::OfferMaker,
    scope::Scope,
};

/// The job of an offer, and its contractor.
#[derive(Clone, Copy, Debug)]
pub struct OfferedBy {
    /// The job.
    pub job_id: JobId,
    /// The contractor.
    pub company_id: CompanyId,
}

/// An offer that the company was asked, locked.
#[derive(Clone, Debug)]
pub struct AskedOffer {
    maker: OfferMaker,
    /// The days to choose from.
    pub days: Vec<Span>,
    state: OfferState,
    ends_at: DateTime<Utc>,
    answer: OfferAnswer,
}

columns! {
    OfferedBy { job_id, company_id }
}

impl FromRow for AskedOffer {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (id, job_id): (JobOfferId, JobId) = (row.get("id")?, row.get("job_id")?);
        let (company_id, created_by): (CompanyId, UserId) =
            (row.get("company_id")?, row.get("created_by")?);
        let Json(days) = row.get("days")?;
        Ok(Self {
            maker: OfferMaker { id, job_id, company_id, created_by },
            days,
            state: row.get("state")?,
            ends_at: row.get("ends_at")?,
            answer: row.get("answer")?,
        })
    }
}

/// Whose job an offer is about, without a lock.
///
/// # Errors
/// [`DbError::Missing`] if the company was not asked.
pub async fn offered_by(tx: &mut Tx, scope: Scope, offer: JobOfferId) -> DbResult<OfferedBy> {
    sql!(
        "SELECT job_offer.job_id, job_offer.company_id
         FROM asked_company JOIN job_offer ON job_offer.id = asked_company.offer_id
         WHERE asked_company.company_id = $1 AND asked_company.offer_id = $2"
    )
    .bind(scope)
    .bind(offer)
    .one(tx)
    .await
}

/// Finds and locks an offer that the company was asked, after its job.
pub async fn lock(tx: &mut Tx, scope: Scope, offer: JobOfferId) -> DbResult<AskedOffer> {
    sql!(
        "SELECT job_offer.id, job_offer.job_id, job_offer.company_id, job_offer.created_by,
             job_offer.days, job_offer.state, job_offer.ends_at, asked_company.answer
         FROM asked_company JOIN job_offer ON job_offer.id = asked_company.offer_id
         WHERE asked_company.company_id = $1 AND asked_company.offer_id = $2 {lock}"
    )
    .bind(scope)
    .bind(offer)
    .one(tx)
    .await
}

impl AskedOffer {
    /// Whether the company may still answer.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.state == OfferState::Open && now < self.ends_at && self.answer == OfferAnswer::Asked
    }

    async fn set_answer(&self, tx: &mut Tx, scope: Scope, answer: OfferAnswer) -> DbResult<()> {
        sql!("UPDATE asked_company SET answer = $3 WHERE company_id = $1 AND offer_id = $2")
            .bind(scope)
            .bind(self.maker.id)
            .bind(answer)
            .run_one(tx)
            .await
    }

    /// The company declines. The contractor is told.
    pub async fn decline(
        &self,
        tx: &mut Tx,
        scope: Scope,
        job: &JobState,
        act: ActionContext,
    ) -> DbResult<()> {
        job.announce_to_viewers(tx);
        self.set_answer(tx, scope, OfferAnswer::Declined).await?;
        self.maker.tell_declined(tx, act).await
    }

    /// The company accepts and gets the job on these days. The other companies are notified that the offer is
    /// over, and who had the job before that it was taken back.
    pub async fn accept(
        &self,
        tx: &mut Tx,
        scope: Scope,
        job: &JobState,
        days: Span,
        act: ActionContext,
    ) -> DbResult<()> {
        self.set_answer(tx, scope, OfferAnswer::Accepted).await?;
        sql!(
            "UPDATE job_offer SET state = 'taken', taken_by = $2 WHERE id = $1 AND state = 'open'"
        )
        .bind(self.maker.id)
        .bind(scope)
        .run_one(tx)
        .await?;
        let company = Some(scope.company());
        let new = Assignment { company, accepted: true, ..Assignment::default() };
        assignment::replace_as(tx, ChangeType::JobAccepted, job, new, Some(days), act.now).await?;
        assignment::count_answer(tx, job).await?;
        let former = Recipients {
            admins_of: job
                .assigned_company_id
                .filter(|had| Some(*had) != company)
                .into_iter()
                .collect(),
            employee: job
                .assigned_user_id
                .map(|user| (user, job.assigned_company_id.unwrap_or(job.company_id)))
                .filter(|(user, _)| *user != act.user),
        };
        self.maker.tell_former(tx, former, act.now).await?;
        self.maker.tell_over(tx, company, act.now).await?;
        self.maker.tell_taken(tx, act).await
    }
}
