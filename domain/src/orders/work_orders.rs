//! Work orders: the work of a crew on a job, what it is paid, and who signed it.

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
    orders::orders::{WorkOrderItemForm, check_version, is_version},
    types::{
        ids::{JobId, SignOffId, UserId, WorkOrderId, WorkOrderItemId},
        limits::LIMITS,
        money::{FormNumber, Money, OrderLine, Quantity, Total},
    },
};

/// A work order as all users who see its job see it.
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
    /// Changes with each change of an item: a signature states which version the user saw.
    #[ts(type = "number")]
    pub items_version: i64,
    /// In the order they were signed.
    pub sign_offs: Vec<SignOff>,
    /// The sum of the rounded lines.
    pub total: Total,
    pub date_inserted: DateTime<Utc>,
    /// The mails to the subcontractor, oldest first, with their delivery state. Only the contractor sees
    /// them.
    pub sends: Vec<OrderSend>,
}

/// One item of work, and its price.
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
    /// The item as an order line, for its total.
    #[must_use]
    pub fn line(&self) -> OrderLine {
        OrderLine::of(self.unit_cost, self.quantity)
    }

    /// The item of a form that passed its check.
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

/// Who signed a work order, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct SignOff {
    pub id: SignOffId,
    /// None of a signature by link.
    pub user_id: Option<UserId>,
    /// The signer's name, also after they leave their company; by link the name that was signed with.
    pub first_name: String,
    pub last_name: String,
    /// The name that was signed with, by link.
    pub name: Option<String>,
    /// Whether it was signed by link.
    pub via_link: bool,
    pub signed_at: DateTime<Utc>,
    /// Whether the items have changed since they were signed.
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
        #[ts(optional, type = "number")]
        items_version: Option<FormNumber> = "itemsVersion",
    }
}

impl NewWorkOrderItem {
    /// Refuses to add to items that have changed since the user saw them.
    pub fn check_unchanged(&self, items_version: i64) -> Result<(), Text> {
        check_version(self.items_version, items_version)
    }
}

form! {
    /// Changes an item. The work order's id may be left out, and must be the item's own if it is given: items
    /// do not move between orders.
    EditWorkOrderItem {
        #[ts(as = "WorkOrderItemId")]
        #[validate(required)]
        id: OptionalId<WorkOrderItemId> = "id",
        #[ts(as = "Option<WorkOrderId>")]
        work_order_id: OptionalId<WorkOrderId> = "workOrderId",
        #[validate(nested)]
        #[ts(flatten)]
        item: WorkOrderItemForm,
        #[ts(optional, type = "number")]
        items_version: Option<FormNumber> = "itemsVersion",
    }
}

impl EditWorkOrderItem {
    /// Refuses to change items that have changed since the user saw them.
    pub fn check_unchanged(&self, items_version: i64) -> Result<(), Text> {
        check_version(self.items_version, items_version)
    }

    /// Refuses a work order other than the item's.
    pub fn check_order(&self, order: WorkOrderId) -> Result<(), ValidationError> {
        if self.work_order_id.0.is_none_or(|named| named == order) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("workOrderId"))
        }
    }
}

form! {
    /// A work order, to sign it.
    SignWorkOrder {
        #[ts(as = "WorkOrderId")]
        #[validate(required)]
        order_id: OptionalId<WorkOrderId> = "orderId",
        #[ts(optional, type = "number")]
        items_version: Option<FormNumber> = "itemsVersion",
    }
}

impl SignWorkOrder {
    /// Refuses to sign items that have changed since the user saw them.
    pub fn check_unchanged(&self, items_version: i64) -> Result<(), Text> {
        if is_version(self.items_version, items_version) { Ok(()) } else { Err(Text::ItemsChanged) }
    }

    /// Whether the signed version is stated: then an older signature of the same user is replaced.
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
