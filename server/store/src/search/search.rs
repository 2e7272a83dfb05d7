//! The search across everything of a company: the searched texts, and the rows of the results. The texts are
//! everything that the company sees; what a user may see is checked again when the rows are read.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    permissions::permission::CompanyType,
    search::{Found, SearchAnswer, SearchGroup, SearchHit, SearchIndex, SearchKind, SearchQuery},
    types::ids::UserId,
};
use uuid::Uuid;

use crate::{
    db::prelude::*,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
    scope::Scope,
};

/// Everything searchable of a company, by kind.
#[derive(Debug, Default)]
pub struct CompanyIndex(Vec<(SearchKind, SearchIndex)>);

impl CompanyIndex {
    /// Its approximate memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|(_, index)| index.bytes()).sum()
    }

    fn find(&self, viewer: &Viewer, query: &SearchQuery) -> Vec<(SearchKind, Found)> {
        let found = self.0.iter().filter(|(kind, _)| kind.is_visible_to(viewer.role));
        let found = found.map(|(kind, index)| {
            let only_of = viewer.only_assigned_to().filter(|_| kind.is_assigned());
            (*kind, index.find(query, only_of))
        });
        found.filter(|(_, found)| found.total > 0).collect()
    }
}

/// The searched text of one row.
struct SearchTextRow {
    id: Uuid,
    assigned_to: Option<UserId>,
    /// Its fields, one per line, its name first. A single column, because a large company has many rows.
    fields: String,
}

columns! {
    SearchTextRow { id, assigned_to, fields }
}

/// Reads everything that people of this company may search: one statement for each kind, whatever the number
/// of rows. Dated rows are sorted newest first, the others by name.
pub async fn read(tx: &mut Tx, scope: Scope, company_type: CompanyType) -> DbResult<CompanyIndex> {
    let mut kinds = Vec::new();
    for kind in SearchKind::ALL {
        let Some(all) = all_of(kind, scope, company_type) else { continue };
        let mut index = SearchIndex::default();
        let rows: Vec<SearchTextRow> = all.all(tx).await?;
        for row in rows {
            index.add(row.id, row.assigned_to, &row.fields);
        }
        kinds.push((kind, index));
    }
    Ok(CompanyIndex(kinds))
}

/// The texts of one kind; `None` if only the other type of company has any.
fn all_of(kind: SearchKind, scope: Scope, company_type: CompanyType) -> Option<Sql> {
    let all = of_jobs(kind, company_type).or_else(|| of_both(kind)).or_else(|| {
        (company_type == CompanyType::Contractor).then(|| of_contractor(kind)).flatten()
    });
    all.map(|all| all.bind(scope))
}

/// Separate statements for each side of an assignment, so that each uses its index.
macro_rules! of_side {
    ($company_type:ident, $head:expr, $tail:expr) => {
        match $company_type {
            CompanyType::Contractor => sql!(concat!($head, " WHERE job.company_id = $1 ", $tail)),
            CompanyType::Subcontractor => {
                sql!(concat!($head, " WHERE job.assigned_company_id = $1 ", $tail))
            }
        }
    };
}

fn of_jobs(kind: SearchKind, company_type: CompanyType) -> Option<Sql> {
    Some(match kind {
        // Only the contractor sees the customer.
        SearchKind::Jobs => of_side!(
            company_type,
            "SELECT job.id, job.assigned_user_id AS assigned_to,
                 job.title || '\n' || COALESCE(job.job_number, '') || '\n'
                 || COALESCE(job.address || ', ', '') || job.city || ', ' || job.state
                 || COALESCE(' ' || job.zip, '') || '\n'
                 || COALESCE(customer.first_name || ' ' || customer.last_name, '') || '\n'
                 || COALESCE(customer.company, '') AS fields
             FROM job
             LEFT JOIN customer ON customer.id = job.customer_id AND customer.company_id = $1",
            "ORDER BY job.date_inserted DESC, job.id DESC"
        ),
        SearchKind::WorkOrders => of_side!(
            company_type,
            "SELECT work_order.id, job.assigned_user_id AS assigned_to,
                 work_order.title || '\n' || job.title || '\n' || COALESCE(job.job_number, '')
                 AS fields
             FROM job JOIN work_order ON work_order.job_id = job.id",
            "ORDER BY work_order.date_inserted DESC, work_order.id DESC"
        ),
        _ => return None,
    })
}

