//! Stores the rows of an imported file: every valid row, or none.
//!
//! The rows are staged in short transactions, between which others write, and published in one
//! ([`store::imports::staging`]). They are compared with the company's rows before, outside of any writing
//! transaction. If the company has changed by the time they are published, they are compared once more; a change
//! after that counts as later than the import. Another import of the same kind does not: two imports of one file
//! would both store its rows. So after each of those the rows are compared again, and after [`COMPARISONS`] the
//! import is refused: comparing in the publishing transaction would hold up every other writer.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::{
    activity::labels::ActivityKind,
    imports::csv::{
        Importable,
        checked::{CheckedSheet, Found},
        outcome::{ImportFigures, ImportOutcome, RowOutcome},
        row_key::{RowKey, RowKeys},
        row_reader::RowReader,
    },
    types::ids::{CompanyId, ImportId},
};
use services::core::fair_queue::Place as QueuePlace;
use store::{
    actor::ActionContext,
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    imports::{
        imports,
        staging::{ComparedState, Place, StagedImport},
        undo,
    },
    scope::Scope,
};
use tokio::{runtime::Handle, task::spawn_blocking};
use uuid::Uuid;

use crate::{
    api::imports::upload::CheckedUpload,
    app::App,
    http::{error::ApiResult, transaction_retry::retry_transaction},
};

/// How long a transaction stages rows. Everybody who writes on SQLite waits that long at most, and for one
/// row more.
const BATCH_TIME: Duration = Duration::from_millis(25);

/// How often the rows are compared with the company's before the import is refused.
const COMPARISONS: usize = 5;

/// How an attempt to publish the rows ended.
enum Publication {
    /// They are stored.
    Done,
    /// The import was stopped, and nothing is stored.
    Stopped,
    /// The company has changed, and nothing is stored.
    Stale,
}

/// What an import does with a row of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPlan<S> {
    /// Nothing is stored: it is refused, or the company has it.
    Nothing,
    /// It is stored as a new one with this id.
    Create(Uuid, S),
    /// It changes the one with this id.
    Change(Uuid, S),
    /// As [`RowPlan::Change`], but a later row changes the same one again, so that nothing is stored.
    Superseded(Uuid),
}

impl<S: Copy> RowPlan<S> {
    /// What is staged for it.
    fn staged(&self) -> Option<S> {
        match self {
            Self::Create(_, staged) | Self::Change(_, staged) => Some(*staged),
            Self::Nothing | Self::Superseded(_) => None,
        }
    }
}

/// Two new ids for each row of a file.
pub(crate) type RowIds = [Uuid; 2];

/// A kind of row that is stored.
pub(crate) trait StoredRow: Importable + Send + Sync + 'static {
    /// Its kind in the log.
    const KIND: ActivityKind;
    /// Whether its rows may change what the company has.
    const CHANGES: bool = false;
    /// What the rows are compared with.
    type Known: Send + 'static;
    /// What is staged besides the values of the row.
    type Staged: Copy + PartialEq + Send + Sync + 'static;

    /// What the company has, with the keys of this file: a few bytes for each row.
    fn known(
        tx: &mut Tx,
        scope: Scope,
        keys: &RowKeys,
    ) -> impl Future<Output = DbResult<Self::Known>> + Send;

    /// What to do with each row of a file.
    fn plan(
        known: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<Self::Staged>>;

    /// Stages a row.
    fn stage(
        self,
        app: &App,
        tx: &mut Tx,
        place: Place<'_>,
        staged: Self::Staged,
    ) -> impl Future<Output = DbResult<()>> + Send;

    /// Removes a staged row.
    fn unstage(tx: &mut Tx, place: Place<'_>) -> impl Future<Output = DbResult<()>> + Send;

    /// Publishes the rows staged under the first id, so that the import with the second one can be undone; returns
    /// how many.
    fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: (Uuid, ImportId),
        plan: &[RowPlan<Self::Staged>],
    ) -> impl Future<Output = DbResult<u64>> + Send;
}

/// Every valid row that the company does not have is new; its id and what is staged are those of its index.
pub(crate) fn new_rows<T: Importable, S: Copy>(
    known: &HashSet<RowKey>,
    sheet: &CheckedSheet<T>,
    new: impl Fn(usize) -> (Uuid, S),
) -> Vec<RowPlan<S>> {
    let mut plan = vec![RowPlan::Nothing; sheet.rows().len()];
    for (at, _) in sheet.good().filter(|(_, key)| !known.contains(key)) {
        let (id, staged) = new(at);
        plan[at] = RowPlan::Create(id, staged);
    }
    plan
}

