//! The events of webhooks and of the changes feed (contract-2, section 4): a transaction collects its changes, and its
//! commit writes an event for each company that sees them.
//!
//! The commit numbers a company's changes one after the other. On PostgreSQL it has locked the company's row before,
//! by raising its revision, so the numbers are in the order of the commits: nobody finds a change behind one that was
//! already read. SQLite has a single writer.

pub(super) mod pending;

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::Pin,
};

use chrono::{DateTime, SubsecRound as _, Utc};
use domain::{
    changes::{ChangeKind, ChangeType},
    jobs::job::Job,
    types::ids::{CompanyId, JobId},
};
use linkme::distributed_slice;
use serde::Serialize;
use uuid::Uuid;

pub(crate) use self::pending::Changed;
use self::pending::StagedChanges;
use crate::{
    db::{
        Tx,
        bind::ToArg as _,
        error::{DbError, DbResult},
        event::JobAudience,
        revisions::{Touched, change::Change},
        statement::ROWS_AT_ONCE,
    },
    sql,
};

/// How many changes are in memory at once with what the companies see of them.
const CHANGES_AT_ONCE: usize = 500;

/// How many positions of staged rows one statement copies: the database holds them in memory meanwhile.
const STAGED_AT_ONCE: i64 = 2_500;

/// A change as one company sees it.
#[derive(Clone, Debug)]
pub(crate) struct SeenChange {
    pub(crate) change_type: ChangeType,
    pub(crate) subject: Uuid,
    /// As JSON.
    pub(crate) data: String,
}

/// The data of a change whose subject is there, written without the values in between: an import writes thousands.
pub(crate) fn data_text(kind: ChangeKind, subject: &impl Serialize) -> DbResult<String> {
    let written = serde_json::to_string(subject)
        .map_err(|error| DbError::Statement { at: kind.as_str(), why: error.to_string() })?;
    Ok(format!("{{\"{}\":{written}}}", kind.data_key()))
}

/// The changes of a transaction, by company, in the order in which they were noted.
pub(crate) type SeenChanges = BTreeMap<CompanyId, Vec<SeenChange>>;

/// Reads what the companies see of the noted changes.
pub(crate) type ReadChanges =
    for<'t> fn(
        &'t mut Tx,
        Vec<(ChangeType, Changed)>,
    ) -> Pin<Box<dyn Future<Output = DbResult<SeenChanges>> + Send + 't>>;

/// The one reader. Rows are read by the modules above this one, which this one cannot import.
#[distributed_slice]
pub(crate) static READER: [ReadChanges];

impl Tx {
    /// Notes a change of a job for everyone who sees it. What [`Tx::set_job_data`] was given before is out of date.
    pub(crate) fn note_job(&mut self, change: ChangeType, job: JobId, sides: JobAudience) {
        if let Some(writes) = &mut self.writes {
            writes.changes.known_jobs.remove(&job);
        }
        self.note_change(change, Changed::Job { job, sides });
    }

    /// Notes a change, which the commit writes. Several changes of one subject are one.
    pub(crate) fn note_change(&mut self, change: ChangeType, of: Changed) {
        if let Some(writes) = &mut self.writes {
            writes.changes.note(change, of);
        }
    }

    /// Notes a change of each row that an import has staged for a company, with the data that was staged.
    pub(crate) fn note_staged(
        &mut self,
        change_type: ChangeType,
        company: CompanyId,
        import: Uuid,
    ) {
        if let Some(writes) = &mut self.writes {
            writes.changes.staged.push(StagedChanges { change_type, company, import });
        }
    }

    /// The time of this transaction's changes.
    pub(crate) fn set_time(&mut self, now: DateTime<Utc>) {
        if let Some(writes) = &mut self.writes {
            writes.changes.at = Some(now);
        }
    }

    /// A job as the admins of its owner see it after its last change so far, so that it is not read once more.
    pub(crate) fn set_job_data(&mut self, job: &Job) -> DbResult<()> {
        if let Some(writes) = &mut self.writes
            && !writes.changes.are_omitted
        {
            let data = data_text(ChangeKind::Job, job)?;
            writes.changes.known_jobs.insert(job.id, data);
        }
        Ok(())
    }

