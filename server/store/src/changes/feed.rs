//! The changes feed of a company: reading from a position on, and deleting what is older than 30 days.

use chrono::{DateTime, Duration, Utc};
use domain::changes::{self, ChangeEvent, ChangeKind, ChangeSubject, ChangesPage};
use uuid::Uuid;

use crate::{db::prelude::*, scope::Scope};

/// How many bytes of data the changes of one answer have, but for the last one: an order may have thousands of rows.
const PAGE_BYTES: usize = 4 << 20;

/// A change as it is stored.
#[derive(Clone, Debug)]
pub struct ChangeRow {
    /// Its place among the company's changes.
    pub position: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Its type; one of a newer server may be unknown here.
    pub change_type: String,
    /// The id of its subject.
    pub subject_id: Uuid,
    /// The data, as JSON.
    pub data: String,
}

columns! {
    ChangeRow { position, at, change_type, subject_id, data }
    Place { position, at }
}

impl ChangeRow {
    /// The change as it is sent; `None` if only a newer server knows its type.
    #[must_use]
    pub fn to_event(&self) -> Option<ChangeEvent> {
        let change_type = ChangeType::from_word(&self.change_type)?;
        Some(ChangeEvent {
            change_type,
            timestamp: self.at,
            version: changes::VERSION,
            subject: ChangeSubject { kind: change_type.kind(), id: self.subject_id },
            sequence: self.position,
            data: serde_json::from_str(&self.data).ok()?,
        })
    }
}

/// A place in the feed, behind a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The position of that change; 0 before the first one.
    pub position: i64,
    /// When it happened. After a restore another change may have its position.
    pub at: DateTime<Utc>,
}

impl Place {
    /// Before the first change.
    pub const START: Self = Self { position: 0, at: DateTime::UNIX_EPOCH };
}

/// The place behind the newest change. At least the newest one is kept, however old it is: the next one is behind it.
pub async fn newest(tx: &mut Tx, scope: Scope) -> DbResult<Place> {
    let found: Option<Place> = sql!(
        "SELECT position, at FROM change_event WHERE company_id = $1 ORDER BY position DESC LIMIT 1"
    )
    .bind(scope)
    .optional(tx)
    .await?;
    Ok(found.unwrap_or(Place::START))
}

/// The place before the oldest change of the last 30 days; behind the newest one if there is none.
pub async fn oldest(tx: &mut Tx, scope: Scope, now: DateTime<Utc>) -> DbResult<Place> {
    let found: Option<i64> = sql!(
        "SELECT position AS value FROM change_event WHERE company_id = $1 AND at >= $2
         ORDER BY position LIMIT 1"
    )
    .bind(scope)
    .bind(kept_since(now))
    .optional_value(tx)
    .await?;
    match found {
        Some(position) => Ok(Place { position: position - 1, ..Place::START }),
        None => newest(tx, scope).await,
    }
}

/// Whether a place is one of this feed, and nothing behind it was deleted.
pub async fn reaches(tx: &mut Tx, scope: Scope, place: Place) -> DbResult<bool> {
    let first: Option<Place> = sql!(
        "SELECT position, at FROM change_event WHERE company_id = $1 AND position >= $2
         ORDER BY position LIMIT 1"
    )
    .bind(scope)
    .bind(place.position)
    .optional(tx)
    .await?;
    Ok(match first {
        Some(first) if first.position == place.position => first.at == place.at,
        Some(first) => first.position == place.position + 1,
        None => place == Place::START,
    })
}

/// Changes in their order.
#[derive(Debug, Default)]
pub struct ChangeRows {
    /// The changes.
    pub rows: Vec<ChangeRow>,
    /// Whether there may be more behind them.
    pub is_full: bool,
    bytes: usize,
}

impl ChangeRows {
    /// Adds a row, unless the page is large enough without it. The first one is always added.
    fn add(&mut self, row: ChangeRow) {
        if self.is_full || self.bytes > PAGE_BYTES {
            self.is_full = true;
            return;
        }
        self.bytes += row.data.len();
        self.rows.push(row);
    }
}

/// The changes behind a position, in their order: as many as asked for, and about [`PAGE_BYTES`] at most.
pub async fn list(
    tx: &mut Tx,
    scope: Scope,
    after: i64,
    page: &ChangesPage,
) -> DbResult<ChangeRows> {
    let limit = i64::from(page.limit);
    let mut found = ChangeRows::default();
    if page.kinds.is_empty() {
        sql!(
            "SELECT position, at, change_type, subject_id, data FROM change_event
             WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3"
        )
        .bind(scope)
        .bind(after)
        .bind(limit)
        .each(tx, |row| found.add(row))
        .await?;
        found.is_full |= found.rows.len() >= page.limit as usize;
        return Ok(found);
    }
    let mut positions = Vec::new();
    for kind in &page.kinds {
        positions.extend(positions_of(tx, scope, *kind, after, limit).await?);
    }
    positions.sort_unstable();
    positions.truncate(page.limit as usize);
    if positions.is_empty() {
        return Ok(found);
    }
    sql!(
        "SELECT position, at, change_type, subject_id, data FROM change_event
         WHERE company_id = $1 AND position IN ({positions}) ORDER BY position"
    )
    .bind(scope)
    .bind_list("positions", positions)
    .each(tx, |row| found.add(row))
    .await?;
    found.is_full |= found.rows.len() >= page.limit as usize;
    Ok(found)
}

/// The positions of the next changes of one kind, from its index.
async fn positions_of(
    tx: &mut Tx,
    scope: Scope,
    kind: ChangeKind,
    after: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    sql!(
        "SELECT position AS value FROM change_event
         WHERE company_id = $1 AND kind = $2 AND position > $3 ORDER BY position LIMIT $4"
    )
    .bind(scope)
    .bind(kind.as_str())
    .bind(after)
    .bind(limit)
    .values(tx)
    .await
}

fn kept_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::days(changes::DAYS)
}

/// Deletes a batch of changes that are older than 30 days, but never a company's newest one; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM change_event WHERE (company_id, position) IN
             (SELECT old.company_id, old.position FROM change_event AS old
              WHERE old.at < $1
                  AND EXISTS (SELECT 1 FROM change_event AS newer
                              WHERE newer.company_id = old.company_id
                                  AND newer.position > old.position)
              ORDER BY old.at LIMIT $2)"
    )
    .bind(kept_since(now))
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
