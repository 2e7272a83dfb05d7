//! Purchase orders: what a contractor buys for a job, and from whom.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form, FromFields as _, OptionalId, form, nested_form, wrong_types},
        rules,
    },
    i18n::rules::Text,
    notifications::mails::OrderSend,
    orders::{
        orders::{PurchaseOrderEmail, check_version},
        purchase_order_status::PurchaseOrderStatus,
    },
    products::Product,
    types::{
        email,
        field::FromField as _,
        ids::{
            CategoryId, DeliveryPhotoId, JobId, ProductId, PurchaseOrderId, PurchaseOrderItemId,
            UserId, VendorId,
        },
        money::{FormNumber, Money, OrderLine, Quantity, Total},
    },
};

/// A purchase order as the contractor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PurchaseOrder {
    pub id: PurchaseOrderId,
    pub title: String,
    pub job_id: JobId,
    /// None until a vendor is chosen, and again once that vendor is deleted.
    pub vendor_id: Option<VendorId>,
    /// In the order they were added.
    pub items: Vec<PurchaseOrderItem>,
    /// The sum of the rounded lines.
    pub total: Total,
    pub date_inserted: DateTime<Utc>,
    /// Changes with each change of the rows, the status or the receipts: a change states which version the user
    /// saw.
    #[ts(type = "number")]
    pub version: i64,
    /// How far it is.
    pub status: PurchaseOrderStatus,
    /// What the vendor wrote in its answer.
    pub remark: Option<String>,
    /// The day on which the vendor expects to deliver.
    pub expected_on: Option<NaiveDate>,
    /// Photos of what was delivered, oldest first.
    pub delivery_photos: Vec<DeliveryPhoto>,
    /// The mails to vendors, oldest first, with their delivery state.
    pub sends: Vec<OrderSend>,
}

/// A quantity of a product, with the product's data from when the row was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct PurchaseOrderItem {
    pub id: PurchaseOrderItemId,
    pub product_id: ProductId,
    pub product_name: String,
    pub category_id: CategoryId,
    pub category_title: String,
    pub quantity: Quantity,
    pub unit_cost: Money,
    pub purchase_order_id: PurchaseOrderId,
    /// Unit cost times quantity, rounded half away from zero to the cent.
    pub line_total: Total,
    /// How much of it has been delivered.
    pub received: Quantity,
    /// Whether the vendor has it, once it answered for this row.
    pub available: Option<bool>,
    /// What the vendor offers instead.
    pub substitute: Option<String>,
    /// The price that the vendor stated in its answer; the totals stay those of `unit_cost`.
    pub confirmed_cost: Option<Money>,
}

/// A photo of what was delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DeliveryPhoto {
    pub id: DeliveryPhotoId,
    pub purchase_order_id: PurchaseOrderId,
    /// The address of the photo; a link that is valid for an hour or two.
    pub img_url: String,
    /// The address of its thumbnail.
    pub thumb_url: String,
    /// Size of the photo in pixels, upright.
    #[ts(type = "number")]
    pub width: u32,
    #[ts(type = "number")]
    pub height: u32,
    pub posted_by: UserId,
    /// The author's name, also after they leave their company.
    pub posted_by_first_name: String,
    pub posted_by_last_name: String,
    pub date_inserted: DateTime<Utc>,
}

impl PurchaseOrderItem {
    /// What the vendor asks for, if it is not what was ordered.
    #[must_use]
    pub fn other_price(&self) -> Option<Money> {
        self.confirmed_cost.filter(|cost| *cost != self.unit_cost)
    }

    /// The row as an order line, for its total.
    #[must_use]
    pub fn line(&self) -> OrderLine {
        OrderLine::of(self.unit_cost, self.quantity)
    }

    /// A new row, copied from a product as it is now.
    #[must_use]
    pub fn of_product(
        id: PurchaseOrderItemId,
        order: PurchaseOrderId,
        product: &OfferedProduct,
        quantity: Quantity,
    ) -> Self {
        let new = Self {
            id,
            product_id: product.id,
            product_name: product.name.clone(),
            category_id: product.category_id,
            category_title: product.category_title.clone(),
            quantity,
            unit_cost: product.unit_cost,
            purchase_order_id: order,
            line_total: Total::default(),
            received: Quantity::default(),
            available: None,
            substitute: None,
            confirmed_cost: None,
        };
        new.of(quantity)
    }

    /// The same row with another quantity.
    fn of(self, quantity: Quantity) -> Self {
        let line_total = Total::of_line(OrderLine::of(self.unit_cost, quantity));
        Self { quantity, line_total, ..self }
    }
}

impl From<OfferedProduct> for Product {
    fn from(OfferedProduct { id, name, category_id, unit_cost, .. }: OfferedProduct) -> Self {
        Self { id, name, unit_cost, category_id }
    }
}

/// The product data that a new row copies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct OfferedProduct {
    pub id: ProductId,
    pub name: String,
    pub category_id: CategoryId,
    pub category_title: String,
    pub unit_cost: Money,
}

form! {
    /// A purchase order, to delete it.
    PurchaseOrderRef {
        #[ts(as = "PurchaseOrderId")]
        #[validate(required)]
        order_id: OptionalId<PurchaseOrderId> = "orderId",
    }
}

form! {
    /// Sets the vendor of an order; null clears it.
    ChooseVendor {
        #[ts(as = "Option<VendorId>")]
        vendor_id: OptionalId<VendorId> = "vendorId",
    }
}