    /// A job that was passed to [`Tx::set_job_data`].
    pub(crate) fn take_job_data(&mut self, job: JobId) -> Option<String> {
        self.writes.as_mut()?.changes.known_jobs.remove(&job)
    }

    /// Leaves out the changes of this transaction: it stores what happened before, such as demo data.
    pub fn omit_changes(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.changes.are_omitted = true;
        }
    }

    /// Leaves out the changes of a company that this transaction deletes.
    pub(crate) fn omit_changes_of(&mut self, company: CompanyId) {
        if let Some(writes) = &mut self.writes {
            writes.changes.omitted_company = Some(company);
        }
    }

    /// Marks that this transaction queues a delivery to a webhook: the sender is woken after the commit.
    pub fn queue_delivery(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.changes.are_written = true;
        }
    }

    /// Reads what the companies see of the noted changes, and marks these companies as touched. Of many changes, such as
    /// those of an import, it reads the first ones: the others are read when they are written.
    pub(super) async fn read_changes(&mut self) -> DbResult<SeenChanges> {
        let Some(writes) = &mut self.writes else { return Ok(SeenChanges::new()) };
        let mut noted = writes.changes.take();
        let later = noted.split_off(noted.len().min(CHANGES_AT_ONCE));
        let seen = self.read_noted(noted).await?;
        let companies: BTreeSet<CompanyId> = later
            .iter()
            .flat_map(|(_, of)| of.companies())
            .chain(seen.keys().copied())
            .filter(|company| !self.omits(*company))
            .collect();
        for company in companies {
            self.touch_once(company);
        }
        if let Some(writes) = &mut self.writes {
            writes.changes.later = later;
        }
        Ok(seen)
    }

    async fn read_noted(&mut self, noted: Vec<(ChangeType, Changed)>) -> DbResult<SeenChanges> {
        let Some(read) = READER.first().filter(|_| !noted.is_empty()) else {
            return Ok(SeenChanges::new());
        };
        let mut seen = read(self, noted).await?;
        seen.retain(|company, _| !self.omits(*company));
        Ok(seen)
    }

    /// Whether this transaction deletes the company.
    fn omits(&self, company: CompanyId) -> bool {
        self.writes.as_ref().is_some_and(|writes| writes.changes.omitted_company == Some(company))
    }

    /// Marks a company as touched, if nothing of it is: the commit locks the touched ones.
    fn touch_once(&mut self, company: CompanyId) {
        let touched = self.writes.iter().flat_map(|writes| &writes.touched);
        let is_of = |touched: &Touched| matches!(touched, Touched::Data(of, _) if *of == company);
        if !touched.into_iter().any(is_of) {
            self.touch_row(company, Change::Unlisted);
        }
    }

    /// Writes the changes behind the last one of each company, and reads and writes those that were left for now.
    pub(super) async fn write_changes(&mut self, seen: SeenChanges) -> DbResult<()> {
        self.write_seen(seen).await?;
        self.write_staged().await?;
        let mut later = match &mut self.writes {
            Some(writes) => std::mem::take(&mut writes.changes.later),
            None => Vec::new(),
        };
        while !later.is_empty() {
            let rest = later.split_off(later.len().min(CHANGES_AT_ONCE));
            let seen = self.read_noted(later).await?;
            self.write_seen(seen).await?;
            later = rest;
        }
        Ok(())
    }

    /// The time of this transaction's changes, to the millisecond.
    #[expect(
        clippy::disallowed_methods,
        reason = "a change without an activity entry has no other time"
    )]
    pub(super) fn time_of_changes(&self) -> DateTime<Utc> {
        let at = self.writes.as_ref().and_then(|writes| writes.changes.at);
        at.unwrap_or_else(Utc::now).trunc_subsecs(3)
    }

    /// Writes the changes of staged rows. It only copies: everybody who writes waits for this transaction.
    async fn write_staged(&mut self) -> DbResult<()> {
        let at = self.time_of_changes();
        let Some(writes) = &mut self.writes else { return Ok(()) };
        let staged = std::mem::take(&mut writes.changes.staged);
        writes.changes.are_written |= !staged.is_empty();
        for staged in staged {
            let last = if staged.change_type.kind() == ChangeKind::Customer {
                sql!("SELECT MAX(position) AS value FROM staged_customer WHERE import_id = $1")
            } else {
                sql!("SELECT MAX(position) AS value FROM staged_job WHERE import_id = $1")
            };
            let last: Option<i64> = last.bind(staged.import).value(self).await?;
            let mut start = 0;
            while last.is_some_and(|last| start <= last) {
                copy_staged(self, staged, at, start).await?;
                start += STAGED_AT_ONCE;
            }
        }
        Ok(())
    }

    async fn write_seen(&mut self, seen: SeenChanges) -> DbResult<()> {
        let at = self.time_of_changes();
        for (company, changes) in seen {
            let Some((first, rest)) = changes.split_first() else { continue };
            let position = insert(self, company, at, first).await?;
            if let Some(writes) = &mut self.writes {
                writes.changes.are_written = true;
            }
            let mut next = position + 1;
            for chunk in rest.chunks(ROWS_AT_ONCE) {
                insert_all(self, company, at, next, chunk).await?;
                next += i64::try_from(chunk.len()).unwrap_or_default();
            }
        }
        Ok(())
    }
}

