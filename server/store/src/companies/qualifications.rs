//! The qualifications of companies.

use domain::{
    companies::companies::Qualification,
    types::ids::{CompanyId, QualificationId},
};

use crate::{db::prelude::*, scope::Scope};

columns! {
    Qualification { id, qualification }
}

/// The qualifications of any company, oldest first.
pub async fn list(tx: &mut Tx, company: CompanyId) -> DbResult<Vec<Qualification>> {
    sql!("SELECT id, qualification FROM qualification WHERE company_id = $1 ORDER BY id")
        .bind(company)
        .all(tx)
        .await
}

/// Adds a qualification to the company.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: QualificationId,
    qualification: &str,
) -> DbResult<()> {
    tx.touch(scope.company());
    sql!("INSERT INTO qualification (id, company_id, qualification) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(scope)
        .bind(qualification)
        .run_one(tx)
        .await
}

/// Locks one of the company's qualifications before its deletion.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: QualificationId) -> DbResult<()> {
    sql!("SELECT id FROM qualification WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Deletes one of the company's qualifications.
pub async fn delete(tx: &mut Tx, scope: Scope, id: QualificationId) -> DbResult<()> {
    tx.touch(scope.company());
    sql!("DELETE FROM qualification WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}
