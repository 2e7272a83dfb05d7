//! `/api/jobs/bulk`: one change of several jobs (contract-2, section 5).
//!
//! Every job is changed as by the call that changes it alone: the same checks, activity entry, live event and
//! notifications. A job that this call would refuse is left as it was, and the others are changed.

use std::collections::HashMap;

use domain::{
    jobs::{
        bulk_forms::{BulkChange, ChangeJobs, RefusalCode, RefusedJob},
        job::{Job, JobStatus, Tag},
        schedule,
    },
    permissions::permission::CompanyType,
    types::ids::{BulkChangeId, CompanyId, JobId, TagId, UserId},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    companies::connected,
    db::Tx,
    jobs::{
        assignment,
        bulk::{self, ChangedFields, ChangedJob, JobFields, UndoableChange},
        changes::{self, JobState},
        jobs::{self, Assignment},
        records as job_records,
        visibility::JobSelection,
    },
};
use uuid::Uuid;

use crate::{
    api::jobs::{
        assignee::{self, FoundAssignee},
        bulk_undo, reopening,
    },
    http::prelude::*,
    notify::dispatch,
};

pub fn routes() -> Routes {
    Routes::default().post("/api/jobs/bulk", change).post("/api/jobs/bulk/undo", bulk_undo::undo)
}

/// The jobs as they are now, those that were left as they were, and what the undo needs.
#[derive(Serialize, JsonSchema)]
struct ChangedJobs {
    jobs: Vec<Job>,
    refused: Vec<RefusedJob>,
    undo: BulkChangeId,
}

async fn change(
    caller: Caller<gate::JobsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<ChangeJobs>,
) -> ApiResult<Reply<ChangedJobs>> {
    let form = sent.checked()?;
    let Some(change) = form.change() else {
        return Err(ApiError::Malformed("a checked form has its change".to_string()));
    };
    let ids = form.jobs();
    let act = caller.action_context(&app.clock);
    let mut tx = app.db.write().await?;
    // What the change refers to is locked before the jobs, in the order in which deleting it locks them.
    let mut bulk = Bulk { act, change: Resolved::find(&mut tx, &caller, change, &ids).await? };
    let states = bulk::lock(&mut tx, caller.scope(), &ids).await?;
    let before = bulk::fields(&mut tx, caller.scope(), &ids).await?;
    let mut refused: Vec<RefusedJob> = ids
        .iter()
        .filter(|id| !before.contains_key(id))
        .map(|id| RefusedJob { id: *id, code: RefusalCode::NotFound })
        .collect();
    let mut tags = HashMap::new();
    for job in states {
        let id = job.id;
        match bulk.change_one(&mut tx, &app, &caller, job).await? {
            Outcome::Changed(tag) => drop(tags.insert(id, tag)),
            Outcome::Refused => refused.push(RefusedJob { id, code: RefusalCode::Conflict }),
        }
    }
    let after = bulk::fields(&mut tx, caller.scope(), &ids).await?;
    let undoable =
        UndoableChange { fields: bulk.change.fields(), jobs: changed_jobs(&before, &after, &tags) };
    let undo = bulk::insert(&mut tx, act, &undoable).await?;
    let changed: Vec<JobId> = ids.into_iter().filter(|id| tags.contains_key(id)).collect();
    let jobs = jobs::list_of(&mut tx, &caller.viewer(), JobSelection::All, &changed).await?;
    tx.commit().await?;
    Ok(Reply(ChangedJobs { jobs, refused, undo }))
}

/// Those that differ afterwards. A change that changed nothing leaves nothing to undo.
fn changed_jobs(
    before: &HashMap<JobId, JobFields>,
    after: &HashMap<JobId, JobFields>,
    tags: &HashMap<JobId, Option<TagId>>,
) -> Vec<ChangedJob> {
    let mut changed: Vec<ChangedJob> = tags
        .iter()
        .filter_map(|(id, tag)| {
            let (before, after) = (before.get(id)?.clone(), after.get(id)?.clone());
            Some(ChangedJob { before, after, tag: *tag })
        })
        .filter(|job| job.tag.is_some() || job.before != job.after)
        .collect();
    changed.sort_by_key(|job| job.before.id);
    changed
}

enum Outcome {
    /// With the tag that was added.
    Changed(Option<TagId>),
    Refused,
}

/// A change whose references were found and locked.
enum Resolved {
    Assign(Assignment),
    Employee(Option<UserId>),
    Other(BulkChange, Vec<CompanyId>),
}

