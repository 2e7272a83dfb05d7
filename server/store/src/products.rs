//! A contractor's product categories and products.

use domain::{
    products::{Product, ProductCategory},
    types::{
        ids::{CategoryId, ProductId},
        money::Money,
    },
};

use crate::{db::prelude::*, scope::Scope};

columns! {
    ProductCategory { id, title, company_id }
    Product { id, name, unit_cost, category_id }
}

/// The company's categories by title.
pub async fn categories(tx: &mut Tx, scope: Scope) -> DbResult<Vec<ProductCategory>> {
    sql!(
        "SELECT id, title, company_id FROM product_category WHERE company_id = $1
         ORDER BY title, id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// The company's products by name, whatever their category.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Product>> {
    sql!(
        "SELECT product.id, product.name, product.unit_cost, product.category_id
         FROM product JOIN product_category ON product_category.id = product.category_id
         WHERE product_category.company_id = $1
         ORDER BY product.name, product.id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// Adds a category.
pub async fn insert_category(
    tx: &mut Tx,
    scope: Scope,
    id: CategoryId,
    title: &str,
) -> DbResult<ProductCategory> {
    let statement =
        sql!("INSERT INTO product_category (company_id, id, title) VALUES ($1, $2, $3)");
    write_category(tx, scope, statement, id, title).await
}

/// Runs a statement that stores all values of a category in order.
async fn write_category(
    tx: &mut Tx,
    scope: Scope,
    statement: Sql,
    id: CategoryId,
    title: &str,
) -> DbResult<ProductCategory> {
    tx.touch_row(scope.company(), Change::Products);
    statement.bind(scope).bind(id).bind(title).run_one(tx).await?;
    Ok(ProductCategory { id, title: title.to_string(), company_id: scope.company() })
}

/// Locks one of the company's categories before a change.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn lock_category(tx: &mut Tx, scope: Scope, id: CategoryId) -> DbResult<()> {
    sql!("SELECT id FROM product_category WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Changes the title of one of the company's categories.
pub async fn set_title(
    tx: &mut Tx,
    scope: Scope,
    id: CategoryId,
    title: &str,
) -> DbResult<ProductCategory> {
    let statement =
        sql!("UPDATE product_category SET title = $3 WHERE company_id = $1 AND id = $2");
    write_category(tx, scope, statement, id, title).await
}

/// Deletes one of the company's categories with its products. Orders keep copies of the product data.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn delete_category(tx: &mut Tx, scope: Scope, id: CategoryId) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Products);
    sql!("DELETE FROM product_category WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Adds a product to one of the company's categories.
pub async fn insert(tx: &mut Tx, scope: Scope, product: &Product) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Products);
    sql!("INSERT INTO product (id, category_id, name, unit_cost) VALUES ($1, $2, $3, $4)")
        .bind(product.id)
        .bind(product.category_id)
        .bind(&product.name)
        .bind(product.unit_cost)
        .run_one(tx)
        .await
}

/// Locks one of the company's products before a change, and returns its category.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn category_of(tx: &mut Tx, scope: Scope, product: ProductId) -> DbResult<CategoryId> {
    sql!(
        "SELECT product.category_id AS value FROM product
         WHERE product.id = $2
             AND EXISTS (SELECT 1 FROM product_category
                         WHERE product_category.id = product.category_id
                             AND product_category.company_id = $1)
         {lock}"
    )
    .bind(scope)
    .bind(product)
    .value(tx)
    .await
}

/// Locks those of these products that belong to the company before a change: in the order of their ids, so that two
/// changes of the same ones wait for each other and never both.
pub async fn lock_these(
    tx: &mut Tx,
    scope: Scope,
    products: impl IntoIterator<Item = ProductId>,
) -> DbResult<Vec<Product>> {
    sql!(
        "SELECT id, name, unit_cost, category_id FROM product
         WHERE id IN ({products})
             AND EXISTS (SELECT 1 FROM product_category
                         WHERE product_category.id = product.category_id
                             AND product_category.company_id = $1)
         ORDER BY id {lock}"
    )
    .bind(scope)
    .bind_list("products", products)
    .all(tx)
    .await
}

/// Changes name and cost of one of the company's products.
pub async fn update(
    tx: &mut Tx,
    scope: Scope,
    category: CategoryId,
    id: ProductId,
    (name, unit_cost): (&str, Money),
) -> DbResult<Product> {
    tx.touch_row(scope.company(), Change::Products);
    sql!("UPDATE product SET name = $3, unit_cost = $4 WHERE category_id = $1 AND id = $2")
        .bind(category)
        .bind(id)
        .bind(name)
        .bind(unit_cost)
        .run_one(tx)
        .await?;
    Ok(Product { id, name: name.to_string(), unit_cost, category_id: category })
}

/// Deletes one of the company's products. Orders keep copies of its data.
pub async fn delete(
    tx: &mut Tx,
    scope: Scope,
    category: CategoryId,
    id: ProductId,
) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Products);
    sql!("DELETE FROM product WHERE category_id = $1 AND id = $2")
        .bind(category)
        .bind(id)
        .run_one(tx)
        .await
}
