//! Sends of orders by mail: recipients, senders, and the outcome of each mail.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    accounts::deletion::{former_names, is_former_key},
    notifications::mails::{MailFailure, MailState, OrderRecipient, OrderSend},
    types::{
        email,
        ids::{MailDeliveryId, OrderSendId, PurchaseOrderId, UserId, WorkOrderId},
        language::Language,
    },
};
use uuid::Uuid;

use crate::{db::prelude::*, mail_queue::MailAddress, orders::orders::OrderSelection};

/// The sends of orders, by the order's id.
pub type Sends = HashMap<Uuid, Vec<OrderSend>>;

/// A send to be stored.
#[derive(Clone, Debug)]
pub struct NewSend {
    /// The sender.
    pub sender: UserId,
    /// The subject of the mail.
    pub subject: String,
    /// The sender's message.
    pub message: Option<String>,
    /// The name of the PDF, if there is one.
    pub file_name: Option<String>,
    /// The language of the mails, where it is one.
    pub language: Option<Language>,
    /// The mails.
    pub deliveries: Vec<MailDeliveryId>,
    /// When.
    pub now: DateTime<Utc>,
}

/// Stores that an order of either kind was sent.
pub(crate) async fn insert(
    tx: &mut Tx,
    purchase_order: Option<PurchaseOrderId>,
    work_order: Option<WorkOrderId>,
    send: &NewSend,
) -> DbResult<()> {
    let id = OrderSendId(Uuid::now_v7());
    sql!(
        "INSERT INTO order_send (id, purchase_order_id, work_order_id, sender_id, subject, message,
             file_name, sent_at, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    )
    .bind(id)
    .bind(purchase_order)
    .bind(work_order)
    .bind(send.sender)
    .bind(&send.subject)
    .bind(&send.message)
    .bind(&send.file_name)
    .bind(send.now)
    .bind(send.language)
    .run_one(tx)
    .await?;
    for (place, delivery) in (0_i64..).zip(&send.deliveries) {
        sql!("INSERT INTO order_recipient (order_send_id, place, delivery_id) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(place)
            .bind(*delivery)
            .run_one(tx)
            .await?;
    }
    Ok(())
}

/// Somebody who has a purchase order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderHolder {
    /// Their address.
    pub address: MailAddress,
    /// The language in which it was last sent to them; `None` if that is not known.
    pub language: Option<Language>,
}

/// A recipient of a purchase order.
struct HolderRow {
    email: String,
    name: Option<String>,
    language: Option<Language>,
}

columns! {
    HolderRow { email, name, language }
}

/// Everybody a purchase order was sent to, each once, in the order of their first mail. Whose address was deleted
/// with their account is not among them.
pub async fn holders(tx: &mut Tx, order: PurchaseOrderId) -> DbResult<Vec<OrderHolder>> {
    let rows: Vec<HolderRow> = sql!(
        "SELECT mail_delivery.email, mail_delivery.name, order_send.language
         FROM order_send
         JOIN order_recipient ON order_recipient.order_send_id = order_send.id
         JOIN mail_delivery ON mail_delivery.id = order_recipient.delivery_id
         WHERE order_send.purchase_order_id = $1
         ORDER BY order_send.sent_at, order_send.id, order_recipient.place"
    )
    .bind(order)
    .all(tx)
    .await?;
    let mut places = HashMap::new();
    let mut holders: Vec<OrderHolder> = Vec::new();
    for row in rows.into_iter().filter(|row| !is_former_key(&row.email)) {
        let place = *places.entry(email::normalized(&row.email)).or_insert(holders.len());
        let address = MailAddress { email: row.email, name: row.name };
        if let Some(known) = holders.get_mut(place) {
            let language = row.language.or(known.language);
            *known = OrderHolder { address, language };
        } else {
            holders.push(OrderHolder { address, language: row.language });
        }
    }
    Ok(holders)
}

/// One recipient of one send.
struct SendRow {
    order_id: Uuid,
    id: OrderSendId,
    sent_at: DateTime<Utc>,
    subject: String,
    message: Option<String>,
    file_name: Option<String>,
    first_name: String,
    last_name: String,
    email: String,
    name: Option<String>,
    state: MailState,
    since: DateTime<Utc>,
    trouble: Option<MailFailure>,
}

columns! {
    SendRow {
        order_id, id, sent_at, subject, message, file_name, first_name, last_name, email, name,
        state, since, trouble,
    }
}

macro_rules! sends_of {
    ($of:expr, $table:literal) => {
        match $of {
            OrderSelection::Job(job) => sends_of!(@ $table, "job_id = $1").bind(job),
            OrderSelection::One(order) => sends_of!(@ $table, "id = $1").bind(order),
            OrderSelection::These(orders) => sends_of!(@ $table, "id IN ({orders})")
                .bind_list("orders", orders.iter().copied()),
        }
    };
    (@ $table:literal, $selected:literal) => {
        sql!(concat!(
            "SELECT order_send.",
            $table,
            "_id AS order_id, order_send.id, order_send.sent_at, order_send.subject,
                 order_send.message, order_send.file_name, person.first_name, person.last_name,
                 mail_delivery.email, mail_delivery.name, mail_delivery.state,
                 mail_delivery.since, mail_delivery.trouble
             FROM ",
            $table,
            " JOIN order_send ON order_send.",
            $table,
            "_id = ",
            $table,
            ".id AND ",
            $table,
            ".",
            $selected,
            "
             JOIN person ON person.id = order_send.sender_id
             JOIN order_recipient ON order_recipient.order_send_id = order_send.id
             JOIN mail_delivery ON mail_delivery.id = order_recipient.delivery_id
             WHERE order_send.",
            $table,
            "_id IS NOT NULL
             ORDER BY order_send.sent_at, order_send.id, order_recipient.place"
        ))
    };
}

/// The sends of purchase orders: one statement, whatever the number.
pub(super) async fn of_purchase_orders(
    tx: &mut Tx,
    of: OrderSelection<'_, PurchaseOrderId>,
    language: Language,
) -> DbResult<Sends> {
    grouped_by_order(tx, sends_of!(of, "purchase_order"), language).await
}

/// The sends of work orders: one statement, whatever the number.
pub(super) async fn of_work_orders(
    tx: &mut Tx,
    of: OrderSelection<'_, WorkOrderId>,
    language: Language,
) -> DbResult<Sends> {
    grouped_by_order(tx, sends_of!(of, "work_order"), language).await
}

async fn grouped_by_order(tx: &mut Tx, rows: Sql, language: Language) -> DbResult<Sends> {
    let rows: Vec<SendRow> = rows.all(tx).await?;
    let mut sends = Sends::new();
    for row in rows {
        let of_order = sends.entry(row.order_id).or_default();
        if of_order.last().is_none_or(|send: &OrderSend| send.id != row.id) {
            of_order.push(OrderSend {
                id: row.id,
                sent_at: row.sent_at,
                subject: row.subject,
                message: row.message,
                file_name: row.file_name,
                first_name: row.first_name,
                last_name: row.last_name,
                recipients: Vec::new(),
            });
        }
        let (email, name) = if is_former_key(&row.email) {
            (String::new(), Some(former_names(language).join(" ")))
        } else {
            (row.email, row.name)
        };
        let recipient = OrderRecipient {
            email,
            name,
            state: row.state,
            since: row.since,
            reason: row.trouble.map(|trouble| trouble.say(language)),
        };
        if let Some(send) = of_order.last_mut() {
            send.recipients.push(recipient);
        }
    }
    Ok(sends)
}
