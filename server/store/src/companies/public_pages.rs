//! The pages of companies that anybody may see.

use domain::{
    companies::public_pages::{PublicPage, SetPublicPage, is_slug},
    permissions::permission::CompanyType,
    types::ids::CompanyId,
};

use crate::{db::prelude::*, scope::Scope};

/// What a page shows of the company itself.
#[derive(Debug)]
pub struct PageRow {
    /// Whose.
    pub id: CompanyId,
    /// Its address.
    pub slug: String,
    /// The company's.
    pub name: String,
    /// The company's.
    pub location: String,
    /// The company's.
    pub description: String,
    /// The company's.
    pub company_type: CompanyType,
    /// The company's.
    pub logo_url: Option<String>,
}

columns! {
    PageRow { id, slug, name, location, description, company_type, logo_url }
}

/// The page of this address, where it is shown.
pub async fn find(tx: &mut Tx, slug: &str) -> DbResult<PageRow> {
    // Not every address is a text that an engine takes.
    if !is_slug(slug) {
        return Err(DbError::Missing);
    }
    sql!(
        "SELECT id, slug, name, location, description, company_type, logo_url FROM company
         WHERE slug = $1 AND is_public"
    )
    .bind(slug)
    .one(tx)
    .await
}

/// Shows or hides one's own page; `false` where another company has the address.
pub async fn set(tx: &mut Tx, scope: Scope, form: &SetPublicPage) -> DbResult<bool> {
    let slug = (!form.slug.is_empty()).then(|| form.slug.clone());
    let done = sql!("UPDATE company SET is_public = $2, slug = $3 WHERE id = $1")
        .bind(scope)
        .bind(form.visible.unwrap_or_default())
        .bind(slug)
        .run_one(tx)
        .await;
    match done {
        Ok(()) => {
            tx.touch(scope.company());
            Ok(true)
        }
        Err(DbError::Duplicate(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// What a viewer is told of a company's page: of another company's only where it is shown.
#[must_use]
pub fn visible_page(visible: bool, slug: Option<String>, own: bool) -> Option<PublicPage> {
    (own || visible).then_some(PublicPage { visible, slug })
}
