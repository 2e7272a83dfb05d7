//! Reads the activity log: a page of a company's or a job's entries, newest first.

use chrono::{DateTime, Utc};
use domain::{
    accounts::deletion::display_name,
    activity::{
        activity::{ActivityFilter, ActivityPerson, Change, PAGE},
        labels::{ActivityAction, ActivityKind},
    },
    permissions::permission::CompanyType,
    types::{
        ids::{ApiKeyId, CompanyId, JobId, UserId},
        language::Language,
        normalize::fold,
    },
};
use uuid::Uuid;

use crate::{db::prelude::*, jobs::visibility::Viewer, scope::Scope, text::anywhere};

/// The maximum number of search words; the rest of the text counts as one word.
const WORDS: usize = 4;

/// An entry as it is stored, and whether its subject still exists.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct EntryRow {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub actor_id: Option<UserId>,
    pub actor_name: String,
    pub actor_company_id: Option<CompanyId>,
    pub actor_company_name: String,
    pub kind: ActivityKind,
    pub subject_id: Option<Uuid>,
    pub subject_name: String,
    pub job_id: Option<JobId>,
    pub job_title: Option<String>,
    pub action: ActivityAction,
    pub changes: Json<Vec<Change>>,
    pub api_key_id: Option<ApiKeyId>,
    pub api_key_name: Option<String>,
    /// Whether its job, order or appointment still exists.
    pub stands: bool,
}

columns! {
    EntryRow {
        id, at, actor_id, actor_name, actor_company_id, actor_company_name, kind, subject_id,
        subject_name, job_id, job_title, action, changes, api_key_id, api_key_name, stands,
    }
}

/// The columns of an entry. Whether its subject still exists is looked up by id, row by row.
macro_rules! entries {
    ($where:expr) => {
        concat!(
            "SELECT id, at, actor_id, actor_name, actor_company_id, actor_company_name, kind,
                 subject_id, subject_name, job_id, job_title, action, changes, api_key_id, api_key_name,
                 CASE kind
                     WHEN 'job' THEN EXISTS
                         (SELECT 1 FROM job WHERE job.company_id = activity.company_id
                          AND job.id = activity.subject_id)
                         OR EXISTS
                         (SELECT 1 FROM job WHERE job.id = activity.subject_id
                          AND job.assigned_company_id = activity.company_id)
                     WHEN 'workOrder' THEN EXISTS
                         (SELECT 1 FROM work_order WHERE work_order.id = activity.subject_id)
                     WHEN 'purchaseOrder' THEN EXISTS
                         (SELECT 1 FROM purchase_order WHERE purchase_order.id = activity.subject_id)
                     WHEN 'appointment' THEN EXISTS
                         (SELECT 1 FROM appointment WHERE appointment.company_id = activity.company_id
                          AND appointment.id = activity.subject_id)
                     WHEN 'guestLink' THEN EXISTS
                         (SELECT 1 FROM job WHERE job.company_id = activity.company_id
                          AND job.id = activity.job_id)
                         OR EXISTS (SELECT 1 FROM job WHERE job.id = activity.job_id)
                     ELSE action <> 'deleted' END AS stands
             FROM activity WHERE ",
            $where,
            " AND (CAST($2 AS UUID) IS NULL OR id < $2) ORDER BY id DESC LIMIT $3"
        )
    };
}

/// One statement for each filter that has an index; the other filters apply to its result.
macro_rules! filtered_entries {
    ($index:literal) => {
        sql!(entries!(concat!(
            $index,
            " AND (CAST($4 AS TEXT) IS NULL OR kind = $4)
              AND (CAST($5 AS UUID) IS NULL OR actor_id = $5)
              AND (CAST($6 AS TEXT) IS NULL OR action = $6)
              AND (CAST($7 AS UUID) IS NULL OR job_id = $7)
              AND (CAST($8 AS TIMESTAMPTZ) IS NULL OR at >= $8)
              AND (CAST($9 AS TIMESTAMPTZ) IS NULL OR at < $9)
              AND (words LIKE $10 ESCAPE '\\' OR actor_id IN ({first}))
              AND (words LIKE $11 ESCAPE '\\' OR actor_id IN ({second}))
              AND (words LIKE $12 ESCAPE '\\' OR actor_id IN ({third}))
              AND (words LIKE $13 ESCAPE '\\' OR actor_id IN ({fourth}))"
        )))
    };
}

/// The filter of a company's log, with its days as times.
#[derive(Clone, Debug, Default)]
pub struct ActivityLogFilter {
    /// The filter of the request.
    pub filter: ActivityFilter,
    /// The start of the first day.
    pub since: Option<DateTime<Utc>>,
    /// The start of the day after the last one.
    pub until: Option<DateTime<Utc>>,
    /// For each word of the text, the users in this log whose name contains it.
    called: Vec<Vec<UserId>>,
}

