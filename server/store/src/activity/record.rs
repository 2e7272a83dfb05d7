//! Writes the activity log: each entry in the transaction of the change, so that neither is stored without
//! the other. Entries are only added; [`erasure`](crate::activity::erasure) anonymizes users who delete
//! their account.
//!
//! [`snapshot`] reads a row before it changes and [`Snapshot::record`] after it, and records the difference,
//! if any. What is not a value of one row (a note, an order that was sent, an import) is recorded with
//! [`record`].

use chrono::{DateTime, Utc};
use domain::{
    activity::{
        activity::{Change, action_of, differences},
        labels::{ActivityAction, ActivityField, ActivityKind},
        visibility::{is_shared, without_former_holder},
    },
    companies::people::User,
    jobs::forms::NewJob,
    permissions::permission::UserType,
    types::{
        field::WireEnum as _,
        ids::{ApiKeyId, CompanyId, ConnectionId, GuestLinkId, JobId, UserId},
        normalize::fold,
    },
};
use uuid::Uuid;

use crate::{
    activity::{field_values::FieldValues, snapshot, subject::Subject},
    actor::ActionContext,
    db::prelude::*,
    jobs::changes::{self, JobState},
    scope::Scope,
};

/// How many characters of a name or a value are searched.
const SEARCHED: usize = 1_000;

/// The user who makes a change, and the time.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// The user; `None` for a person without an account.
    pub user: Option<UserId>,
    /// The link whose holder does it.
    pub link: Option<GuestLinkId>,
    /// The user's company.
    pub company: Option<CompanyId>,
    /// The time.
    pub now: DateTime<Utc>,
    /// The API key that the user's software used.
    pub api_key: Option<ApiKeyId>,
}

impl From<ActionContext> for Actor {
    fn from(act: ActionContext) -> Self {
        let ActionContext { user, company, now, api_key } = act;
        Self { user: Some(user), company: Some(company), now, api_key, link: None }
    }
}

impl Actor {
    /// The holder of a link that this company made.
    #[must_use]
    pub const fn guest(link: GuestLinkId, company: CompanyId, now: DateTime<Utc>) -> Self {
        Self { user: None, link: Some(link), company: Some(company), now, api_key: None }
    }
}

/// An entry to record.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The company whose log it belongs to.
    pub company: CompanyId,
    /// The kind of the subject.
    pub kind: ActivityKind,
    /// The subject's id; `None` for several at once.
    pub subject: Option<Uuid>,
    /// The subject's name.
    pub name: String,
    /// The job it belongs to, and the job's title.
    pub job: Option<(JobId, String)>,
    /// The action.
    pub action: ActivityAction,
    /// The old and new values.
    pub changes: Vec<Change>,
}

impl Entry {
    /// An entry about a subject with snapshots.
    fn of(
        subject: Subject,
        values: FieldValues,
        action: ActivityAction,
        changes: Vec<Change>,
    ) -> Self {
        let FieldValues { company, name, job, .. } = values;
        let (kind, subject) = (subject.kind(), Some(subject.id()));
        Self { company, kind, subject, name, job, action, changes }
    }

    /// An entry about a job.
    pub async fn of_job(
        tx: &mut Tx,
        job: &JobState,
        action: ActivityAction,
        change: Change,
    ) -> DbResult<Self> {
        let title = changes::title(tx, job).await?;
        Ok(Self {
            company: job.company_id,
            kind: ActivityKind::Job,
            subject: Some(job.id.0),
            name: title.clone(),
            job: Some((job.id, title)),
            action,
            changes: vec![change],
        })
    }

    /// A job that was created from its form.
    #[must_use]
    pub fn new_job(company: CompanyId, id: JobId, form: &NewJob) -> Self {
        let values = [
            (ActivityField::Title, &form.title),
            (ActivityField::Address, &form.address),
            (ActivityField::City, &form.city),
            (ActivityField::State, &form.state),
            (ActivityField::Zip, &form.zip),
        ];
        let filled = values.into_iter().filter(|(_, value)| !value.is_empty());
        Self {
            company,
            kind: ActivityKind::Job,
            subject: Some(id.0),
            name: form.title.clone(),
            job: Some((id, form.title.clone())),
            action: ActivityAction::Created,
            changes: filled.map(|(field, value)| Change::to(field, value.as_str())).collect(),
        }
    }