fn of_contractor(kind: SearchKind) -> Option<Sql> {
    Some(match kind {
        SearchKind::PurchaseOrders => sql!(
            "SELECT purchase_order.id, job.assigned_user_id AS assigned_to,
                 purchase_order.title || '\n' || job.title || '\n' || COALESCE(job.job_number, '')
                 || '\n' || COALESCE(vendor.name, '') AS fields
             FROM job
             JOIN purchase_order ON purchase_order.job_id = job.id
             LEFT JOIN vendor ON vendor.id = purchase_order.vendor_id
             WHERE job.company_id = $1
             ORDER BY purchase_order.date_inserted DESC, purchase_order.id DESC"
        ),
        SearchKind::Customers => sql!(
            "SELECT id, CAST(NULL AS UUID) AS assigned_to,
                 first_name || ' ' || last_name || '\n' || last_name || '\n'
                 || COALESCE(company, '') || '\n' || phone || '\n' || COALESCE(address || ', ', '')
                 || COALESCE(city || ', ', '') || COALESCE(state || ' ', '') || COALESCE(zip, '')
                 AS fields
             FROM customer WHERE company_id = $1 ORDER BY last_name, first_name, id"
        ),
        SearchKind::Appointments => sql!(
            "SELECT appointment.id, appointment.assigned_to_id AS assigned_to,
                 COALESCE(customer.first_name || ' ' || customer.last_name, '') || '\n'
                 || COALESCE(appointment.address || ', ', '') || COALESCE(appointment.city, '')
                 || '\n' || COALESCE(appointment.note, '') AS fields
             FROM appointment
             LEFT JOIN customer ON customer.id = appointment.customer_id
             WHERE appointment.company_id = $1
             ORDER BY appointment.start_at DESC, appointment.id DESC"
        ),
        SearchKind::Vendors => sql!(
            "SELECT id, CAST(NULL AS UUID) AS assigned_to,
                 name || '\n' || COALESCE(account_number, '') AS fields
             FROM vendor WHERE company_id = $1 ORDER BY name, id"
        ),
        SearchKind::Products => sql!(
            "SELECT product.id, CAST(NULL AS UUID) AS assigned_to,
                 product.name || '\n' || product_category.title AS fields
             FROM product JOIN product_category ON product_category.id = product.category_id
             WHERE product_category.company_id = $1 ORDER BY product.name, product.id"
        ),
        _ => return None,
    })
}

fn of_both(kind: SearchKind) -> Option<Sql> {
    Some(match kind {
        SearchKind::People => sql!(
            "SELECT id, CAST(NULL AS UUID) AS assigned_to,
                 first_name || ' ' || last_name || '\n' || last_name || '\n' || position AS fields
             FROM person WHERE company_id = $1 AND account_creation_complete
             ORDER BY last_name, first_name, id"
        ),
        SearchKind::Connections => sql!(
            "SELECT other.id, CAST(NULL AS UUID) AS assigned_to,
                 other.name || '\n' || other.location AS fields
             FROM company AS other
             WHERE other.id IN (SELECT recipient_id FROM connection WHERE sender_id = $1
                                UNION ALL
                                SELECT sender_id FROM connection WHERE recipient_id = $1)
             ORDER BY other.name, other.id"
        ),
        _ => return None,
    })
}

/// One result.
struct HitRow {
    id: Uuid,
    title: String,
    detail: String,
    start: Option<DateTime<Utc>>,
}

columns! {
    HitRow { id, title, detail, start }
}

