//! `/api/saved_views`: named views of the list of jobs. Each belongs to whoever saved it; everybody of the company has the
//! shared ones. Its owner changes and deletes it, and an admin those that are shared, also after the owner has left.

use domain::{
    i18n::rules::Text,
    jobs::saved_views::{SavedView, SavedViewForm},
    permissions::permission::UserType,
    types::{
        ids::{SavedViewId, UserId},
        limits::LIMITS,
    },
};
use store::{
    companies::companies,
    db::Tx,
    jobs::saved_views::{self, ViewRow},
    scope::Scope,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/saved_views/all", list)
        .post("/api/saved_views/create", create)
        .put("/api/saved_views/{id}", edit)
        .delete("/api/saved_views/{id}", delete)
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read_one_statement().await?;
    let rows = saved_views::list(&mut tx, caller.scope(), caller.user()).await?;
    let views: Vec<SavedView> = rows.into_iter().map(|row| row.shown_to(caller.user())).collect();
    Ok(named!("views": views))
}

async fn create(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SavedViewForm>,
) -> ApiResult<impl ApiResponse> {
    let (id, scope, user) = (SavedViewId(Uuid::now_v7()), caller.scope(), caller.user());
    let mut tx = app.db.write().await?;
    // Two calls at once would each find room for one more view.
    companies::lock(&mut tx, scope).await?;
    if saved_views::count_own(&mut tx, scope, user).await? >= LIMITS.saved_views {
        return Err(ApiError::Conflict(Text::TooManyViews));
    }
    check_shared(&mut tx, scope, form.is_shared()).await?;
    saved_views::insert(&mut tx, scope, (user, id), &form, app.clock.now()).await?;
    let view = saved_views::lock(&mut tx, scope, user, id).await?.shown_to(user);
    tx.commit().await?;
    Ok(named!("view": view))
}

async fn edit(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(id): PathId<SavedViewId>,
    sent: UncheckedForm<SavedViewForm>,
) -> ApiResult<impl ApiResponse> {
    let (scope, user) = (caller.scope(), caller.user());
    let mut tx = app.db.write().await?;
    companies::lock(&mut tx, scope).await?;
    let view = lock_to_change(&mut tx, &caller, id).await?;
    let form = sent.checked()?;
    if form.is_shared() && !view.is_shared {
        check_shared(&mut tx, scope, true).await?;
    }
    check_kept(&view, form.is_shared(), user)?;
    saved_views::set(&mut tx, scope, id, &form).await?;
    let view = saved_views::lock(&mut tx, scope, user, id).await?.shown_to(user);
    tx.commit().await?;
    Ok(named!("view": view))
}

async fn delete(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(id): PathId<SavedViewId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    lock_to_change(&mut tx, &caller, id).await?;
    saved_views::delete(&mut tx, caller.scope(), id).await?;
    tx.commit().await?;
    Ok(named!("id": id))
}

/// A view that the caller sees, and may change: their own, or a shared one if they are an admin.
async fn lock_to_change<G>(tx: &mut Tx, caller: &Caller<G>, id: SavedViewId) -> ApiResult<ViewRow> {
    let view = saved_views::lock(tx, caller.scope(), caller.user(), id).await?;
    if view.person_id == caller.user() || caller.role().user_type == UserType::Admin {
        Ok(view)
    } else {
        Err(ApiError::Forbidden(Text::OnlyAdmins))
    }
}

/// Refuses one more shared view of a locked company that has as many as it may.
async fn check_shared(tx: &mut Tx, scope: Scope, is_shared: bool) -> ApiResult<()> {
    if is_shared && saved_views::count_shared(tx, scope).await? >= LIMITS.saved_views {
        return Err(ApiError::Conflict(Text::TooManyViews));
    }
    Ok(())
}

/// Only its owner stops sharing a view: it would be lost for everybody else.
fn check_kept(view: &ViewRow, is_shared: bool, user: UserId) -> ApiResult<()> {
    if view.is_shared && !is_shared && view.person_id != user {
        return Err(ApiError::Forbidden(Text::Unauthorized));
    }
    Ok(())
}
