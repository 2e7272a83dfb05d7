//! Links and whether they are alive, which depends on their job.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    companies::time_zone::TimeZone,
    guest_links::{
        lifetime::Lifetime,
        link::{GuestAction, GuestAnswer, GuestLink, GuestState},
    },
    limits::guest_links::LINKS,
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        date_range::Span,
        ids::{
            CompanyId, CrewMemberId, GuestLinkId, JobId, PurchaseOrderId, UserId, VendorContactId,
        },
        language::Language,
    },
};

use crate::{company_time, db::prelude::*, scope::Scope, token::TokenHash};

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A job.
    Job(JobId),
    /// A purchase order.
    Order(PurchaseOrderId),
}

/// A link, and what its life depends on.
#[derive(Clone, Debug)]
pub struct LinkRow {
    /// Its id.
    pub id: GuestLinkId,
    /// The company that made it.
    pub company: CompanyId,
    /// What kind of company that is.
    pub company_type: CompanyType,
    /// The company's name.
    pub company_name: String,
    /// The zone of its days.
    pub zone: TimeZone,
    /// What it opens.
    pub target: LinkTarget,
    /// The crew member it was made for.
    pub crew_member: Option<CrewMemberId>,
    /// The vendor's contact it was made for.
    pub vendor_contact: Option<VendorContactId>,
    /// The holder.
    pub name: String,
    /// Their phone number.
    pub phone: Option<String>,
    /// Where it is mailed to.
    pub email: Option<String>,
    /// Their language.
    pub language: Language,
    /// What they may do.
    pub may: Vec<GuestAction>,
    /// Whether it shows the crew member's other jobs.
    pub all_jobs: bool,
    /// Who made it.
    pub created_by: UserId,
    /// When.
    pub date_inserted: DateTime<Utc>,
    /// When its page was last opened.
    pub last_seen: Option<DateTime<Utc>>,
    /// The reason given with the last answer.
    pub reason: Option<String>,
    /// The days of its job.
    pub days: Option<Span>,
    answer: Option<GuestAnswer>,
    lifetime: Lifetime,
    /// Whether nothing but time ends it.
    is_active: bool,
}

fn span(start: Option<NaiveDate>, end: Option<NaiveDate>) -> Option<Span> {
    Some(Span { start_date: start?, end_date: end? })
}

impl FromRow for LinkRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let zone: TimeZone = row.get("time_zone")?;
        let date_inserted: DateTime<Utc> = row.get("date_inserted")?;
        let Json(may): Json<Vec<GuestAction>> = row.get("may")?;
        let job: Option<JobId> = row.get("job_id")?;
        let order: Option<PurchaseOrderId> = row.get("purchase_order_id")?;
        let target = match (job, order) {
            (Some(job), _) => LinkTarget::Job(job),
            (None, order) => LinkTarget::Order(order.unwrap_or_default()),
        };
        let crew_member: Option<CrewMemberId> = row.get("crew_member_id")?;
        let answer: Option<String> = row.get("answer")?;
        let answered = span(row.get("answered_start")?, row.get("answered_end")?);
        let days = span(row.get("start_date")?, row.get("end_date")?);
        let is_of_member: bool = row.get("is_of_member")?;
        let was_given_away: bool = row.get("was_given_away")?;
        let has_job: bool = row.get("has_job")?;
        let revoked_at: Option<DateTime<Utc>> = row.get("revoked_at")?;
        Ok(Self {
            id: row.get("id")?,
            company: row.get("company_id")?,
            company_type: row.get("company_type")?,
            company_name: row.get("company_name")?,
            zone,
            target,
            crew_member,
            vendor_contact: row.get("vendor_contact_id")?,
            name: row.get("name")?,
            phone: row.get("phone")?,
            email: row.get("email")?,
            language: row.get("language")?,
            may,
            all_jobs: row.get("all_jobs")?,
            created_by: row.get("created_by")?,
            date_inserted,
            last_seen: row.get("last_seen")?,
            reason: row.get("answer_reason")?,
            days,
            answer: answer.map(|word| GuestAnswer { accepted: word == "accepted", days: answered }),
            lifetime: Lifetime {
                expires_on: row.get("expires_on")?,
                made_on: company_time::local(date_inserted, zone).date(),
                job_end: days.map(|days| days.end_date),
            },
            is_active: revoked_at.is_none()
                && has_job
                && !was_given_away
                && (!is_of_member || crew_member.is_some()),
        })
    }
}

impl LinkRow {
    /// Whether it opens something now.
    #[must_use]
    pub fn is_alive(&self, now: DateTime<Utc>) -> bool {
        self.is_active && self.today(now) <= self.lifetime.last_day()
    }

