//! Offers of a job to several companies. Every change of one is made under the lock of its job, so that of two
//! answers at once one comes second and finds the offer taken.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    permissions::permission::CompanyType,
    planning::offers::{
        AskedCompany, JobOffer, OfferAnswer, OfferState, OfferedJob, ReceivedOffer,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, ConnectionId, JobId, JobOfferId, UserId},
        limits::LIMITS,
    },
};
use uuid::Uuid;

use crate::{
    db::{bind::ToArg as _, prelude::*},
    jobs::changes::{self, JobState},
    planning::{
        offer_ends::{close, open_of_job},
        offer_news::OfferMaker,
    },
    scope::Scope,
};

/// The most offers that one transaction of the task ends.
const DUE_AT_ONCE: i64 = 100;

struct ConnectedSide {
    id: ConnectionId,
    other_id: CompanyId,
}

columns! {
    ConnectedSide { id, other_id }
}

/// The subcontractors of these accepted connections of the company, in the order of the connections; `None` if any is
/// not one. The connections cannot be removed until the transaction ends.
pub async fn connected_subcontractors(
    tx: &mut Tx,
    scope: Scope,
    connections: &[ConnectionId],
) -> DbResult<Option<Vec<CompanyId>>> {
    let sides: Vec<ConnectedSide> = sql!(
        "SELECT id, CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS other_id
         FROM connection
         WHERE id IN ({ids}) AND (sender_id = $1 OR recipient_id = $1) AND accepted
         ORDER BY id {keep}"
    )
    .bind(scope)
    .bind_list("ids", connections.iter().copied())
    .all(tx)
    .await?;
    let of: HashMap<ConnectionId, CompanyId> =
        sides.into_iter().map(|side| (side.id, side.other_id)).collect();
    let companies: Option<Vec<CompanyId>> =
        connections.iter().map(|connection| of.get(connection).copied()).collect();
    let Some(companies) = companies else { return Ok(None) };
    let subcontractors: Vec<CompanyId> =
        sql!("SELECT id AS value FROM company WHERE id IN ({ids}) AND company_type = $1")
            .bind(CompanyType::Subcontractor)
            .bind_list("ids", companies.iter().copied())
            .values(tx)
            .await?;
    Ok((subcontractors.len() == companies.len()).then_some(companies))
}

/// An offer to be stored.
#[derive(Clone, Debug)]
pub struct NewOfferRow<'a> {
    /// The companies to ask.
    pub companies: &'a [CompanyId],
    /// The days to choose from.
    pub days: &'a [Span],
    /// When it ends.
    pub ends_at: DateTime<Utc>,
    /// Who makes it.
    pub created_by: UserId,
    /// When.
    pub now: DateTime<Utc>,
}

/// Adds an offer of a locked job without an open one, and asks the companies.
pub async fn insert(tx: &mut Tx, job: &JobState, new: &NewOfferRow<'_>) -> DbResult<JobOfferId> {
    job.announce_to_viewers(tx);
    let id = JobOfferId(Uuid::now_v7());
    sql!(
        "INSERT INTO job_offer (id, job_id, company_id, state, days, ends_at, created_by, date_inserted)
         VALUES ($1, $2, $3, 'open', $4, $5, $6, $7)"
    )
    .bind(id)
    .bind(job.id)
    .bind(job.company_id)
    .bind(Json(new.days))
    .bind(new.ends_at)
    .bind(new.created_by)
    .bind(new.now)
    .run_one(tx)
    .await?;
    let rows = (0_i64..).zip(new.companies);
    sql!(
        "INSERT INTO asked_company (offer_id, company_id, place, answer)
         VALUES {rows: ($1, ?, ?, 'asked')}"
    )
    .bind(id)
    .bind_rows(rows.map(|(place, company)| [company.to_arg(), place.to_arg()]))
    .run(tx)
    .await?;
    let maker =
        OfferMaker { id, job_id: job.id, company_id: job.company_id, created_by: new.created_by };
    maker.ask(tx, new.now).await?;
    Ok(id)
}

