//! Companies by name and place, among all there are.

use domain::{
    companies::companies::{CompanySearch, FoundCompany, search_key},
    permissions::permission::CompanyType,
};

use crate::{db::prelude::*, scope::Scope};

columns! {
    FoundCompany { id, name, location, description, company_type, logo_url }
}

/// One page of what was searched for, by name without case and accents, then id; one's own company is
/// left out.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    kind: CompanyType,
    search: &CompanySearch,
) -> DbResult<Vec<FoundCompany>> {
    page(scope, kind, search).all(tx).await
}

/// The statement of a page. Its inner part needs nothing but an index in the order of the answer: what
/// many companies match fills the page at once, and what hardly any does costs one walk through all of
/// that kind, or on PostgreSQL a look at those that have its letters.
pub fn page(scope: Scope, kind: CompanyType, search: &CompanySearch) -> Sql {
    // The page is as long as `LIMITS.search_page`; a test holds them together.
    sql!(
        "SELECT id, name, location, description, company_type, logo_url FROM company
         WHERE id IN (SELECT id FROM company
                      WHERE company_type = $1 AND name_key LIKE $2 ESCAPE '\\'
                          AND location_key LIKE $3 ESCAPE '\\' AND id <> $4
                      ORDER BY name_key, id LIMIT 25 OFFSET $5)
             AND deleted_at IS NULL
         ORDER BY name_key, id"
    )
    .bind(kind)
    .bind(anywhere(&search.name))
    .bind(anywhere(&search.location))
    .bind(scope)
    .bind(search.offset())
    .by_index()
}

/// The pattern of a text that stands anywhere in another one.
fn anywhere(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in search_key(text).chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
