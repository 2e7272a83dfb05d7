//! The prices that a vendor stated when it answered an order, and how they get into the price list.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    orders::{orders::check_version, purchase_orders::PurchaseOrderItem},
    products::Product,
    types::{
        ids::{ProductId, PurchaseOrderId},
        money::{FormNumber, Money},
    },
};

/// A price that the vendor stated, of a product that costs something else in the price list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ConfirmedPrice {
    /// The product.
    pub product_id: ProductId,
    /// Its name in the price list.
    pub name: String,
    /// Its price in the price list.
    pub unit_cost: Money,
    /// Its price as the vendor stated it.
    pub confirmed_cost: Money,
}

/// The stated prices of an order that differ from the price list, in the order of the rows. Products that are no longer
/// in it are left out.
#[must_use]
pub fn learned_prices(items: &[PurchaseOrderItem], products: &[Product]) -> Vec<ConfirmedPrice> {
    let products: HashMap<_, _> = products.iter().map(|product| (product.id, product)).collect();
    let learned = |item: &PurchaseOrderItem| {
        let (product, cost) = (products.get(&item.product_id)?, item.confirmed_cost?);
        (product.unit_cost != cost).then(|| ConfirmedPrice {
            product_id: product.id,
            name: product.name.clone(),
            unit_cost: product.unit_cost,
            confirmed_cost: cost,
        })
    };
    items.iter().filter_map(learned).collect()
}

/// The products of these rows for which the vendor stated a price.
pub fn priced(items: &[PurchaseOrderItem]) -> impl Iterator<Item = ProductId> {
    items.iter().filter(|item| item.confirmed_cost.is_some()).map(|item| item.product_id)
}

form! {
    /// Takes the stated prices of these products of an order into the price list.
    UseConfirmedPrices {
        #[ts(as = "PurchaseOrderId")]
        #[validate(required)]
        id: OptionalId<PurchaseOrderId> = "id",
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
        #[ts(as = "Vec<ProductId>")]
        #[validate(custom(function = check_any))]
        product_ids: Vec<OptionalId<ProductId>> = "productIds",
    }
}

fn check_any(products: &[OptionalId<ProductId>]) -> Verdict {
    if products.is_empty() {
        return Err(rules::refused(Code::Required, Text::Required));
    }
    Ok(())
}

/// The refusal of a product that is not on the order, that has no stated price, or that is no longer in the price list.
#[must_use]
pub fn no_stated_price() -> ValidationError {
    ValidationError::new("productIds", Code::Choice, Text::Choice)
}

impl UseConfirmedPrices {
    /// Refuses to use prices of an order that has changed since the user saw it.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.version, version)
    }

    /// The named products, each once: at most one for each row.
    ///
    /// # Errors
    /// [`no_stated_price`] if one of them has none on the order.
    pub fn chosen(
        &self,
        items: &[PurchaseOrderItem],
    ) -> Result<BTreeSet<ProductId>, ValidationError> {
        if self.product_ids.len() > items.len() {
            return Err(no_stated_price());
        }
        let priced: BTreeSet<ProductId> = priced(items).collect();
        let chosen = |id: &OptionalId<ProductId>| id.0.filter(|id| priced.contains(id));
        self.product_ids.iter().map(chosen).collect::<Option<_>>().ok_or_else(no_stated_price)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::{
        forms::form::Form as _,
        orders::purchase_orders::OfferedProduct,
        types::{ids::CategoryId, money::Quantity},
    };

    fn product(number: u128, cents: i64) -> Product {
        Product {
            id: Uuid::from_u128(number).into(),
            name: format!("Product {number}"),
            unit_cost: Money::from_cents(cents),
            category_id: CategoryId::default(),
        }
    }

    /// A row that cost 20 dollars when it was added.
    fn item(number: u128, confirmed_cents: Option<i64>) -> PurchaseOrderItem {
        let product = OfferedProduct {
            id: Uuid::from_u128(number).into(),
            name: "As it was called".to_owned(),
            category_id: CategoryId::default(),
            category_title: "Roofing".to_owned(),
            unit_cost: Money::from_cents(2_000),
        };
        let one = Quantity::from_thousandths(1_000);
        let item = PurchaseOrderItem::of_product(
            Uuid::from_u128(100 + number).into(),
            PurchaseOrderId::default(),
            &product,
            one,
        );
        PurchaseOrderItem { confirmed_cost: confirmed_cents.map(Money::from_cents), ..item }
    }

    #[test]
    fn a_price_is_learned_when_it_differs_from_the_price_list_of_today() {
        let items = [
            item(3, Some(2_150)),
            // As ordered, but the price list has changed since.
            item(1, Some(2_000)),
            // Somebody has changed the price list to it already.
            item(2, Some(2_150)),
            item(4, None),
            // Deleted from the price list.
            item(5, Some(2_150)),
            // For free.
            item(6, Some(0)),
        ];
        let products =
            [product(1, 2_300), product(2, 2_150), product(3, 2_000), product(4, 1), product(6, 1)];
        assert_eq!(
            json!(learned_prices(&items, &products)),
            json!([
                { "productId": Uuid::from_u128(3), "name": "Product 3", "unitCost": 20, "confirmedCost": 21.5 },
                { "productId": Uuid::from_u128(1), "name": "Product 1", "unitCost": 23, "confirmedCost": 20 },
                { "productId": Uuid::from_u128(6), "name": "Product 6", "unitCost": 0.01, "confirmedCost": 0 },
            ])
        );
        assert_eq!(learned_prices(&items, &[]), []);
        assert_eq!(learned_prices(&[], &products), []);
    }

    /// The products that a form names, or the field that was refused.
    type Chosen = Result<Vec<u128>, (String, Code)>;

    #[test]
    fn only_products_with_a_stated_price_are_taken_over() {
        let items = [item(1, Some(2_150)), item(2, None), item(3, Some(1))];
        let chosen = |products: Value| -> Chosen {
            let body = json!({ "id": Uuid::from_u128(9), "version": 1, "productIds": products });
            let form: UseConfirmedPrices = serde_json::from_value(body).expect("a form");
            form.check().map_err(|refusals| (refusals[0].field.clone(), refusals[0].code))?;
            let chosen = form.chosen(&items).map_err(|refusal| (refusal.field, refusal.code))?;
            Ok(chosen.into_iter().map(|id| id.0.as_u128()).collect::<Vec<_>>())
        };
        let id = Uuid::from_u128;
        let refused = |code| -> Chosen { Err(("productIds".to_owned(), code)) };
        assert_eq!(chosen(json!([id(3), id(1)])), Ok(vec![1, 3]));
        assert_eq!(chosen(json!([id(1), id(1)])), Ok(vec![1]), "each once");
        assert_eq!(chosen(json!([])), refused(Code::Required));
        assert_eq!(chosen(Value::Null), refused(Code::Required));
        for wrong in [json!([id(2)]), json!([id(1), id(7)]), json!(["x"]), json!([null])] {
            assert_eq!(chosen(wrong.clone()), refused(Code::Choice), "{wrong}");
        }
        let many = json!(vec![id(1); 4]);
        assert_eq!(chosen(many), refused(Code::Choice), "more than the order has rows");
    }
}
