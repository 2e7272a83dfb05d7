//! The search across everything of a company: the searched texts. They are everything that the company sees; what
//! a user may see is checked again when the rows of the results are read (`hits`).

use std::{collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use domain::{
    permissions::permission::CompanyType,
    search::{
        SearchKind, SearchQuery,
        index::{Found, SearchIndex, SearchRecord},
    },
    types::ids::{JobId, UserId},
};
use uuid::Uuid;

use crate::{
    db::prelude::*,
    jobs::visibility::Viewer,
    scope::Scope,
    search::statements::{all_of, some_of},
};

/// Everything searchable of a company, by kind.
#[derive(Clone, Debug, Default)]
pub struct CompanyIndex(Vec<(SearchKind, Arc<SearchIndex>)>);

impl CompanyIndex {
    /// Its approximate memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|(_, index)| index.bytes()).sum()
    }

    /// The matches that this viewer may see, by kind.
    #[must_use]
    pub fn find(&self, viewer: &Viewer, query: &SearchQuery) -> Vec<(SearchKind, Found)> {
        let found = self.0.iter().filter(|(kind, _)| kind.is_visible_to(viewer.role));
        let found = found.map(|(kind, index)| {
            let only_of = viewer.only_assigned_to().filter(|_| kind.is_assigned());
            (*kind, index.find(query, only_of))
        });
        found.filter(|(_, found)| found.total > 0).collect()
    }
}

/// The searched text of one row.
pub struct SearchTextRow {
    id: Uuid,
    job_id: Option<JobId>,
    assigned_to: Option<UserId>,
    at: Option<DateTime<Utc>>,
    /// Its fields, one per line, its name first. A single column, because a large company has many rows.
    fields: String,
}

columns! {
    SearchTextRow { id, job_id, assigned_to, at, fields }
}

impl SearchTextRow {
    fn record(&self) -> SearchRecord<'_> {
        let Self { id, job_id, assigned_to, at, fields } = self;
        SearchRecord { id: *id, job: *job_id, assigned_to: *assigned_to, at: *at, fields }
    }
}

/// The texts that were read for an index, and the rows of the former one that they replace.
pub struct SearchTexts {
    before: CompanyIndex,
    kinds: Vec<KindTexts>,
}

/// The texts of one kind.
struct KindTexts {
    kind: SearchKind,
    rows: Vec<SearchTextRow>,
    /// Those of the former index that are replaced; `None` for all.
    replaced: Option<(HashSet<Uuid>, HashSet<JobId>)>,
}

impl SearchTexts {
    /// The index of these texts. It folds them, which takes a while for many.
    #[must_use]
    pub fn into_index(self) -> CompanyIndex {
        let CompanyIndex(mut kinds) = self.before;
        for KindTexts { kind, rows, replaced } in self.kinds {
            let former = kinds.iter_mut().find(|(other, _)| *other == kind).map(|(_, index)| index);
            let records = rows.iter().map(SearchTextRow::record);
            match (replaced, former) {
                (Some((ids, jobs)), Some(former)) => {
                    Arc::make_mut(former).replace(&ids, &jobs, records);
                }
                (_, former) => {
                    let mut index = SearchIndex::default();
                    records.for_each(|record| index.add(&record));
                    match former {
                        Some(former) => *former = Arc::new(index),
                        None => kinds.push((kind, Arc::new(index))),
                    }
                }
            }
        }
        CompanyIndex(kinds)
    }

    /// Whether so much was read that folding it would hold up a thread that answers.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.kinds.iter().map(|kind| kind.rows.len()).sum::<usize>() > 500
    }
}

/// Reads everything that people of this company may search: one statement for each kind, whatever the number
/// of rows. Dated rows are sorted newest first, the others by name.
pub async fn read(tx: &mut Tx, scope: Scope, company_type: CompanyType) -> DbResult<SearchTexts> {
    let mut kinds = Vec::new();
    for kind in SearchKind::ALL {
        let Some(all) = all_of(kind, scope, company_type) else { continue };
        kinds.push(KindTexts { kind, rows: all.all(tx).await?, replaced: None });
    }
    Ok(SearchTexts { before: CompanyIndex::default(), kinds })
}

/// More rows of one kind are read as a whole: a customer may be on any number of jobs, and SQLite binds a limited
/// number of ids.
const MOST_ROWS: usize = 1_000;

