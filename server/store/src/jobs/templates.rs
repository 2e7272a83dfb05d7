//! Templates of jobs.

use chrono::{DateTime, Utc};
use domain::{
    jobs::templates::{JobTemplate, TemplateContents},
    types::ids::JobTemplateId,
};

use crate::{db::prelude::*, scope::Scope};

/// A template with all it holds.
#[derive(Debug)]
pub struct TemplateRow {
    /// Its id.
    pub id: JobTemplateId,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub contents: TemplateContents,
}

impl FromRow for TemplateRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let contents: Json<TemplateContents> = row.get("contents")?;
        Ok(Self { id: row.get("id")?, name: row.get("name")?, contents: contents.0 })
    }
}

impl TemplateRow {
    /// As the form of a new job offers it.
    #[must_use]
    pub fn shown(self) -> JobTemplate {
        self.contents.shown(self.id, self.name)
    }
}

/// The company's templates, the oldest first.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<TemplateRow>> {
    sql!(
        "SELECT id, name, contents FROM job_template WHERE company_id = $1
         ORDER BY date_inserted, id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// One of the company's templates, if it is there; it stays until the transaction ends.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    id: JobTemplateId,
) -> DbResult<Option<TemplateContents>> {
    let row: Option<TemplateRow> = sql!(
        "SELECT id, name, contents FROM job_template WHERE company_id = $1 AND id = $2 {keep}"
    )
    .bind(scope)
    .bind(id)
    .optional(tx)
    .await?;
    Ok(row.map(|row| row.contents))
}

/// One of the company's templates, to change it.
///
/// # Errors
/// [`DbError::Missing`] if there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: JobTemplateId) -> DbResult<TemplateRow> {
    sql!("SELECT id, name, contents FROM job_template WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// How many templates a locked company has.
pub async fn count(tx: &mut Tx, scope: Scope) -> DbResult<i64> {
    sql!("SELECT COUNT(*) AS value FROM job_template WHERE company_id = $1")
        .bind(scope)
        .value(tx)
        .await
}

/// Adds a template.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    new: &TemplateRow,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO job_template (id, company_id, name, contents, date_inserted)
         VALUES ($1, $2, $3, $4, $5)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(&new.name)
    .bind(Json(&new.contents))
    .bind(now)
    .run_one(tx)
    .await
}

/// Renames a locked template.
pub async fn set_name(tx: &mut Tx, scope: Scope, id: JobTemplateId, name: &str) -> DbResult<()> {
    sql!("UPDATE job_template SET name = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .bind(name)
        .run_one(tx)
        .await
}

/// Deletes a locked template. Jobs that were made from it stay as they are.
pub async fn delete(tx: &mut Tx, scope: Scope, id: JobTemplateId) -> DbResult<()> {
    sql!("DELETE FROM job_template WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}