/// Copies the changes of the staged rows from this position on, [`STAGED_AT_ONCE`] at most.
async fn copy_staged(
    tx: &mut Tx,
    staged: StagedChanges,
    at: DateTime<Utc>,
    start: i64,
) -> DbResult<()> {
    let StagedChanges { change_type, company, import } = staged;
    let kind = change_type.kind();
    let rows = if kind == ChangeKind::Customer {
        sql!(
            "INSERT INTO change_event (company_id, position, at, change_type, kind, subject_id, data)
             SELECT $1, COALESCE((SELECT MAX(position) FROM change_event WHERE company_id = $1), 0)
                     + ROW_NUMBER() OVER (ORDER BY staged.position),
                 $2, $3, $4, staged.id, staged.event_data
             FROM staged_customer AS staged
             WHERE staged.import_id = $5 AND staged.position >= $6 AND staged.position < $7"
        )
    } else {
        sql!(
            "INSERT INTO change_event (company_id, position, at, change_type, kind, subject_id, data)
             SELECT $1, COALESCE((SELECT MAX(position) FROM change_event WHERE company_id = $1), 0)
                     + ROW_NUMBER() OVER (ORDER BY staged.position),
                 $2, $3, $4, staged.id, staged.event_data
             FROM staged_job AS staged
             WHERE staged.import_id = $5 AND staged.position >= $6 AND staged.position < $7"
        )
    };
    rows.bind(company)
        .bind(at)
        .bind(change_type.as_str())
        .bind(kind.as_str())
        .bind(import)
        .bind(start)
        .bind(start + STAGED_AT_ONCE)
        .run(tx)
        .await?;
    Ok(())
}

async fn insert(
    tx: &mut Tx,
    company: CompanyId,
    at: DateTime<Utc>,
    change: &SeenChange,
) -> DbResult<i64> {
    sql!(
        "INSERT INTO change_event (company_id, position, at, change_type, kind, subject_id, data)
         VALUES ($1, COALESCE((SELECT MAX(position) FROM change_event WHERE company_id = $1), 0) + 1,
             $2, $3, $4, $5, $6)
         RETURNING position AS value"
    )
    .bind(company)
    .bind(at)
    .bind(change.change_type.as_str())
    .bind(change.change_type.kind().as_str())
    .bind(change.subject)
    .bind(&change.data)
    .value(tx)
    .await
}

async fn insert_all(
    tx: &mut Tx,
    company: CompanyId,
    at: DateTime<Utc>,
    first: i64,
    changes: &[SeenChange],
) -> DbResult<()> {
    sql!(
        "INSERT INTO change_event (company_id, at, position, change_type, kind, subject_id, data)
         VALUES {rows: ($1, $2, ?, ?, ?, ?, ?)}"
    )
    .bind(company)
    .bind(at)
    .bind_rows((first..).zip(changes).map(|(position, change)| {
        let kind: ChangeKind = change.change_type.kind();
        [
            position.to_arg(),
            change.change_type.as_str().to_arg(),
            kind.as_str().to_arg(),
            change.subject.to_arg(),
            (&change.data).to_arg(),
        ]
    }))
    .run(tx)
    .await?;
    Ok(())
}
