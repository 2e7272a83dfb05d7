//! Companies and their pages.

use chrono::{DateTime, Utc};
use domain::{
    companies::{
        companies::{Company, CompanySettings, search_key},
        time_zone::TimeZone,
    },
    permissions::permission::CompanyType,
    types::{ids::CompanyId, point::Point},
};

use crate::{
    companies::{
        connected,
        files::{self, CompanyPage},
        people, public_pages, qualifications,
    },
    db::prelude::*,
    scope::Scope,
};

/// The row of a company.
struct CompanyRow {
    name: String,
    location: String,
    description: String,
    company_type: CompanyType,
    logo_url: Option<String>,
    time_zone: TimeZone,
    is_public: bool,
    slug: Option<String>,
}

columns! {
    CompanyRow { name, location, description, company_type, logo_url, time_zone, is_public, slug }
}

/// A company to be stored.
#[derive(Clone, Debug)]
pub struct NewCompany<'a> {
    /// Its name.
    pub name: &'a str,
    /// Contractor or subcontractor.
    pub company_type: CompanyType,
    /// Its location.
    pub location: &'a str,
    /// Its description.
    pub description: &'a str,
    /// Its time zone.
    pub time_zone: TimeZone,
}

/// Adds a company, and its room, which bears the company's id.
pub async fn insert(
    tx: &mut Tx,
    id: CompanyId,
    new: &NewCompany<'_>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.touch(id);
    sql!(
        "INSERT INTO company (id, name, company_type, location, description, date_inserted,
                              time_zone, name_key, location_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    )
    .bind(id)
    .bind(new.name)
    .bind(new.company_type)
    .bind(new.location)
    .bind(new.description)
    .bind(now)
    .bind(new.time_zone)
    .bind(search_key(new.name))
    .bind(search_key(new.location))
    .run_one(tx)
    .await?;
    sql!("INSERT INTO chat_room (id, kind, company_id, date_opened) VALUES ($1, 'company', $1, $2)")
        .bind(id)
        .bind(now)
        .run_one(tx)
        .await
}

/// Stores the plan that was chosen at sign-up. So far only the company's export contains it.
pub async fn set_plan(tx: &mut Tx, scope: Scope, plan: &str) -> DbResult<()> {
    sql!("UPDATE company SET plan = $2 WHERE id = $1").bind(scope).bind(plan).run_one(tx).await
}

/// The company's time zone.
pub async fn time_zone(tx: &mut Tx, scope: Scope) -> DbResult<TimeZone> {
    sql!("SELECT time_zone AS value FROM company WHERE id = $1").bind(scope).value(tx).await
}

/// Changes the company's time zone.
pub async fn set_time_zone(tx: &mut Tx, scope: Scope, zone: TimeZone) -> DbResult<()> {
    tx.touch(scope.company());
    // The last day of an API key ends at another time.
    tx.touch_people(scope.company());
    sql!("UPDATE company SET time_zone = $2 WHERE id = $1").bind(scope).bind(zone).run_one(tx).await
}

/// Changes the company's settings. Its name also appears on jobs of connected companies.
pub async fn set_settings(tx: &mut Tx, scope: Scope, settings: &CompanySettings) -> DbResult<()> {
    connected::lock_both_sides(tx, scope).await?;
    sql!(
        "UPDATE company SET name = $2, location = $3, description = $4, name_key = $5,
             location_key = $6
         WHERE id = $1"
    )
    .bind(scope)
    .bind(&settings.name)
    .bind(&settings.location)
    .bind(&settings.description)
    .bind(search_key(&settings.name))
    .bind(search_key(&settings.location))
    .run_one(tx)
    .await
}

/// The address of the company's logo, which no other transaction changes until this one ends.
pub async fn lock_logo_url(tx: &mut Tx, scope: Scope) -> DbResult<Option<String>> {
    connected::lock_both_sides(tx, scope).await?;
    sql!("SELECT logo_url AS value FROM company WHERE id = $1").bind(scope).value(tx).await
}

