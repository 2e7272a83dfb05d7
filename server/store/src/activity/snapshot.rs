//! The values of a row at one moment, as the activity log compares them: names and not ids, because they must
//! be readable after the named rows are deleted.
//!
//! Each statement finds its row by id alone, where the caller has already checked access.

use domain::{activity::labels::ActivityField, types::ids::JobId};
use uuid::Uuid;

use crate::{
    activity::{
        field_values::FieldValues,
        rows::{
            ApiKeyFacts, AppointmentFacts, CalendarFacts, CategoryFacts, CompanyFacts, CrewFacts,
            CustomerFacts, FileFacts, JobAlone, JobFacts, Line, Measured, MemberFacts,
            ProductFacts, PurchaseOrderFacts, QualificationFacts, VendorFacts, WebhookFacts,
            WorkOrderFacts, parts,
        },
        subject::Subject,
    },
    db::prelude::*,
    jobs::changes::JobState,
    scope::Scope,
};

/// The current values, if the row exists.
pub(crate) async fn find(tx: &mut Tx, subject: Subject) -> DbResult<Option<FieldValues>> {
    let id = subject.id();
    match subject {
        Subject::Job(_) => job(tx, id).await,
        Subject::JobParts(_) => job_parts(tx, id).await,
        Subject::WorkOrder(_) => work_order(tx, id).await,
        Subject::PurchaseOrder(_) => purchase_order(tx, id).await,
        Subject::Appointment(_) => appointment(tx, id).await,
        Subject::Calendar(_) => calendar(tx, id).await,
        Subject::Customer(_) => customer(tx, id).await,
        Subject::Vendor(_) => vendor(tx, id).await,
        Subject::Product(_) => product(tx, id).await,
        Subject::Category(_) => category(tx, id).await,
        Subject::Crew(_) => crew(tx, id).await,
        Subject::Company(_) => company(tx, id).await,
        Subject::CompanyFile(_) => company_file(tx, id).await,
        Subject::Qualification(_) => qualification(tx, id).await,
        Subject::Member(_) => member(tx, id).await,
        Subject::ApiKey(_) => api_key(tx, id).await,
        Subject::Webhook(_) => webhook(tx, id).await,
    }
}

/// The columns of [`JobFacts`] and of a job's state. Names are subqueries and not joins: with a lock, PostgreSQL
/// reads them for the row as it is once the lock was granted.
macro_rules! job_facts {
    ($where:literal) => {
        concat!(
            "SELECT job.id, job.company_id, job.company_id AS owner_id, job.title AS called,
                 job.id AS job_id, job.title AS job_title, job.address, job.city, job.state, job.zip,
                 job.status, job.color, job.contract_amount, job.job_number, job.inspection_note,
                 (SELECT first_name || ' ' || last_name FROM customer
                  WHERE customer.company_id = job.company_id AND customer.id = job.customer_id) AS customer,
                 job.start_date, job.end_date, job.assigned_company_id,
                 (SELECT name FROM company WHERE company.id = job.assigned_company_id) AS sub_name,
                 job.is_accepted_by_sub,
                 (SELECT name FROM crew
                  WHERE crew.company_id = job.company_id AND crew.id = job.crew_id) AS crew_name,
                 (SELECT name FROM crew_member WHERE crew_member.id = job.crew_member_id)
                     AS member_name,
                 job.assigned_user_id,
                 (SELECT first_name || ' ' || last_name FROM person
                  WHERE person.id = job.assigned_user_id) AS lead_name
             FROM job WHERE ",
            $where
        )
    };
}

pub(crate) async fn job(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let job: Option<JobFacts> = sql!(job_facts!("job.id = $1")).bind(id).optional(tx).await?;
    Ok(job.map(|job| job.0))
}

/// A job's state and its values.
struct StateWithFacts(JobState, FieldValues);

impl FromRow for StateWithFacts {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(JobState::from_row(row)?, JobFacts::from_row(row)?.0))
    }
}

