//! What a contractor buys: products in categories, each with its unit cost.

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
        money::{FormNumber, Money},
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
