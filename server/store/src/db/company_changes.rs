//! What changed of a company's data since a revision, so that a cached list is brought up to date by reading what
//! changed and not all of it.
//!
//! With SQLite the log of this process is in memory; with PostgreSQL it is the table `company_change`, written in
//! the transaction of the change. Both are bounded: who is further behind reads everything again.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::types::ids::CompanyId;
use uuid::Uuid;

use crate::{
    columns,
    db::{
        Conn, Db, PendingWrites, Tx,
        changes::{SeenChange, SeenChanges},
        error::DbResult,
        event::Event,
        pool::Pool,
        postgres::{commit_turns::Turn, event_outbox::OutboxRow},
        prelude::SWEEP_BATCH,
        revisions::{
            Touched,
            change::{Change, MOST_CHANGES},
        },
    },
    sql,
};

/// The current revision of a company, and a change as stored in PostgreSQL, if there is one.
struct ChangeRow {
    current_revision: i64,
    revision: Option<i64>,
    kind: Option<String>,
    row_id: Option<Uuid>,
}

columns! {
    ChangeRow { current_revision, revision, kind, row_id }
}

/// What changed of the data that a company sees.
#[derive(Debug)]
pub struct CompanyChanges {
    /// The current revision.
    pub revision: u64,
    /// What changed; `None` if anything may have. A row that changed several times is there once.
    pub changes: Option<Vec<Change>>,
}

impl Db {
    /// A revision of a company as clients see it. Revisions in SQLite are of one start of the server, those in
    /// PostgreSQL of one database, which a restore replaces.
    #[must_use]
    pub fn state(&self, company: CompanyId, revision: u64) -> String {
        format!("{}-{revision}", self.states_of(company))
    }

    /// The revision of a state, if this database gave it to this company.
    #[must_use]
    pub fn revision_of_state(&self, company: CompanyId, state: &str) -> Option<u64> {
        let (of, revision) = state.rsplit_once('-')?;
        (of == self.states_of(company)).then(|| revision.parse().ok()).flatten()
    }

    fn states_of(&self, company: CompanyId) -> String {
        let company = company.0.simple();
        match &self.pool {
            Pool::Sqlite { writer, .. } => {
                format!("{}-{company}", writer.revisions().start().simple())
            }
            Pool::Postgres(_) => format!("{}-{company}", self.database),
        }
    }

    /// What changed of the data that a company sees after a revision, in the snapshot of `tx`: anything, if the log does
    /// not reach back to it, or it is not a revision of this database. One trip on PostgreSQL.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn changes_after(
        &self,
        tx: &mut Tx,
        company: CompanyId,
        revision: u64,
    ) -> DbResult<CompanyChanges> {
        if let Pool::Sqlite { writer, .. } = &self.pool {
            let current = writer.revisions().of(company);
            let changes = (revision <= current)
                .then(|| writer.revisions().changes_after(company, revision))
                .flatten();
            return Ok(CompanyChanges { revision: current, changes });
        }
        let rows: Vec<ChangeRow> = sql!(
            "SELECT company.revision AS current_revision, change.revision, change.kind, change.row_id
             FROM company
             LEFT JOIN company_change AS change
                 ON change.company_id = company.id AND change.revision > $2
             WHERE company.id = $1 ORDER BY change.revision DESC LIMIT $3"
        )
        .bind(company)
        .bind(i64::try_from(revision).unwrap_or(i64::MAX))
        .bind(i64::try_from(MOST_CHANGES).unwrap_or(i64::MAX) + 1)
        .all(tx)
        .await?;
        let current = rows.first().map_or(0, |row| row.current_revision.unsigned_abs());
        // Each revision has a row, except those that a server of an older version raised, and old ones.
        let revisions: BTreeSet<i64> = rows.iter().filter_map(|row| row.revision).collect();
        let is_complete = rows.len() <= MOST_CHANGES
            && current.checked_sub(revision) == u64::try_from(revisions.len()).ok();
        let mut changes: Vec<Change> = rows
            .iter()
            .filter_map(|row| Some(Change::from_columns(row.kind.as_deref()?, row.row_id?)))
            .collect();
        changes.sort_unstable();
        changes.dedup();
        let is_known = is_complete && !changes.contains(&Change::Everything);
        Ok(CompanyChanges { revision: current, changes: is_known.then_some(changes) })
    }
}

impl Tx {
    /// Marks data that this company may see as changed by this transaction: everything that is cached of it is
    /// invalid after the commit.
    pub fn touch(&mut self, company: CompanyId) {
        self.touch_row(company, Change::Everything);
    }

    /// The same, where the change is of one row: caches read only that row again.
    pub fn touch_row(&mut self, company: CompanyId, change: Change) {
        self.note(Touched::Data(company, change));
    }

    /// Marks this company's people or sessions as changed by this transaction: the cached ones are invalid
    /// after the commit.
    pub fn touch_people(&mut self, company: CompanyId) {
        self.note(Touched::People(company));
    }

