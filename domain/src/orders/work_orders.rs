//! Work orders: what a crew is to do on a job and what it is paid for it, and who signed that.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::ValidationError,
        form::{OptionalId, form},
        rules,
    },
    i18n::rules::Text,
    notifications::mails::OrderSend,
    orders::orders::WorkOrderItemForm,
    types::{
        ids::{JobId, SignOffId, UserId, WorkOrderId, WorkOrderItemId},
        limits::LIMITS,
        money::{FormNumber, Money, OrderLine, Quantity, Total},
    },
};

/// A work order as everybody sees it who sees its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct WorkOrder {
    pub id: WorkOrderId,
    pub title: String,
    pub job_id: JobId,
    /// In the order they were added.
    pub order_items: Vec<WorkOrderItem>,
    /// Another one after each change of an item: whoever signs says which one they saw.
    #[ts(type = "number")]
    pub items_version: i64,
    /// In the order they were made.
    pub sign_offs: Vec<SignOff>,
    /// The sum of the rounded lines.
    pub total: Total,
    pub date_inserted: DateTime<Utc>,
    /// When it was sent to the subcontractor, oldest first, and what became of that. The contractor
    /// alone sees this.
    pub sends: Vec<OrderSend>,
}

/// One thing to do, and what is paid for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct WorkOrderItem {
    pub id: WorkOrderItemId,
    pub title: String,
    pub description: Option<String>,
    pub quantity: Quantity,
    pub unit_cost: Money,
    pub work_order_id: WorkOrderId,
    /// Unit cost times quantity, rounded half away from zero to the cent.
    pub line_total: Total,
}

impl WorkOrderItem {
    /// The item as money sees it.
    #[must_use]
    pub fn line(&self) -> OrderLine {
        OrderLine::of(self.unit_cost, self.quantity)
    }

    /// An item as a form that passed its check has it.
    #[must_use]
    pub fn from_form(
        id: WorkOrderItemId,
        work_order_id: WorkOrderId,
        form: WorkOrderItemForm,
    ) -> Self {
        let quantity = form.quantity.and_then(Quantity::from_figure).unwrap_or_default();
        let unit_cost = form.unit_cost.and_then(Money::from_figure).unwrap_or_default();
        Self {
            id,
            title: form.title,
            description: Some(form.description).filter(|text| !text.is_empty()),
            quantity,
            unit_cost,
            work_order_id,
            line_total: Total::of_line(OrderLine::of(unit_cost, quantity)),
        }
    }
}

/// Who agreed to a work order, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct SignOff {
    pub id: SignOffId,
    pub user_id: UserId,
    /// The signer's, also after they left their company.
    pub first_name: String,
    pub last_name: String,
    pub signed_at: DateTime<Utc>,
    /// Whether the items are others now than those that were signed.
    pub changed_since: bool,
}

form! {
    /// Adds an item to a work order.
    NewWorkOrderItem {
        #[ts(as = "WorkOrderId")]
        #[validate(required)]
        work_order_id: OptionalId<WorkOrderId> = "workOrderId",
        #[validate(nested)]
        #[ts(flatten)]
        item: WorkOrderItemForm,
    }
}

form! {
    /// Changes an item. Its work order may be named, and must be its own where it is named at all:
    /// items do not move from order to order.
    EditWorkOrderItem {
        #[ts(as = "WorkOrderItemId")]
        #[validate(required)]
        id: OptionalId<WorkOrderItemId> = "id",
        #[ts(as = "Option<WorkOrderId>")]
        work_order_id: OptionalId<WorkOrderId> = "workOrderId",
        #[validate(nested)]
        #[ts(flatten)]
        item: WorkOrderItemForm,
    }
}

impl EditWorkOrderItem {
    /// Refuses a work order that is not the item's.
    pub fn check_order(&self, order: WorkOrderId) -> Result<(), ValidationError> {
        if self.work_order_id.0.is_none_or(|named| named == order) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("workOrderId"))
        }
    }
}

form! {
    /// Names a work order, to sign it.
    SignWorkOrder {
        #[ts(as = "WorkOrderId")]
        #[validate(required)]
        order_id: OptionalId<WorkOrderId> = "orderId",
        #[ts(optional, type = "number")]
        items_version: Option<FormNumber> = "itemsVersion",
    }
}

impl SignWorkOrder {
    /// Nobody agrees to items that they have not seen.
    pub fn check_seen(&self, items_version: i64) -> Result<(), Text> {
        let is = |seen: FormNumber| seen.to_whole() == Some(items_version);
        if self.items_version.is_none_or(is) { Ok(()) } else { Err(Text::ItemsChanged) }
    }

    /// Whether what is agreed to is named: then an older agreement of the same person gives way to it.
    #[must_use]
    pub const fn has_items_version(&self) -> bool {
        self.items_version.is_some()
    }
}

form! {
    /// Sends a work order to the subcontractor that does the job.
    SendWorkOrder {
        #[ts(as = "WorkOrderId")]
        #[validate(required)]
        order_id: OptionalId<WorkOrderId> = "orderId",
        #[validate(custom(function = rules::at_most::<{ LIMITS.purchase_order_message }>))]
        message: String = "message",
        #[validate(custom(function = rules::line))]
        file_name: String = "fileName",
    }
}