impl ActivityLogFilter {
    /// Looks up the users whose names match the words of the text: names of actors are not among the search
    /// words of the entries.
    pub async fn find(
        tx: &mut Tx,
        (scope, language): (Scope, Language),
        filter: ActivityFilter,
        [since, until]: [Option<DateTime<Utc>>; 2],
    ) -> DbResult<Self> {
        let words = words(&filter.text);
        let mut called = vec![Vec::new(); words.len()];
        if !words.is_empty() {
            for person in people(tx, scope, language).await? {
                let name = fold(&person.name);
                for (word, called) in words.iter().zip(&mut called) {
                    if name.contains(word.as_str()) {
                        called.push(person.id);
                    }
                }
            }
        }
        Ok(Self { filter, since, until, called })
    }

    /// The statement that reads up to `most` entries, older than `before` if given.
    pub fn lines(&self, scope: Scope, before: Option<Uuid>, most: usize) -> Sql {
        let filter = &self.filter;
        let statement = if filter.job.is_some() {
            filtered_entries!("company_id = $1 AND job_id = $7")
        } else if filter.actor.is_some() {
            filtered_entries!("company_id = $1 AND actor_id = $5")
        } else if filter.kind.is_some() {
            filtered_entries!("company_id = $1 AND kind = $4")
        } else {
            filtered_entries!("company_id = $1")
        };
        let words = words(&filter.text);
        let mut statement = statement
            .bind(scope)
            .bind(before)
            .bind(i64::try_from(most).unwrap_or(i64::MAX))
            .bind(filter.kind)
            .bind(filter.actor)
            .bind(filter.action)
            .bind(filter.job)
            .bind(self.since)
            .bind(self.until);
        for at in 0..WORDS {
            statement = statement.bind(anywhere(words.get(at).map_or("", String::as_str)));
        }
        for (at, name) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
            let called = self.called.get(at).cloned().unwrap_or_default();
            statement = statement.bind_list(name, called);
        }
        statement
    }
}

/// A page, and the start of the next one.
pub type Page = (Vec<EntryRow>, Option<Uuid>);

/// A page of the company's log.
pub async fn of_company(tx: &mut Tx, scope: Scope, filter: &ActivityLogFilter) -> DbResult<Page> {
    let before = filter.filter.before;
    Ok(paged(filter.lines(scope, before, PAGE + 1).all(tx).await?))
}

/// A page of the log of a job that this viewer sees: a subcontractor sees what happened while the job was
/// theirs.
pub async fn of_job(
    tx: &mut Tx,
    viewer: &Viewer,
    job: JobId,
    before: Option<Uuid>,
) -> DbResult<Page> {
    crate::jobs::visibility::check_visible(tx, viewer, job).await?;
    Ok(paged(lines_of_job(viewer, job, before).all(tx).await?))
}

/// The statement that reads a page of a job's entries, and one more.
pub fn lines_of_job(viewer: &Viewer, job: JobId, before: Option<Uuid>) -> Sql {
    let most = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let lines = match viewer.role.company_type {
        CompanyType::Contractor => {
            sql!(entries!("job_id = $1 AND on_job AND company_id = $4")).bind(job)
        }
        CompanyType::Subcontractor => {
            sql!(entries!("job_id = $1 AND on_job AND shared_with = $4")).bind(job)
        }
    };
    lines.bind(before).bind(most).bind(viewer.scope)
}

fn paged(mut lines: Vec<EntryRow>) -> Page {
    let more = lines.len() > PAGE;
    lines.truncate(PAGE);
    let next = lines.last().map(|line| line.id).filter(|_| more);
    (lines, next)
}

/// The users with entries in the company's log, with their latest names, by name.
pub async fn people(
    tx: &mut Tx,
    scope: Scope,
    language: Language,
) -> DbResult<Vec<ActivityPerson>> {
    let mut people: Vec<ActivityPerson> = sql!(
        "SELECT activity.actor_id AS id,
             (SELECT last.actor_name FROM activity AS last
              WHERE last.company_id = $1 AND last.actor_id = activity.actor_id
              ORDER BY last.id DESC LIMIT 1) AS name
         FROM activity
         WHERE activity.company_id = $1 AND activity.actor_id IS NOT NULL
         GROUP BY activity.actor_id"
    )
    .bind(scope)
    .all(tx)
    .await?;
    for person in &mut people {
        person.name = display_name(&person.name, language).into_owned();
    }
    people.sort_by_cached_key(|person| (fold(&person.name), person.id));
    Ok(people)
}

columns! {
    ActivityPerson { id, name }
}

fn words(text: &str) -> Vec<String> {
    let text = fold(text);
    let mut rest = text.trim();
    let mut words = Vec::new();
    while !rest.is_empty() {
        let end = match words.len() {
            last if last + 1 == WORDS => rest.len(),
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        words.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    words
}
