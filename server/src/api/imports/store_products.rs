//! Stores a price list in one transaction: new products are added, known ones get the new cost.

use std::collections::HashMap;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{Verdict, outcome::ImportOutcome},
        products::ImportedProduct,
    },
    products::Product,
    types::{
        ids::{CategoryId, ProductId},
        language::Language,
        normalize::fold_name,
    },
};
use store::{
    actor::ActionContext,
    db::{Tx, error::DbResult},
    imports::{self, CheckedImport},
    products,
    scope::Scope,
};
use uuid::Uuid;

use crate::app::App;

/// Stores the valid rows, and returns the outcome of each; `None` if the import was stopped.
pub async fn store(
    app: &App,
    scope: Scope,
    act: ActionContext,
    file: CheckedImport<ImportedProduct>,
    language: Language,
) -> DbResult<Option<ImportOutcome>> {
    let Some(mut tx) = imports::begin(&app.db, scope, file.id).await? else { return Ok(None) };
    let mut shelves = Catalogue::of(&mut tx, scope).await?;
    let mut outcome = ImportOutcome { changed: Some(0), ..ImportOutcome::default() };
    for row in file.rows {
        match row.verdict {
            Verdict::Refused(refusals) => outcome.refused(row.line, &refusals, language),
            Verdict::Good(product) => match shelves.put(&mut tx, scope, *product).await? {
                StoreOutcome::New(id) => outcome.created(row.line, id.0),
                StoreOutcome::AtNewCost(id) => outcome.changed(row.line, id.0),
                StoreOutcome::AsItWas => outcome.already_there(row.line),
            },
            Verdict::Duplicate => outcome.already_there(row.line),
        }
    }
    imports::end(tx, act, file.id, ActivityKind::Product, outcome).await
}

/// The outcome of one product.
enum StoreOutcome {
    New(ProductId),
    AtNewCost(ProductId),
    AsItWas,
}

/// The company's categories and products by name. Of several with the same name, the first is used.
struct Catalogue {
    categories: HashMap<String, CategoryId>,
    products: HashMap<(CategoryId, String), Product>,
}

impl Catalogue {
    async fn of(tx: &mut Tx, scope: Scope) -> DbResult<Self> {
        let (known_categories, known_products) = products::known(tx, scope).await?;
        let mut shelves = Self { categories: HashMap::new(), products: HashMap::new() };
        for category in known_categories {
            shelves.categories.entry(fold_name(&category.title)).or_insert(category.id);
        }
        for product in known_products {
            let place = (product.category_id, fold_name(&product.name));
            shelves.products.entry(place).or_insert(product);
        }
        Ok(shelves)
    }

    async fn put(
        &mut self,
        tx: &mut Tx,
        scope: Scope,
        listed: ImportedProduct,
    ) -> DbResult<StoreOutcome> {
        let category_id = self.category(tx, scope, &listed.category).await?;
        let place = (category_id, fold_name(&listed.name));
        if let Some(known) = self.products.get_mut(&place) {
            if known.unit_cost == listed.unit_cost {
                return Ok(StoreOutcome::AsItWas);
            }
            let to = (known.name.as_str(), listed.unit_cost);
            *known = products::update(tx, scope, category_id, known.id, to).await?;
            return Ok(StoreOutcome::AtNewCost(known.id));
        }
        let id = ProductId(Uuid::now_v7());
        let product = Product { id, name: listed.name, unit_cost: listed.unit_cost, category_id };
        products::insert(tx, scope, &product).await?;
        self.products.insert(place, product);
        Ok(StoreOutcome::New(id))
    }

    async fn category(&mut self, tx: &mut Tx, scope: Scope, title: &str) -> DbResult<CategoryId> {
        let name = fold_name(title);
        if let Some(known) = self.categories.get(&name) {
            return Ok(*known);
        }
        let id = CategoryId(Uuid::now_v7());
        products::insert_category(tx, scope, id, title).await?;
        self.categories.insert(name, id);
        Ok(id)
    }
}