/// One of the company's own jobs, locked, and its values: one statement, because it runs while nobody else writes.
pub(crate) async fn lock_own_job(
    tx: &mut Tx,
    scope: Scope,
    job: JobId,
) -> DbResult<(JobState, FieldValues)> {
    let StateWithFacts(state, values) =
        sql!(job_facts!("job.company_id = $1 AND job.id = $2 {lock}"))
            .bind(scope)
            .bind(job)
            .one(tx)
            .await?;
    Ok((state, values))
}

async fn job_parts(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let job: Option<JobAlone> = sql!(
        "SELECT company_id AS owner_id, title AS called, id AS job_id, title AS job_title
         FROM job WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    let Some(JobAlone(mut job)) = job else { return Ok(None) };
    let tags = sql!("SELECT id, content AS called FROM job_tag WHERE job_id = $1");
    job.values.extend(parts(ActivityField::Tag, tags.bind(id).all(tx).await?));
    let reports: Vec<Measured> =
        sql!("SELECT id, measurement AS called, amount FROM job_report WHERE job_id = $1")
            .bind(id)
            .all(tx)
            .await?;
    job.values.extend(reports.into_iter().map(|measured| measured.0));
    Ok(Some(job))
}

async fn work_order(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let order: Option<WorkOrderFacts> = sql!(
        "SELECT job.company_id AS owner_id, work_order.title AS called, job.id AS job_id,
             job.title AS job_title
         FROM work_order JOIN job ON job.id = work_order.job_id WHERE work_order.id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    let Some(WorkOrderFacts(mut order)) = order else { return Ok(None) };
    let items: Vec<Line> = sql!(
        "SELECT id, title AS called, description, quantity, unit_cost FROM work_order_item
         WHERE work_order_id = $1 ORDER BY id"
    )
    .bind(id)
    .all(tx)
    .await?;
    order.values.extend(items.into_iter().map(|line| line.0));
    Ok(Some(order))
}

async fn purchase_order(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let order: Option<PurchaseOrderFacts> = sql!(
        "SELECT job.company_id AS owner_id, purchase_order.title AS called, job.id AS job_id,
             job.title AS job_title, vendor.name AS vendor, purchase_order.status,
             purchase_order.expected_on, purchase_order.remark
         FROM purchase_order
         JOIN job ON job.id = purchase_order.job_id
         LEFT JOIN vendor ON vendor.id = purchase_order.vendor_id
         WHERE purchase_order.id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    let Some(PurchaseOrderFacts(mut order)) = order else { return Ok(None) };
    // Identified by product: the item rows of an order are always replaced together.
    let items: Vec<Line> = sql!(
        "SELECT product_id AS id, product_name AS called, CAST(NULL AS TEXT) AS description,
             quantity, unit_cost
         FROM purchase_order_item WHERE purchase_order_id = $1 ORDER BY id"
    )
    .bind(id)
    .all(tx)
    .await?;
    order.values.extend(items.into_iter().map(|line| line.0));
    Ok(Some(order))
}

async fn appointment(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let appointment: Option<AppointmentFacts> = sql!(
        "SELECT appointment.company_id AS owner_id,
             COALESCE(customer.first_name || ' ' || customer.last_name, '') AS called,
             customer.first_name || ' ' || customer.last_name AS customer,
             appointment.start_at, appointment.end_at,
             person.first_name || ' ' || person.last_name AS employee, appointment.address,
             appointment.city, appointment.state, appointment.zip, appointment.note,
             appointment.status, appointment.follow_up_note, appointment.color
         FROM appointment
         LEFT JOIN customer ON customer.company_id = appointment.company_id
             AND customer.id = appointment.customer_id
         JOIN person ON person.id = appointment.assigned_to_id
         WHERE appointment.id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    let Some(AppointmentFacts(mut appointment)) = appointment else { return Ok(None) };
    let calendars = sql!(
        "SELECT calendar.id, calendar.title AS called FROM appointment_calendar
         JOIN calendar ON calendar.id = appointment_calendar.calendar_id
         WHERE appointment_calendar.appointment_id = $1"
    );
    let calendars = parts(ActivityField::Calendar, calendars.bind(id).all(tx).await?);
    appointment.values.extend(calendars);
    Ok(Some(appointment))
}

async fn calendar(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let calendar: Option<CalendarFacts> =
        sql!("SELECT company_id AS owner_id, title AS called FROM calendar WHERE id = $1")
            .bind(id)
            .optional(tx)
            .await?;
    Ok(calendar.map(|calendar| calendar.0))
}

async fn customer(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let customer: Option<CustomerFacts> = sql!(
        "SELECT company_id AS owner_id, first_name || ' ' || last_name AS called, first_name,
             last_name, company, phone, address, city, state, zip
         FROM customer WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(customer.map(|customer| customer.0))
}

async fn vendor(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let vendor: Option<VendorFacts> = sql!(
        "SELECT company_id AS owner_id, name AS called, account_number FROM vendor
         WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    let Some(VendorFacts(mut vendor)) = vendor else { return Ok(None) };
    let contacts = sql!(
        "SELECT id, name || ', ' || email AS called FROM vendor_contact
         WHERE vendor_id = $1 ORDER BY id"
    );
    let contacts = parts(ActivityField::Contact, contacts.bind(id).all(tx).await?);
    vendor.values.extend(contacts);
    Ok(Some(vendor))
}

async fn product(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let product: Option<ProductFacts> = sql!(
        "SELECT product_category.company_id AS owner_id, product.name AS called,
             product.unit_cost, product_category.title AS category
         FROM product JOIN product_category ON product_category.id = product.category_id
         WHERE product.id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(product.map(|product| product.0))
}

async fn category(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let category: Option<CategoryFacts> =
        sql!("SELECT company_id AS owner_id, title AS called FROM product_category WHERE id = $1")
            .bind(id)
            .optional(tx)
            .await?;
    Ok(category.map(|category| category.0))
}

async fn crew(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let crew: Option<CrewFacts> =
        sql!("SELECT company_id AS owner_id, name AS called FROM crew WHERE id = $1")
            .bind(id)
            .optional(tx)
            .await?;
    let Some(CrewFacts(mut crew)) = crew else { return Ok(None) };
    let members = sql!(
        "SELECT id, name || COALESCE(', ' || email, '') || COALESCE(', ' || phone, '')
             AS called
         FROM crew_member WHERE crew_id = $1 ORDER BY id"
    );
    crew.values.extend(parts(ActivityField::CrewMember, members.bind(id).all(tx).await?));
    Ok(Some(crew))
}

pub(crate) async fn company(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let company: Option<CompanyFacts> = sql!(
        "SELECT id AS owner_id, name AS called, location, description, time_zone, is_public,
             slug, logo_url
         FROM company WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(company.map(|company| company.0))
}

async fn company_file(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let file: Option<FileFacts> = sql!(
        "SELECT company_id AS owner_id, file_name AS called, is_public, kind, expires_on
         FROM company_file WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(file.map(|file| file.0))
}

async fn qualification(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let qualification: Option<QualificationFacts> = sql!(
        "SELECT company_id AS owner_id, qualification AS called FROM qualification
         WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(qualification.map(|qualification| qualification.0))
}

async fn member(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    // A user without a company has no entry.
    let member: Option<MemberFacts> = sql!(
        "SELECT company_id AS owner_id, first_name || ' ' || last_name AS called, first_name,
             last_name, position, email, phone_number, location, language, user_type
         FROM person WHERE id = $1 AND company_id IS NOT NULL"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(member.map(|member| member.0))
}

async fn api_key(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let key: Option<ApiKeyFacts> = sql!(
        "SELECT company_id AS owner_id, name AS called, expires_on FROM api_key WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(key.map(|key| key.0))
}

async fn webhook(tx: &mut Tx, id: Uuid) -> DbResult<Option<FieldValues>> {
    let webhook: Option<WebhookFacts> = sql!(
        "SELECT company_id AS owner_id, url AS called, events, active FROM webhook WHERE id = $1"
    )
    .bind(id)
    .optional(tx)
    .await?;
    Ok(webhook.map(|webhook| webhook.0))
}
