//! The public pages of companies.

use domain::{
    companies::public_pages::{PublicPage, SetPublicPage, is_slug},
    permissions::permission::CompanyType,
    types::ids::CompanyId,
};

use crate::{db::prelude::*, scope::Scope};

/// The company's data on its page.
#[derive(Debug)]
pub struct PageRow {
    /// The company.
    pub id: CompanyId,
    /// The page's address.
    pub slug: String,
    /// The company's name.
    pub name: String,
    /// The company's location.
    pub location: String,
    /// The company's description.
    pub description: String,
    /// The company's type.
    pub company_type: CompanyType,
    /// The company's logo.
    pub logo_url: Option<String>,
}

columns! {
    PageRow { id, slug, name, location, description, company_type, logo_url }
}

/// The page with this address, if it is public.
pub async fn find(tx: &mut Tx, slug: &str) -> DbResult<PageRow> {
    // Not every requested address is text that an engine accepts.
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

/// Publishes or hides the company's page; `false` if another company has the address.
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

/// The page as a viewer may see it: another company's only if it is public.
#[must_use]
pub fn visible_page(visible: bool, slug: Option<String>, own: bool) -> Option<PublicPage> {
    (own || visible).then_some(PublicPage { visible, slug })
}