    /// A user who joined the company.
    #[must_use]
    pub fn joined(company: CompanyId, user: &User) -> Self {
        Self {
            company,
            kind: ActivityKind::Member,
            subject: Some(user.id.0),
            name: format!("{} {}", user.first_name, user.last_name).trim().to_owned(),
            job: None,
            action: ActivityAction::Joined,
            changes: vec![
                Change::to(ActivityField::Email, user.email.as_str()),
                Change::to(ActivityField::UserType, user.user_type.as_word()),
            ],
        }
    }

    /// An invitation, by the invited address.
    #[must_use]
    pub fn invitation(
        company: CompanyId,
        email: &str,
        action: ActivityAction,
        user_type: UserType,
    ) -> Self {
        Self {
            company,
            kind: ActivityKind::Invitation,
            subject: None,
            name: email.to_owned(),
            job: None,
            action,
            changes: vec![Change::to(ActivityField::UserType, user_type.as_word())],
        }
    }

    /// A change of the connection with another company.
    #[must_use]
    pub fn connection(
        company: CompanyId,
        connection: ConnectionId,
        other: String,
        action: ActivityAction,
        changes: Vec<Change>,
    ) -> Self {
        let (kind, subject) = (ActivityKind::Connection, Some(connection.0));
        Self { company, kind, subject, name: other, job: None, action, changes }
    }

    /// A link to a job or an order of this title, for this holder.
    #[must_use]
    pub fn guest_link(
        company: CompanyId,
        (link, holder): (GuestLinkId, &str),
        job: (JobId, String),
        action: ActivityAction,
        changes: Vec<Change>,
    ) -> Self {
        let (kind, subject, job) = (ActivityKind::GuestLink, Some(link.0), Some(job));
        Self { company, kind, subject, name: holder.to_owned(), job, action, changes }
    }

    /// An import of `count` rows, or its undo, which deletes or changes so many.
    #[must_use]
    pub fn import(
        company: CompanyId,
        kind: ActivityKind,
        action: ActivityAction,
        count: usize,
    ) -> Self {
        Self {
            company,
            kind,
            subject: None,
            name: String::new(),
            job: None,
            action,
            changes: vec![Change::to(ActivityField::Count, count.to_string())],
        }
    }
}

/// Records an entry. A change of another company's job is recorded in both logs.
pub async fn record(tx: &mut Tx, by: impl Into<Actor>, entry: &Entry) -> DbResult<()> {
    let by = by.into();
    insert(tx, Uuid::now_v7(), by, entry.company, entry).await?;
    match by.company {
        Some(own) if own != entry.company && entry.job.is_some() => {
            let changes = without_former_holder(&entry.changes);
            let copy = Entry { changes, ..entry.clone() };
            insert(tx, Uuid::now_v7(), by, own, &copy).await
        }
        _ => Ok(()),
    }
}

/// Records an entry with a past time, under an id of that time.
pub async fn record_past(tx: &mut Tx, by: Actor, entry: &Entry) -> DbResult<()> {
    let (seconds, nanos) = (by.now.timestamp().unsigned_abs(), by.now.timestamp_subsec_nanos());
    let then = uuid::Timestamp::from_unix(uuid::NoContext, seconds, nanos);
    insert(tx, Uuid::new_v7(then), by, entry.company, entry).await
}

async fn insert(
    tx: &mut Tx,
    id: Uuid,
    by: Actor,
    company: CompanyId,
    entry: &Entry,
) -> DbResult<()> {
    tx.set_time(by.now);
    let job = entry.job.as_ref();
    sql!(
        "INSERT INTO activity
             (id, company_id, at, actor_id, actor_name, actor_company_id, actor_company_name, kind,
              subject_id, subject_name, job_id, job_title, on_job, shared_with, action, changes, words,
              api_key_id, api_key_name)
         VALUES ($1, $2, $3, $4,
                 COALESCE((SELECT first_name || ' ' || last_name FROM person WHERE id = $4),
                          (SELECT 'by link: ' || name FROM guest_link WHERE id = $16), ''),
                 $5, COALESCE((SELECT name FROM company WHERE id = $5), ''), $6, $7, $8, $9, $10,
                 EXISTS (SELECT 1 FROM job WHERE id = $9 AND company_id = $2),
                 (SELECT assigned_company_id FROM job WHERE id = $9 AND company_id = $2 AND $11),
                 $12, $13, $14, $15, (SELECT name FROM api_key WHERE id = $15))"
    )
    .bind(id)
    .bind(company)
    .bind(by.now)
    .bind(by.user)
    .bind(by.company)
    .bind(entry.kind)
    .bind(entry.subject)
    .bind(&entry.name)
    .bind(job.map(|(id, _)| *id))
    .bind(job.map(|(_, title)| title.clone()))
    .bind(is_shared(entry.kind, &entry.changes))
    .bind(entry.action)
    .bind(Json(&entry.changes))
    .bind(words(entry))
    .bind(by.api_key)
    .bind(by.link)
    .run_one(tx)
    .await
}

