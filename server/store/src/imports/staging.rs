//! Staging: the rows of an import are written in short transactions, and published in one that is fast.
//!
//! Others write between these transactions, so nobody waits for a whole import. Nobody reads staged rows. What
//! a killed server leaves of them is deleted by [`delete_leftovers`].

use chrono::{DateTime, Utc};
use domain::{
    activity::labels::{ActivityAction, ActivityKind},
    types::{ids::ImportId, limits::LIMITS},
};
use uuid::Uuid;

use crate::{
    companies::companies,
    db::{Db, prelude::*},
    imports::imports,
    scope::Scope,
};

/// How far the clocks of servers that share a database may differ, in milliseconds.
pub(super) const CLOCK_DIFFERENCE: u128 = 5 * 60 * 1_000;

/// How many positions are deleted in one transaction.
const DELETED_AT_ONCE: usize = 2_500;

/// The staged rows of one import. They are deleted when this is dropped.
#[derive(Debug)]
pub struct StagedImport {
    db: Db,
    scope: Scope,
    id: Uuid,
    client_id: Option<ImportId>,
    /// How many rows its file has.
    rows: usize,
    at: DateTime<Utc>,
    company_name: String,
    is_deleted: bool,
}

/// Which staged row: of an import, at an index of its file.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The id of the staged import.
    pub import: Uuid,
    /// The index of the row.
    pub position: i64,
    /// The company that gets the row.
    pub scope: Scope,
    /// Its name.
    pub company_name: &'a str,
    /// When the import began.
    pub at: DateTime<Utc>,
}

/// The state of a company when the rows of an import were compared with its own.
#[derive(Clone, Copy, Debug)]
pub struct ComparedState {
    /// The revision of the company.
    pub revision: u64,
    /// How many imports of the same kind were published since this one began.
    pub imports: i64,
}

impl StagedImport {
    /// Begins an import of so many rows; `None` if it was stopped before.
    pub async fn begin(
        db: &Db,
        scope: Scope,
        client_id: Option<ImportId>,
        rows: usize,
        now: DateTime<Utc>,
    ) -> DbResult<Option<Self>> {
        let (db, id, company_name) = (db.clone(), Uuid::now_v7(), String::new());
        let mut staged =
            Self { db, scope, id, client_id, rows, at: now, company_name, is_deleted: true };
        let Some(mut tx) = staged.batch().await? else { return Ok(None) };
        staged.is_deleted = false;
        staged.company_name = companies::name(&mut tx, scope.company()).await?;
        sql!("INSERT INTO staged_import (id, company_id, at) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(scope)
            .bind(now)
            .run_one(&mut tx)
            .await?;
        tx.commit_without_key().await?;
        Ok(Some(staged))
    }

    /// The id under which rows are staged.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// The place of the row at this index of the file.
    #[must_use]
    pub fn place(&self, index: usize) -> Place<'_> {
        let Self { id, scope, at, ref company_name, .. } = *self;
        Place { import: id, position: position(index), scope, company_name, at }
    }

    /// The id by which it can be stopped.
    #[must_use]
    pub const fn client_id(&self) -> Option<ImportId> {
        self.client_id
    }

    /// The id by which it can be undone.
    #[must_use]
    pub fn undo_id(&self) -> ImportId {
        self.client_id.unwrap_or(ImportId(self.id))
    }

    /// A transaction for some rows; `None` if the import was stopped meanwhile.
    pub async fn batch(&self) -> DbResult<Option<Tx>> {
        let mut tx = self.db.write_long().await?;
        if !imports::is_stopped(&mut tx, self.scope, self.client_id).await? {
            return Ok(Some(tx));
        }
        tx.commit_without_key().await?;
        Ok(None)
    }

    /// A transaction that reads what the company has, and the state of the company that it reads or an earlier
    /// one, so that a later change is noticed.
    pub async fn comparison(&self, kind: ActivityKind) -> DbResult<(Tx, ComparedState)> {
        let revision = self.db.revision(self.scope.company()).await?;
        let mut tx = self.db.read().await?;
        let imports = self.imports_since(&mut tx, kind).await?;
        Ok((tx, ComparedState { revision, imports }))
    }

