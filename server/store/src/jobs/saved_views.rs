//! Named views of the list of jobs.

use chrono::{DateTime, Utc};
use domain::{
    jobs::saved_views::{SavedView, SavedViewForm},
    types::ids::{SavedViewId, UserId},
};

use crate::{db::prelude::*, scope::Scope};

/// A view, and who saved it.
#[derive(Debug)]
pub struct ViewRow {
    /// Its id.
    pub id: SavedViewId,
    /// Who saved it.
    pub person_id: UserId,
    /// Its name.
    pub name: String,
    /// The query text of the list's address.
    pub search: String,
    /// Whether everybody of the company has it.
    pub is_shared: bool,
}

columns! {
    ViewRow { id, person_id, name, search, is_shared }
}

impl ViewRow {
    /// The view, as this user sees it.
    #[must_use]
    pub fn shown_to(self, user: UserId) -> SavedView {
        SavedView {
            id: self.id,
            name: self.name,
            search: self.search,
            is_shared: self.is_shared,
            is_own: self.person_id == user,
        }
    }
}

/// The user's views and those that others of the company share, the oldest first.
pub async fn list(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<Vec<ViewRow>> {
    sql!(
        "SELECT id, person_id, name, search, is_shared FROM saved_view
         WHERE company_id = $1 AND (person_id = $2 OR is_shared)
         ORDER BY date_inserted, id"
    )
    .bind(scope)
    .bind(user)
    .all(tx)
    .await
}

/// One of the views that the user sees; locked until the transaction ends.
///
/// # Errors
/// [`DbError::Missing`] if they see none with this id.
pub async fn lock(tx: &mut Tx, scope: Scope, user: UserId, id: SavedViewId) -> DbResult<ViewRow> {
    sql!(
        "SELECT id, person_id, name, search, is_shared FROM saved_view
         WHERE company_id = $1 AND (person_id = $2 OR is_shared) AND id = $3 {lock}"
    )
    .bind(scope)
    .bind(user)
    .bind(id)
    .one(tx)
    .await
}

/// How many views the user has saved, in a locked company.
pub async fn count_own(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM saved_view WHERE company_id = $1 AND person_id = $2")
        .bind(scope)
        .bind(user)
        .value(tx)
        .await
}

/// How many views of a locked company are shared.
pub async fn count_shared(tx: &mut Tx, scope: Scope) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM saved_view WHERE company_id = $1 AND is_shared")
        .bind(scope)
        .value(tx)
        .await
}

/// Adds a view of a user.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    (user, id): (UserId, SavedViewId),
    form: &SavedViewForm,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO saved_view (id, company_id, person_id, name, search, is_shared, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(id)
    .bind(scope)
    .bind(user)
    .bind(&form.name)
    .bind(&form.search)
    .bind(form.is_shared())
    .bind(now)
    .run_one(tx)
    .await
}

/// Replaces name, filter and sharing of a locked view.
pub async fn set(tx: &mut Tx, scope: Scope, id: SavedViewId, form: &SavedViewForm) -> DbResult<()> {
    sql!(
        "UPDATE saved_view SET name = $3, search = $4, is_shared = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(id)
    .bind(&form.name)
    .bind(&form.search)
    .bind(form.is_shared())
    .run_one(tx)
    .await
}

/// Deletes a locked view.
pub async fn delete(tx: &mut Tx, scope: Scope, id: SavedViewId) -> DbResult<()> {
    sql!("DELETE FROM saved_view WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Deletes the views of a user who leaves the company, except those that they shared with it.
pub(crate) async fn delete_of_leaver(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<()> {
    sql!("DELETE FROM saved_view WHERE company_id = $1 AND person_id = $2 AND NOT is_shared")
        .bind(scope)
        .bind(user)
        .run(tx)
        .await?;
    Ok(())
}