/// Reads only what changed since an index was made.
pub async fn read_changed(
    tx: &mut Tx,
    scope: Scope,
    company_type: CompanyType,
    before: &CompanyIndex,
    changes: &[Change],
) -> DbResult<SearchTexts> {
    let mut touched = ChangedRows::default();
    for change in changes {
        touched.add(*change);
    }
    // A customer's name is searched in their jobs and appointments too.
    if !touched.customers.is_empty() {
        let of_jobs =
            sql!("SELECT id AS value FROM job WHERE company_id = $1 AND customer_id IN ({ids})");
        touched.jobs.extend(named_by(tx, scope, of_jobs, &touched.customers).await?.map(JobId));
        let of_appointments = sql!(
            "SELECT id AS value FROM appointment WHERE company_id = $1 AND customer_id IN ({ids})"
        );
        let appointments = named_by(tx, scope, of_appointments, &touched.customers).await?;
        touched.appointments.extend(appointments);
    }
    let jobs: HashSet<Uuid> = touched.jobs.iter().map(|job| job.0).collect();
    let order_jobs: HashSet<JobId> = touched.jobs.union(&touched.order_jobs).copied().collect();
    let mut kinds = Vec::new();
    for (kind, _) in &before.0 {
        if touched.reads_whole(*kind) {
            // What is sorted by name is sorted as the database sorts.
            let Some(all) = all_of(*kind, scope, company_type) else { continue };
            kinds.push(KindTexts { kind: *kind, rows: all.all(tx).await?, replaced: None });
            continue;
        }
        let (ids, of_jobs) = match kind {
            SearchKind::Jobs => (jobs.clone(), HashSet::new()),
            SearchKind::WorkOrders | SearchKind::PurchaseOrders => {
                (HashSet::new(), order_jobs.clone())
            }
            SearchKind::Appointments => (touched.appointments.clone(), HashSet::new()),
            _ => continue,
        };
        let read: Vec<Uuid> = ids.iter().copied().chain(of_jobs.iter().map(|job| job.0)).collect();
        if read.is_empty() {
            continue;
        }
        if read.len() > MOST_ROWS {
            let Some(all) = all_of(*kind, scope, company_type) else { continue };
            kinds.push(KindTexts { kind: *kind, rows: all.all(tx).await?, replaced: None });
            continue;
        }
        let Some(some) = some_of(*kind, company_type) else { continue };
        let rows = some.bind(scope).bind_list("ids", read).all(tx).await?;
        kinds.push(KindTexts { kind: *kind, rows, replaced: Some((ids, of_jobs)) });
    }
    Ok(SearchTexts { before: before.clone(), kinds })
}

/// The rows that changes are of.
#[derive(Debug, Default)]
struct ChangedRows {
    jobs: HashSet<JobId>,
    order_jobs: HashSet<JobId>,
    customers: HashSet<Uuid>,
    vendors: bool,
    products: bool,
    appointments: HashSet<Uuid>,
}

impl ChangedRows {
    /// Whether a kind is read again as a whole.
    fn reads_whole(&self, kind: SearchKind) -> bool {
        match kind {
            SearchKind::Customers => !self.customers.is_empty(),
            SearchKind::Vendors | SearchKind::PurchaseOrders => self.vendors,
            SearchKind::Products => self.products,
            _ => false,
        }
    }

    fn add(&mut self, change: Change) {
        match change {
            Change::Job(id) => drop(self.jobs.insert(id)),
            Change::JobOrders(id) => drop(self.order_jobs.insert(id)),
            Change::Customer(id) => drop(self.customers.insert(id.0)),
            Change::Appointment(id) => drop(self.appointments.insert(id.0)),
            Change::Vendors => self.vendors = true,
            Change::Products => self.products = true,
            // The log never lists a change of everything.
            Change::Unlisted | Change::Lost(_) | Change::Everything => {}
        }
    }
}

/// The ids of rows that name one of these customers.
async fn named_by(
    tx: &mut Tx,
    scope: Scope,
    statement: Sql,
    customers: &HashSet<Uuid>,
) -> DbResult<impl Iterator<Item = Uuid>> {
    let ids: Vec<Uuid> =
        statement.bind(scope).bind_list("ids", customers.iter().copied()).values(tx).await?;
    Ok(ids.into_iter())
}
