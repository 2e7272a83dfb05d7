//! The statements that read the searched texts.

use domain::{permissions::permission::CompanyType, search::SearchKind};

use crate::{db::prelude::*, scope::Scope};

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

/// The texts of a dated kind: all of them, or only those that a condition narrows them to.
macro_rules! dated {
    ($kind:expr, $company_type:ident, $all:literal) => {
        dated!($kind, $company_type, $all, $all)
    };
    ($kind:expr, $company_type:ident, $of_jobs:literal, $of_appointments:literal) => {
        match ($kind, $company_type) {
            // Only the contractor sees the customer.
            (SearchKind::Jobs, _) => Some(of_side!(
                $company_type,
                "SELECT job.id, CAST(NULL AS UUID) AS job_id, job.assigned_user_id AS assigned_to,
                     job.date_inserted AS at,
                     job.title || '\n' || COALESCE(job.job_number, '') || '\n'
                     || COALESCE(job.address || ', ', '') || job.city || ', ' || job.state
                     || COALESCE(' ' || job.zip, '') || '\n'
                     || COALESCE(customer.first_name || ' ' || customer.last_name, '') || '\n'
                     || COALESCE(customer.company, '') AS fields
                 FROM job
                 LEFT JOIN customer ON customer.id = job.customer_id AND customer.company_id = $1",
                concat!($of_jobs, " ORDER BY job.date_inserted DESC, job.id DESC")
            )),
            (SearchKind::WorkOrders, _) => Some(of_side!(
                $company_type,
                "SELECT work_order.id, job.id AS job_id, job.assigned_user_id AS assigned_to,
                     work_order.date_inserted AS at,
                     work_order.title || '\n' || job.title || '\n' || COALESCE(job.job_number, '')
                     AS fields
                 FROM job JOIN work_order ON work_order.job_id = job.id",
                concat!($of_jobs, " ORDER BY work_order.date_inserted DESC, work_order.id DESC")
            )),
            (SearchKind::PurchaseOrders, CompanyType::Contractor) => Some(sql!(concat!(
                "SELECT purchase_order.id, job.id AS job_id, job.assigned_user_id AS assigned_to,
                     purchase_order.date_inserted AS at,
                     purchase_order.title || '\n' || job.title || '\n'
                     || COALESCE(job.job_number, '') || '\n' || COALESCE(vendor.name, '') AS fields
                 FROM job
                 JOIN purchase_order ON purchase_order.job_id = job.id
                 LEFT JOIN vendor ON vendor.id = purchase_order.vendor_id
                 WHERE job.company_id = $1",
                $of_jobs,
                " ORDER BY purchase_order.date_inserted DESC, purchase_order.id DESC"
            ))),
            (SearchKind::Appointments, CompanyType::Contractor) => Some(sql!(concat!(
                "SELECT appointment.id, CAST(NULL AS UUID) AS job_id,
                     appointment.assigned_to_id AS assigned_to, appointment.start_at AS at,
                     COALESCE(customer.first_name || ' ' || customer.last_name, '') || '\n'
                     || COALESCE(appointment.address || ', ', '') || COALESCE(appointment.city, '')
                     || '\n' || COALESCE(appointment.note, '') AS fields
                 FROM appointment
                 LEFT JOIN customer ON customer.company_id = appointment.company_id
                 AND customer.id = appointment.customer_id
                 WHERE appointment.company_id = $1",
                $of_appointments,
                " ORDER BY appointment.start_at DESC, appointment.id DESC"
            ))),
            _ => None,
        }
    };
}

/// The texts of one kind; `None` if only the other type of company has any.
pub(super) fn all_of(kind: SearchKind, scope: Scope, company_type: CompanyType) -> Option<Sql> {
    let dated = dated!(kind, company_type, "");
    let all = dated
        .or_else(|| of_both(kind))
        .or_else(|| (company_type == CompanyType::Contractor).then(|| by_name(kind)).flatten());
    all.map(|all| all.bind(scope))
}

/// The texts of some dated rows, by the ids of the rows or, for orders, of their jobs.
pub(super) fn some_of(kind: SearchKind, company_type: CompanyType) -> Option<Sql> {
    dated!(kind, company_type, " AND job.id IN ({ids})", " AND appointment.id IN ({ids})")
}

/// The columns that records without a date leave empty.
macro_rules! undated {
    ($id:literal) => {
        concat!(
            "SELECT ",
            $id,
            " AS id, CAST(NULL AS UUID) AS job_id, CAST(NULL AS UUID) AS assigned_to, \
             CAST(NULL AS TIMESTAMPTZ) AS at, "
        )
    };
}

fn by_name(kind: SearchKind) -> Option<Sql> {
    Some(match kind {
        SearchKind::Customers => sql!(concat!(
            undated!("customer.id"),
            "first_name || ' ' || last_name || '\n' || last_name || '\n'
                 || COALESCE(company, '') || '\n' || phone || '\n' || COALESCE(address || ', ', '')
                 || COALESCE(city || ', ', '') || COALESCE(state || ' ', '') || COALESCE(zip, '')
                 AS fields
             FROM customer WHERE company_id = $1 ORDER BY last_name, first_name, id"
        )),
        SearchKind::Vendors => sql!(concat!(
            undated!("vendor.id"),
            "name || '\n' || COALESCE(account_number, '') AS fields
             FROM vendor WHERE company_id = $1 ORDER BY name, id"
        )),
        SearchKind::Products => sql!(concat!(
            undated!("product.id"),
            "product.name || '\n' || product_category.title AS fields
             FROM product JOIN product_category ON product_category.id = product.category_id
             WHERE product_category.company_id = $1 ORDER BY product.name, product.id"
        )),
        _ => return None,
    })
}

fn of_both(kind: SearchKind) -> Option<Sql> {
    Some(match kind {
        SearchKind::People => sql!(concat!(
            undated!("person.id"),
            "first_name || ' ' || last_name || '\n' || last_name || '\n' || position AS fields
             FROM person WHERE company_id = $1 AND account_creation_complete
             ORDER BY last_name, first_name, id"
        )),
        SearchKind::Connections => sql!(concat!(
            undated!("other.id"),
            "other.name || '\n' || other.location AS fields
             FROM company AS other
             WHERE other.id IN (SELECT recipient_id FROM connection WHERE sender_id = $1
                                UNION ALL
                                SELECT sender_id FROM connection WHERE recipient_id = $1)
             ORDER BY other.name, other.id"
        )),
        _ => return None,
    })
}
