//! Receiving what a purchase order ordered, in one delivery or in several (contract-2, section 2).

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{OptionalId, form, nested_form},
        rules,
        verdict::of_field,
    },
    i18n::rules::Text,
    orders::{
        orders::check_version, purchase_order_status::PurchaseOrderStatus,
        purchase_orders::PurchaseOrderItem,
    },
    types::{
        ids::PurchaseOrderId,
        limits::LIMITS,
        money::{FormNumber, Quantity},
    },
};

form! {
    /// What came of one row of an order.
    ReceivedRow {
        id: String = "id",
        #[ts(type = "number | null")]
        quantity: Option<FormNumber> = "quantity",
    }
}

form! {
    /// A row of an order: how much was ordered, and how much has come so far.
    OrderedRow {
        id: String = "id",
        #[ts(type = "number | null")]
        quantity: Option<FormNumber> = "quantity",
        #[ts(type = "number | null")]
        received: Option<FormNumber> = "received",
    }
}

nested_form!(ReceivedRow, OrderedRow);

form! {
    /// A delivery. More than was ordered is refused, unless `overDelivery` says that it is meant.
    ReceiveOrder {
        #[ts(as = "PurchaseOrderId")]
        #[validate(required)]
        id: OptionalId<PurchaseOrderId> = "id",
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
        rows: Vec<ReceivedRow> = "rows",
        #[validate(custom(function = rules::lines))]
        note: String = "note",
        over_delivery: Option<bool> = "overDelivery",
    }
}

impl ReceiveOrder {
    /// Refuses to count a delivery for an order that has changed since the user saw it.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.version, version)
    }
}

/// An order after a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// Its status.
    pub status: PurchaseOrderStatus,
    /// Its rows, in their order.
    pub rows: Vec<RowReceipt>,
}

/// How much of a row has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowReceipt {
    /// The row's id.
    pub id: String,
    /// With what came before.
    pub received: Quantity,
}

impl From<&PurchaseOrderItem> for OrderedRow {
    fn from(item: &PurchaseOrderItem) -> Self {
        let number = |quantity: Quantity| Some(FormNumber::of(quantity.decimal()));
        Self {
            id: item.id.to_string(),
            quantity: number(item.quantity),
            received: number(item.received),
        }
    }
}

fn quantity_of(number: Option<FormNumber>) -> Quantity {
    number.and_then(Quantity::from_figure).unwrap_or_default()
}

/// What is wrong with a delivery, whatever was ordered.
#[must_use]
pub fn check_rows(came: &[ReceivedRow]) -> ValidationErrors {
    let mut errors = ValidationErrors::default();
    if came.is_empty() {
        errors.add(ValidationError::new("rows", Code::Required, Text::Required));
    }
    let mut named = HashSet::new();
    for row in came {
        if row.id.is_empty() {
            errors.add(ValidationError::new("id", Code::Required, Text::Required));
        } else if !named.insert(row.id.as_str()) {
            errors.add(ValidationError::new("id", Code::Mismatch, Text::ProductTwice));
        }
        if let Err(refusal) = rules::required_quantity(&row.quantity) {
            errors.add(of_field("quantity", &refusal));
        } else if quantity_of(row.quantity) == Quantity::default() {
            let refusal = ValidationError::new("quantity", Code::TooSmall, Text::TooSmall);
            errors.add(refusal.with("min", &FormNumber::scaled(1, 3)));
        }
    }
    errors
}

/// The order after a delivery: all of it is counted, or nothing.
///
/// # Errors
/// A status in which nothing is received; rows that are not on the order, or named twice; quantities that are none,
/// or more than was ordered unless that is meant.
pub fn receive(
    status: PurchaseOrderStatus,
    ordered: &[OrderedRow],
    came: &[ReceivedRow],
    over_delivery: bool,
) -> Result<Receipt, Vec<ValidationError>> {
    if !status.is_open() {
        return Err(vec![ValidationError::new("status", Code::Range, Text::OrderStatus)]);
    }
    let mut errors = check_rows(came);
    let mut left: HashMap<&str, i64> = came
        .iter()
        .filter(|row| !row.id.is_empty())
        .map(|row| (row.id.as_str(), quantity_of(row.quantity).thousandths()))
        .collect();
    let mut status = PurchaseOrderStatus::Received;
    let mut rows = Vec::new();
    for row in ordered {
        let before = quantity_of(row.received).thousandths();
        let ordered = quantity_of(row.quantity).thousandths();
        let came = left.remove(row.id.as_str()).unwrap_or_default();
        let received = before.saturating_add(came);
        let most = if over_delivery { LIMITS.quantity_thousandths } else { ordered };
        if came > 0 && received > most {
            let rest = Quantity::from_thousandths(most.saturating_sub(before).max(0));
            let rest = FormNumber::of(rest.decimal());
            let refusal = ValidationError::new("quantity", Code::TooLarge, Text::TooLarge);
            errors.add(refusal.with("max", &rest));
        }
        if received < ordered {
            status = PurchaseOrderStatus::PartlyReceived;
        }
        rows.push(RowReceipt {
            id: row.id.clone(),
            received: Quantity::from_thousandths(received),
        });
    }
    if !left.is_empty() {
        errors.add(ValidationError::new("id", Code::Choice, Text::Choice));
    }
    errors.finish()?;
    Ok(Receipt { status, rows })
}
