//! The search of all companies by name and place.

use domain::{
    companies::companies::{CompanySearch, FoundCompany, search_key},
    permissions::permission::CompanyType,
};

use crate::{db::prelude::*, scope::Scope};

columns! {
    FoundCompany { id, name, location, description, company_type, logo_url }
}

/// One page of the results, by folded name, then id, without the viewer's company.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    kind: CompanyType,
    search: &CompanySearch,
) -> DbResult<Vec<FoundCompany>> {
    page(scope, kind, search).all(tx).await
}

/// The statement of a page. Its inner part only needs an index in the order of the answer: a common text
/// fills the page at once; a rare text costs one scan of all companies of that kind, or on PostgreSQL a
/// trigram lookup.
pub fn page(scope: Scope, kind: CompanyType, search: &CompanySearch) -> Sql {
    // The page size is `LIMITS.search_page`; a test checks that they agree.
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

/// The `LIKE` pattern of a text that contains this one.
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
