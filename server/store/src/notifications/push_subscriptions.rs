//! The browsers that notifications are pushed to, each as long as its session is valid.

use chrono::{DateTime, Utc};
use domain::{
    notifications::push_subscriptions::PushDevice,
    types::{
        ids::{PushDeviceId, UserId},
        limits::LIMITS,
    },
};

use crate::{db::prelude::*, token::TokenHash};

/// A browser's subscription.
#[derive(Clone, Debug)]
pub struct NewSubscription<'a> {
    /// The user.
    pub user: UserId,
    /// The session that limits its validity.
    pub session: TokenHash,
    /// The address at its push service.
    pub endpoint: &'a str,
    /// The host of that address.
    pub host: &'a str,
    /// Its public key, uncompressed.
    pub p256dh: Vec<u8>,
    /// The shared secret.
    pub auth: Vec<u8>,
    /// The name shown to the user.
    pub name: &'a str,
    /// When.
    pub now: DateTime<Utc>,
}

struct SubscriptionRow {
    id: PushDeviceId,
    name: String,
    session_hash: Vec<u8>,
    date_inserted: DateTime<Utc>,
}

impl FromRow for SubscriptionRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            session_hash: row.get("session_hash")?,
            date_inserted: row.get("date_inserted")?,
        })
    }
}

/// A user's devices with valid sessions, newest first, as this session sees them.
pub async fn list(
    tx: &mut Tx,
    user: UserId,
    session: TokenHash,
    now: DateTime<Utc>,
) -> DbResult<Vec<PushDevice>> {
    let rows: Vec<SubscriptionRow> = sql!(
        "SELECT push_device.id, push_device.name, push_device.session_hash,
                push_device.date_inserted
         FROM push_device JOIN session ON session.token_hash = push_device.session_hash
         WHERE push_device.person_id = $1 AND session.last_used > $2
         ORDER BY push_device.date_inserted DESC, push_device.id DESC"
    )
    .bind(user)
    .bind(session_cutoff(now))
    .all(tx)
    .await?;
    let shown = rows.into_iter().map(|row| PushDevice {
        is_this: row.session_hash == session.bytes(),
        id: row.id,
        name: row.name,
        date_inserted: row.date_inserted,
    });
    Ok(shown.collect())
}

/// A session that was last used before this time has expired.
pub(crate) fn session_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - chrono::Duration::days(LIMITS.session_days)
}

/// Adds a device, or updates the one with this endpoint. Another user of the same browser gets no notifications
/// there any more.
///
/// # Errors
/// [`DbError::Duplicate`] if the user has the maximum number of devices.
pub async fn upsert(
    tx: &mut Tx,
    id: PushDeviceId,
    new: &NewSubscription<'_>,
) -> DbResult<PushDevice> {
    // Locks the person: two concurrent calls would both count too few devices.
    crate::companies::people::find(tx, new.user).await?;
    sql!("DELETE FROM push_device WHERE endpoint = $1 AND person_id <> $2")
        .bind(new.endpoint)
        .bind(new.user)
        .run(tx)
        .await?;
    // Devices of expired sessions do not count.
    sql!(
        "DELETE FROM push_device
         WHERE person_id = $1 AND session_hash IN
             (SELECT token_hash FROM session WHERE person_id = $1 AND last_used <= $2)"
    )
    .bind(new.user)
    .bind(session_cutoff(new.now))
    .run(tx)
    .await?;
    let others: i64 =
        sql!("SELECT COUNT(*) AS value FROM push_device WHERE person_id = $1 AND endpoint <> $2")
            .bind(new.user)
            .bind(new.endpoint)
            .value(tx)
            .await?;
    if others >= i64::from(LIMITS.push_devices) {
        return Err(DbError::Duplicate("as many devices as there may be".to_string()));
    }
    let stored: SubscriptionRow = sql!(
        "INSERT INTO push_device
             (id, person_id, session_hash, endpoint, p256dh, auth, name, date_inserted, host)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (endpoint) DO UPDATE SET person_id = excluded.person_id,
             session_hash = excluded.session_hash, p256dh = excluded.p256dh, auth = excluded.auth,
             name = excluded.name, host = excluded.host
         RETURNING id, name, session_hash, date_inserted"
    )
    .bind(id)
    .bind(new.user)
    .bind(new.session.bytes())
    .bind(new.endpoint)
    .bind(new.p256dh.clone())
    .bind(new.auth.clone())
    .bind(new.name)
    .bind(new.now)
    .bind(new.host)
    .one(tx)
    .await?;
    let (id, name, date_inserted) = (stored.id, stored.name, stored.date_inserted);
    Ok(PushDevice { id, name, is_this: true, date_inserted })
}

/// Deletes one of a user's devices.
pub async fn delete(tx: &mut Tx, user: UserId, device: PushDeviceId) -> DbResult<()> {
    sql!("DELETE FROM push_device WHERE id = $1 AND person_id = $2")
        .bind(device)
        .bind(user)
        .run_one(tx)
        .await
}

/// A device that a server of an older version stored, without the host of its endpoint.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct DeviceWithoutHost {
    pub id: PushDeviceId,
    pub endpoint: String,
}

columns! {
    DeviceWithoutHost { id, endpoint }
}

/// A batch of devices whose host is not stored.
pub async fn without_host(tx: &mut Tx) -> DbResult<Vec<DeviceWithoutHost>> {
    sql!("SELECT id, endpoint FROM push_device WHERE host = '' ORDER BY id LIMIT $1 {lock}")
        .bind(SWEEP_BATCH)
        .all(tx)
        .await
}

/// Stores the host of a device's endpoint.
pub async fn set_host(tx: &mut Tx, device: PushDeviceId, host: &str) -> DbResult<()> {
    sql!("UPDATE push_device SET host = $2 WHERE id = $1").bind(device).bind(host).run(tx).await?;
    Ok(())
}