/// Whether a locked job has an open offer. One whose time is over is ended by that.
pub async fn has_open(tx: &mut Tx, job: &JobState, now: DateTime<Utc>) -> DbResult<bool> {
    let Some(open) = open_of_job(tx, job.id).await? else { return Ok(false) };
    Ok(!end_if_due(tx, job, &open, now).await?)
}

/// Ends an open offer of a locked job whose time is over, and tells both sides. False if it goes on.
async fn end_if_due(
    tx: &mut Tx,
    job: &JobState,
    open: &OfferMaker,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let is_due = sql!("SELECT id AS value FROM job_offer WHERE id = $1 AND ends_at <= $2")
        .bind(open.id)
        .bind(now)
        .exists(tx)
        .await?;
    if is_due {
        job.announce_to_viewers(tx);
        close(tx, open.id, OfferState::Ended).await?;
        open.tell_over(tx, None, now).await?;
        open.tell_expired(tx, now).await?;
    }
    Ok(is_due)
}

/// The jobs with an open offer whose time is over: a batch, the earliest first.
pub async fn due_jobs(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<Vec<JobId>> {
    sql!(
        "SELECT job_id AS value FROM job_offer WHERE state = 'open' AND ends_at <= $1
         ORDER BY ends_at LIMIT $2"
    )
    .bind(now)
    .bind(DUE_AT_ONCE)
    .values(tx)
    .await
}

/// Ends the open offer of a job, if its time is over.
pub async fn end_due(tx: &mut Tx, job: JobId, now: DateTime<Utc>) -> DbResult<()> {
    match changes::lock_any(tx, job).await {
        Ok(job) => has_open(tx, &job, now).await.map(drop),
        // It was deleted meanwhile, with its offers.
        Err(DbError::Missing) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The state as everybody sees it: one whose time is over has ended, also before the task has stored that.
fn state_at(stored: OfferState, ends_at: DateTime<Utc>, now: DateTime<Utc>) -> OfferState {
    if stored == OfferState::Open && ends_at <= now { OfferState::Ended } else { stored }
}

/// An offer of the company, as its contractor sees it, without the companies.
fn read_offer(row: Row<'_>) -> DbResult<JobOffer> {
    let Json(days) = row.get("days")?;
    Ok(JobOffer {
        id: row.get("id")?,
        job_id: row.get("job_id")?,
        state: row.get("state")?,
        days,
        until: row.get("ends_at")?,
        taken_by: row.get("taken_by")?,
        companies: Vec::new(),
    })
}

struct OfferRow(JobOffer);

impl FromRow for OfferRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        read_offer(row).map(Self)
    }
}

struct AskedRow {
    offer_id: JobOfferId,
    company_id: CompanyId,
    name: String,
    answer: OfferAnswer,
}

columns! {
    AskedRow { offer_id, company_id, name, answer }
}

async fn with_companies(
    tx: &mut Tx,
    rows: Vec<OfferRow>,
    now: DateTime<Utc>,
) -> DbResult<Vec<JobOffer>> {
    let asked: Vec<AskedRow> = sql!(
        "SELECT asked_company.offer_id, asked_company.company_id, company.name, asked_company.answer
         FROM asked_company JOIN company ON company.id = asked_company.company_id
         WHERE asked_company.offer_id IN ({offers})
         ORDER BY asked_company.offer_id, asked_company.place"
    )
    .bind_list("offers", rows.iter().map(|OfferRow(offer)| offer.id))
    .all(tx)
    .await?;
    let mut of: HashMap<JobOfferId, Vec<AskedCompany>> = HashMap::new();
    for AskedRow { offer_id, company_id, name, answer } in asked {
        of.entry(offer_id).or_default().push(AskedCompany { company_id, name, state: answer });
    }
    let offers = rows.into_iter().map(|OfferRow(offer)| JobOffer {
        state: state_at(offer.state, offer.until, now),
        companies: of.remove(&offer.id).unwrap_or_default(),
        ..offer
    });
    Ok(offers.collect())
}

/// The offers of one of the company's own jobs, newest first: two statements.
pub async fn list(
    tx: &mut Tx,
    scope: Scope,
    job: JobId,
    now: DateTime<Utc>,
) -> DbResult<Vec<JobOffer>> {
    let rows = sql!(
        "SELECT id, job_id, state, days, ends_at, taken_by FROM job_offer
         WHERE company_id = $1 AND job_id = $2
         ORDER BY date_inserted DESC, id DESC LIMIT $3"
    )
    .bind(scope)
    .bind(job)
    .bind(LIMITS.listed_offers)
    .all(tx)
    .await?;
    with_companies(tx, rows, now).await
}

/// One of the company's own offers.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    offer: JobOfferId,
    now: DateTime<Utc>,
) -> DbResult<JobOffer> {
    let row = sql!(
        "SELECT id, job_id, state, days, ends_at, taken_by FROM job_offer
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(offer)
    .one(tx)
    .await?;
    with_companies(tx, vec![row], now).await?.pop().ok_or(DbError::Missing)
}

/// Withdraws the open offer of a locked job, and tells the companies. False if this one is not open.
pub async fn withdraw(
    tx: &mut Tx,
    job: &JobState,
    offer: JobOfferId,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let open = open_of_job(tx, job.id).await?.filter(|open| open.id == offer);
    let Some(open) = open else { return Ok(false) };
    if end_if_due(tx, job, &open, now).await? {
        return Ok(false);
    }
    job.announce_to_viewers(tx);
    close(tx, offer, OfferState::Withdrawn).await?;
    open.tell_over(tx, None, now).await?;
    Ok(true)
}

macro_rules! received {
    ($where:literal) => {
        concat!(
            "SELECT job_offer.id, job_offer.state, job_offer.days, job_offer.ends_at,
                 owner.name AS owner_name, job.title, job.city, job.state AS job_state, job.zip
             FROM asked_company
             JOIN job_offer ON job_offer.id = asked_company.offer_id
             JOIN job ON job.id = job_offer.job_id
             JOIN company AS owner ON owner.id = job_offer.company_id
             WHERE asked_company.company_id = $1
                 AND EXISTS (SELECT 1 FROM connection
                             WHERE connection.accepted
                                 AND ((connection.sender_id = $1
                                       AND connection.recipient_id = job_offer.company_id)
                                      OR (connection.recipient_id = $1
                                          AND connection.sender_id = job_offer.company_id))) ",
            $where
        )
    };
}

struct ReceivedRow(ReceivedOffer);

impl FromRow for ReceivedRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let Json(days) = row.get("days")?;
        Ok(Self(ReceivedOffer {
            id: row.get("id")?,
            state: row.get("state")?,
            days,
            until: row.get("ends_at")?,
            contractor_company_name: row.get("owner_name")?,
            job: OfferedJob {
                title: row.get("title")?,
                city: row.get("city")?,
                state: row.get("job_state")?,
                zip: row.get("zip")?,
            },
        }))
    }
}

impl ReceivedRow {
    fn shown(self, now: DateTime<Utc>) -> ReceivedOffer {
        let Self(offer) = self;
        ReceivedOffer { state: state_at(offer.state, offer.until, now), ..offer }
    }
}

/// The offers that the company was asked and has not declined, newest first: one statement.
pub async fn received(
    tx: &mut Tx,
    scope: Scope,
    now: DateTime<Utc>,
) -> DbResult<Vec<ReceivedOffer>> {
    let rows: Vec<ReceivedRow> = sql!(received!(
        "AND asked_company.answer <> 'declined'
         ORDER BY job_offer.date_inserted DESC, job_offer.id DESC LIMIT $2"
    ))
    .bind(scope)
    .bind(LIMITS.listed_offers)
    .all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| row.shown(now)).collect())
}

/// One of the offers that the company was asked.
pub async fn find_received(
    tx: &mut Tx,
    scope: Scope,
    offer: JobOfferId,
    now: DateTime<Utc>,
) -> DbResult<ReceivedOffer> {
    let row: ReceivedRow =
        sql!(received!("AND asked_company.offer_id = $2")).bind(scope).bind(offer).one(tx).await?;
    Ok(row.shown(now))
}
