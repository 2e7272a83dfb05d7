//! Companies and what their page shows.

use chrono::{DateTime, Utc};
use domain::{
    companies::{Company, Qualification},
    ids::{CompanyId, QualificationId},
    permission::CompanyType,
    time_zones::TimeZone,
};

use super::{connections, people};
use crate::{
    columns,
    db::{DbResult, FromRow, Row, Tx},
    scope::Scope,
    sql,
};

columns! {
    Qualification { id, qualification }
}

/// A company's own row.
struct CompanyRow {
    name: String,
    location: String,
    description: String,
    company_type: CompanyType,
    logo_url: Option<String>,
    time_zone: TimeZone,
}

columns! {
    CompanyRow { name, location, description, company_type, logo_url, time_zone }
}

/// A company to be stored.
#[derive(Clone, Debug)]
pub struct NewCompany<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Which side of the trade it is on.
    pub company_type: CompanyType,
    /// Where it is.
    pub location: &'a str,
    /// What it says of itself.
    pub description: &'a str,
    /// Where its days begin and end.
    pub time_zone: TimeZone,
}

/// Adds a company.
pub async fn insert(
    tx: &mut Tx,
    id: CompanyId,
    new: &NewCompany<'_>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.touch(id);
    sql!(
        "INSERT INTO company (id, name, company_type, location, description, date_inserted,
                              time_zone)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(id)
    .bind(new.name)
    .bind(new.company_type)
    .bind(new.location)
    .bind(new.description)
    .bind(now)
    .bind(new.time_zone)
    .run_one(tx)
    .await
}

/// Moves one's own company to another time zone.
pub async fn set_time_zone(tx: &mut Tx, scope: Scope, zone: TimeZone) -> DbResult<()> {
    tx.touch(scope.company());
    sql!("UPDATE company SET time_zone = $2 WHERE id = $1").bind(scope).bind(zone).run_one(tx).await
}

/// Adds a qualification to one's own company.
pub async fn insert_qualification(
    tx: &mut Tx,
    scope: Scope,
    id: QualificationId,
    qualification: &str,
) -> DbResult<()> {
    sql!("INSERT INTO qualification (id, company_id, qualification) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(scope)
        .bind(qualification)
        .run_one(tx)
        .await
}

/// Any company as somebody of `viewer` may see it: every company has a page. Files are none until
/// files can be stored.
pub async fn find(tx: &mut Tx, viewer: Scope, company: CompanyId) -> DbResult<Company> {
    let row: CompanyRow = sql!(
        "SELECT name, location, description, company_type, logo_url, time_zone FROM company
         WHERE id = $1"
    )
    .bind(company)
    .one(tx)
    .await?;
    let qualifications =
        sql!("SELECT id, qualification FROM qualification WHERE company_id = $1 ORDER BY id")
            .bind(company)
            .all(tx)
            .await?;
    let connection = connections::between(tx, viewer, company).await?;
    Ok(Company {
        id: company,
        name: row.name,
        location: row.location,
        description: row.description,
        company_type: row.company_type,
        logo_url: row.logo_url,
        time_zone: row.time_zone,
        num_connections: connections::count_accepted(tx, company).await?,
        employees: people::employees(tx, company).await?,
        files: Vec::new(),
        qualifications,
        connection_exists: connection.is_some(),
        connection_accepted: connection == Some(true),
    })
}

/// A company's name, for those who only need that.
pub async fn name(tx: &mut Tx, company: CompanyId) -> DbResult<String> {
    sql!("SELECT name AS value FROM company WHERE id = $1").bind(company).value(tx).await
}

/// Whether this database holds any company yet.
pub async fn are_there(tx: &mut Tx) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM company) AS value").value(tx).await
}

/// Makes one's own company yours until the transaction ends, so that two imports into it cannot
/// both miss what the other one adds.
pub async fn lock(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    struct Locked;
    impl FromRow for Locked {
        fn from_row(_: Row<'_>) -> DbResult<Self> {
            Ok(Self)
        }
    }
    let _: Locked = sql!("SELECT id FROM company WHERE id = $1 {lock}").bind(scope).one(tx).await?;
    Ok(())
}
