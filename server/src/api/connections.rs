//! `/api/connections`: connected companies. Admins request, accept, decline and remove connections; every
//! member sees them.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    connections::{AskToConnect, ConnectionRef},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::{CompanyId, ConnectionId},
};
use store::{
    activity::{
        job_snapshots,
        record::{self, Entry},
    },
    actor::ActionContext,
    companies::companies,
    connections::{self, ConnectionState, NewConnection},
    db::{Tx, error::DbError},
};
use uuid::Uuid;

use crate::{http::prelude::*, notify::dispatch};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/connections/connections/{companyId}", list)
        .post("/api/connections/connect", connect)
        .limited(Quota::Connection)
        .post("/api/connections/accept", accept)
        .post("/api/connections/decline", decline)
}

/// Only the company's own (contract, section 4).
async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    caller.check_own(company)?;
    let mut tx = app.db.read().await?;
    Ok(named!("fullConnectionsDetails": connections::list(&mut tx, caller.scope()).await?))
}

async fn connect(
    caller: Caller<gate::ConnectionsManage>,
    State(app): State<App>,
    sent: UncheckedForm<AskToConnect>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let recipient = sent.row_id(|form| form.recipient_id.0)?;
    companies::name(&mut tx, recipient).await?;
    let form = sent.checked()?;
    form.check_sides(caller.scope().company())?;
    let id = ConnectionId(Uuid::now_v7());
    let new = NewConnection { id, accepted: false, message: &form.request.message };
    let act = caller.action_context(&app.clock);
    match connections::insert(&mut tx, caller.scope(), recipient, &new, act.now).await {
        // Two parallel requests: one of them comes second.
        Err(DbError::Duplicate(_)) => return Err(ApiError::Conflict(Text::AlreadyConnected)),
        inserted => inserted?,
    }
    let message = Some(form.request.message.clone()).filter(|message| !message.is_empty());
    let message = message.map(|message| Change::to(ActivityField::Message, message));
    let sides = ConnectionState {
        id,
        sender_id: caller.scope().company(),
        recipient_id: recipient,
        accepted: false,
    };
    let changes = message.into_iter().collect();
    record_in_both_logs(&mut tx, act, &sides, ActivityAction::Requested, changes).await?;
    dispatch::connection_requested(&mut tx, act, id, recipient, &form.request.message).await?;
    let connection = connections::find(&mut tx, caller.scope(), id).await?;
    tx.commit().await?;
    Ok(named!("connection": connection))
}

async fn accept(
    caller: Caller<gate::ConnectionsManage>,
    State(app): State<App>,
    sent: UncheckedForm<ConnectionRef>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let state = own_connection(&mut tx, &caller, sent).await?;
    if state.recipient_id != caller.scope().company() {
        return Err(ApiError::Forbidden(Text::Unauthorized));
    }
    if state.accepted {
        return Err(ApiError::Conflict(Text::AlreadyConnected));
    }
    let act = caller.action_context(&app.clock);
    connections::accept(&mut tx, caller.scope(), &state, act.now).await?;
    dispatch::connection_accepted(&mut tx, act, &state).await?;
    record_in_both_logs(&mut tx, act, &state, ActivityAction::Connected, Vec::new()).await?;
    let connection = connections::find(&mut tx, caller.scope(), state.id).await?;
    tx.commit().await?;
    Ok(named!("connection": connection))
}

/// Declines a request, withdraws the company's own, or ends a connection.
async fn decline(
    caller: Caller<gate::ConnectionsManage>,
    State(app): State<App>,
    sent: UncheckedForm<ConnectionRef>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let state = own_connection(&mut tx, &caller, sent).await?;
    let act = caller.action_context(&app.clock);
    let given_up = connections::active_jobs(&mut tx, caller.scope(), &state).await?;
    let watched = job_snapshots::snapshot_jobs(&mut tx, given_up).await?;
    let jobs = connections::delete(&mut tx, caller.scope(), &state).await?;
    watched.record(&mut tx, act).await?;
    let ended = state.ended_by(act.company);
    let freed = (jobs > 0).then(|| Change::to(ActivityField::Jobs, jobs.to_string()));
    record_in_both_logs(&mut tx, act, &state, ended, freed.into_iter().collect()).await?;
    dispatch::connection_ended(&mut tx, act, &state, jobs).await?;
    tx.commit().await?;
    Ok(named!("id": state.id))
}

/// Records a connection's change in the logs of both companies.
async fn record_in_both_logs(
    tx: &mut Tx,
    act: ActionContext,
    connection: &ConnectionState,
    action: ActivityAction,
    changes: Vec<Change>,
) -> ApiResult<()> {
    for side in [connection.sender_id, connection.recipient_id] {
        let other = companies::name(tx, connection.other(side)).await?;
        let entry = Entry::connection(side, connection.id, other, action, changes.clone());
        record::record(tx, act, &entry).await?;
    }
    Ok(())
}

/// The connection in a form, which must be one of the caller's company.
async fn own_connection<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    sent: UncheckedForm<ConnectionRef>,
) -> ApiResult<ConnectionState> {
    let Some(id) = sent.checked()?.id.0 else { return Err(ApiError::NotFound) };
    Ok(connections::find_own(tx, caller.scope(), id).await?)
}
