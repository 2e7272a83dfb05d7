//! Imports: all rows of an import are stored, or none. An import with an id can be stopped, also by a call to
//! another server; whichever is stored first, its end or the stop, is valid.

use chrono::{DateTime, Duration, Utc};
use domain::{
    activity::labels::{ActivityAction, ActivityKind},
    imports::csv::outcome::{ImportFigures, ImportStopped},
    types::ids::{CompanyId, ImportId},
};

use crate::{
    activity::record::{self, Entry},
    actor::ActionContext,
    db::prelude::*,
    scope::Scope,
};

/// How long the end of an import is stored.
const RETENTION_HOURS: i64 = 24;

/// Whether the import with a client's id was stopped.
pub(super) async fn is_stopped(tx: &mut Tx, scope: Scope, id: Option<ImportId>) -> DbResult<bool> {
    let Some(id) = id else { return Ok(false) };
    let is_stopped: Option<bool> =
        sql!("SELECT is_stopped AS value FROM import_end WHERE company_id = $1 AND id = $2")
            .bind(scope)
            .bind(id)
            .optional_value(tx)
            .await?;
    Ok(is_stopped == Some(true))
}

/// Commits an import with its entry in the log, from which on it can be undone; false if it was stopped meanwhile, in which case nothing of it
/// is stored.
pub async fn end(
    mut tx: Tx,
    act: ActionContext,
    id: Option<ImportId>,
    kind: ActivityKind,
    figures: ImportFigures,
) -> DbResult<bool> {
    let stored = figures.created + figures.changed.unwrap_or_default();
    if stored > 0 {
        let entry = Entry::import(act.company, kind, ActivityAction::Imported, stored as usize);
        record::record(&mut tx, act, &entry).await?;
    }
    if let Some(id) = id {
        delete_expired_of(&mut tx, act.company, act.now).await?;
        let stopped = ImportStopped { stored: Some(figures) };
        // A repeated import overwrites its end; a stop is never overwritten.
        let ended = sql!(
            "INSERT INTO import_end (company_id, id, at, is_stopped, told) VALUES ($1, $2, $3, FALSE, $4)
             ON CONFLICT (company_id, id) DO UPDATE SET at = excluded.at, told = excluded.told
                 WHERE NOT import_end.is_stopped"
        )
        .bind(act.company)
        .bind(id)
        .bind(act.now)
        .bind(Json(&stopped))
        .run(&mut tx)
        .await?;
        if ended == 0 {
            return Ok(false);
        }
    }
    tx.commit().await?;
    Ok(true)
}

/// Stops an import that has not ended yet, whether or not its file has arrived; if it has ended, returns what
/// was stored.
pub async fn stop(
    tx: &mut Tx,
    scope: Scope,
    id: ImportId,
    now: DateTime<Utc>,
) -> DbResult<ImportStopped> {
    delete_expired_of(tx, scope.company(), now).await?;
    sql!(
        "INSERT INTO import_end (company_id, id, at, is_stopped, told) VALUES ($1, $2, $3, TRUE, $4)
         ON CONFLICT (company_id, id) DO NOTHING"
    )
    .bind(scope)
    .bind(id)
    .bind(now)
    .bind(Json(&ImportStopped { stored: None }))
    .run(tx)
    .await?;
    let Json(stopped) =
        sql!("SELECT told AS value FROM import_end WHERE company_id = $1 AND id = $2")
            .bind(scope)
            .bind(id)
            .value(tx)
            .await?;
    Ok(stopped)
}

async fn delete_expired_of(tx: &mut Tx, company: CompanyId, now: DateTime<Utc>) -> DbResult<()> {
    sql!("DELETE FROM import_end WHERE company_id = $1 AND at < $2")
        .bind(company)
        .bind(now - Duration::hours(RETENTION_HOURS))
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes a batch of expired import results, of all companies; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM import_end
         WHERE (company_id, id) IN (SELECT company_id, id FROM import_end WHERE at < $1
                                    ORDER BY at LIMIT $2)"
    )
    .bind(now - Duration::hours(RETENTION_HOURS))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
