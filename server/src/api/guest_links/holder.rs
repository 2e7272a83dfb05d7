//! `/api/guest/{secret}`: what the holder of a link reads and does. A link's answer never changes the assignment.

use axum::http::{HeaderValue, header};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind},
    },
    guest_links::{
        forms::{AnswerAsGuest, CompleteAsGuest, SignAsGuest},
        link::{GuestAnswer, GuestState},
        view::GuestWorkOrder,
    },
    i18n::rules::Text,
    jobs::{
        job::{Job, JobStatus},
        records::NewNote as NoteForm,
    },
    types::ids::NoteId,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::ical::{self, Heading};
use store::{
    activity::{
        record::{self, Actor, Entry},
        subject::Subject,
    },
    calendar::feeds::Revision,
    guest_links::{changes, holder, links},
    jobs::{
        author::Author,
        jobs,
        notes::{self, NewNote},
    },
    orders::{sign_offs, work_orders},
};
use uuid::Uuid;

use crate::{
    api::guest_links::{
        orders,
        view::{self, Shown},
    },
    http::{
        callers::guest::{Guest, call},
        openapi::responses::{Calendar, TypedResponse},
        prelude::*,
    },
    notify::dispatch::{self, GuestEvent},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/guest/{secret}", read)
        .post("/api/guest/{secret}/answer", answer)
        .post("/api/guest/{secret}/note", add_note)
        .post("/api/guest/{secret}/sign", sign)
        .post("/api/guest/{secret}/complete", complete)
        .post("/api/guest/{secret}/seen", seen)
        .get("/api/guest/{secret}/calendar.ics", calendar)
}

async fn read(guest: Guest<call::View>, State(app): State<App>) -> ApiResult<Reply<Shown>> {
    let holder = guest.into_holder();
    let mut tx = app.db.read().await?;
    let view = view::whole(&mut tx, &app, &holder, &holder.link, app.clock.now()).await?;
    Ok(Reply(view))
}

/// The holder's answer, once it is stored.
#[derive(Serialize, JsonSchema)]
struct Answered {
    state: GuestState,
}

async fn answer(
    guest: Guest<call::Accept>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<AnswerAsGuest>,
) -> ApiResult<Reply<Answered>> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let mut tx = app.db.write().await?;
    let (link, job) = holder.lock(&mut tx, now).await?;
    if job.status == JobStatus::Complete {
        return Err(ApiError::Conflict(Text::AlreadyComplete));
    }
    if let Err(text) = form.days().check_unchanged(job.span()) {
        let job = view::job(&mut tx, &app, &holder, now).await?;
        return Err(ApiError::changed_to(text, job));
    }
    let accepted = form.accepted == Some(true);
    let reason = Some(form.reason.as_str()).filter(|reason| !reason.is_empty());
    changes::set_answer(&mut tx, &link, accepted, job.span(), reason).await?;
    dispatch::guest_acted(&mut tx, &link, &job, GuestEvent::Answered(accepted, reason), now)
        .await?;
    let action = if accepted { ActivityAction::Accepted } else { ActivityAction::Declined };
    let title = store::jobs::changes::title(&mut tx, &job).await?;
    // In the log of the link's company only: with whom a subcontractor does the work is its own affair.
    let entry = Entry {
        company: link.company,
        kind: ActivityKind::Job,
        subject: Some(job.id.0),
        name: title.clone(),
        job: Some((job.id, title)),
        action,
        changes: reason
            .map(|reason| Change::to(ActivityField::Message, reason))
            .into_iter()
            .collect(),
    };
    record::record(&mut tx, Actor::guest(link.id, link.company, now), &entry).await?;
    tx.commit().await?;
    let answer = GuestAnswer { accepted, days: job.span() };
    Ok(Reply(Answered { state: GuestState::of(Some(answer), job.span()) }))
}

async fn add_note(
    guest: Guest<call::Notes>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<NoteForm>,
) -> ApiResult<impl ApiResponse> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let mut tx = app.db.write().await?;
    let (link, job) = holder.lock(&mut tx, now).await?;
    let id = NoteId(Uuid::now_v7());
    let author = Author::Guest(link.id, &link.name);
    let new = NewNote { id, author, content: &form.content, now };
    notes::add(&mut tx, &job, &new).await?;
    let note = Change::to(ActivityField::Note, form.content.as_str());
    let entry = Entry::of_job(&mut tx, &job, ActivityAction::Added, note).await?;
    record::record(&mut tx, Actor::guest(link.id, link.company, now), &entry).await?;
    let note = notes::find_one(&mut tx, job.id, id).await?;
    tx.commit().await?;
    Ok(named!("note": note))
}

