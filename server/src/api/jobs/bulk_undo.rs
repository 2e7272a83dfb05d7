//! `/api/jobs/bulk/undo`: takes a change of several jobs back, job by job, where nobody changed them since.

use domain::{
    i18n::rules::Text,
    jobs::{
        bulk_forms::{RefusalCode, RefusedJob, UndoBulk},
        job::{Job, JobStatus},
    },
    types::{
        date_range::Span,
        ids::{CompanyId, CrewId, CrewMemberId, JobId, UserId},
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    companies::connected,
    crews,
    db::Tx,
    jobs::{
        bulk::{self, ChangedFields, ChangedJob, JobFields, UndoableChange},
        changes::JobState,
        jobs, records as job_records,
        visibility::JobSelection,
    },
    scope::Scope,
};

use crate::{http::prelude::*, notify::dispatch};

/// The jobs as they are now, and those that were left as they were.
#[derive(Serialize, JsonSchema)]
pub(super) struct RestoredJobs {
    jobs: Vec<Job>,
    refused: Vec<RefusedJob>,
}

pub(super) async fn undo(
    caller: Caller<gate::JobsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<UndoBulk>,
) -> ApiResult<Reply<RestoredJobs>> {
    let id = sent.row_id(|form| form.undo.0)?;
    sent.checked()?;
    let act = caller.action_context(&app.clock);
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    let change = bulk::take(&mut tx, &caller.viewer(), id, act.now).await?;
    let Some(UndoableChange { fields, jobs }) = change else {
        return Err(ApiError::Conflict(Text::UndoTooLate));
    };
    let existing = References::keep(&mut tx, scope, fields, &jobs).await?;
    let ids: Vec<JobId> = jobs.iter().map(|job| job.before.id).collect();
    let states = bulk::lock(&mut tx, scope, &ids).await?;
    let now = bulk::fields(&mut tx, scope, &ids).await?;
    let mut refused = Vec::new();
    let mut restored = Vec::new();
    for changed in &jobs {
        let id = changed.before.id;
        let state = states.iter().find(|state| state.id == id);
        let (Some(state), Some(now)) = (state, now.get(&id)) else {
            refused.push(RefusedJob { id, code: RefusalCode::NotFound });
            continue;
        };
        let is_possible = now.equals(&changed.after, fields) && existing.has(changed);
        if is_possible && restore(&mut tx, &app, act, (state, now), changed, fields).await? {
            restored.push(id);
        } else {
            refused.push(RefusedJob { id, code: RefusalCode::Changed });
        }
    }
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &restored).await?;
    tx.commit().await?;
    Ok(Reply(RestoredJobs { jobs, refused }))
}

/// Restores one job. False if what was added is gone.
async fn restore(
    tx: &mut Tx,
    app: &App,
    act: ActionContext,
    (state, now): (&JobState, &JobFields),
    changed: &ChangedJob,
    fields: ChangedFields,
) -> ApiResult<bool> {
    if let Some(tag) = changed.tag {
        if !bulk::has_tag(tx, state, tag).await? {
            return Ok(false);
        }
        let snapshot = record::snapshot(tx, Subject::JobParts(state.id)).await?;
        job_records::delete_tag(tx, state, tag).await?;
        snapshot.record(tx, act).await?;
        return Ok(true);
    }
    let snapshot = record::snapshot(tx, Subject::Job(state.id)).await?;
    // Whatever else was changed since stays as it is.
    let to = now.with(&changed.before, fields);
    bulk::restore(tx, state, &to, fields, now.is_given_by(&to), act.now).await?;
    notify(tx, app, act, state, now, &to).await?;
    snapshot.record(tx, act).await?;
    Ok(true)
}

/// Those who were notified of the change are notified of its undo.
async fn notify(
    tx: &mut Tx,
    app: &App,
    act: ActionContext,
    state: &JobState,
    now: &JobFields,
    to: &JobFields,
) -> ApiResult<()> {
    if to.assigned_company_id != now.assigned_company_id {
        dispatch::job_assigned(tx, act, state, to.assigned_company_id).await?;
    } else if to.assigned_user_id != now.assigned_user_id {
        dispatch::job_assigned_to_employee(tx, act, state, to.assigned_user_id).await?;
    }
    let span = to.start_date.zip(to.end_date);
    let span = span.map(|(start_date, end_date)| Span { start_date, end_date });
    dispatch::job_scheduled(tx, app, act, state, span, !to.is_accepted_by_sub).await?;
    dispatch::job_status_changed(tx, act, state, to.status).await?;
    Ok(())
}

/// What the former assignments refer to and what still exists, kept until the transaction ends.
struct References {
    companies: Vec<CompanyId>,
    crews: Vec<(CrewId, Option<CrewMemberId>)>,
    people: Vec<(CompanyId, UserId)>,
    are_needed: bool,
    own: CompanyId,
}

impl References {
    async fn keep(
        tx: &mut Tx,
        scope: Scope,
        fields: ChangedFields,
        jobs: &[ChangedJob],
    ) -> ApiResult<Self> {
        let own = scope.company();
        let are_needed = matches!(fields, ChangedFields::Assignment | ChangedFields::Status);
        let mut kept = Self { companies: vec![], crews: vec![], people: vec![], are_needed, own };
        if !are_needed {
            return Ok(kept);
        }
        let companies = jobs.iter().filter_map(|job| job.before.assigned_company_id);
        for company in each_once(companies) {
            if connected::keep_connection(tx, scope, company).await? {
                kept.companies.push(company);
            }
        }
        let crews = jobs
            .iter()
            .filter_map(|ChangedJob { before, .. }| Some((before.crew_id?, before.crew_member_id)));
        for (crew, member) in each_once(crews) {
            let is_there = crews::is_own(tx, scope, crew).await?
                && match member {
                    Some(member) => crews::crew_of(tx, scope, member).await? == Some(crew),
                    None => true,
                };
            if is_there {
                kept.crews.push((crew, member));
            }
        }
        let people = jobs.iter().filter_map(|ChangedJob { before, .. }| {
            Some((before.assigned_company_id.unwrap_or(own), before.assigned_user_id?))
        });
        for (company, user) in each_once(people) {
            if bulk::works_for(tx, company, user).await? {
                kept.people.push((company, user));
            }
        }
        Ok(kept)
    }

    fn has(&self, ChangedJob { before, .. }: &ChangedJob) -> bool {
        if !self.are_needed {
            return true;
        }
        let company = before.assigned_company_id;
        // A completed job stays with its company, also after their connection has ended.
        let is_history = before.status == JobStatus::Complete;
        (is_history || company.is_none_or(|company| self.companies.contains(&company)))
            && before.crew_id.is_none_or(|crew| self.crews.contains(&(crew, before.crew_member_id)))
            && before
                .assigned_user_id
                .is_none_or(|user| self.people.contains(&(company.unwrap_or(self.own), user)))
    }
}

fn each_once<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}