/// Stores the valid rows that the company does not have yet, and returns the outcome of each row; `None` if
/// the import was stopped.
pub(crate) async fn store<T: StoredRow>(
    app: &App,
    scope: Scope,
    act: ActionContext,
    upload: CheckedUpload<T>,
) -> ApiResult<Option<ImportOutcome>> {
    let CheckedUpload { id, sheet, place, dry_run } = upload;
    if dry_run {
        return preview(app, scope, sheet, place).await.map(Some);
    }
    let begun = StagedImport::begin(&app.db, scope, id, sheet.rows().len(), act.now).await?;
    let Some(staged) = begun else { return Ok(None) };
    let ids = new_ids(&sheet);
    let plan = vec![RowPlan::Nothing; sheet.rows().len()];
    let (sheet, place) = (Arc::new(sheet), Arc::new(place));
    Import { app, scope, act, staged, sheet, place, ids, plan }.run().await
}

/// What an import would do with each row, without an id of what it would create. Stores nothing.
async fn preview<T: StoredRow>(
    app: &App,
    scope: Scope,
    sheet: CheckedSheet<T>,
    place: QueuePlace<CompanyId>,
) -> ApiResult<ImportOutcome> {
    let (ids, sheet, place) = (new_ids(&sheet), Arc::new(sheet), Arc::new(place));
    let tx = app.db.read().await?;
    let plan = compare(tx, scope, sheet.clone(), ids, place).await?;
    let mut outcome = outcome_of(sheet, &plan);
    let created = outcome.rows.iter_mut().filter(|row| row.outcome == RowOutcome::Created);
    created.for_each(|row| row.id = None);
    Ok(outcome)
}

fn new_ids<T: Importable>(sheet: &CheckedSheet<T>) -> Arc<[RowIds]> {
    sheet.rows().iter().map(|_| [Uuid::now_v7(), Uuid::now_v7()]).collect()
}

/// What to do with each row. It keeps a core busy, so it must not block other requests.
async fn compare<T: StoredRow>(
    mut tx: Tx,
    scope: Scope,
    sheet: Arc<CheckedSheet<T>>,
    ids: Arc<[RowIds]>,
    place: Arc<QueuePlace<CompanyId>>,
) -> ApiResult<Vec<RowPlan<T::Staged>>> {
    let runtime = Handle::current();
    let comparing = spawn_blocking(move || {
        let _place = place;
        let known = runtime.block_on(T::known(&mut tx, scope, sheet.keys()))?;
        drop(tx);
        Ok(T::plan(known, &sheet, &ids))
    });
    comparing.await.map_err(anyhow::Error::from)?
}

/// The outcome of each row of a file.
fn outcome_of<T: StoredRow>(
    sheet: Arc<CheckedSheet<T>>,
    plan: &[RowPlan<T::Staged>],
) -> ImportOutcome {
    let sheet = Arc::into_inner(sheet).expect("no comparison is running");
    let mut outcome = no_rows::<T>();
    outcome.preset = sheet.preset();
    outcome.rows.reserve_exact(plan.len());
    for (row, plan) in sheet.into_rows().into_iter().zip(plan) {
        match (row.found, plan) {
            (Found::Refused(errors), _) => outcome.refused(row.line, errors),
            (_, RowPlan::Nothing) => outcome.already_there(row.line),
            (_, RowPlan::Create(id, _)) => outcome.created(row.line, *id),
            (_, RowPlan::Change(id, _) | RowPlan::Superseded(id)) => {
                outcome.changed(row.line, *id);
            }
        }
    }
    outcome
}

/// An import while it is stored.
struct Import<'a, T: StoredRow> {
    app: &'a App,
    scope: Scope,
    act: ActionContext,
    staged: StagedImport,
    sheet: Arc<CheckedSheet<T>>,
    /// Held by comparisons too: the client may have disconnected while one is running.
    place: Arc<QueuePlace<CompanyId>>,
    ids: Arc<[RowIds]>,
    /// What is staged.
    plan: Vec<RowPlan<T::Staged>>,
}

