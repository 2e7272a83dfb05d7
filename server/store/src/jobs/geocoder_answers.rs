//! What the geocoder answered before, by a hash of the address: no address is kept.

use chrono::{DateTime, TimeDelta, Utc};
use domain::types::{
    place::{AreaKind, Location},
    point::Point,
};

use crate::{db::prelude::*, jobs::place_columns};

/// How long an answer is used.
const KEPT: TimeDelta = TimeDelta::days(180);

/// How long it is used that an address was not found: maps grow.
const KEPT_UNKNOWN: TimeDelta = TimeDelta::days(14);

/// The most answers: the oldest are dropped.
pub const MOST_ANSWERS: i64 = 100_000;

/// The hash of a normalized address.
pub type AddressHash = [u8; 32];

struct AnswerRow {
    latitude: Option<f64>,
    longitude: Option<f64>,
    area_kind: Option<AreaKind>,
    area_radius: i64,
}

columns! {
    AnswerRow { latitude, longitude, area_kind, area_radius }
}

/// What the geocoder answered to an address: where it is, or that it does not know it. `None` if it was not asked lately.
pub async fn find(
    tx: &mut Tx,
    address: &AddressHash,
    now: DateTime<Utc>,
) -> DbResult<Option<Option<Location>>> {
    let row: Option<AnswerRow> = sql!(
        "SELECT latitude, longitude, area_kind, area_radius FROM geocoder_answer
         WHERE address_hash = $1 AND (at > $2 AND latitude IS NOT NULL OR at > $3)"
    )
    .bind(address.to_vec())
    .bind(now - KEPT)
    .bind(now - KEPT_UNKNOWN)
    .optional(tx)
    .await?;
    Ok(row.map(AnswerRow::location))
}

impl AnswerRow {
    fn location(self) -> Option<Location> {
        let point = Point { latitude: self.latitude?, longitude: self.longitude? };
        let area = place_columns::area(self.area_kind, Some(self.area_radius));
        Some(Location { point, area })
    }
}

/// Keeps an answer.
pub async fn keep(
    tx: &mut Tx,
    address: &AddressHash,
    answer: Option<Location>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let area = answer.and_then(|location| location.area);
    sql!(
        "INSERT INTO geocoder_answer (address_hash, latitude, longitude, area_kind, area_radius, at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (address_hash) DO UPDATE SET latitude = excluded.latitude,
             longitude = excluded.longitude, area_kind = excluded.area_kind,
             area_radius = excluded.area_radius, at = excluded.at"
    )
    .bind(address.to_vec())
    .bind(answer.map(|location| location.point.latitude))
    .bind(answer.map(|location| location.point.longitude))
    .bind(area.map(|area| area.kind))
    .bind(i64::from(area.map_or(0, |area| area.radius_meters)))
    .bind(now)
    .run_one(tx)
    .await
}

/// Deletes a batch of answers that are too old or too many; returns how many.
pub async fn delete_expired(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<u64> {
    delete(tx, now, MOST_ANSWERS).await
}

async fn delete(tx: &mut Tx, now: DateTime<Utc>, most: i64) -> DbResult<u64> {
    let old = sql!(
        "DELETE FROM geocoder_answer WHERE address_hash IN
             (SELECT address_hash FROM geocoder_answer WHERE at <= $1 ORDER BY at LIMIT $2)"
    )
    .bind(now - KEPT)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await?;
    if old > 0 {
        return Ok(old);
    }
    sql!(
        "DELETE FROM geocoder_answer WHERE address_hash IN
             (SELECT address_hash FROM geocoder_answer ORDER BY at DESC LIMIT $2 OFFSET $1)"
    )
    .bind(most)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
