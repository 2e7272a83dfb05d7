//! How a price list is stored: new products are added, known ones get the new cost.

use std::collections::HashMap;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{
            checked::CheckedSheet,
            row_key::{RowKey, RowKeys},
        },
        products::ImportedProduct,
    },
    products::{Product, ProductCategory},
    types::{
        ids::{CategoryId, ProductId},
        money::Money,
        normalize::fold_name,
    },
};
use store::{
    db::{Tx, error::DbResult},
    imports::{
        products::{self, StagedProduct},
        staging::Place,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::imports::storing::{RowIds, RowPlan, StoredRow},
    app::App,
};

impl StoredRow for ImportedProduct {
    const KIND: ActivityKind = ActivityKind::Product;
    const CHANGES: bool = true;
    type Known = (Vec<ProductCategory>, Vec<Product>);
    type Staged = StagedProduct;

    async fn known(tx: &mut Tx, scope: Scope) -> DbResult<Self::Known> {
        products::known(tx, scope).await
    }

    fn plan(
        (categories, products): Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<Self::Staged>> {
        let mut catalogue = Catalogue::of(categories, products, sheet.keys());
        let mut plan = vec![RowPlan::Nothing; sheet.rows().len()];
        let mut last_changes: HashMap<ProductId, usize> = HashMap::new();
        let mut reader = sheet.reader();
        for (at, _) in sheet.good() {
            let Ok(row) = reader.read::<Self>(at) else { continue };
            plan[at] = catalogue.put(&row, ids[at]);
            let RowPlan::Change(_, changed) = plan[at] else { continue };
            if let Some(before) = last_changes.insert(changed.product, at) {
                plan[before] = RowPlan::Superseded(changed.product.0);
            }
        }
        plan
    }

    async fn stage(self, _: &App, tx: &mut Tx, place: Place, staged: Self::Staged) -> DbResult<()> {
        products::stage(tx, place, staged, &self).await
    }

    async fn unstage(tx: &mut Tx, place: Place) -> DbResult<()> {
        products::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: Uuid,
        _: &[RowPlan<Self::Staged>],
    ) -> DbResult<u64> {
        products::publish(tx, scope, import).await
    }
}

/// A product with its cost so far.
#[derive(Clone, Copy)]
struct Priced {
    id: ProductId,
    unit_cost: Money,
}

/// The company's categories and products by name. Of several with the same name, the first is used.
struct Catalogue<'k> {
    keys: &'k RowKeys,
    categories: HashMap<RowKey, CategoryId>,
    products: HashMap<(CategoryId, RowKey), Priced>,
}

impl<'k> Catalogue<'k> {
    fn of(categories: Vec<ProductCategory>, products: Vec<Product>, keys: &'k RowKeys) -> Self {
        let mut catalogue = Self { keys, categories: HashMap::new(), products: HashMap::new() };
        for category in categories {
            let name = catalogue.name(&category.title);
            catalogue.categories.entry(name).or_insert(category.id);
        }
        for product in products {
            let place = (product.category_id, catalogue.name(&product.name));
            let known = Priced { id: product.id, unit_cost: product.unit_cost };
            catalogue.products.entry(place).or_insert(known);
        }
        catalogue
    }

    fn name(&self, name: &str) -> RowKey {
        self.keys.of(&fold_name(name))
    }

    /// What a row does, if the rows before it are stored. The ids are for a new product and a new category.
    fn put(
        &mut self,
        row: &ImportedProduct,
        [new_product, new_category]: RowIds,
    ) -> RowPlan<StagedProduct> {
        let title = self.name(&row.category);
        let known_category = self.categories.get(&title).copied();
        let category = known_category.unwrap_or(CategoryId(new_category));
        self.categories.insert(title, category);
        let place = (category, self.name(&row.name));
        let mut staged = StagedProduct {
            product: ProductId(new_product),
            category,
            is_new: true,
            is_new_category: known_category.is_none(),
        };
        let Some(known) = self.products.get_mut(&place) else {
            let priced = Priced { id: staged.product, unit_cost: row.unit_cost };
            self.products.insert(place, priced);
            return RowPlan::Create(new_product, staged);
        };
        if known.unit_cost == row.unit_cost {
            return RowPlan::Nothing;
        }
        known.unit_cost = row.unit_cost;
        (staged.product, staged.is_new) = (known.id, false);
        RowPlan::Change(known.id.0, staged)
    }
}
