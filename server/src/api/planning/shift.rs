//! `/api/schedule/shift`: moves many jobs at once (contract-2, section 3).
//!
//! A dry run answers what would move, and a state that stands for it. What is sent with this state is what was shown,
//! or nothing is stored.

use domain::{
    i18n::rules::Text,
    planning::{shift_forms::ShiftRequest, shifted_jobs::ShiftMove},
    types::ids::ShiftId,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{jobs::changes, planning::shifts};
use uuid::Uuid;

use crate::{
    api::planning::{shift_log::record_move, shift_plan::ShiftPlan, shift_undo},
    http::prelude::*,
    notify::moved_jobs::{self, MovedJob, Occasion},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/schedule/shift", shift)
        .post("/api/schedule/shift/{shiftId}/undo", shift_undo::undo)
}

/// The moves, and the state that stands for them. Once they are stored, the id of the whole.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ShiftedJobs {
    moves: Vec<ShiftMove>,
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    shift_id: Option<ShiftId>,
}

async fn shift(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<ShiftRequest>,
) -> ApiResult<Reply<ShiftedJobs>> {
    let (terms, scope) = (form.read()?, caller.scope());
    if terms.dry_run {
        let mut tx = app.db.read().await?;
        let ShiftPlan { moves, state, .. } = ShiftPlan::read(&mut tx, scope, &terms).await?;
        return Ok(Reply(ShiftedJobs { moves, state, shift_id: None }));
    }
    let (act, shift_id) = (caller.action_context(&app.clock), ShiftId(Uuid::now_v7()));
    let mut tx = app.db.write().await?;
    let plan = ShiftPlan::lock(&mut tx, scope, &terms).await?;
    if plan.state != terms.state {
        return Err(ApiError::changed_to(Text::MovesChanged, (plan.moves, plan.state)));
    }
    let shifted = plan.shifted();
    let mut moved = Vec::with_capacity(shifted.len());
    for (job, to) in shifted.iter().zip(&plan.moves) {
        let before = shifts::state(scope, &job.before);
        changes::set_span(&mut tx, scope, &before, Some(to.will)).await?;
        record_move(&mut tx, act, job, Some(&terms.reason)).await?;
        moved.push(MovedJob { before, title: &job.before.title, days: to.will });
    }
    let occasion = Occasion::Moved { reason: &terms.reason };
    moved_jobs::jobs_moved(&mut tx, &app, act, shift_id, &moved, occasion).await?;
    shifts::insert(&mut tx, act, shift_id, &shifted).await?;
    tx.commit().await?;
    let ShiftPlan { moves, state, .. } = plan;
    Ok(Reply(ShiftedJobs { moves, state, shift_id: Some(shift_id) }))
}
