//! `/api/company/capacity` and `/api/company/daysOff`: how much the company can do on a day, and when it does not work
//! (contract-2, section 3). Everybody of the company reads them; admins write them.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::rules::Text,
    planning::capacity::{Capacity, DayOff, NewDayOff, SetCapacity},
    types::{date_range::Span, field::WireEnum as _, ids::DayOffId},
};
use store::{
    activity::{record, subject::Subject},
    companies::companies,
    planning::capacity,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/capacity", find)
        .put("/api/company/capacity", set)
        .get("/api/company/daysOff", days_off)
        .put("/api/company/daysOff", add_day_off)
        .delete("/api/company/daysOff/{id}", delete_day_off)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("capacity": capacity::find(&mut tx, caller.scope()).await?))
}

async fn set(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetCapacity>,
) -> ApiResult<impl ApiResponse> {
    let (new, scope) = (form.read()?, caller.scope());
    let mut tx = app.db.write().await?;
    companies::lock(&mut tx, scope).await?;
    let before = capacity::find(&mut tx, scope).await?;
    capacity::set(&mut tx, scope, new).await?;
    let changes = differences(before, new);
    if !changes.is_empty() {
        let company = record::snapshot(&mut tx, Subject::Company(scope.company())).await?;
        let act = caller.action_context(&app.clock);
        company.record_done(&mut tx, act, ActivityAction::Changed, changes).await?;
    }
    tx.commit().await?;
    Ok(named!("capacity": new))
}

fn differences(before: Capacity, after: Capacity) -> Vec<Change> {
    let change = |field, from: String, to: String| {
        (from != to).then_some(Change { field, from: Some(from), to: Some(to) })
    };
    let word = |capacity: Capacity| capacity.sharing.as_word().to_owned();
    let crews = |capacity: Capacity| capacity.crews.to_string();
    [
        change(ActivityField::Crews, crews(before), crews(after)),
        change(ActivityField::Sharing, word(before), word(after)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

async fn days_off(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("daysOff": capacity::days_off(&mut tx, caller.scope()).await?))
}

/// As the log stores days.
fn logged(days: Span) -> String {
    format!("{}/{}", days.start_date, days.end_date)
}

async fn add_day_off(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<NewDayOff>,
) -> ApiResult<impl ApiResponse> {
    let Some(days) = form.days() else {
        return Err(ApiError::Malformed("a checked form has its days".to_string()));
    };
    let (id, scope) = (DayOffId(Uuid::now_v7()), caller.scope());
    let mut tx = app.db.write().await?;
    companies::lock(&mut tx, scope).await?;
    if !capacity::add_day_off(&mut tx, scope, id, days, form.reason()).await? {
        return Err(ApiError::Conflict(Text::TooManyDaysOff));
    }
    let company = record::snapshot(&mut tx, Subject::Company(scope.company())).await?;
    let added = vec![Change::to(ActivityField::DaysOff, logged(days))];
    let act = caller.action_context(&app.clock);
    company.record_done(&mut tx, act, ActivityAction::Added, added).await?;
    tx.commit().await?;
    let reason = form.reason().map(str::to_owned);
    Ok(named!("dayOff": DayOff { id, from: days.start_date, to: days.end_date, reason }))
}

async fn delete_day_off(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    PathId(id): PathId<DayOffId>,
) -> ApiResult<impl ApiResponse> {
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    let DayOff { from, to, .. } = capacity::delete_day_off(&mut tx, scope, id).await?;
    let company = record::snapshot(&mut tx, Subject::Company(scope.company())).await?;
    let days = Some(logged(Span { start_date: from, end_date: to }));
    let removed = vec![Change { field: ActivityField::DaysOff, from: days, to: None }];
    let act = caller.action_context(&app.clock);
    company.record_done(&mut tx, act, ActivityAction::Removed, removed).await?;
    tx.commit().await?;
    Ok(named!("id": id))
}
