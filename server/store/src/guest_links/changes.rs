//! Changes of links. Their job is locked first.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    guest_links::link::GuestAction,
    limits::guest_links::LINKS,
    types::{
        date_range::Span,
        ids::{CrewMemberId, GuestLinkId, JobId, UserId, VendorContactId},
        language::Language,
    },
};

use crate::{
    db::prelude::*,
    guest_links::{
        links::{self, LinkRow, LinkTarget},
        secrets,
    },
    jobs::changes::{self, JobState},
    scope::Scope,
    token::TokenHash,
};

/// A link to be stored.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// Its id.
    pub id: GuestLinkId,
    /// What it opens.
    pub target: LinkTarget,
    /// The crew member it is made for.
    pub crew_member: Option<CrewMemberId>,
    /// The vendor's contact it is made for.
    pub vendor_contact: Option<VendorContactId>,
    /// The holder.
    pub name: String,
    /// Their phone number, normalized.
    pub phone: Option<String>,
    /// Where it is mailed to.
    pub email: Option<String>,
    /// Their language.
    pub language: Language,
    /// What they may do.
    pub may: Vec<GuestAction>,
    /// Whether it shows the crew member's other jobs.
    pub all_jobs: bool,
    /// The chosen last day.
    pub expires_on: Option<NaiveDate>,
    /// Who makes it.
    pub created_by: UserId,
    /// When.
    pub now: DateTime<Utc>,
}

/// Tells the company's people that a link changed.
pub fn announce(tx: &mut Tx, link: &LinkRow) {
    tx.publish(Event::GuestLink { link: link.id, company: link.company });
}

/// Adds a link to a locked job or one of its orders. False if there are too many.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    job: JobId,
    new: &NewLink,
    secret: TokenHash,
) -> DbResult<bool> {
    if links::list(tx, scope, new.target).await?.len() >= usize::try_from(LINKS).unwrap_or(0) {
        return Ok(false);
    }
    let (job_id, order_id) = match new.target {
        LinkTarget::Job(job) => (Some(job), None),
        LinkTarget::Order(order) => (None, Some(order)),
    };
    sql!(
        "INSERT INTO guest_link
             (id, company_id, job_id, purchase_order_id, crew_member_id, is_of_member,
              vendor_contact_id, name, phone, email, language, may, all_jobs, expires_on,
              created_by, date_inserted, handovers)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
                 (SELECT handovers FROM job WHERE id = $17))"
    )
    .bind(new.id)
    .bind(scope)
    .bind(job_id)
    .bind(order_id)
    .bind(new.crew_member)
    .bind(new.crew_member.is_some())
    .bind(new.vendor_contact)
    .bind(&new.name)
    .bind(&new.phone)
    .bind(&new.email)
    .bind(new.language)
    .bind(Json(&new.may))
    .bind(new.all_jobs)
    .bind(new.expires_on)
    .bind(new.created_by)
    .bind(new.now)
    .bind(job)
    .run_one(tx)
    .await?;
    secrets::insert(tx, new.id, secret, new.now).await?;
    tx.publish(Event::GuestLink { link: new.id, company: scope.company() });
    Ok(true)
}

/// Locks one of the company's links, whose job is locked, and reads it again.
pub async fn lock_own(tx: &mut Tx, scope: Scope, id: GuestLinkId) -> DbResult<LinkRow> {
    let _: GuestLinkId =
        sql!("SELECT id AS value FROM guest_link WHERE company_id = $1 AND id = $2 {lock}")
            .bind(scope)
            .bind(id)
            .value(tx)
            .await?;
    links::find_own(tx, scope, id).await
}

/// Locks a link to a job for a call of its holder, with the job, if the secret still opens it.
///
/// # Errors
/// [`DbError::Missing`] if the link has ended meanwhile.
pub async fn lock_alive(
    tx: &mut Tx,
    id: GuestLinkId,
    job: JobId,
    secret: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<(LinkRow, JobState)> {
    let job = changes::lock_any(tx, job).await?;
    Ok((lock_alive_link(tx, id, secret, now).await?, job))
}

/// Locks a link for a call of its holder, if the secret still opens it. What it opens is locked first.
///
/// # Errors
/// [`DbError::Missing`] if the link has ended meanwhile.
pub async fn lock_alive_link(
    tx: &mut Tx,
    id: GuestLinkId,
    secret: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<LinkRow> {
    let _: GuestLinkId =
        sql!("SELECT id AS value FROM guest_link WHERE id = $1 {lock}").bind(id).value(tx).await?;
    let link = links::find_any(tx, id).await?.filter(|link| link.is_alive(now));
    let link = link.ok_or(DbError::Missing)?;
    if secrets::opens(tx, id, secret).await? { Ok(link) } else { Err(DbError::Missing) }
}

/// Ends a link with all its secrets.
pub async fn revoke(tx: &mut Tx, link: &LinkRow, now: DateTime<Utc>) -> DbResult<()> {
    announce(tx, link);
    secrets::delete_of(tx, link.id).await?;
    sql!("UPDATE guest_link SET revoked_at = $3 WHERE company_id = $1 AND id = $2")
        .bind(link.company)
        .bind(link.id)
        .bind(now)
        .run_one(tx)
        .await
}

/// Gives a link another secret, and ends the former ones.
pub async fn renew(
    tx: &mut Tx,
    link: &LinkRow,
    secret: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<()> {
    announce(tx, link);
    secrets::delete_of(tx, link.id).await?;
    secrets::insert(tx, link.id, secret, now).await
}

/// Stores the holder's answer for the days of the job.
pub async fn set_answer(
    tx: &mut Tx,
    link: &LinkRow,
    accepted: bool,
    days: Option<Span>,
    reason: Option<&str>,
) -> DbResult<()> {
    announce(tx, link);
    sql!(
        "UPDATE guest_link SET answer = $3, answer_reason = $4, answered_start = $5,
             answered_end = $6
         WHERE company_id = $1 AND id = $2"
    )
    .bind(link.company)
    .bind(link.id)
    .bind(if accepted { "accepted" } else { "declined" })
    .bind(reason.map(str::to_owned))
    .bind(days.map(|days| days.start_date))
    .bind(days.map(|days| days.end_date))
    .run_one(tx)
    .await
}

/// Stores that the link's page was opened.
pub async fn set_seen(tx: &mut Tx, link: &LinkRow, now: DateTime<Utc>) -> DbResult<()> {
    announce(tx, link);
    sql!("UPDATE guest_link SET last_seen = $3 WHERE company_id = $1 AND id = $2")
        .bind(link.company)
        .bind(link.id)
        .bind(now)
        .run_one(tx)
        .await
}

/// Stores that the holder reports the job as complete.
pub async fn report_complete(
    tx: &mut Tx,
    job: &JobState,
    name: &str,
    note: Option<&str>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    job.announce_change(tx, ChangeType::JobUpdated);
    sql!(
        "UPDATE job SET reported_complete_by = $3, reported_complete_note = $4,
             reported_complete_at = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(job.company_id)
    .bind(job.id)
    .bind(name)
    .bind(note.map(str::to_owned))
    .bind(now)
    .run_one(tx)
    .await
}