    /// The company's day.
    #[must_use]
    pub fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        company_time::local(now, self.zone).date()
    }

    /// The last day in the company's zone.
    #[must_use]
    pub fn last_day(&self) -> NaiveDate {
        self.lifetime.last_day()
    }

    /// The holder's answer to the job's days.
    #[must_use]
    pub fn state(&self) -> GuestState {
        GuestState::of(self.answer, self.days)
    }

    /// The job, of a link to a job.
    #[must_use]
    pub const fn job(&self) -> Option<JobId> {
        match self.target {
            LinkTarget::Job(job) => Some(job),
            LinkTarget::Order(_) => None,
        }
    }

    /// The purchase order, of a link to one.
    #[must_use]
    pub const fn order(&self) -> Option<PurchaseOrderId> {
        match self.target {
            LinkTarget::Job(_) => None,
            LinkTarget::Order(order) => Some(order),
        }
    }

    /// The role that reads for the holder: what an admin of the company sees, of which less is shown.
    #[must_use]
    pub const fn role(&self) -> Role {
        Role::new(self.company_type, UserType::Admin)
    }

    /// The link for those who manage it.
    #[must_use]
    pub fn shown(&self, now: DateTime<Utc>) -> GuestLink {
        let (job_id, purchase_order_id) = match self.target {
            LinkTarget::Job(job) => (Some(job), None),
            LinkTarget::Order(order) => (None, Some(order)),
        };
        GuestLink {
            id: self.id,
            job_id,
            purchase_order_id,
            crew_member_id: self.crew_member,
            vendor_contact_id: self.vendor_contact,
            name: self.name.clone(),
            phone: self.phone.clone(),
            email: self.email.clone(),
            language: self.language,
            may: self.may.clone(),
            all_jobs: self.all_jobs,
            expires_on: self.lifetime.expires_on,
            ends_on: self.last_day(),
            created_by: self.created_by,
            date_inserted: self.date_inserted,
            last_seen: self.last_seen,
            state: self.state(),
            reason: self.reason.clone(),
            revoked: !self.is_alive(now),
            url: None,
        }
    }
}

/// A link with its company and its job. A company that no longer has the job has no link to it.
macro_rules! links {
    ($tail:expr) => {
        concat!(
            "SELECT guest_link.id, guest_link.company_id, guest_link.job_id,
                 guest_link.purchase_order_id, guest_link.crew_member_id, guest_link.is_of_member,
                 guest_link.vendor_contact_id, guest_link.name, guest_link.phone, guest_link.email,
                 guest_link.language, guest_link.may, guest_link.all_jobs, guest_link.expires_on,
                 guest_link.created_by, guest_link.date_inserted, guest_link.last_seen,
                 guest_link.answer, guest_link.answer_reason, guest_link.answered_start,
                 guest_link.answered_end, guest_link.revoked_at, company.company_type,
                 company.name AS company_name, company.time_zone, job.start_date, job.end_date,
                 (guest_link.job_id IS NOT NULL AND job.handovers <> guest_link.handovers)
                     AS was_given_away,
                 (job.company_id = guest_link.company_id
                  OR (job.assigned_company_id IS NOT NULL
                      AND job.assigned_company_id = guest_link.company_id)) AS has_job
             FROM guest_link
             JOIN company ON company.id = guest_link.company_id
             LEFT JOIN purchase_order ON purchase_order.id = guest_link.purchase_order_id
             JOIN job ON job.id = COALESCE(guest_link.job_id, purchase_order.job_id) ",
            $tail
        )
    };
}

/// The links to an order that have not been revoked, oldest first. A statement without a scope: the caller has locked
/// the order.
pub async fn of_order(tx: &mut Tx, order: PurchaseOrderId) -> DbResult<Vec<LinkRow>> {
    sql!(links!(
        "WHERE guest_link.purchase_order_id = $1 AND guest_link.revoked_at IS NULL
         ORDER BY guest_link.date_inserted, guest_link.id"
    ))
    .bind(order)
    .all(tx)
    .await
}

/// The company's links to a job or an order, oldest first, ended ones included.
pub async fn list(tx: &mut Tx, scope: Scope, target: LinkTarget) -> DbResult<Vec<LinkRow>> {
    let statement = match target {
        LinkTarget::Job(job) => sql!(links!(
            "WHERE guest_link.job_id = $1 AND guest_link.company_id = $2
             ORDER BY guest_link.date_inserted, guest_link.id LIMIT $3"
        ))
        .bind(job),
        LinkTarget::Order(order) => sql!(links!(
            "WHERE guest_link.purchase_order_id = $1 AND guest_link.company_id = $2
             ORDER BY guest_link.date_inserted, guest_link.id LIMIT $3"
        ))
        .bind(order),
    };
    statement.bind(scope).bind(LINKS).all(tx).await
}

/// One of the company's links.
pub async fn find_own(tx: &mut Tx, scope: Scope, id: GuestLinkId) -> DbResult<LinkRow> {
    sql!(links!("WHERE guest_link.company_id = $1 AND guest_link.id = $2"))
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// A link of any company, for events and for its holder. A statement without a scope: the scope is derived from it.
pub async fn find_any(tx: &mut Tx, id: GuestLinkId) -> DbResult<Option<LinkRow>> {
    sql!(links!("WHERE guest_link.id = $1")).bind(id).optional(tx).await
}

/// The link of a secret, alive or not. Without a scope: the scope is derived from it.
pub async fn of_secret(tx: &mut Tx, secret: TokenHash) -> DbResult<Option<LinkRow>> {
    sql!(links!(
        "JOIN guest_secret ON guest_secret.link_id = guest_link.id WHERE guest_secret.hash = $1"
    ))
    .bind(secret.bytes())
    .optional(tx)
    .await
}

/// The links to these jobs of one company that were not withdrawn, oldest first, for the consequences of a change. Without
/// a scope: of every company that made one.
pub async fn of_jobs(tx: &mut Tx, owner: CompanyId, jobs: &[JobId]) -> DbResult<Vec<LinkRow>> {
    sql!(links!(
        "WHERE job.company_id = $1 AND guest_link.job_id IN ({jobs}) AND guest_link.revoked_at IS NULL
         ORDER BY guest_link.date_inserted, guest_link.id"
    ))
    .bind(owner)
    .bind_list("jobs", jobs.iter().copied())
    .all(tx)
    .await
}