form! {
    /// One row of a purchase order. The order's id may be left out, and must be the order of the call if it
    /// is given.
    OrderRow {
        #[ts(as = "ProductId")]
        #[validate(required)]
        product_id: OptionalId<ProductId> = "productId",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_quantity))]
        quantity: Option<FormNumber> = "quantity",
        #[ts(as = "Option<PurchaseOrderId>")]
        purchase_order_id: OptionalId<PurchaseOrderId> = "purchaseOrderId",
    }
}

/// All rows of a purchase order, which replace its rows. A quantity of 0 removes the row.
///
/// The body is either the rows, or the rows with the version of the order that the user saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderRows {
    /// The rows.
    pub items: Vec<OrderRow>,
    /// The version, in a body that states it.
    pub seen: Option<SeenVersion>,
}

form! {
    /// The version of an order that the user saw.
    SeenVersion {
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
    }
}

impl<'de> Deserialize<'de> for OrderRows {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wrong = |fields: &[&str]| D::Error::custom(wrong_types(fields));
        let read = |items: &Value| match items {
            Value::Array(rows) => rows.iter().map(OrderRow::read).collect(),
            _ => None,
        };
        let (items, seen) = match Value::deserialize(from)? {
            Value::Object(body) => {
                let seen = SeenVersion::from_fields(&body).map_err(|fields| wrong(&fields))?;
                (body.get("items").and_then(read), Some(seen))
            }
            items => (read(&items), None),
        };
        Ok(Self { items: items.ok_or_else(|| wrong(&["items"]))?, seen })
    }
}

nested_form!(OrderRow);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OrderRows {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OrderRows".into()
    }

    fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let items = schemas.subschema_for::<Vec<OrderRow>>();
        schemars::json_schema!({ "anyOf": [items, {
            "type": "object",
            "properties": { "version": { "type": "number" }, "items": items },
            "required": ["version", "items"],
        }] })
    }
}

impl Form for OrderRows {
    /// A refusal has the name of the row's own field, and reports the first row with that error. A product in
    /// two rows is refused, because one of its quantities would be lost.
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        if let Some(seen) = &self.seen {
            errors.add_all(seen.check());
        }
        let mut products = HashSet::new();
        for row in &self.items {
            errors.add_all(row.check());
            if row.product_id.0.is_some_and(|product| !products.insert(product)) {
                errors.add(ValidationError::new("productId", Code::Choice, Text::ProductTwice));
            }
        }
        errors.finish()
    }
}

impl OrderRows {
    /// Refuses to replace rows that have changed since the user saw them.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.seen.as_ref().and_then(|seen| seen.version), version)
    }

    /// Refuses a row of another order.
    pub fn check_order(&self, order: PurchaseOrderId) -> Result<(), ValidationError> {
        let named = self.items.iter().filter_map(|row| row.purchase_order_id.0);
        if named.into_iter().all(|named| named == order) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("purchaseOrderId"))
        }
    }

    /// The products of the rows with a quantity.
    pub fn products(&self) -> impl Iterator<Item = ProductId> {
        self.chosen().map(|(product, _)| product)
    }

    /// The rows of an order after these, which passed their check, replace the existing ones. A product that
    /// is on the order keeps its row with name, category and cost; a new one is copied from the current
    /// products.
    ///
    /// # Errors
    /// A product that is neither on the order nor offered.
    pub fn applied(
        &self,
        order: PurchaseOrderId,
        existing: &[PurchaseOrderItem],
        offered: &[OfferedProduct],
        mut new_id: impl FnMut() -> PurchaseOrderItemId,
    ) -> Result<Vec<PurchaseOrderItem>, ValidationError> {
        let existing: HashMap<_, _> = existing.iter().map(|item| (item.product_id, item)).collect();
        let offered: HashMap<_, _> = offered.iter().map(|product| (product.id, product)).collect();
        let row = |(product, quantity): (ProductId, Quantity)| {
            if let Some(item) = existing.get(&product) {
                return Ok(PurchaseOrderItem::clone(item).of(quantity));
            }
            let found =
                offered.get(&product).ok_or_else(|| ValidationError::not_your_own("productId"))?;
            Ok(PurchaseOrderItem::of_product(new_id(), order, found, quantity))
        };
        let mut items: Vec<_> = self.chosen().map(row).collect::<Result<_, ValidationError>>()?;
        items.sort_by_key(|item| item.id);
        Ok(items)
    }

    /// The products with a quantity, and the quantities.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = (ProductId, Quantity)> {
        self.items.iter().filter_map(|row| {
            let quantity = row.quantity.and_then(Quantity::from_figure)?;
            row.product_id.0.filter(|_| quantity > Quantity::default()).map(|id| (id, quantity))
        })
    }
}

form! {
    /// Sends a purchase order to contacts of vendors. Without an order the mail belongs to none.
    SendPurchaseOrder {
        #[ts(as = "Option<PurchaseOrderId>")]
        order_id: OptionalId<PurchaseOrderId> = "orderId",
        #[validate(nested)]
        #[ts(flatten)]
        mail: PurchaseOrderEmail,
        #[validate(custom(function = rules::line))]
        file_name: String = "fileName",
        #[validate(custom(function = rules::line))]
        subject: String = "subject",
    }
}

impl SendPurchaseOrder {
    /// The normalized addresses of the chosen contacts, each once.
    #[must_use]
    pub fn contact_keys(&self) -> Vec<String> {
        let chosen = self.mail.contact_emails.iter().filter(|contact| !contact.is_empty());
        let mut keys: Vec<String> = chosen.map(|contact| email::normalized(contact)).collect();
        let mut seen = HashSet::new();
        keys.retain(|key| seen.insert(key.clone()));
        keys
    }
}
