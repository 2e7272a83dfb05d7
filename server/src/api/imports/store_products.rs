//! Storing a price list: new products are added, known ones get the new cost, in one transaction or
//! not at all.

use std::collections::HashMap;

use domain::{
    activity::words::ActivityKind,
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
    actor::Act,
    db::{Tx, error::DbResult},
    imports::{self, Incoming},
    products,
    scope::Scope,
};
use uuid::Uuid;

use crate::app::App;

/// Stores the good rows, and says what happened to each; nothing, and `None`, where it was stopped.
pub async fn store(
    app: &App,
    scope: Scope,
    act: Act,
    file: Incoming<ImportedProduct>,
    language: Language,
) -> DbResult<Option<ImportOutcome>> {
    let Some(mut tx) = imports::begin(&app.db, scope, file.id).await? else { return Ok(None) };
    let mut shelves = Shelves::of(&mut tx, scope).await?;
    let mut outcome = ImportOutcome { changed: Some(0), ..ImportOutcome::default() };
    for row in file.rows {
        match row.verdict {
            Verdict::Refused(refusals) => outcome.refused(row.line, &refusals, language),
            Verdict::Good(product) => match shelves.put(&mut tx, scope, *product).await? {
                Put::New(id) => outcome.created(row.line, id.0),
                Put::AtNewCost(id) => outcome.changed(row.line, id.0),
                Put::AsItWas => outcome.already_there(row.line),
            },
            Verdict::AlreadyThere => outcome.already_there(row.line),
        }
    }
    imports::end(tx, act, file.id, ActivityKind::Product, outcome).await
}

/// What became of a product of the list.
enum Put {
    New(ProductId),
    AtNewCost(ProductId),
    AsItWas,
}

/// The company's categories and products by name. Of several with the same name, the first stands
/// for all.
struct Shelves {
    categories: HashMap<String, CategoryId>,
    products: HashMap<(CategoryId, String), Product>,
}

impl Shelves {
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

    async fn put(&mut self, tx: &mut Tx, scope: Scope, listed: ImportedProduct) -> DbResult<Put> {
        let category_id = self.category(tx, scope, &listed.category).await?;
        let place = (category_id, fold_name(&listed.name));
        if let Some(known) = self.products.get_mut(&place) {
            if known.unit_cost == listed.unit_cost {
                return Ok(Put::AsItWas);
            }
            let to = (known.name.as_str(), listed.unit_cost);
            *known = products::update(tx, scope, category_id, known.id, to).await?;
            return Ok(Put::AtNewCost(known.id));
        }
        let id = ProductId(Uuid::now_v7());
        let product = Product { id, name: listed.name, unit_cost: listed.unit_cost, category_id };
        products::insert(tx, scope, &product).await?;
        self.products.insert(place, product);
        Ok(Put::New(id))
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