    fn note(&mut self, mut touched: Touched) {
        let Some(writes) = &mut self.writes else { return };
        // So many rows are not read one by one.
        if let Touched::Data(company, change) = &mut touched
            && writes.touched.len() >= MOST_CHANGES
        {
            *change = Change::Everything;
            let is_other =
                |other: &Touched| !matches!(other, Touched::Data(of, _) if of == company);
            writes.touched.retain(is_other);
        }
        if !writes.touched.contains(&touched) {
            writes.touched.push(touched);
        }
    }

    /// The companies touched so far.
    pub(crate) fn touched_companies(&self) -> Vec<CompanyId> {
        let touched = self.writes.iter().flat_map(|writes| &writes.touched);
        touched.filter_map(Touched::company).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Marks that this transaction has locked the row of a company: whoever has the turn waits for it, so its commit must
    /// not wait for the turn.
    pub fn hold_company(&mut self) {
        if let Some(writes) = &mut self.writes {
            writes.holds_company = true;
        }
    }

    /// On PostgreSQL, waits for the changes of the same companies before this one.
    pub(super) async fn wait_for_turn(&self, touched: &[Touched]) -> Turn {
        let is_postgres = matches!(self.conn, Conn::Postgres(_));
        let waits = |writes: &&PendingWrites| is_postgres && !writes.holds_company;
        let Some(writes) = self.writes.as_ref().filter(waits) else {
            return Turn::new();
        };
        let companies = touched.iter().filter_map(Touched::company);
        writes.commit_turns.take(&companies.collect::<Vec<_>>()).await
    }

    /// At the end of a transaction in PostgreSQL, raises the revisions of the touched companies, and stores the changed
    /// rows, each company's first change event and the events for the outbox, in one round trip per company. Returns
    /// the ids of their rows there. Sessions are not cached if several servers share a database.
    pub(super) async fn raise_revisions(
        &mut self,
        touched: &mut [Touched],
        seen: &mut SeenChanges,
        events: &[Event],
    ) -> DbResult<Vec<Uuid>> {
        // Always in the same order, so that two transactions cannot deadlock.
        touched.sort_unstable();
        let mut changes: BTreeMap<CompanyId, Vec<Change>> = BTreeMap::new();
        for touched in touched {
            if let Touched::Data(company, change) = touched {
                changes.entry(*company).or_default().push(*change);
            }
        }
        let at = self.time_of_changes();
        let rows = OutboxRow::of(events);
        let mut unstored = OutboxRow::list(&rows);
        let last = changes.keys().next_back().copied();
        for (company, changes) in changes {
            let first = seen.get_mut(&company).and_then(take_first);
            let rows = unstored.take_if(|_| Some(company) == last);
            raise_revision(self, company, &changes, at, first.as_ref(), rows).await?;
            if let Some(writes) = self.writes.as_mut().filter(|_| first.is_some()) {
                writes.changes.are_written = true;
            }
        }
        if let Some(rows) = unstored {
            // No company's data changed.
            sql!("SELECT store_events($1)").bind(rows).run(self).await?;
        }
        Ok(rows.into_iter().map(|row| row.id).collect())
    }
}

fn take_first(changes: &mut Vec<SeenChange>) -> Option<SeenChange> {
    (!changes.is_empty()).then(|| changes.remove(0))
}

async fn raise_revision(
    tx: &mut Tx,
    company: CompanyId,
    changes: &[Change],
    at: DateTime<Utc>,
    first: Option<&SeenChange>,
    outbox_rows: Option<String>,
) -> DbResult<()> {
    let rows: Vec<(&str, Uuid)> = changes.iter().map(|change| change.to_columns()).collect();
    // Words and ids always serialize.
    let rows = serde_json::to_string(&rows).unwrap_or_default();
    sql!("SELECT raise_revision($1, $2, $3, $4, $5, $6, $7, $8)")
        .bind(company)
        .bind(rows)
        .bind(at)
        .bind(first.map(|change| change.change_type.as_str()))
        .bind(first.map(|change| change.change_type.kind().as_str()))
        .bind(first.map(|change| change.subject))
        .bind(first.map(|change| change.data.as_str()))
        .bind(outbox_rows)
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes a batch of what nobody reads any more; returns how many rows.
///
/// # Errors
/// The engine's error.
pub async fn delete_old(tx: &mut Tx) -> DbResult<u64> {
    sql!(
        "DELETE FROM company_change WHERE (company_id, revision, kind, row_id) IN
             (SELECT old.company_id, old.revision, old.kind, old.row_id FROM company_change AS old
              JOIN company ON company.id = old.company_id
              WHERE old.revision <= company.revision - $1 LIMIT $2)"
    )
    .bind(i64::try_from(MOST_CHANGES).unwrap_or(i64::MAX))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
