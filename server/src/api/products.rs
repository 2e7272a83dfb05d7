//! `/api/products`: what a contractor buys, by category.

use domain::{
    products::{CreateCategory, CreateProduct, EditCategory, EditProduct, Product},
    types::ids::{CategoryId, CompanyId, ProductId},
};
use store::{
    activity::{record, subject::Subject},
    products,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    // The id is the company's in reads and the row's in deletions; axum allows one parameter name per path.
    Routes::default()
        .get("/api/products/products/{id}", list)
        .get("/api/products/categories/{id}", categories)
        .post("/api/products/categories/add", create_category)
        .put("/api/products/categories", update_category)
        .delete("/api/products/categories/{id}", delete_category)
        .post("/api/products/add", create)
        .put("/api/products/products", update)
        .delete("/api/products/products/{id}", delete)
}

async fn list(
    caller: Caller<gate::ProductsView>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    caller.check_own(company)?;
    let mut tx = app.db.read_one_statement().await?;
    Ok(named!("products": products::list(&mut tx, caller.scope()).await?))
}

async fn categories(
    caller: Caller<gate::ProductsView>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    caller.check_own(company)?;
    let mut tx = app.db.read_one_statement().await?;
    Ok(named!("categories": products::categories(&mut tx, caller.scope()).await?))
}

async fn create_category(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CreateCategory>,
) -> ApiResult<impl ApiResponse> {
    form.company_id.check_own(caller.scope().company())?;
    let mut tx = app.db.write().await?;
    let id = CategoryId(Uuid::now_v7());
    let category =
        products::insert_category(&mut tx, caller.scope(), id, &form.category.title).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Category(id)).await?;
    Ok(named!("category": category))
}

async fn update_category(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditCategory>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.category_id.0)?;
    products::lock_category(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(&mut tx, Subject::Category(id)).await?;
    let category = products::set_title(&mut tx, caller.scope(), id, &form.category.title).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("category": category))
}

async fn delete_category(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    PathId(id): PathId<CategoryId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    products::lock_category(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Category(id)).await?;
    products::delete_category(&mut tx, caller.scope(), id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

async fn create(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    sent: UncheckedForm<CreateProduct>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let category_id = sent.row_id(|form| form.category_id.0)?;
    products::lock_category(&mut tx, caller.scope(), category_id).await?;
    let form = sent.checked()?.product;
    let (id, unit_cost) = (ProductId(Uuid::now_v7()), form.cost());
    let product = Product { id, name: form.name, unit_cost, category_id };
    products::insert(&mut tx, caller.scope(), &product).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Product(id)).await?;
    Ok(named!("product": product))
}

async fn update(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditProduct>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.id.0)?;
    let category = products::category_of(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?.product;
    let named = (form.name.as_str(), form.cost());
    let snapshot = record::snapshot(&mut tx, Subject::Product(id)).await?;
    let product = products::update(&mut tx, caller.scope(), category, id, named).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("product": product))
}

async fn delete(
    caller: Caller<gate::ProductsManage>,
    State(app): State<App>,
    PathId(id): PathId<ProductId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let category = products::category_of(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Product(id)).await?;
    products::delete(&mut tx, caller.scope(), category, id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}
