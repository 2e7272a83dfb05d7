//! `/api/today`: the overview of a day (contract-2, section 5).

use chrono::Days;
use domain::{
    jobs::job::{Job, JobStatus},
    permissions::permission::{self, Action},
    today::{Today, Waiting},
    types::limits::LIMITS,
};
use store::{
    chat::reads,
    companies::{companies, files},
    company_time::local,
    connections,
    jobs::{jobs, visibility::JobSelection},
    orders::{purchase_orders, work_orders},
};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().get("/api/today", today)
}

/// Each list by statements of its own, whose number does not depend on the number of rows.
async fn today(caller: Caller<gate::SignedIn>, State(app): State<App>) -> ApiResult<Reply<Today>> {
    let now = app.clock.now();
    let (scope, viewer) = (caller.scope(), caller.viewer());
    let mut tx = app.db.read().await?;
    let today = local(now, companies::time_zone(&mut tx, scope).await?).date();
    let soon = today.checked_add_days(Days::new(LIMITS.today_paper_days.unsigned_abs()));
    let papers = files::expiring_by(&mut tx, scope, soon.unwrap_or(today)).await?;
    let mut connections = connections::list(&mut tx, scope).await?;
    connections.retain(|connection| !connection.accepted && !connection.sent);
    let mut unscheduled = jobs::list(&mut tx, &viewer, JobSelection::Unscheduled).await?;
    unscheduled.retain(|job: &Job| job.status == JobStatus::Active);
    let mut orders = Vec::new();
    if permission::check(caller.role(), Action::PurchaseOrdersView).is_ok() {
        let found = purchase_orders::waiting(&mut tx, &viewer, today).await?;
        let address = |key: &str| app.files.address(key, now);
        orders.extend(found.into_iter().map(|order| order.with_links(address)));
    }
    Ok(Reply(Today {
        jobs: jobs::list(&mut tx, &viewer, JobSelection::Between(today, today)).await?,
        waiting: Waiting {
            assignments: jobs::list(&mut tx, &viewer, JobSelection::Unanswered).await?,
            connections,
            signatures: work_orders::unsigned(&mut tx, &viewer).await?,
            orders,
        },
        unscheduled,
        overdue: jobs::list(&mut tx, &viewer, JobSelection::Overdue(today)).await?,
        papers: papers
            .into_iter()
            .map(|row| row.shown(|key| app.files.address(key, now)))
            .collect(),
        unread: reads::unread_in_all(&mut tx, &viewer).await?,
    }))
}