/// The names and values of an entry, folded for the search.
fn words(entry: &Entry) -> String {
    let title = entry.job.iter().map(|(_, title)| title.as_str());
    let values = entry.changes.iter().flat_map(|change| [&change.from, &change.to]);
    let values = values.flatten().map(String::as_str);
    let mut words = String::new();
    for text in std::iter::once(entry.name.as_str()).chain(title).chain(values) {
        words.push_str(&searched(text));
        words.push('\n');
    }
    words
}

/// A name or a value, folded for the search.
pub(crate) fn searched(text: &str) -> String {
    fold(text).chars().take(SEARCHED).collect()
}

/// A row before its change.
#[derive(Debug)]
#[must_use = "record the difference after the change"]
pub struct Snapshot {
    subject: Subject,
    before: Option<FieldValues>,
}

/// Reads a row before its change; the caller has checked that it may change it.
pub async fn snapshot(tx: &mut Tx, subject: Subject) -> DbResult<Snapshot> {
    let before = snapshot::find(tx, subject).await?;
    Ok(Snapshot { subject, before })
}

/// Finds and locks one of the company's own jobs, and reads it before its change.
pub async fn lock_own_job(tx: &mut Tx, scope: Scope, job: JobId) -> DbResult<(JobState, Snapshot)> {
    let (state, before) = snapshot::lock_own_job(tx, scope, job).await?;
    Ok((state, Snapshot { subject: Subject::Job(job), before: Some(before) }))
}

/// Records that a row was created.
pub async fn record_new(tx: &mut Tx, by: impl Into<Actor>, subject: Subject) -> DbResult<()> {
    Snapshot { subject, before: None }.record(tx, by).await
}

/// Records that a row was created, and commits.
pub async fn commit_new(tx: Tx, by: impl Into<Actor>, subject: Subject) -> DbResult<()> {
    Snapshot { subject, before: None }.commit(tx, by).await
}

impl Snapshot {
    /// Records an action that is no change of the row's values.
    pub async fn record_done(
        self,
        tx: &mut Tx,
        by: impl Into<Actor>,
        action: ActivityAction,
        changes: Vec<Change>,
    ) -> DbResult<()> {
        let Some(values) = self.before else { return Ok(()) };
        record(tx, by, &Entry::of(self.subject, values, action, changes)).await
    }

    /// Records the difference.
    pub async fn record(self, tx: &mut Tx, by: impl Into<Actor>) -> DbResult<()> {
        self.record_as(tx, by, None).await
    }

    /// Records the difference, and commits.
    pub async fn commit(self, mut tx: Tx, by: impl Into<Actor>) -> DbResult<()> {
        self.record(&mut tx, by).await?;
        tx.commit().await
    }

    /// Records the difference under an action that cannot be derived from the values.
    pub async fn record_as(
        self,
        tx: &mut Tx,
        by: impl Into<Actor>,
        action: impl Into<Option<ActivityAction>>,
    ) -> DbResult<()> {
        let after = snapshot::find(tx, self.subject).await?;
        self.record_from(tx, by, after, action.into()).await
    }

    /// Records the difference from values that were read after the change.
    pub(crate) async fn record_from(
        self,
        tx: &mut Tx,
        by: impl Into<Actor>,
        after: Option<FieldValues>,
        action: Option<ActivityAction>,
    ) -> DbResult<()> {
        let created_or_deleted = match (&self.before, &after) {
            (None, Some(_)) => Some(ActivityAction::Created),
            (Some(_), None) => Some(ActivityAction::Deleted),
            _ => None,
        };
        let values_of = |facts: &Option<FieldValues>| {
            facts.as_ref().map(|facts| facts.values.clone()).unwrap_or_default()
        };
        let changes = differences(&values_of(&self.before), &values_of(&after));
        // Under its former name, which people know.
        let Some(values) = self.before.or(after) else { return Ok(()) };
        if changes.is_empty() && created_or_deleted.is_none() {
            return Ok(());
        }
        let action = action.or(created_or_deleted).unwrap_or_else(|| action_of(&changes));
        record(tx, by, &Entry::of(self.subject, values, action, changes)).await
    }
}
