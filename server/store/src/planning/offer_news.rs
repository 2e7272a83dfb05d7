//! The notifications of an offer: each asked company is notified when it is asked and when the offer is over, the
//! contractor of each answer and when the offer ended by itself. Whoever acted is not notified.
//!
//! The notifications of asked companies come from the contractor, so that no company learns which other one acted.

use chrono::{DateTime, Utc};
use domain::{
    notifications::notifications::{NotificationEvent, OfferNews},
    types::ids::{CompanyId, JobId, JobOfferId, UserId},
};

use crate::{
    actor::ActionContext,
    db::prelude::*,
    notifications::{notifications, recipients::Recipients},
};

/// An offer, and who made it.
#[derive(Clone, Copy, Debug)]
pub struct OfferMaker {
    /// The offer.
    pub id: JobOfferId,
    /// Its job.
    pub job_id: JobId,
    /// The contractor.
    pub company_id: CompanyId,
    /// The user who made it.
    pub created_by: UserId,
}

columns! {
    OfferMaker { id, job_id, company_id, created_by }
}

impl OfferMaker {
    const fn acts(&self, now: DateTime<Utc>) -> ActionContext {
        ActionContext { user: self.created_by, company: self.company_id, now, api_key: None }
    }

    async fn event(&self, tx: &mut Tx, what: OfferNews) -> DbResult<NotificationEvent> {
        let job = notifications::job(tx, self.job_id).await?;
        Ok(NotificationEvent::Offer { job, offer: self.id, what })
    }

    /// Notifies asked companies in the contractor's name.
    async fn tell_asked(
        &self,
        tx: &mut Tx,
        except: Option<CompanyId>,
        what: OfferNews,
        now: DateTime<Utc>,
    ) -> DbResult<()> {
        // A company whose connection was removed is asked no longer.
        let admins_of: Vec<CompanyId> = sql!(
            "SELECT asked_company.company_id AS value FROM asked_company
             WHERE asked_company.offer_id = $1
                 AND (CAST($3 AS UUID) IS NULL OR asked_company.company_id <> $3)
                 AND EXISTS (SELECT 1 FROM connection
                             WHERE connection.accepted
                                 AND ((connection.sender_id = $2
                                       AND connection.recipient_id = asked_company.company_id)
                                      OR (connection.recipient_id = $2
                                          AND connection.sender_id = asked_company.company_id)))"
        )
        .bind(self.id)
        .bind(self.company_id)
        .bind(except)
        .values(tx)
        .await?;
        if admins_of.is_empty() {
            return Ok(());
        }
        let readers = Recipients { admins_of, employee: None };
        let event = self.event(tx, what).await?;
        notifications::insert_on_behalf(tx, self.acts(now), &readers, &event).await
    }

    /// Asks the companies.
    pub async fn ask(&self, tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
        self.tell_asked(tx, None, OfferNews::Asked, now).await
    }

    /// Tells the asked companies that it is over; `taker` is told otherwise.
    pub async fn tell_over(
        &self,
        tx: &mut Tx,
        taker: Option<CompanyId>,
        now: DateTime<Utc>,
    ) -> DbResult<()> {
        self.tell_asked(tx, taker, OfferNews::Over, now).await
    }

    /// Tells the colleagues of the user who accepted.
    pub async fn tell_taken(&self, tx: &mut Tx, act: ActionContext) -> DbResult<()> {
        let readers = Recipients { admins_of: vec![act.company], employee: None };
        let event = self.event(tx, OfferNews::Taken).await?;
        notifications::insert(tx, act, &readers, &event).await
    }

    /// Tells the contractor that a company declined.
    pub async fn tell_declined(&self, tx: &mut Tx, act: ActionContext) -> DbResult<()> {
        let readers = Recipients { admins_of: vec![self.company_id], employee: None };
        let event = self.event(tx, OfferNews::Declined).await?;
        notifications::insert(tx, act, &readers, &event).await
    }

    /// Tells the contractor that nobody accepted in time.
    pub async fn tell_expired(&self, tx: &mut Tx, now: DateTime<Utc>) -> DbResult<()> {
        let readers = Recipients { admins_of: vec![self.company_id], employee: None };
        let event = self.event(tx, OfferNews::Expired).await?;
        notifications::insert_on_behalf(tx, self.acts(now), &readers, &event).await
    }

    /// Tells those who had the job before it was given to the company that accepted: in the contractor's name.
    pub async fn tell_former(
        &self,
        tx: &mut Tx,
        former: Recipients,
        now: DateTime<Utc>,
    ) -> DbResult<()> {
        if former.is_empty() {
            return Ok(());
        }
        let event = NotificationEvent::JobTakenBack(notifications::job(tx, self.job_id).await?);
        notifications::insert_on_behalf(tx, self.acts(now), &former, &event).await
    }
}