impl<T: StoredRow> Import<'_, T> {
    async fn run(mut self) -> ApiResult<Option<ImportOutcome>> {
        let published = self.stage_and_publish().await;
        let import_id = Some(self.staged.undo_id());
        self.staged.delete().await;
        if !published? {
            return Ok(None);
        }
        Ok(Some(ImportOutcome { import_id, ..outcome_of(self.sheet, &self.plan) }))
    }

    /// False if the import was stopped.
    async fn stage_and_publish(&mut self) -> ApiResult<bool> {
        for comparison in 1..=COMPARISONS {
            let (tx, compared) = self.staged.comparison(T::KIND).await?;
            let (sheet, ids, place) = (self.sheet.clone(), self.ids.clone(), self.place.clone());
            let plan = compare(tx, self.scope, sheet, ids, place).await?;
            if !self.stage(plan).await? {
                return Ok(false);
            }
            let is_first = comparison == 1;
            let publishing = retry_transaction(|| self.publish(compared, is_first));
            match publishing.await? {
                Publication::Done => return Ok(true),
                Publication::Stopped => return Ok(false),
                Publication::Stale => {}
            }
        }
        Err(DbError::Busy.into())
    }

    /// The rows for which the staged data differs from the plan.
    fn changed_by(&self, plan: &[RowPlan<T::Staged>]) -> Vec<usize> {
        let differs = |at: &usize| self.plan[*at].staged() != plan[*at].staged();
        (0..plan.len()).filter(differs).collect()
    }

    /// Stages the rows of a plan; others can write in between. False if the import was stopped.
    async fn stage(&mut self, plan: Vec<RowPlan<T::Staged>>) -> ApiResult<bool> {
        let changed = self.changed_by(&plan);
        let mut rest = changed.as_slice();
        while !rest.is_empty() {
            let staging = retry_transaction(|| self.stage_batch(rest, &plan));
            let Some(staged) = staging.await? else { return Ok(false) };
            rest = &rest[staged..];
        }
        self.plan = plan;
        Ok(true)
    }

    /// Stages the first of these rows in one transaction; returns how many, or `None` if the import was
    /// stopped.
    async fn stage_batch(
        &self,
        rows: &[usize],
        plan: &[RowPlan<T::Staged>],
    ) -> ApiResult<Option<usize>> {
        let Some(mut tx) = self.staged.batch().await? else { return Ok(None) };
        let staged = self.stage_rows(&mut tx, rows, plan, Instant::now() + BATCH_TIME).await?;
        tx.commit_without_key().await?;
        Ok(Some(staged))
    }

    /// Stages rows until the time is up, at least one; returns how many.
    async fn stage_rows(
        &self,
        tx: &mut Tx,
        rows: &[usize],
        plan: &[RowPlan<T::Staged>],
        end: Instant,
    ) -> DbResult<usize> {
        let mut reader = self.sheet.reader();
        for (count, at) in rows.iter().enumerate() {
            if count > 0 && Instant::now() >= end {
                return Ok(count);
            }
            self.stage_row(tx, &mut reader, *at, plan[*at].staged()).await?;
        }
        Ok(rows.len())
    }

    async fn stage_row(
        &self,
        tx: &mut Tx,
        reader: &mut RowReader<'_>,
        at: usize,
        staged: Option<T::Staged>,
    ) -> DbResult<()> {
        let place = self.staged.place(at);
        if self.plan[at].staged().is_some() {
            T::unstage(tx, place).await?;
        }
        let Some(staged) = staged else { return Ok(()) };
        let refused = |_| DbError::NotStored("a checked row was refused".to_owned());
        let row = reader.read::<T>(at).map_err(refused)?;
        row.stage(self.app, tx, place, staged).await
    }

    /// Publishes the rows, unless the company has changed too much since they were compared. It compares
    /// nothing itself: others wait for this transaction.
    async fn publish(&self, compared: ComparedState, is_first: bool) -> ApiResult<Publication> {
        let (mut tx, latest) = self.staged.publication(T::KIND).await?;
        let has_changed = is_first && latest.revision != compared.revision;
        if has_changed || latest.imports != compared.imports {
            tx.commit_without_key().await?;
            return Ok(Publication::Stale);
        }
        let expected = self.plan.iter().filter(|row| row.staged().is_some()).count();
        let ids = (self.staged.id(), self.staged.undo_id());
        undo::store(&mut tx, self.act, ids.1).await?;
        let stored = T::publish(&mut tx, self.scope, ids, &self.plan).await?;
        if stored != expected as u64 {
            // What it changes was deleted, or a sweep took it for the rest of a killed server.
            return Ok(Publication::Stale);
        }
        let (id, figures) = (self.staged.client_id(), self.figures());
        let is_stored = imports::end(tx, self.act, id, T::KIND, figures).await?;
        Ok(if is_stored { Publication::Done } else { Publication::Stopped })
    }

    /// The outcome without its rows, which others would wait for.
    fn figures(&self) -> ImportFigures {
        let mut figures = ImportFigures::from(&no_rows::<T>());
        for (row, plan) in self.sheet.rows().iter().zip(&self.plan) {
            let count = match (&row.found, plan) {
                (Found::Refused(_), _) => &mut figures.refused,
                (_, RowPlan::Nothing) => &mut figures.already_there,
                (_, RowPlan::Create(..)) => &mut figures.created,
                (_, RowPlan::Change(..) | RowPlan::Superseded(_)) => {
                    figures.changed.get_or_insert_default()
                }
            };
            *count += 1;
        }
        figures
    }
}

fn no_rows<T: StoredRow>() -> ImportOutcome {
    ImportOutcome { changed: T::CHANGES.then_some(0), ..ImportOutcome::default() }
}
