//! The activity log of jobs that move at once: an entry for each.

use domain::{
    activity::{
        activity::{Change, action_of},
        labels::{ActivityField, ActivityKind},
    },
    planning::shifted_jobs::ScheduledJob,
};
use store::{
    activity::record::{self, Entry},
    actor::ActionContext,
    db::{Tx, error::DbResult},
    planning::shifts::ShiftedJob,
};

/// Adds the move of a job to the activity log.
pub(super) async fn record_move(
    tx: &mut Tx,
    act: ActionContext,
    ShiftedJob { before, after }: &ShiftedJob,
    reason: Option<&str>,
) -> DbResult<()> {
    let days = |job: &ScheduledJob| {
        job.span().map(|days| format!("{}/{}", days.start_date, days.end_date))
    };
    let accepted = |job: &ScheduledJob| job.is_accepted_by_sub.then(|| true.to_string());
    let mut changes = vec![
        Change { field: ActivityField::Dates, from: days(before), to: days(after) },
        Change { field: ActivityField::Acceptance, from: accepted(before), to: accepted(after) },
    ];
    changes.retain(|change| change.from != change.to);
    changes.extend(reason.map(|reason| Change::to(ActivityField::Reason, reason)));
    let entry = Entry {
        company: act.company,
        kind: ActivityKind::Job,
        subject: Some(before.id.0),
        name: before.title.clone(),
        job: Some((before.id, before.title.clone())),
        action: action_of(&changes),
        changes,
    };
    record::record(tx, act, &entry).await
}
