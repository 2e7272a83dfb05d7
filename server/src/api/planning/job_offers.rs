//! `/api/job_offers`: offers of a job to several connected subcontractors, of which the first that accepts gets it
//! (contract-2, section 3).
//!
//! An asked company sees what the offer is about, and nothing of the others or of the job before it has it. Whatever
//! decides an answer is read under the lock of the job.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind},
    },
    i18n::rules::Text,
    jobs::{assignment::AssignmentState, job::JobStatus},
    planning::{
        availability::AvailabilityQuery,
        offer_forms::{AnswerOffer, NewOffer},
    },
    types::ids::{JobId, JobOfferId},
};
use store::{
    activity::{
        record::{self, Entry},
        subject::Subject,
    },
    companies::{companies, connected},
    company_time,
    db::Tx,
    jobs::changes::{self, JobState},
    planning::{
        offer_answers,
        offers::{self, NewOfferRow},
    },
};

use crate::{
    http::prelude::*,
    notify::{dispatch, guest_mails},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/job_offers/create", create)
        .get("/api/job_offers/received", received)
        .post("/api/job_offers/answer", answer)
        .get("/api/job_offers/{id}", list)
        .delete("/api/job_offers/{id}", withdraw)
}

/// Records what was done with an offer in the contractor's log, and in that of the company that did it.
async fn record_offer<G>(
    tx: &mut Tx,
    app: &App,
    caller: &Caller<G>,
    (offer, job): (JobOfferId, &JobState),
    action: ActivityAction,
    changes: Vec<Change>,
) -> ApiResult<()> {
    let title = changes::title(tx, job).await?;
    let entry = Entry {
        company: job.company_id,
        kind: ActivityKind::JobOffer,
        subject: Some(offer.0),
        name: title.clone(),
        job: Some((job.id, title)),
        action,
        changes,
    };
    record::record(tx, caller.action_context(&app.clock), &entry).await?;
    Ok(())
}

async fn create(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    sent: UncheckedForm<NewOffer>,
) -> ApiResult<impl ApiResponse> {
    let (now, scope) = (app.clock.now(), caller.scope());
    let mut tx = app.db.write().await?;
    // The connections are kept before the job is locked, in the order in which removing one locks them.
    let chosen = sent.peek(|form| form.read().ok()).map(|terms| terms.connections);
    let companies = match chosen {
        Some(chosen) => offers::connected_subcontractors(&mut tx, scope, &chosen).await?,
        None => None,
    };
    let id = sent.row_id(|form| form.0.job_id.0)?;
    let job = changes::find_own(&mut tx, scope, id).await?;
    let terms = sent.checked()?.read()?;
    let companies = companies.ok_or_else(AvailabilityQuery::unknown_connection)?;
    let zone = companies::time_zone(&mut tx, scope).await?;
    let ends_at = terms.until.check(now, |day| company_time::begin(day, zone))?;
    if job.status == JobStatus::Complete || job.assignment_state() == AssignmentState::Accepted {
        return Err(ApiError::Conflict(Text::NothingToOffer));
    }
    if offers::has_open(&mut tx, &job, now).await? {
        return Err(ApiError::Conflict(Text::OfferIsOpen));
    }
    let (companies, days, created_by) = (&companies, &terms.days, caller.user());
    let new = NewOfferRow { companies, days, ends_at, created_by, now };
    let id = offers::insert(&mut tx, &job, &new).await?;
    let offer = offers::find(&mut tx, scope, id, now).await?;
    let names: Vec<&str> = offer.companies.iter().map(|asked| asked.name.as_str()).collect();
    let asked = vec![Change::to(ActivityField::SentTo, names.join(", "))];
    record_offer(&mut tx, &app, &caller, (id, &job), ActivityAction::Sent, asked).await?;
    tx.commit().await?;
    Ok(named!("offer": offer))
}

async fn list(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    PathId(id): PathId<JobId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    changes::find_own(&mut tx, caller.scope(), id).await?;
    Ok(named!("offers": offers::list(&mut tx, caller.scope(), id, app.clock.now()).await?))
}

async fn withdraw(
    caller: Caller<gate::JobsAssign>,
    State(app): State<App>,
    PathId(id): PathId<JobOfferId>,
) -> ApiResult<impl ApiResponse> {
    let (now, scope) = (app.clock.now(), caller.scope());
    let mut tx = app.db.write().await?;
    let job = offers::find(&mut tx, scope, id, now).await?.job_id;
    let job = changes::find_own(&mut tx, scope, job).await?;
    if !offers::withdraw(&mut tx, &job, id, now).await? {
        return Err(ApiError::Conflict(Text::OfferIsOver));
    }
    let (action, none) = (ActivityAction::Deleted, Vec::new());
    record_offer(&mut tx, &app, &caller, (id, &job), action, none).await?;
    tx.commit().await?;
    Ok(named!("id": id))
}

async fn received(
    caller: Caller<gate::JobsAcceptDecline>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("offers": offers::received(&mut tx, caller.scope(), app.clock.now()).await?))
}

async fn answer(
    caller: Caller<gate::JobsAcceptDecline>,
    State(app): State<App>,
    sent: UncheckedForm<AnswerOffer>,
) -> ApiResult<impl ApiResponse> {
    let id = sent.row_id(|form| form.id.0)?;
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    let mut tx = app.db.write().await?;
    let offered = offer_answers::offered_by(&mut tx, scope, id).await?;
    if !connected::keep_connection(&mut tx, scope, offered.company_id).await? {
        return Err(ApiError::NotFound);
    }
    let job = changes::lock_any(&mut tx, offered.job_id).await?;
    let offer = offer_answers::lock(&mut tx, scope, id).await?;
    let window = sent.checked()?.window(&offer.days)?;
    if !offer.is_open(act.now) {
        return Err(ApiError::Conflict(Text::OfferIsOver));
    }
    if let Some(days) = window {
        let snapshot = record::snapshot(&mut tx, Subject::Job(job.id)).await?;
        offer.accept(&mut tx, scope, &job, days, act).await?;
        snapshot.record_as(&mut tx, act, ActivityAction::Accepted).await?;
        dispatch::job_answered(&mut tx, act, &job, true).await?;
        guest_mails::job_moved(&mut tx, &app, &job, Some(days), act.now).await?;
    } else {
        offer.decline(&mut tx, scope, &job, act).await?;
        let (action, none) = (ActivityAction::Declined, Vec::new());
        record_offer(&mut tx, &app, &caller, (id, &job), action, none).await?;
    }
    let offer = offers::find_received(&mut tx, scope, id, act.now).await?;
    tx.commit().await?;
    Ok(named!("offer": offer))
}
