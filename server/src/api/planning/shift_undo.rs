//! `/api/schedule/shift/{shiftId}/undo`: gives moved jobs their days and acceptance back, job by job, where nobody
//! changed or answered them since.

use std::collections::HashMap;

use domain::{
    i18n::rules::Text,
    planning::shifted_jobs::{KeptJob, KeptReason, ScheduledJob},
    types::ids::{JobId, ShiftId},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::planning::shifts::{self, ShiftedJob};

use crate::{
    api::planning::shift_log::record_move,
    http::prelude::*,
    notify::moved_jobs::{self, MovedJob, Occasion},
};

/// The jobs that are back on their days, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct RestoredJobs {
    restored: Vec<JobId>,
    kept: Vec<KeptJob>,
}

pub(super) async fn undo(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    PathId(shift): PathId<ShiftId>,
) -> ApiResult<Reply<RestoredJobs>> {
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let Some(shifted) = shifts::take(&mut tx, scope, shift, act.now).await? else {
        return Err(ApiError::Conflict(Text::UndoTooLate));
    };
    let ids: Vec<JobId> = shifted.iter().map(|job| job.before.id).collect();
    let now: HashMap<JobId, ScheduledJob> =
        shifts::lock(&mut tx, scope, &ids).await?.into_iter().map(|job| (job.id, job)).collect();
    let (mut restored, mut kept, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    for ShiftedJob { before, after } in &shifted {
        let job_id = before.id;
        let now = now.get(&job_id);
        let reason = now.map_or(Some(KeptReason::Deleted), |now| now.kept_since(after));
        let (None, Some(now), Some(days)) = (reason, now, before.span()) else {
            kept.push(KeptJob { job_id, reason: reason.unwrap_or(KeptReason::Changed) });
            continue;
        };
        let state = shifts::state(scope, now);
        shifts::restore(&mut tx, &state, before, act.now).await?;
        let back = ScheduledJob {
            start_date: before.start_date,
            end_date: before.end_date,
            is_accepted_by_sub: before.is_accepted_by_sub,
            ..now.clone()
        };
        let back = ShiftedJob { before: now.clone(), after: back };
        record_move(&mut tx, act, &back, None).await?;
        restored.push(job_id);
        moved.push(MovedJob { before: state, title: &before.title, days });
    }
    moved_jobs::jobs_moved(&mut tx, &app, act, shift, &moved, Occasion::Undone).await?;
    tx.commit().await?;
    Ok(Reply(RestoredJobs { restored, kept }))
}
