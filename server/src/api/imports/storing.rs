//! Stores the rows of an imported file: every valid row, or none.
//!
//! The rows are staged in short transactions, which others write between, and published in one
//! ([`store::imports::staging`]). Which rows the company has already is found out before, outside of any
//! transaction that writes; if the company's data has changed when the rows are to be published, it is found
//! out again, and at last within the publishing transaction.

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
        outcome::{ImportFigures, ImportOutcome},
        row_key::RowKey,
        row_reader::RowReader,
    },
    types::ids::ImportId,
};
use store::{
    actor::ActionContext,
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    imports::{
        imports,
        staging::{Place, StagedImport},
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::app::App;

/// How long a transaction stages rows. Everybody who writes on SQLite waits that long at most, and for one
/// row more.
const BATCH_TIME: Duration = Duration::from_millis(25);

/// How often it is found out what the company has before that is done within the publishing transaction, for
/// which others wait.
const COMPARISONS: usize = 2;

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

    /// What the company has.
    fn known(tx: &mut Tx, scope: Scope) -> impl Future<Output = DbResult<Self::Known>> + Send;

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
        place: Place,
        staged: Self::Staged,
    ) -> impl Future<Output = DbResult<()>> + Send;

    /// Removes a staged row.
    fn unstage(tx: &mut Tx, place: Place) -> impl Future<Output = DbResult<()>> + Send;

    /// Publishes the staged rows; returns how many.
    fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: Uuid,
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
    id: Option<ImportId>,
    sheet: CheckedSheet<T>,
) -> DbResult<Option<ImportOutcome>> {
    let begun = StagedImport::begin(&app.db, scope, id, sheet.rows().len(), act.now).await?;
    let Some(staged) = begun else { return Ok(None) };
    let ids = sheet.rows().iter().map(|_| [Uuid::now_v7(), Uuid::now_v7()]).collect();
    let plan = vec![RowPlan::Nothing; sheet.rows().len()];
    let import = Import { app, scope, act, staged, sheet: Arc::new(sheet), ids, plan };
    import.run().await
}

/// An import while it is stored.
struct Import<'a, T: StoredRow> {
    app: &'a App,
    scope: Scope,
    act: ActionContext,
    staged: StagedImport,
    sheet: Arc<CheckedSheet<T>>,
    ids: Arc<[RowIds]>,
    /// What is staged.
    plan: Vec<RowPlan<T::Staged>>,
}

impl<T: StoredRow> Import<'_, T> {
    async fn run(mut self) -> DbResult<Option<ImportOutcome>> {
        let published = self.stage_and_publish().await;
        self.staged.delete().await;
        if !published? {
            return Ok(None);
        }
        let sheet = Arc::into_inner(self.sheet).expect("no comparison is running");
        let mut outcome = no_rows::<T>();
        outcome.rows.reserve_exact(self.plan.len());
        for (row, plan) in sheet.into_rows().into_iter().zip(&self.plan) {
            match (row.found, plan) {
                (Found::Refused(errors), _) => outcome.refused(row.line, errors),
                (_, RowPlan::Nothing) => outcome.already_there(row.line),
                (_, RowPlan::Create(id, _)) => outcome.created(row.line, *id),
                (_, RowPlan::Change(id, _) | RowPlan::Superseded(id)) => {
                    outcome.changed(row.line, *id);
                }
            }
        }
        Ok(Some(outcome))
    }

    /// False if the import was stopped.
    async fn stage_and_publish(&mut self) -> DbResult<bool> {
        let company = self.scope.company();
        for comparison in 1.. {
            // Before the rows are read, so that a change after it is noticed.
            let revision = self.app.db.revision(company).await?;
            let mut tx = self.app.db.read().await?;
            let known = T::known(&mut tx, self.scope).await?;
            drop(tx);
            let plan = self.compare(known).await?;
            if !self.stage(plan).await? {
                return Ok(false);
            }
            let (mut tx, latest) = self.staged.publication().await?;
            if latest != revision {
                if comparison < COMPARISONS {
                    tx.commit().await?;
                    continue;
                }
                let known = T::known(&mut tx, self.scope).await?;
                let plan = self.compare(known).await?;
                let changed = self.changed_by(&plan);
                self.stage_rows(&mut tx, &changed, &plan, None).await?;
                self.plan = plan;
            }
            return self.publish(tx).await;
        }
        unreachable!("the last comparison publishes")
    }

    /// What to do with each row. It keeps a core busy, so it must not block other requests.
    async fn compare(&self, known: T::Known) -> DbResult<Vec<RowPlan<T::Staged>>> {
        let (sheet, ids) = (self.sheet.clone(), self.ids.clone());
        let comparing = tokio::task::spawn_blocking(move || T::plan(known, &sheet, &ids));
        comparing.await.map_err(|stopped| DbError::NotStored(stopped.to_string()))
    }

    /// The rows for which the staged data differs from the plan.
    fn changed_by(&self, plan: &[RowPlan<T::Staged>]) -> Vec<usize> {
        let differs = |at: &usize| self.plan[*at].staged() != plan[*at].staged();
        (0..plan.len()).filter(differs).collect()
    }

    /// Stages the rows of a plan; others can write in between. False if the import was stopped.
    async fn stage(&mut self, plan: Vec<RowPlan<T::Staged>>) -> DbResult<bool> {
        let changed = self.changed_by(&plan);
        let mut rest = changed.as_slice();
        while !rest.is_empty() {
            let Some(mut tx) = self.staged.batch().await? else { return Ok(false) };
            let end = Instant::now() + BATCH_TIME;
            let staged = self.stage_rows(&mut tx, rest, &plan, Some(end)).await?;
            tx.commit().await?;
            rest = &rest[staged..];
        }
        self.plan = plan;
        Ok(true)
    }

    /// Stages rows until the time is up, at least one; returns how many.
    async fn stage_rows(
        &self,
        tx: &mut Tx,
        rows: &[usize],
        plan: &[RowPlan<T::Staged>],
        end: Option<Instant>,
    ) -> DbResult<usize> {
        let mut reader = self.sheet.reader();
        for (count, at) in rows.iter().enumerate() {
            if count > 0 && end.is_some_and(|end| Instant::now() >= end) {
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

    async fn publish(&self, mut tx: Tx) -> DbResult<bool> {
        let expected = self.plan.iter().filter(|row| row.staged().is_some()).count();
        let stored = T::publish(&mut tx, self.scope, self.staged.id(), &self.plan).await?;
        if stored != expected as u64 {
            // A sweep took it for the rest of a killed server, or what it changes is being deleted.
            return Err(DbError::Busy);
        }
        imports::end(tx, self.act, self.staged.client_id(), T::KIND, self.figures()).await
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
