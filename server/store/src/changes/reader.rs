//! Reads what each company sees of the changes of a transaction, at its end.

use std::{
    collections::{BTreeMap, HashMap},
    pin::Pin,
};

use domain::{
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        ids::{CompanyId, CustomerId, JobId, UserId},
        language::Language,
    },
};
use linkme::distributed_slice;
use serde::Serialize;
use uuid::Uuid;

use crate::{
    calendar::appointments,
    connections, customers,
    db::{
        changes::{READER, ReadChanges, SeenChange, SeenChanges, data_text},
        event::JobAudience,
        prelude::*,
    },
    jobs::{
        jobs,
        visibility::{JobSelection, Viewer},
    },
    orders::{purchase_orders, work_orders},
    scope::Scope,
};

#[distributed_slice(READER)]
#[expect(unsafe_code, reason = "linkme names the linker section of the list")]
static READ: ReadChanges = read_boxed;

fn read_boxed(
    tx: &mut Tx,
    noted: Vec<(ChangeType, Changed)>,
) -> Pin<Box<dyn Future<Output = DbResult<SeenChanges>> + Send + '_>> {
    Box::pin(read(tx, noted))
}

/// How many rows are read at once.
const AT_ONCE: usize = 500;

/// The data of the changes of one kind, as a company sees them.
type DataTexts<Id> = HashMap<(CompanyId, Id), String>;

async fn read(tx: &mut Tx, noted: Vec<(ChangeType, Changed)>) -> DbResult<SeenChanges> {
    let mut jobs = read_jobs(tx, &noted).await?;
    let mut customers = read_customers(tx, &noted).await?;
    let mut seen = Seen::default();
    for (change, of) in noted {
        match of {
            Changed::Job { job, sides } => seen.add_job(change, job, sides, &mut jobs),
            Changed::LostJob { job, company } => seen.add(company, change, job.0, None),
            Changed::WorkOrder { order, sides } => {
                for (company, company_type) in viewing(sides) {
                    let viewer = admin_of(company, company_type);
                    let row = if change.is_end() {
                        None
                    } else {
                        if_found(work_orders::find(tx, &viewer, order).await)?
                    };
                    seen.add_row(company, change, order.0, row.as_ref())?;
                }
            }
            Changed::PurchaseOrder { order, owner } => {
                let viewer = admin_of(owner, CompanyType::Contractor);
                let row = if change.is_end() {
                    None
                } else {
                    if_found(purchase_orders::find(tx, &viewer, order).await)?
                };
                // The address of a photo is valid for an hour or two only: it is read with the order.
                let row = row.map(|order| order.with_links(|_| String::new()));
                seen.add_row(owner, change, order.0, row.as_ref())?;
            }
            Changed::Appointment { appointment, company } => {
                let viewer = admin_of(company, CompanyType::Contractor);
                let row = if change.is_end() {
                    None
                } else {
                    if_found(appointments::find(tx, &viewer, appointment).await)?
                };
                seen.add_row(company, change, appointment.0, row.as_ref())?;
            }
            Changed::Customer { customer, company } => {
                seen.add(company, change, customer.0, customers.remove(&(company, customer)));
            }
            Changed::Connection { connection, sides } => {
                for company in sides {
                    let scope = Scope::of_row(company);
                    let row = if change.is_end() {
                        None
                    } else {
                        if_found(connections::find(tx, scope, connection).await)?
                    };
                    seen.add_row(company, change, connection.0, row.as_ref())?;
                }
            }
            Changed::Message { room, companies, data, .. } => {
                for company in companies {
                    seen.add_row(company, change, room.0, Some(&data))?;
                }
            }
        }
    }
    Ok(seen.0)
}

#[derive(Default)]
struct Seen(SeenChanges);

impl Seen {
    /// Adds a change with its row. A row that is gone meanwhile went with something else.
    fn add_row(
        &mut self,
        company: CompanyId,
        change: ChangeType,
        subject: Uuid,
        row: Option<&impl Serialize>,
    ) -> DbResult<()> {
        let data = row.map(|row| data_text(change.kind(), row)).transpose()?;
        self.add(company, change, subject, data);
        Ok(())
    }

