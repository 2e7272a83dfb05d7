//! Reads the jobs of a batch of events together: with a statement for each event, the events of a busy company would
//! arrive ever later.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    jobs::job::Job,
    types::{
        ids::{CompanyId, JobId},
        language::Language,
    },
};
use store::{
    db::{error::DbResult, event::Event},
    jobs::{
        changes::{self, JobState},
        jobs,
        visibility::{JobSelection, Viewer},
    },
};

use crate::api::live::publisher::{Publisher, if_found, of_company};

impl Publisher<'_> {
    /// Reads the jobs of these events, if there are several.
    pub(super) async fn read_jobs(&mut self, events: &[Event]) -> DbResult<()> {
        let mut of_companies: BTreeMap<CompanyId, BTreeSet<JobId>> = BTreeMap::new();
        for event in events {
            let Event::Job { job, sides } = event else { continue };
            for company in sides.companies() {
                of_companies.entry(company).or_default().insert(*job);
            }
        }
        of_companies.retain(|company, _| self.hub().audience(*company).is_some());
        let all: BTreeSet<JobId> = of_companies.values().flatten().copied().collect();
        if all.len() < 2 {
            return Ok(());
        }
        let all = Vec::from_iter(all);
        let states = changes::find_any_of(self.tx().await?, &all).await?;
        self.jobs.states = all.into_iter().map(|job| (job, None)).collect();
        self.jobs.states.extend(states.into_iter().map(|state| (state.id, Some(state))));
        for (company, ids) in of_companies {
            let Some(audience) = self.hub().audience(company) else { continue };
            let viewer = of_company(company, audience.company_type, Language::English);
            let ids = Vec::from_iter(ids);
            let found = jobs::list_of(self.tx().await?, &viewer, JobSelection::All, &ids).await?;
            self.jobs.seen.extend(ids.into_iter().map(|job| ((company, job), None)));
            self.jobs.seen.extend(found.into_iter().map(|job| ((company, job.id), Some(job))));
        }
        Ok(())
    }

    /// The current job; `None` if it is deleted.
    pub(super) async fn job_state(&mut self, job: JobId) -> DbResult<Option<JobState>> {
        match self.jobs.states.get(&job) {
            Some(state) => Ok(*state),
            None => changes::find_any(self.tx().await?, job).await,
        }
    }

    /// The job as this viewer, who sees everything of a company, sees it.
    pub(super) async fn job_of(&mut self, viewer: &Viewer, job: JobId) -> DbResult<Option<Job>> {
        match self.jobs.seen.get(&(viewer.scope.company(), job)) {
            Some(seen) => Ok(seen.clone()),
            None => if_found(jobs::find(self.tx().await?, viewer, job).await),
        }
    }
}
