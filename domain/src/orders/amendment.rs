//! Changing an order that the vendor already has (contract-2, section 2).

use std::collections::HashMap;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form as _, OptionalId, form},
    },
    i18n::{mails::MailText, rules::Text},
    orders::{
        orders::check_version,
        purchase_orders::{OrderRow, OrderRows, PurchaseOrderItem},
    },
    types::{
        ids::{ProductId, PurchaseOrderId},
        language::Language,
        money::{FormNumber, Quantity},
    },
};

form! {
    /// All rows of an order that was sent, which replace its rows. A quantity of 0 removes the row.
    AmendOrder {
        #[ts(as = "PurchaseOrderId")]
        #[validate(required)]
        id: OptionalId<PurchaseOrderId> = "id",
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
        items: Vec<OrderRow> = "items",
    }
}

impl AmendOrder {
    /// The rows, once they are checked: an order that was sent cannot become an empty one, it is cancelled.
    ///
    /// # Errors
    /// As with the rows of a draft; `items` if none of them has a quantity.
    pub fn rows(&self) -> Result<OrderRows, Vec<ValidationError>> {
        let rows = OrderRows { items: self.items.clone(), seen: None };
        rows.check()?;
        if rows.products().next().is_none() {
            return Err(vec![ValidationError::new("items", Code::Required, Text::Required)]);
        }
        Ok(rows)
    }

    /// Refuses to change an order that has changed since the user saw it.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.version, version)
    }
}

/// Refuses rows with less than has come of them.
pub fn check_received(
    before: &[PurchaseOrderItem],
    after: &[PurchaseOrderItem],
) -> Result<(), ValidationError> {
    let after = by_product(after);
    for item in before {
        let quantity = after.get(&item.product_id).map(|item| item.quantity).unwrap_or_default();
        if quantity < item.received {
            let refusal = ValidationError::new("quantity", Code::TooSmall, Text::TooSmall);
            return Err(refusal.with("min", &FormNumber::of(item.received.decimal())));
        }
    }
    Ok(())
}

fn by_product(items: &[PurchaseOrderItem]) -> HashMap<ProductId, &PurchaseOrderItem> {
    items.iter().map(|item| (item.product_id, item)).collect()
}

/// What changed of an order, a line for each row, for those who have the former one.
#[must_use]
pub fn changed_rows(
    before: &[PurchaseOrderItem],
    after: &[PurchaseOrderItem],
    language: Language,
) -> Vec<String> {
    let (former, new) = (by_product(before), by_product(after));
    let written = |quantity: Quantity| FormNumber::of(quantity.decimal()).to_string();
    let line = |text: MailText, item: &PurchaseOrderItem, was: Quantity| {
        let product = format!("{} ({})", item.product_name, item.category_title);
        let gaps =
            [("product", product), ("quantity", written(item.quantity)), ("before", written(was))];
        text.say(language, &gaps)
    };
    let changed = after.iter().filter_map(|item| match former.get(&item.product_id) {
        None => Some(line(MailText::OrderRowAdded, item, Quantity::default())),
        Some(was) if was.quantity != item.quantity => {
            Some(line(MailText::OrderRowChanged, item, was.quantity))
        }
        Some(_) => None,
    });
    let removed = before.iter().filter(|item| !new.contains_key(&item.product_id));
    let removed = removed.map(|item| line(MailText::OrderRowRemoved, item, item.quantity));
    changed.chain(removed).collect()
}
