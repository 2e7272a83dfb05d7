//! Reminders of purchase orders to their vendors: when each is due, and whether the company wants them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    companies::time_zone::TimeZone,
    orders::vendor_reminders::VendorReminders,
    types::{
        ids::{CompanyId, PurchaseOrderId, UserId},
        language::Language,
    },
};

use crate::{
    db::prelude::*,
    orders::{
        purchase_order_changes::{self, OrderState},
        sends::{self, NewSend},
    },
    scope::Scope,
};

/// The most reminders of one round.
const DUE_AT_ONCE: i64 = 100;

/// Whether the company's vendors are reminded.
pub async fn find(tx: &mut Tx, scope: Scope) -> DbResult<VendorReminders> {
    let enabled = sql!("SELECT reminds_vendors AS value FROM company WHERE id = $1");
    Ok(VendorReminders { enabled: enabled.bind(scope).value(tx).await? })
}

/// Sets whether the company's vendors are reminded.
pub async fn set(tx: &mut Tx, scope: Scope, reminders: VendorReminders) -> DbResult<()> {
    sql!("UPDATE company SET reminds_vendors = $2 WHERE id = $1")
        .bind(scope)
        .bind(reminders.enabled)
        .run_one(tx)
        .await
}

/// The time zone of the company of a locked order.
pub async fn time_zone(tx: &mut Tx, order: &OrderState) -> DbResult<TimeZone> {
    let company = order.job().company_id;
    sql!("SELECT time_zone AS value FROM company WHERE id = $1").bind(company).value(tx).await
}

/// Sets when the vendor of a locked order is reminded, in place of a former time.
pub async fn schedule(tx: &mut Tx, order: &OrderState, at: Option<DateTime<Utc>>) -> DbResult<()> {
    sql!("UPDATE purchase_order SET reminder_at = $3 WHERE job_id = $1 AND id = $2")
        .bind(order.job().id)
        .bind(order.id)
        .bind(at)
        .run_one(tx)
        .await
}

/// The orders whose reminder is due: a batch, the earliest first.
pub async fn due(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<Vec<PurchaseOrderId>> {
    sql!(
        "SELECT id AS value FROM purchase_order WHERE reminder_at <= $1
         ORDER BY reminder_at LIMIT $2"
    )
    .bind(now)
    .bind(DUE_AT_ONCE)
    .values(tx)
    .await
}

/// An order whose vendor is to be reminded.
#[derive(Debug)]
pub struct DueOrder {
    /// The order, locked.
    pub order: OrderState,
    /// Its title.
    pub title: String,
    /// The day on which it is expected.
    pub expected_on: Option<NaiveDate>,
    /// The contractor.
    pub company: CompanyId,
    /// Its name.
    pub company_name: String,
    /// The zone of its days.
    pub zone: TimeZone,
}

/// The columns of a due order.
struct DueRow {
    title: String,
    expected_on: Option<NaiveDate>,
    company_name: String,
    time_zone: TimeZone,
    is_wanted: bool,
}

columns! {
    DueRow { title, expected_on, company_name, time_zone, is_wanted }
}

/// Takes a due order, which is not due again. `None` if another server was faster, the order was deleted, its job is
/// complete, or the company wants no reminders.
pub async fn take(
    tx: &mut Tx,
    id: PurchaseOrderId,
    now: DateTime<Utc>,
) -> DbResult<Option<DueOrder>> {
    let order = match purchase_order_changes::lock_any(tx, id).await {
        Ok(order) => order,
        Err(DbError::Missing) => return Ok(None),
        Err(error) => return Err(error),
    };
    let row: Option<DueRow> = sql!(
        "SELECT purchase_order.title, purchase_order.expected_on, company.name AS company_name,
             company.time_zone, (company.reminds_vendors AND job.status = 'active') AS is_wanted
         FROM purchase_order
         JOIN job ON job.id = purchase_order.job_id
         JOIN company ON company.id = job.company_id
         WHERE purchase_order.id = $1 AND purchase_order.reminder_at <= $2"
    )
    .bind(id)
    .bind(now)
    .optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    schedule(tx, &order, None).await?;
    let DueRow { title, expected_on, company_name, time_zone: zone, is_wanted } = row;
    let company = order.job().company_id;
    let due = DueOrder { order, title, expected_on, company, company_name, zone };
    Ok(is_wanted.then_some(due))
}

/// Who is asked when a vendor replies to a reminder.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct ReplyTo {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: Language,
}

columns! {
    ReplyTo { id, first_name, last_name, email, language }
}

/// Who sent the order last, or the longest-standing admin of the company if they have left it.
pub async fn reply_to(tx: &mut Tx, due: &DueOrder) -> DbResult<Option<ReplyTo>> {
    let sender: Option<UserId> = sql!(
        "SELECT sender_id AS value FROM order_send WHERE purchase_order_id = $1
         ORDER BY sent_at DESC, id DESC LIMIT 1"
    )
    .bind(due.order.id)
    .optional_value(tx)
    .await?;
    sql!(
        "SELECT id, first_name, last_name, email, language FROM person
         WHERE company_id = $1 AND account_creation_complete AND (id = $2 OR user_type = 'admin')
         ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END, date_inserted, id LIMIT 1"
    )
    .bind(due.company)
    .bind(sender)
    .optional(tx)
    .await
}

/// Stores mails that reminded of an order.
pub async fn add(tx: &mut Tx, order: &OrderState, send: &NewSend) -> DbResult<()> {
    order.announce_change(tx, ChangeType::PurchaseOrderUpdated);
    sends::insert(tx, Some(order.id), None, send).await
}
