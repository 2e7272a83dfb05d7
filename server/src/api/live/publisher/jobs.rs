//! Jobs, their records, and their orders.

use domain::{
    permissions::permission::CompanyType,
    types::{
        ids::{CompanyId, JobId, PurchaseOrderId, WorkOrderId},
        language::Language,
    },
};
use serde_json::json;
use store::db::{
    error::DbResult,
    event::{JobAudience, JobRecords},
};
use store::{
    accounts::sessions::Session,
    jobs::changes::{self, JobState},
    orders::{purchase_orders, work_orders},
};

use crate::api::live::publisher::{Publisher, if_found, is_hidden_from, of_company};

/// Whether the company sees this job.
fn has(company: CompanyId, job: &JobState) -> bool {
    company == job.company_id || Some(company) == job.assigned_company_id
}

fn sees(session: &Session, company: CompanyId, job: &JobState) -> bool {
    has(company, job) && !is_hidden_from(session, job.assigned_user_id)
}

fn had_access(session: &Session, company: CompanyId, sides: JobAudience) -> bool {
    (company == sides.owner || Some(company) == sides.subcontractor_before)
        && !is_hidden_from(session, sides.employee_before)
}

impl Publisher<'_> {
    /// The job for users who see it; its deletion for those who no longer do.
    pub(crate) async fn job(&mut self, id: JobId, sides: JobAudience) -> DbResult<()> {
        let state = self.job_alone(id, sides).await?;
        let is_seen_by_others = sides.subcontractor_after != sides.subcontractor_before
            || state.is_some_and(|state| state.assigned_user_id != sides.employee_before);
        if is_seen_by_others {
            // A job that follows it shows that only to those who see both.
            for behind in changes::behind(self.tx().await?, id).await? {
                self.job_alone(behind.id, behind.audience()).await?;
            }
        }
        Ok(())
    }

    /// Returns the job's state, if somebody is listening and it is not deleted.
    async fn job_alone(&mut self, id: JobId, sides: JobAudience) -> DbResult<Option<JobState>> {
        let hub = self.hub();
        let audiences: Vec<_> = sides
            .companies()
            .filter_map(|company| hub.audience(company).map(|audience| (company, audience)))
            .collect();
        if audiences.is_empty() {
            return Ok(None);
        }
        let state = self.job_state(id).await?;
        for (company, audience) in audiences {
            if let Some(state) = state.filter(|state| has(company, state)) {
                let viewer = of_company(company, audience.company_type, Language::English);
                if let Some(job) = self.job_of(&viewer, id).await? {
                    self.send_to_company("job", company, &job, |session| {
                        sees(session, company, &state)
                    })?;
                }
            }
            let lost = |session: &Session| {
                had_access(session, company, sides)
                    && !state.is_some_and(|state| sees(session, company, &state))
            };
            self.send_to_company("job_deleted", company, &json!({ "id": id }), lost)?;
        }
        self.rooms_of_job(id, sides, state.as_ref()).await?;
        Ok(state)
    }

    /// The current job, if a user who sees it is connected.
    async fn job_with_listeners(
        &mut self,
        job: JobId,
        sides: JobAudience,
    ) -> DbResult<Option<JobState>> {
        let hub = self.hub();
        if !sides.companies().any(|company| hub.audience(company).is_some()) {
            return Ok(None);
        }
        self.job_state(job).await
    }

    pub(crate) async fn records(
        &mut self,
        job: JobId,
        sides: JobAudience,
        what: JobRecords,
    ) -> DbResult<()> {
        let Some(state) = self.job_with_listeners(job, sides).await? else { return Ok(()) };
        for company in sides.companies() {
            let data = json!({ "jobId": job, "what": what });
            self.send_to_company("job_records", company, &data, |session| {
                sees(session, company, &state)
            })?;
        }
        Ok(())
    }

    /// The order for each company and language: its recipients and the delivery of its mails depend on both.
    pub(crate) async fn work_order(
        &mut self,
        order: WorkOrderId,
        job: JobId,
        sides: JobAudience,
    ) -> DbResult<()> {
        let Some(state) = self.job_with_listeners(job, sides).await? else { return Ok(()) };
        for company in sides.companies().filter(|company| has(*company, &state)) {
            let Some(audience) = self.hub().audience(company) else { continue };
            let one_for_all = audience.company_type == CompanyType::Subcontractor;
            let languages =
                if one_for_all { &audience.languages[..1] } else { &audience.languages[..] };
            for language in languages.iter().copied() {
                let viewer = of_company(company, audience.company_type, language);
                let found = work_orders::find(self.tx().await?, &viewer, order).await;
                let for_them = |session: &Session| {
                    (one_for_all || session.language == language) && sees(session, company, &state)
                };
                if let Some(order) = if_found(found)? {
                    self.send_to_company("work_order", company, &order, for_them)?;
                } else {
                    let data = json!({ "id": order, "jobId": job });
                    self.send_to_company("work_order_deleted", company, &data, for_them)?;
                }
            }
        }
        Ok(())
    }

    /// Only the id: the owner fetches the contents.
    pub(crate) async fn purchase_order(
        &mut self,
        order: PurchaseOrderId,
        job: JobId,
        sides: JobAudience,
    ) -> DbResult<()> {
        let owner = JobAudience { subcontractor_before: None, subcontractor_after: None, ..sides };
        let Some(state) = self.job_with_listeners(job, owner).await? else { return Ok(()) };
        let is_there = purchase_orders::is_there(self.tx().await?, order).await?;
        let event = if is_there { "purchase_order" } else { "purchase_order_deleted" };
        let data = json!({ "id": order, "jobId": job });
        self.send_to_company(event, sides.owner, &data, |session| {
            sees(session, sides.owner, &state)
        })
    }
}
