//! Products and categories of an imported price list.

use domain::{
    imports::products::ImportedProduct,
    products::{Product, ProductCategory},
    types::ids::{CategoryId, ImportId, ProductId},
};
use uuid::Uuid;

use crate::{db::prelude::*, imports::staging::Place, scope::Scope};

/// What a row of a price list changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedProduct {
    /// The product.
    pub product: ProductId,
    /// Its category.
    pub category: CategoryId,
    /// Whether the product is new; otherwise it gets another cost.
    pub is_new: bool,
    /// Whether the category is new.
    pub is_new_category: bool,
}

/// Passes each of the company's categories, by title.
pub async fn each_category(
    tx: &mut Tx,
    scope: Scope,
    take: impl FnMut(ProductCategory) + Send,
) -> DbResult<()> {
    sql!(
        "SELECT id, title, company_id FROM product_category WHERE company_id = $1
         ORDER BY title, id"
    )
    .bind(scope)
    .each(tx, take)
    .await
}

/// Passes each of the company's products, by name.
pub async fn each_product(
    tx: &mut Tx,
    scope: Scope,
    take: impl FnMut(Product) + Send,
) -> DbResult<()> {
    sql!(
        "SELECT id, name, unit_cost, category_id FROM product
         WHERE category_id IN (SELECT id FROM product_category WHERE company_id = $1)
         ORDER BY name, id"
    )
    .bind(scope)
    .each(tx, take)
    .await
}

/// Stages what a row changes.
pub async fn stage(
    tx: &mut Tx,
    place: Place<'_>,
    staged: StagedProduct,
    row: &ImportedProduct,
) -> DbResult<()> {
    if staged.is_new_category {
        sql!(
            "INSERT INTO staged_category (import_id, position, id, title) VALUES ($1, $2, $3, $4)"
        )
        .bind(place.import)
        .bind(place.position)
        .bind(staged.category)
        .bind(&row.category)
        .run_one(tx)
        .await?;
    }
    sql!(
        "INSERT INTO staged_product
             (import_id, position, is_new, product_id, category_id, name, unit_cost)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(place.import)
    .bind(place.position)
    .bind(staged.is_new)
    .bind(staged.product)
    .bind(staged.category)
    .bind(&row.name)
    .bind(row.unit_cost)
    .run_one(tx)
    .await
}

/// Removes what a row changes.
pub async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
    sql!("DELETE FROM staged_category WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run(tx)
        .await?;
    sql!("DELETE FROM staged_product WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run_one(tx)
        .await
}

/// Adds the staged categories and products, and sets the staged costs; returns how many products.
pub async fn publish(tx: &mut Tx, scope: Scope, (import, undo): (Uuid, ImportId)) -> DbResult<u64> {
    tx.touch_row(scope.company(), Change::Products);
    note_new(tx, scope, (import, undo)).await?;
    sql!(
        "INSERT INTO product_category (id, company_id, title)
         SELECT staged.id, staged_import.company_id, staged.title
         FROM staged_category AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2
         ORDER BY staged.position"
    )
    .bind(import)
    .bind(scope)
    .run(tx)
    .await?;
    let added = sql!(
        "INSERT INTO product (id, category_id, name, unit_cost)
         SELECT staged.product_id, product_category.id, staged.name, staged.unit_cost
         FROM staged_product AS staged
         JOIN product_category ON product_category.id = staged.category_id
         WHERE staged.import_id = $1 AND staged.is_new AND product_category.company_id = $2
         ORDER BY staged.position"
    )
    .bind(import)
    .bind(scope)
    .run(tx)
    .await?;
    // After the new ones, whose cost a later row may have changed again.
    sql!(
        "INSERT INTO imported_row
             (company_id, import_id, kind, row_id, is_new, old_cost, unit_cost)
         SELECT product_category.company_id, stored_import.id, 'product', product.id, FALSE,
             product.unit_cost, staged.unit_cost
         FROM staged_product AS staged
         JOIN product ON product.id = staged.product_id
         JOIN product_category ON product_category.id = product.category_id
         JOIN stored_import ON stored_import.company_id = product_category.company_id
         WHERE staged.import_id = $1 AND NOT staged.is_new AND product_category.company_id = $2
             AND stored_import.id = $3
         ON CONFLICT (company_id, import_id, kind, row_id)
             DO UPDATE SET unit_cost = excluded.unit_cost"
    )
    .bind(import)
    .bind(scope)
    .bind(undo)
    .run(tx)
    .await?;
    let changed = sql!(
        "UPDATE product SET unit_cost = staged.unit_cost
         FROM staged_product AS staged
         WHERE staged.import_id = $1 AND NOT staged.is_new AND product.id = staged.product_id
             AND EXISTS (SELECT 1 FROM product_category
                         WHERE product_category.id = product.category_id
                             AND product_category.company_id = $2)"
    )
    .bind(import)
    .bind(scope)
    .run(tx)
    .await?;
    Ok(added + changed)
}

/// Notes the staged categories and products that will be new.
async fn note_new(tx: &mut Tx, scope: Scope, (import, undo): (Uuid, ImportId)) -> DbResult<()> {
    for new in [
        sql!(
            "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
             SELECT staged_import.company_id, stored_import.id, 'category', staged.id, TRUE
             FROM staged_category AS staged
             JOIN staged_import ON staged_import.id = staged.import_id
             JOIN stored_import ON stored_import.company_id = staged_import.company_id
             WHERE staged.import_id = $1 AND staged_import.company_id = $2
                 AND stored_import.id = $3"
        ),
        sql!(
            "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new, unit_cost)
             SELECT staged_import.company_id, stored_import.id, 'product', staged.product_id, TRUE,
                 staged.unit_cost
             FROM staged_product AS staged
             JOIN staged_import ON staged_import.id = staged.import_id
             JOIN stored_import ON stored_import.company_id = staged_import.company_id
             WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND staged.is_new
                 AND stored_import.id = $3"
        ),
    ] {
        new.bind(import).bind(scope).bind(undo).run(tx).await?;
    }
    Ok(())
}