/// Changes the company's logo, after [`lock_logo_url`].
pub async fn set_logo_url(tx: &mut Tx, scope: Scope, url: &str) -> DbResult<()> {
    sql!("UPDATE company SET logo_url = $2 WHERE id = $1").bind(scope).bind(url).run_one(tx).await
}

/// Any company as a user of `viewer` may see it: every company has a page. The files are all of them for the
/// user's own company, and the public ones for a connected company. `locate` geocodes the location.
pub async fn find(
    tx: &mut Tx,
    viewer: Scope,
    company: CompanyId,
    locate: impl Fn(&str) -> Option<Point>,
) -> DbResult<CompanyPage> {
    let row: CompanyRow = sql!(
        "SELECT name, location, description, company_type, logo_url, time_zone, is_public, slug
         FROM company WHERE id = $1 AND deleted_at IS NULL"
    )
    .bind(company)
    .one(tx)
    .await?;
    let qualifications = qualifications::list(tx, company).await?;
    let connection = crate::companies::connected::between(tx, viewer, company).await?;
    let own = company == viewer.company();
    let files = match connection {
        _ if own => files::list(tx, viewer).await?,
        Some(true) => files::list_public(tx, company).await?,
        _ => Vec::new(),
    };
    let point = locate(&row.location);
    let company = Company {
        id: company,
        name: row.name,
        location: row.location,
        latitude: point.map(|point| point.latitude),
        longitude: point.map(|point| point.longitude),
        description: row.description,
        company_type: row.company_type,
        logo_url: row.logo_url,
        time_zone: row.time_zone,
        num_connections: crate::companies::connected::count_accepted(tx, company).await?,
        employees: people::employees(tx, company).await?,
        files: Vec::new(),
        qualifications,
        connection_exists: connection.is_some(),
        connection_accepted: connection == Some(true),
        documents: files::documents(&files),
        public_page: public_pages::visible_page(row.is_public, row.slug, own),
    };
    Ok(CompanyPage { company, files })
}

/// A company's name.
pub async fn name(tx: &mut Tx, company: CompanyId) -> DbResult<String> {
    sql!("SELECT name AS value FROM company WHERE id = $1 AND deleted_at IS NULL")
        .bind(company)
        .value(tx)
        .await
}

/// The companies with exactly this name, for the operator.
pub async fn find_by_name(tx: &mut Tx, name: &str) -> DbResult<Vec<CompanyId>> {
    sql!(
        "SELECT id AS value FROM company
             WHERE company_type IN ('contractor', 'subcontractor') AND name_key = $2 AND name = $1
                 AND deleted_at IS NULL
             ORDER BY id"
    )
    .bind(name)
    .bind(search_key(name))
    .values(tx)
    .await
}

/// Whether this database contains any company.
pub async fn any_exist(tx: &mut Tx) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM company) AS value").value(tx).await
}

/// Locks a company and another one, in the order in which commits write them, so that two transactions cannot deadlock.
pub async fn lock_with(tx: &mut Tx, scope: Scope, other: Option<CompanyId>) -> DbResult<()> {
    let companies = std::iter::once(scope.company()).chain(other);
    let _locked: Vec<CompanyId> = sql!(
        "SELECT id AS value FROM company WHERE id IN ({companies}) ORDER BY id {lock_for_change}"
    )
    .bind_list("companies", companies)
    .values(tx)
    .await?;
    tx.hold_company();
    Ok(())
}

/// Locks the company until the transaction ends, so that two concurrent imports into it see each other's
/// rows.
pub async fn lock(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    struct Locked;
    impl FromRow for Locked {
        fn from_row(_: Row<'_>) -> DbResult<Self> {
            Ok(Self)
        }
    }
    let _: Locked =
        sql!("SELECT id FROM company WHERE id = $1 {lock_for_change}").bind(scope).one(tx).await?;
    tx.hold_company();
    Ok(())
}