async fn sign(
    guest: Guest<call::Sign>,
    State(app): State<App>,
    sent: UncheckedForm<SignAsGuest>,
) -> ApiResult<impl ApiResponse> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let mut tx = app.db.write().await?;
    let (link, job) = holder.lock(&mut tx, now).await?;
    let id = sent.row_id(|form| form.work_order_id.0)?;
    let order = work_orders::find_seen(&mut tx, &holder.viewer(), id).await?;
    if order.job.id != job.id {
        return Err(ApiError::NotFound);
    }
    let form = sent.checked()?;
    if let Err(text) = form.check_unchanged(order.items_version) {
        let order = work_orders::find(&mut tx, &holder.viewer(), id).await?;
        return Err(ApiError::changed_to(text, GuestWorkOrder::from(order)));
    }
    let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(id)).await?;
    let signed = sign_offs::sign_as_guest(&mut tx, &order, link.id, &form.name, now).await?;
    let Some((signature, is_new)) = signed else {
        return Err(ApiError::Conflict(Text::TooManySignatures));
    };
    if is_new {
        let event = GuestEvent::Signed(id, signature.id, &form.name);
        dispatch::guest_acted(&mut tx, &link, &job, event, now).await?;
        let by = Actor::guest(link.id, link.company, now);
        snapshot.record_done(&mut tx, by, ActivityAction::Signed, Vec::new()).await?;
    }
    tx.commit().await?;
    Ok(named!("signature": signature))
}

/// The job stays active until the contractor confirms it.
async fn complete(
    guest: Guest<call::Complete>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CompleteAsGuest>,
) -> ApiResult<impl ApiResponse> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let mut tx = app.db.write().await?;
    let (link, job) = holder.lock(&mut tx, now).await?;
    if job.status == JobStatus::Complete {
        return Err(ApiError::Conflict(Text::AlreadyComplete));
    }
    let note = Some(form.note.as_str()).filter(|note| !note.is_empty());
    changes::report_complete(&mut tx, &job, &link.name, note, now).await?;
    dispatch::guest_acted(&mut tx, &link, &job, GuestEvent::ReportedComplete, now).await?;
    let change = Change::to(ActivityField::Message, note.unwrap_or_default());
    let mut entry = Entry::of_job(&mut tx, &job, ActivityAction::Reported, change).await?;
    if note.is_none() {
        entry.changes.clear();
    }
    record::record(&mut tx, Actor::guest(link.id, link.company, now), &entry).await?;
    changes::announce(&mut tx, &link);
    let job = view::job(&mut tx, &app, &holder, now).await?;
    tx.commit().await?;
    Ok(named!("job": job))
}

/// The page was opened, and an order seen. A read of it says nothing: programs that preview links read, too.
async fn seen(guest: Guest<call::View>, State(app): State<App>) -> ApiResult<impl ApiResponse> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let mut tx = app.db.write().await?;
    let link = if holder.link.order().is_some() {
        orders::lock_and_see(&mut tx, &holder, now).await?
    } else {
        holder.lock(&mut tx, now).await?.0
    };
    changes::set_seen(&mut tx, &link, now).await?;
    let link = links::find_any(&mut tx, link.id).await?.ok_or(ApiError::NotFound)?;
    tx.commit().await?;
    Ok(named!("link": link.shown(now)))
}

/// The days of the job or, of a link that shows them, of all jobs of the crew member.
async fn calendar(
    guest: Guest<call::ViewJob>,
    State(app): State<App>,
) -> ApiResult<TypedResponse<Calendar>> {
    let (holder, now) = (guest.into_holder(), app.clock.now());
    let link = &holder.link;
    let mut tx = app.db.read().await?;
    let mut jobs = vec![jobs::find(&mut tx, &holder.viewer(), holder.job()?).await?];
    if link.all_jobs {
        let others = holder::jobs(&mut tx, link, link.today(now)).await?;
        let own = jobs[0].id;
        jobs.extend(others.into_iter().filter(|job| job.id != own));
    }
    drop(tx);
    // A holder learns of no other company, and of nobody who works for one.
    let jobs: Vec<Job> = jobs
        .into_iter()
        .map(|job| Job { contractor_company_name: String::new(), ..job.unassigned() })
        .collect();
    let heading = Heading {
        company: &link.company_name,
        zone: link.zone,
        role: link.role(),
        language: link.language,
    };
    let text = ical::calendar(heading, Revision { sequence: 0, changed: now }, &jobs, &[]);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(ical::MIME)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"calendar.ics\""),
        ),
    ];
    Ok(TypedResponse::of((headers, text)))
}
