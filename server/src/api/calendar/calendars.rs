//! `/api/calendar`: a company's calendars, and the jobs on them.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    calendar::calendars::{AssignToCalendar, Calendar, CalendarForm},
    forms::error::ValidationError,
    jobs::job::CalendarAssignment,
    types::ids::{CalendarId, CompanyId},
};
use store::{
    activity::{
        record::{self, Entry},
        subject::Subject,
    },
    calendar::calendars,
    jobs::changes,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/calendar/calendars/{companyId}", list)
        .post("/api/calendar/new", create)
        .delete("/api/calendar/delete/{id}", delete)
        .post("/api/calendar/assign", assign)
}

/// Only the company's own calendars.
async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    caller.check_own(company)?;
    let mut tx = app.db.read_one_statement().await?;
    Ok(named!("calendars": calendars::list(&mut tx, caller.scope()).await?))
}

async fn create(
    caller: Caller<gate::CalendarsManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CalendarForm>,
) -> ApiResult<impl ApiResponse> {
    form.company_id.check_own(caller.scope().company())?;
    let mut tx = app.db.write().await?;
    let id = CalendarId(Uuid::now_v7());
    calendars::insert(&mut tx, caller.scope(), id, &form.title).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Calendar(id)).await?;
    let company_id = caller.scope().company();
    Ok(named!("calendar": Calendar { id, title: form.title, company_id }))
}

async fn delete(
    caller: Caller<gate::CalendarsManage>,
    State(app): State<App>,
    PathId(calendar): PathId<CalendarId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    // Another company's calendar is refused below, and nothing of it is recorded.
    let snapshot = record::snapshot(&mut tx, Subject::Calendar(calendar)).await?;
    calendars::delete(&mut tx, caller.scope(), calendar).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": calendar))
}

/// A toggle: returns the assignment, or none if it was removed. The calendar is locked before the job, as
/// deleting it does.
async fn assign(
    caller: Caller<gate::JobsCalendarAssign>,
    State(app): State<App>,
    sent: UncheckedForm<AssignToCalendar>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let chosen = match sent.peek(|form| form.calendar_id.0) {
        Some(id) => calendars::is_own(&mut tx, caller.scope(), id).await?.then_some(id),
        None => None,
    };
    let job = sent.row_id(|form| form.job_id.0)?;
    let job = changes::find_seen(&mut tx, &caller.viewer(), job).await?;
    sent.checked()?;
    let calendar_id = chosen.ok_or_else(|| ValidationError::not_your_own("calendarId"))?;
    let stands = calendars::toggle(&mut tx, caller.scope(), &job, calendar_id).await?;
    let title = calendars::title(&mut tx, caller.scope(), calendar_id).await?;
    let (action, change) = if stands {
        (ActivityAction::Added, Change::to(ActivityField::Calendar, title))
    } else {
        (ActivityAction::Removed, Change::from(ActivityField::Calendar, title))
    };
    let mut entry = Entry::of_job(&mut tx, &job, action, change).await?;
    // A calendar belongs to the caller's company, whichever company owns the job.
    entry.company = caller.scope().company();
    record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    tx.commit().await?;
    let assignment = stands.then_some(CalendarAssignment { job_id: job.id, calendar_id });
    Ok(named!("assignment": Vec::from_iter(assignment)))
}