/// The results for this viewer: one statement for each kind with results.
pub async fn find(
    tx: &mut Tx,
    viewer: &Viewer,
    index: &CompanyIndex,
    query: &SearchQuery,
) -> DbResult<SearchAnswer> {
    let mut answer = SearchAnswer::default();
    for (kind, Found { ids, total }) in index.find(viewer, query) {
        let rows: Vec<HitRow> =
            these(kind, viewer).bind_list("ids", ids.iter().copied()).all(tx).await?;
        let mut rows: HashMap<Uuid, HitRow> = rows.into_iter().map(|row| (row.id, row)).collect();
        let hits: Vec<SearchHit> = ids
            .iter()
            .filter_map(|id| rows.remove(id))
            .map(|HitRow { id, title, detail, start }| SearchHit { id, title, detail, start })
            .collect();
        if !hits.is_empty() {
            answer.found.push(SearchGroup { kind, hits, total });
        }
    }
    Ok(answer)
}

/// The statement that reads those of these ids that this viewer sees.
fn these(kind: SearchKind, viewer: &Viewer) -> Sql {
    match kind {
        SearchKind::Jobs => seen_jobs!(
            viewer,
            JobSelection::All,
            "SELECT job.id, job.title, COALESCE(job.address || ', ', '') || job.city || ', '
                 || job.state || COALESCE(' · ' || customer.first_name || ' '
                 || customer.last_name, '') AS detail, CAST(NULL AS TIMESTAMPTZ) AS start
             FROM job
             LEFT JOIN customer ON customer.id = job.customer_id AND customer.company_id = $1
             WHERE ",
            " AND job.id IN ({ids})"
        ),
        SearchKind::WorkOrders => seen_jobs!(
            viewer,
            JobSelection::All,
            "SELECT work_order.id, work_order.title, job.title AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM work_order JOIN job ON job.id = work_order.job_id WHERE ",
            " AND work_order.id IN ({ids})"
        ),
        SearchKind::PurchaseOrders => seen_jobs!(
            viewer,
            JobSelection::All,
            "SELECT purchase_order.id, purchase_order.title,
                 job.title || COALESCE(' · ' || vendor.name, '') AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM purchase_order
             JOIN job ON job.id = purchase_order.job_id
             LEFT JOIN vendor ON vendor.id = purchase_order.vendor_id
             WHERE ",
            " AND purchase_order.id IN ({ids})"
        ),
        SearchKind::Appointments => sql!(
            "SELECT appointment.id,
                 COALESCE(customer.first_name || ' ' || customer.last_name, '') AS title,
                 COALESCE(appointment.address, appointment.city, appointment.note, '') AS detail,
                 appointment.start_at AS start
             FROM appointment
             LEFT JOIN customer ON customer.id = appointment.customer_id
             WHERE appointment.company_id = $1
                 AND (CAST($2 AS UUID) IS NULL OR appointment.assigned_to_id = $2)
                 AND appointment.id IN ({ids})"
        )
        .bind(viewer.scope)
        .bind(viewer.only_assigned_to()),
        _ => these_by_name(kind).bind(viewer.scope),
    }
}

/// The same for kinds that every user of a company sees completely or not at all.
fn these_by_name(kind: SearchKind) -> Sql {
    match kind {
        SearchKind::Customers => sql!(
            "SELECT id, first_name || ' ' || last_name AS title,
                 COALESCE(company || ' · ', '') || phone AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM customer WHERE company_id = $1 AND id IN ({ids})"
        ),
        SearchKind::People => sql!(
            "SELECT id, first_name || ' ' || last_name AS title, position AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM person
             WHERE company_id = $1 AND account_creation_complete AND id IN ({ids})"
        ),
        SearchKind::Vendors => sql!(
            "SELECT id, name AS title, COALESCE(account_number, '') AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM vendor WHERE company_id = $1 AND id IN ({ids})"
        ),
        SearchKind::Products => sql!(
            "SELECT product.id, product.name AS title, product_category.title AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM product JOIN product_category ON product_category.id = product.category_id
             WHERE product_category.company_id = $1 AND product.id IN ({ids})"
        ),
        _ => sql!(
            "SELECT other.id, other.name AS title, other.location AS detail,
                 CAST(NULL AS TIMESTAMPTZ) AS start
             FROM company AS other
             WHERE other.deleted_at IS NULL
                 AND EXISTS (SELECT 1 FROM connection
                             WHERE (sender_id = $1 AND recipient_id = other.id)
                                 OR (sender_id = other.id AND recipient_id = $1))
                 AND other.id IN ({ids})"
        ),
    }
}
