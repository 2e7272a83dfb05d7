//! What a contractor buys: products in categories, each with its unit cost.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        form::{OptionalId, form},
        rules,
    },
    types::{
        ids::{CategoryId, CompanyId, ProductId},
        money::{FormNumber, Money, Quantity},
        normalize::{Query, fold},
    },
};

/// A category of products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ProductCategory {
    pub id: CategoryId,
    pub title: String,
    pub company_id: CompanyId,
}

/// A product of a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Product {
    pub id: ProductId,
    pub name: String,
    /// Dollars.
    pub unit_cost: Money,
    pub category_id: CategoryId,
}

/// A row of an order that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedProduct {
    /// The product.
    pub id: ProductId,
    /// Its name on the order.
    pub name: String,
    /// How much was ordered.
    pub quantity: Quantity,
    /// How much of it came.
    pub received: Quantity,
    /// Whether more may still come.
    pub is_open: bool,
}

/// What was ordered of a product, what came of it, and what is still to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Material {
    pub product_id: ProductId,
    pub name: String,
    pub ordered: Quantity,
    pub received: Quantity,
    pub to_come: Quantity,
}

/// What is still to come of a row of an order: nothing of one of which nothing more may come, and of which more came than
/// was ordered.
#[must_use]
pub fn to_come(is_open: bool, quantity: Quantity, received: Quantity) -> Quantity {
    if is_open && received < quantity {
        Quantity::from_thousandths(quantity.thousandths() - received.thousandths())
    } else {
        Quantity::default()
    }
}

/// Adds up the rows of orders by product, in the order of the names. A product has the name of its last row.
#[must_use]
pub fn materials(rows: impl IntoIterator<Item = OrderedProduct>) -> Vec<Material> {
    let plus = |sum: Quantity, more: Quantity| {
        Quantity::from_thousandths(sum.thousandths().saturating_add(more.thousandths()))
    };
    let mut all: Vec<Material> = Vec::new();
    let mut places: HashMap<ProductId, usize> = HashMap::new();
    for row in rows {
        let place = *places.entry(row.id).or_insert_with(|| {
            all.push(Material {
                product_id: row.id,
                name: String::new(),
                ordered: Quantity::default(),
                received: Quantity::default(),
                to_come: Quantity::default(),
            });
            all.len() - 1
        });
        let missing = to_come(row.is_open, row.quantity, row.received);
        let sum = &mut all[place];
        sum.name = row.name;
        sum.ordered = plus(sum.ordered, row.quantity);
        sum.received = plus(sum.received, row.received);
        sum.to_come = plus(sum.to_come, missing);
    }
    all.sort_by_cached_key(|material| (fold(&material.name), material.product_id));
    all
}

form! {
    /// A product category.
    CategoryForm {
        #[validate(custom(function = rules::required, message = "MustProvideTitle"), custom(function = rules::line))]
        title: String = "title",
    }
}

form! {
    /// A product.
    ProductForm {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_money))]
        unit_cost: Option<FormNumber> = "unitCost",
    }
}

impl ProductForm {
    /// The unit cost of a form that passed its check.
    #[must_use]
    pub fn cost(&self) -> Money {
        self.unit_cost.and_then(Money::from_figure).unwrap_or_default()
    }
}

form! {
    /// The call that adds a category.
    CreateCategory {
        #[validate(nested)]
        #[ts(flatten)]
        category: CategoryForm,
        #[ts(as = "Option<CompanyId>")]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

form! {
    /// Changes the title of a category.
    EditCategory {
        #[ts(as = "CategoryId")]
        #[validate(required)]
        category_id: OptionalId<CategoryId> = "categoryId",
        #[validate(nested)]
        #[ts(flatten)]
        category: CategoryForm,
    }
}

form! {
    /// The call that adds a product to a category.
    CreateProduct {
        #[ts(as = "CategoryId")]
        #[validate(required)]
        category_id: OptionalId<CategoryId> = "categoryId",
        #[validate(nested)]
        #[ts(flatten)]
        product: ProductForm,
    }
}

form! {
    /// Changes a product.
    EditProduct {
        #[ts(as = "ProductId")]
        #[validate(required)]
        id: OptionalId<ProductId> = "id",
        #[validate(nested)]
        #[ts(flatten)]
        product: ProductForm,
    }
}

/// Does every word of the query occur in the product's name or in its category's title?
#[must_use]
pub fn matches(query: &str, product: &ProductForm, category: &CategoryForm) -> bool {
    Query::new(query).matches(&[&product.name, &category.title])
}

/// The price list of a company, folded once and searched on every keystroke, with the results of [`matches`].
#[derive(Clone, Debug, Default)]
pub struct ProductIndex {
    titles: Vec<String>,
    texts: Vec<String>,
}

impl ProductIndex {
    /// Reads the titles of the categories, and the products: each its name and the position of its category,
    /// or none if that category does not exist.
    pub fn new<Title: AsRef<str>, Name: AsRef<str>>(
        titles: impl IntoIterator<Item = Title>,
        products: impl IntoIterator<Item = (Name, Option<usize>)>,
    ) -> Self {
        let titles: Vec<String> = titles.into_iter().map(|title| fold(title.as_ref())).collect();
        let title_of = |at: Option<usize>| at.and_then(|at| titles.get(at));
        // No word contains a line break, so none matches across the two.
        let text = |(name, category): (Name, Option<usize>)| {
            format!("{}\n{}", title_of(category).map_or("", String::as_str), fold(name.as_ref()))
        };
        let texts = products.into_iter().map(text).collect();
        Self { titles, texts }
    }

    /// The positions of the products that match the query, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        found(&self.texts, query)
    }

    /// The positions of the categories whose titles alone match the query, in order: all their products are
    /// shown, and those without products are shown, too.
    #[must_use]
    pub fn categories(&self, query: &str) -> Vec<u32> {
        found(&self.titles, query)
    }
}

fn found(texts: &[String], query: &str) -> Vec<u32> {
    let query = Query::new(query);
    let found = |(text, at): (&String, u32)| query.matches_folded(text).then_some(at);
    texts.iter().zip(0..).filter_map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_more_is_to_come_of_an_order_that_is_closed_and_too_much_is_not_less_than_nothing() {
        let (felt, shingles) =
            (ProductId(uuid::Uuid::from_u128(1)), ProductId(uuid::Uuid::from_u128(2)));
        let row = |id, name: &str, [quantity, received]: [i64; 2], is_open| OrderedProduct {
            id,
            name: name.to_owned(),
            quantity: Quantity::from_thousandths(quantity),
            received: Quantity::from_thousandths(received),
            is_open,
        };
        let all = materials([
            row(shingles, "Shingles", [20_000, 12_500], true),
            row(felt, "Felt, old", [2_000, 1_000], false),
            row(felt, "felt", [1_000, 1_500], true),
            row(shingles, "Shingles", [500, 0], true),
        ]);
        let sums = |material: &Material| {
            [material.ordered, material.received, material.to_come].map(Quantity::thousandths)
        };
        let shown: Vec<_> = all.iter().map(|one| (one.name.as_str(), sums(one))).collect();
        assert_eq!(shown, [("felt", [3_000, 2_500, 0]), ("Shingles", [20_500, 12_500, 8_000])]);
    }
}
