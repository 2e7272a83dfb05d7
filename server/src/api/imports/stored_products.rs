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
        ids::{CategoryId, ImportId, ProductId},
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
    type Known = Catalogue;
    type Staged = StagedProduct;

    async fn known(tx: &mut Tx, scope: Scope, keys: &RowKeys) -> DbResult<Self::Known> {
        let mut known = Catalogue::default();
        products::each_category(tx, scope, |category| known.add_category(&category, keys)).await?;
        products::each_product(tx, scope, |product| known.add_product(&product, keys)).await?;
        Ok(known)
    }

    fn plan(
        mut catalogue: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<Self::Staged>> {
        let mut plan = vec![RowPlan::Nothing; sheet.rows().len()];
        let mut last_changes: HashMap<ProductId, usize> = HashMap::new();
        let mut reader = sheet.reader();
        for (at, _) in sheet.good() {
            let Ok(row) = reader.read::<Self>(at) else { continue };
            plan[at] = catalogue.put(&row, ids[at], sheet.keys());
            let RowPlan::Change(_, changed) = plan[at] else { continue };
            if let Some(before) = last_changes.insert(changed.product, at) {
                plan[before] = RowPlan::Superseded(changed.product.0);
            }
        }
        plan
    }

    async fn stage(
        self,
        _: &App,
        tx: &mut Tx,
        place: Place<'_>,
        staged: Self::Staged,
    ) -> DbResult<()> {
        products::stage(tx, place, staged, &self).await
    }

    async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
        products::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: (Uuid, ImportId),
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
#[derive(Default)]
pub(crate) struct Catalogue {
    categories: HashMap<RowKey, CategoryId>,
    products: HashMap<(CategoryId, RowKey), Priced>,
}

fn name_key(keys: &RowKeys, name: &str) -> RowKey {
    keys.of(&fold_name(name))
}

impl Catalogue {
    fn add_category(&mut self, category: &ProductCategory, keys: &RowKeys) {
        self.categories.entry(name_key(keys, &category.title)).or_insert(category.id);
    }

    fn add_product(&mut self, product: &Product, keys: &RowKeys) {
        let known = Priced { id: product.id, unit_cost: product.unit_cost };
        let place = (product.category_id, name_key(keys, &product.name));
        self.products.entry(place).or_insert(known);
    }

    /// What a row does, if the rows before it are stored. The ids are for a new product and a new category.
    fn put(
        &mut self,
        row: &ImportedProduct,
        [new_product, new_category]: RowIds,
        keys: &RowKeys,
    ) -> RowPlan<StagedProduct> {
        let title = name_key(keys, &row.category);
        let known_category = self.categories.get(&title).copied();
        let category = known_category.unwrap_or(CategoryId(new_category));
        self.categories.insert(title, category);
        let place = (category, name_key(keys, &row.name));
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
