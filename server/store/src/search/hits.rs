//! The rows of the results.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::search::{SearchAnswer, SearchGroup, SearchHit, SearchKind, index::Found};
use uuid::Uuid;

use crate::{
    db::prelude::*,
    jobs::visibility::{JobSelection, Viewer, seen_jobs},
};

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
    found: Vec<(SearchKind, Found)>,
) -> DbResult<SearchAnswer> {
    let mut answer = SearchAnswer::default();
    for (kind, Found { ids, total }) in found {
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
             LEFT JOIN customer ON customer.company_id = appointment.company_id
                 AND customer.id = appointment.customer_id
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
