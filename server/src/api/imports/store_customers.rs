//! Stores the customers of an imported file: every valid row in one transaction, or none.

use std::collections::HashSet;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{Verdict, outcome::ImportOutcome},
        customers::{ImportedCustomer, dedupe_key},
    },
    types::{ids::CustomerId, language::Language},
};
use store::{
    actor::ActionContext,
    customers,
    db::error::DbResult,
    imports::{self, CheckedImport},
    scope::Scope,
};
use uuid::Uuid;

use crate::app::App;

/// Stores the valid rows that the company does not have yet, and returns the outcome of each row; `None` if
/// the import was stopped.
pub async fn store(
    app: &App,
    scope: Scope,
    act: ActionContext,
    file: CheckedImport<ImportedCustomer>,
    language: Language,
) -> DbResult<Option<ImportOutcome>> {
    let Some(mut tx) = imports::begin(&app.db, scope, file.id).await? else { return Ok(None) };
    let known = customers::list(&mut tx, scope).await?;
    let mut known: HashSet<String> = known
        .into_iter()
        .map(|customer| dedupe_key(&customer.first_name, &customer.last_name, &customer.phone))
        .collect();
    let mut outcome = ImportOutcome::default();
    for row in file.rows {
        match row.verdict {
            Verdict::Refused(refusals) => outcome.refused(row.line, &refusals, language),
            Verdict::Good(customer) if known.insert(customer.key.clone()) => {
                let id = CustomerId(Uuid::now_v7());
                customers::insert(&mut tx, scope, id, &customer.form).await?;
                outcome.created(row.line, id.0);
            }
            Verdict::Good(_) | Verdict::Duplicate => outcome.already_there(row.line),
        }
    }
    imports::end(tx, act, file.id, ActivityKind::Customer, outcome).await
}