impl Resolved {
    async fn find<G>(
        tx: &mut Tx,
        caller: &Caller<G>,
        change: BulkChange,
        ids: &[JobId],
    ) -> ApiResult<Self> {
        let scope = caller.scope();
        match change {
            BulkChange::Assign(named) => Ok(match assignee::find(tx, scope, named).await? {
                FoundAssignee::Crew(assignment) => Self::Assign(assignment),
                FoundAssignee::Employee(user) => Self::Employee(user),
            }),
            BulkChange::SetStatus(JobStatus::Active) => {
                let mut connected = Vec::new();
                for sub in bulk::subcontractors(tx, scope, ids).await? {
                    if connected::keep_connection(tx, scope, sub).await? {
                        connected.push(sub);
                    }
                }
                Ok(Self::Other(change, connected))
            }
            other => Ok(Self::Other(other, Vec::new())),
        }
    }

    const fn fields(&self) -> ChangedFields {
        match self {
            Self::Assign(_) | Self::Employee(_) => ChangedFields::Assignment,
            Self::Other(change, _) => match change {
                BulkChange::Assign(_) => ChangedFields::Assignment,
                BulkChange::Schedule(_) | BulkChange::Unschedule => ChangedFields::Days,
                BulkChange::Color(_) => ChangedFields::Color,
                BulkChange::Tag(_) => ChangedFields::Tags,
                BulkChange::SetStatus(_) => ChangedFields::Status,
            },
        }
    }
}

struct Bulk {
    act: ActionContext,
    change: Resolved,
}

impl Bulk {
    /// Changes one locked job as its own call would.
    async fn change_one<G>(
        &mut self,
        tx: &mut Tx,
        app: &App,
        caller: &Caller<G>,
        job: JobState,
    ) -> ApiResult<Outcome> {
        let act = self.act;
        let scope = caller.scope();
        if !self.is_possible(&job) {
            return Ok(Outcome::Refused);
        }
        let job = match &self.change {
            Resolved::Other(BulkChange::SetStatus(JobStatus::Active), connected)
                if job.status == JobStatus::Complete =>
            {
                let kept = job.assigned_company_id.filter(|sub| connected.contains(sub));
                reopening::unassign_former(tx, act, scope, job, kept).await?
            }
            _ => job,
        };
        let subject = match &self.change {
            Resolved::Other(BulkChange::Tag(_), _) => Subject::JobParts(job.id),
            _ => Subject::Job(job.id),
        };
        let snapshot = record::snapshot(tx, subject).await?;
        let mut added = None;
        match &self.change {
            Resolved::Assign(new) => {
                assignment::replace(tx, &job, *new, job.span(), act.now).await?;
                dispatch::job_assigned(tx, act, &job, new.company).await?;
            }
            Resolved::Employee(user) => {
                assignment::set_employee(tx, &job, *user, job.span(), act.now).await?;
                dispatch::job_assigned_to_employee(tx, act, &job, *user).await?;
            }
            Resolved::Other(change, _) => match change {
                BulkChange::Schedule(span) => {
                    changes::set_span(tx, scope, &job, Some(*span)).await?;
                    dispatch::job_scheduled(tx, app, act, &job, Some(*span), true).await?;
                }
                BulkChange::Unschedule => {
                    changes::set_span(tx, scope, &job, None).await?;
                    dispatch::job_scheduled(tx, app, act, &job, None, true).await?;
                }
                BulkChange::Color(color) => changes::set_color(tx, scope, &job, color).await?,
                BulkChange::Tag(content) => {
                    let id = TagId(Uuid::now_v7());
                    added = Some(id);
                    let tag = Tag { id, content: content.clone(), job_id: job.id };
                    job_records::add_tag(tx, &job, &tag).await?;
                }
                BulkChange::SetStatus(status) => {
                    changes::set_status(tx, scope, &job, *status, act.now).await?;
                    dispatch::job_status_changed(tx, act, &job, *status).await?;
                }
                BulkChange::Assign(_) => {}
            },
        }
        snapshot.record(tx, act).await?;
        Ok(Outcome::Changed(added))
    }

    /// Whether the state of the job allows the change.
    fn is_possible(&self, job: &JobState) -> bool {
        match &self.change {
            Resolved::Employee(_) => {
                job.assignment_state().check_employee(CompanyType::Contractor).is_ok()
            }
            Resolved::Other(BulkChange::Schedule(_) | BulkChange::Unschedule, _) => {
                schedule::check_status(job.status).is_ok()
            }
            Resolved::Assign(_) | Resolved::Other(..) => true,
        }
    }
}
