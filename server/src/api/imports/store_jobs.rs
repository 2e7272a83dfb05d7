//! Stores the jobs of an imported file: every valid row in one transaction, or none.

use std::collections::HashSet;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{Verdict, outcome::ImportOutcome},
        jobs::row::{ImportedJob, dedupe_key},
    },
    jobs::forms::NewJob,
    types::{ids::JobId, language::Language, point::Point},
};
use services::geocoding::OfflineGeocoder;
use store::{
    actor::ActionContext,
    db::error::DbResult,
    imports::{self, CheckedImport},
    jobs::jobs::{self, JobKeyRow, NewJobRow},
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
    file: CheckedImport<ImportedJob>,
    language: Language,
) -> DbResult<Option<ImportOutcome>> {
    let places = app.geocoder.offline();
    let Some(mut tx) = imports::begin(&app.db, scope, file.id).await? else { return Ok(None) };
    let mut known: HashSet<String> =
        jobs::known(&mut tx, scope).await?.into_iter().map(key_of).collect();
    let now = app.clock.now();
    let mut outcome = ImportOutcome::default();
    for row in file.rows {
        match row.verdict {
            Verdict::Refused(refusals) => outcome.refused(row.line, &refusals, language),
            Verdict::Good(job) if known.insert(job.key.clone()) => {
                let id = JobId(Uuid::now_v7());
                jobs::insert(&mut tx, scope, id, &row_of(*job, places), now).await?;
                outcome.created(row.line, id.0);
            }
            Verdict::Good(_) | Verdict::Duplicate => outcome.already_there(row.line),
        }
    }
    imports::end(tx, act, file.id, ActivityKind::Job, outcome).await
}

fn key_of(known: JobKeyRow) -> String {
    let job = NewJob {
        title: known.title,
        address: known.address.unwrap_or_default(),
        city: known.city,
        state: known.state,
        zip: known.zip.unwrap_or_default(),
    };
    dedupe_key(known.job_number.as_deref(), &job)
}

/// Coordinates of the file, or else of the embedded table: thousands of rows are too many for a geocoding
/// service.
fn row_of(imported: ImportedJob, places: OfflineGeocoder) -> NewJobRow {
    let job = &imported.job;
    let point = imported.coordinates.map_or_else(
        || places.locate(job.into()),
        |(latitude, longitude)| Some(Point { latitude, longitude }),
    );
    NewJobRow {
        job_number: imported.job_number,
        contract_amount: imported.contract_amount,
        span: imported.span,
        ..NewJobRow::from_form(imported.job, point)
    }
}