    /// The same with the data as it is stored.
    fn add(
        &mut self,
        company: CompanyId,
        change_type: ChangeType,
        subject: Uuid,
        data: Option<String>,
    ) {
        let data = if change_type.is_end() {
            // Hexadecimal digits and hyphens need no escapes.
            Some(format!("{{\"id\":\"{subject}\"}}"))
        } else {
            data
        };
        if let Some(data) = data {
            let change = SeenChange { change_type, subject, data };
            self.0.entry(company).or_default().push(change);
        }
    }

    /// The job for those who see it, and its end for a company that no longer does.
    fn add_job(
        &mut self,
        change: ChangeType,
        job: JobId,
        sides: JobAudience,
        jobs: &mut DataTexts<JobId>,
    ) {
        for company in sides.companies() {
            let is_seen = company == sides.owner || Some(company) == sides.subcontractor_after;
            let change = if is_seen { change } else { ChangeType::JobDeleted };
            self.add(company, change, job.0, jobs.remove(&(company, job)));
        }
    }
}

/// The companies that see a job, and on which side of it they are.
fn viewing(sides: JobAudience) -> impl Iterator<Item = (CompanyId, CompanyType)> {
    let sub = sides.subcontractor_after.map(|sub| (sub, CompanyType::Subcontractor));
    std::iter::once((sides.owner, CompanyType::Contractor)).chain(sub)
}

async fn read_jobs(tx: &mut Tx, noted: &[(ChangeType, Changed)]) -> DbResult<DataTexts<JobId>> {
    let mut rows = DataTexts::new();
    let mut wanted: BTreeMap<CompanyId, (CompanyType, Vec<JobId>)> = BTreeMap::new();
    for (change, of) in noted {
        let Changed::Job { job, sides } = of else { continue };
        let known = tx.take_job_data(*job);
        let is_known = known.is_some();
        if let Some(known) = known {
            rows.insert((sides.owner, *job), known);
        }
        for (company, company_type) in viewing(*sides) {
            let is_read = change.is_end() || (is_known && company == sides.owner);
            if !is_read {
                let of_company = wanted.entry(company).or_insert((company_type, Vec::new()));
                of_company.1.push(*job);
            }
        }
    }
    for (company, (company_type, ids)) in wanted {
        let viewer = admin_of(company, company_type);
        for ids in ids.chunks(AT_ONCE) {
            for job in jobs::list_of(tx, &viewer, JobSelection::All, ids).await? {
                let id = job.id;
                rows.insert((company, id), data_text(ChangeKind::Job, &job)?);
            }
        }
    }
    Ok(rows)
}

async fn read_customers(
    tx: &mut Tx,
    noted: &[(ChangeType, Changed)],
) -> DbResult<DataTexts<CustomerId>> {
    let mut wanted: BTreeMap<CompanyId, Vec<CustomerId>> = BTreeMap::new();
    for (change, of) in noted {
        if let Changed::Customer { customer, company } = of
            && !change.is_end()
        {
            wanted.entry(*company).or_default().push(*customer);
        }
    }
    let mut rows = DataTexts::new();
    for (company, ids) in wanted {
        for ids in ids.chunks(AT_ONCE) {
            for customer in customers::list_of(tx, Scope::of_row(company), ids).await? {
                let id = customer.id;
                rows.insert((company, id), data_text(ChangeKind::Customer, &customer)?);
            }
        }
    }
    Ok(rows)
}

/// The row, or `None` if it is deleted.
fn if_found<T>(found: DbResult<T>) -> DbResult<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(DbError::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}

fn admin_of(company: CompanyId, company_type: CompanyType) -> Viewer {
    let role = Role { company_type, user_type: UserType::Admin };
    let (scope, user) = (Scope::of_row(company), UserId::default());
    Viewer { scope, role, user, language: Language::English }
}