    /// The transaction that publishes the rows, and the state of the company, in which no other import can be
    /// published until it ends. Of two imports into a company, the second one waits for it and finds that the
    /// first one was published.
    pub async fn publication(&self, kind: ActivityKind) -> DbResult<(Tx, ComparedState)> {
        let mut tx = self.db.write_long().await?;
        // Before the company, as everybody does who changes them: in the other order they could deadlock.
        for rows in [
            sql!(
                "SELECT id FROM vendor WHERE id IN
                     (SELECT vendor_id FROM staged_vendor WHERE import_id = $1 AND NOT is_new)
                 ORDER BY id {lock}"
            ),
            sql!(
                "SELECT id FROM product_category WHERE id IN
                     (SELECT category_id FROM staged_product WHERE import_id = $1)
                 ORDER BY id {lock}"
            ),
            sql!(
                "SELECT id FROM product WHERE id IN
                     (SELECT product_id FROM staged_product WHERE import_id = $1 AND NOT is_new)
                 ORDER BY id {lock}"
            ),
        ] {
            rows.bind(self.id).run(&mut tx).await?;
        }
        companies::lock(&mut tx, self.scope).await?;
        let revision = self.db.revision_within(&mut tx, self.scope.company()).await?;
        let imports = self.imports_since(&mut tx, kind).await?;
        Ok((tx, ComparedState { revision, imports }))
    }

    /// How many imports of a kind the company's log has since this one began. Each is published together with
    /// its entry, whose id is of that moment.
    async fn imports_since(&self, tx: &mut Tx, kind: ActivityKind) -> DbResult<i64> {
        // The first 48 bits of the id are its time.
        let begin = Uuid::from_u128(self.id.as_u128().saturating_sub(CLOCK_DIFFERENCE << 80));
        sql!(
            "SELECT COUNT(*) AS value FROM activity
             WHERE company_id = $1 AND kind = $2 AND id > $3 AND action = $4"
        )
        .bind(self.scope)
        .bind(kind)
        .bind(begin)
        .bind(ActivityAction::Imported)
        .value(tx)
        .await
    }

    /// Deletes the staged rows, whether or not they were published.
    pub async fn delete(mut self) {
        delete_logged(&self.db, self.id, self.rows).await;
        self.is_deleted = true;
    }
}

impl Drop for StagedImport {
    /// The client has disconnected, or something failed.
    fn drop(&mut self) {
        if self.is_deleted {
            return;
        }
        let (db, id, rows) = (self.db.clone(), self.id, self.rows);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { delete_logged(&db, id, rows).await });
        }
    }
}

async fn delete_logged(db: &Db, import: Uuid, rows: usize) {
    if let Err(error) = delete(db, import, rows).await {
        tracing::warn!(%error, "the staged rows of an import stay until the next sweep");
    }
}

/// Deletes the rows in several transactions, so that nobody waits long for the writer.
async fn delete(db: &Db, import: Uuid, rows: usize) -> DbResult<()> {
    for start in (0..rows).step_by(DELETED_AT_ONCE) {
        let end = position(start + DELETED_AT_ONCE);
        let mut tx = db.write().await?;
        for statement in [
            sql!("DELETE FROM staged_customer WHERE import_id = $1 AND position < $2"),
            sql!("DELETE FROM staged_job WHERE import_id = $1 AND position < $2"),
            sql!("DELETE FROM staged_category WHERE import_id = $1 AND position < $2"),
            sql!("DELETE FROM staged_product WHERE import_id = $1 AND position < $2"),
            sql!("DELETE FROM staged_vendor WHERE import_id = $1 AND position < $2"),
        ] {
            statement.bind(import).bind(end).run(&mut tx).await?;
        }
        tx.commit_without_key().await?;
    }
    let mut tx = db.write().await?;
    sql!("DELETE FROM staged_import WHERE id = $1").bind(import).run(&mut tx).await?;
    tx.commit_without_key().await
}

/// Deletes what is left of imports that began before this time and never ended. One that is running after all
/// finds its rows gone, and stores nothing.
pub async fn delete_leftovers(db: &Db, before: DateTime<Utc>) -> DbResult<()> {
    let mut tx = db.read().await?;
    let left: Vec<Uuid> = sql!("SELECT id AS value FROM staged_import WHERE at < $1 ORDER BY id")
        .bind(before)
        .values(&mut tx)
        .await?;
    drop(tx);
    for import in left {
        delete(db, import, LIMITS.import_rows as usize).await?;
    }
    Ok(())
}

fn position(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}
