//! Connections between two companies.

use chrono::{DateTime, Utc};
use domain::{
    activity::labels::ActivityAction,
    connections::{ConnectedCompany, Connection},
    permissions::permission::CompanyType,
    types::ids::{CompanyId, ConnectionId, JobId},
};

use crate::{chat::opening, companies::files, db::prelude::*, scope::Scope};

/// A connection as one side sees it.
struct SeenConnection(Connection);

impl FromRow for SeenConnection {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let sender_id: CompanyId = row.get("sender_id")?;
        let other = ConnectedCompany {
            id: row.get("other_id")?,
            name: row.get("name")?,
            location: row.get("location")?,
            logo_url: row.get("logo_url")?,
            company_type: row.get("company_type")?,
            documents: Vec::new(),
        };
        Ok(Self(Connection {
            id: row.get("id")?,
            sender_id,
            recipient_id: row.get("recipient_id")?,
            accepted: row.get("accepted")?,
            sent: sender_id != other.id,
            message: row.get("message")?,
            company_details: other,
        }))
    }
}

/// The company's connections and requests in both directions, by the other company's name. Each direction has
/// an index.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Connection>> {
    let rows: Vec<SeenConnection> = sql!(
        "SELECT pair.id, pair.sender_id, pair.recipient_id, pair.accepted, pair.message,
             other.id AS other_id, other.name, other.location, other.logo_url, other.company_type
         FROM (SELECT id, sender_id, recipient_id, accepted, message, recipient_id AS other_id
               FROM connection WHERE sender_id = $1
               UNION ALL
               SELECT id, sender_id, recipient_id, accepted, message, sender_id AS other_id
               FROM connection WHERE recipient_id = $1) AS pair
         JOIN company AS other ON other.id = pair.other_id
         ORDER BY other.name, pair.id"
    )
    .bind(scope)
    .all(tx)
    .await?;
    let mut documents = files::documents_of_connected(tx, scope).await?;
    let shown = |SeenConnection(mut connection): SeenConnection| {
        let of = documents.remove(&connection.company_details.id);
        connection.company_details.documents = of.unwrap_or_default();
        connection
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// One of the company's connections and requests.
pub async fn find(tx: &mut Tx, scope: Scope, connection: ConnectionId) -> DbResult<Connection> {
    let SeenConnection(mut connection) = sql!(
        "SELECT connection.id, connection.sender_id, connection.recipient_id,
             connection.accepted, connection.message, other.id AS other_id, other.name,
             other.location, other.logo_url, other.company_type
         FROM connection
         JOIN company AS other ON other.id = CASE WHEN connection.sender_id = $1
             THEN connection.recipient_id ELSE connection.sender_id END
         WHERE connection.id = $2
             AND (connection.sender_id = $1 OR connection.recipient_id = $1)"
    )
    .bind(scope)
    .bind(connection)
    .one(tx)
    .await?;
    let mut documents = files::documents_of_connected(tx, scope).await?;
    let other = &mut connection.company_details;
    other.documents = documents.remove(&other.id).unwrap_or_default();
    Ok(connection)
}

/// The subcontractor of an accepted connection of the company; if there is one, the connection cannot be
/// removed until the transaction ends.
pub async fn connected_subcontractor(
    tx: &mut Tx,
    scope: Scope,
    connection: ConnectionId,
) -> DbResult<Option<CompanyId>> {
    let other: Option<CompanyId> = sql!(
        "SELECT CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS value
         FROM connection
         WHERE id = $2 AND (sender_id = $1 OR recipient_id = $1) AND accepted {keep}"
    )
    .bind(scope)
    .bind(connection)
    .optional_value(tx)
    .await?;
    let Some(other) = other else {
        return Ok(None);
    };
    let kind: CompanyType = sql!("SELECT company_type AS value FROM company WHERE id = $1")
        .bind(other)
        .value(tx)
        .await?;
    Ok((kind == CompanyType::Subcontractor).then_some(other))
}

/// A connection, locked for a change.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionState {
    /// Its id.
    pub id: ConnectionId,
    /// The company that sent the request.
    pub sender_id: CompanyId,
    /// The company that received it.
    pub recipient_id: CompanyId,
    /// Whether the recipient accepted.
    pub accepted: bool,
}

columns! {
    ConnectionState { id, sender_id, recipient_id, accepted }
}

impl ConnectionState {
    /// The other side.
    #[must_use]
    pub fn other(&self, side: CompanyId) -> CompanyId {
        if self.sender_id == side { self.recipient_id } else { self.sender_id }
    }

    /// The log's action when this side ends it.
    #[must_use]
    pub fn ended_by(&self, side: CompanyId) -> ActivityAction {
        match (self.accepted, self.sender_id == side) {
            (true, _) => ActivityAction::Disconnected,
            (false, true) => ActivityAction::Withdrawn,
            (false, false) => ActivityAction::Declined,
        }
    }

    fn changes(&self, tx: &mut Tx, change: ChangeType) {
        tx.touch(self.sender_id);
        tx.touch(self.recipient_id);
        let (sender, recipient) = (self.sender_id, self.recipient_id);
        tx.publish(Event::Connection { connection: self.id, sender, recipient });
        let changed = Changed::Connection { connection: self.id, sides: [sender, recipient] };
        tx.note_change(change, changed);
    }
}

/// Finds and locks a connection or request of the company, sent or received.
pub async fn find_own(
    tx: &mut Tx,
    scope: Scope,
    connection: ConnectionId,
) -> DbResult<ConnectionState> {
    sql!(
        "SELECT id, sender_id, recipient_id, accepted FROM connection
         WHERE id = $2 AND (sender_id = $1 OR recipient_id = $1) {lock}"
    )
    .bind(scope)
    .bind(connection)
    .one(tx)
    .await
}

/// Accepts a request. The two companies share a chat room from now on.
pub async fn accept(
    tx: &mut Tx,
    scope: Scope,
    connection: &ConnectionState,
    now: DateTime<Utc>,
) -> DbResult<()> {
    connection.changes(tx, ChangeType::ConnectionAccepted);
    opening::open_for_connection(
        tx,
        connection.id,
        connection.sender_id,
        connection.recipient_id,
        now,
    )
    .await?;
    sql!("UPDATE connection SET accepted = TRUE WHERE recipient_id = $1 AND id = $2")
        .bind(scope)
        .bind(connection.id)
        .run_one(tx)
        .await
}

/// The active jobs of a connection, locked for a change.
pub async fn active_jobs(
    tx: &mut Tx,
    scope: Scope,
    connection: &ConnectionState,
) -> DbResult<Vec<JobId>> {
    sql!(
        "SELECT id AS value FROM job
         WHERE status = 'active'
             AND ((company_id = $1 AND assigned_company_id = $2)
                  OR (company_id = $2 AND assigned_company_id = $1)) {lock}"
    )
    .bind(scope)
    .bind(connection.other(scope.company()))
    .values(tx)
    .await
}

/// Deletes a connection or request. Its active jobs become unassigned; returns how many. Complete jobs stay
/// assigned. The chat room is closed, but keeps its messages.
pub async fn delete(tx: &mut Tx, scope: Scope, connection: &ConnectionState) -> DbResult<u64> {
    connection.changes(tx, ChangeType::ConnectionRemoved);
    opening::close_of_connection(tx, connection.sender_id, connection.recipient_id).await?;
    let jobs: Vec<FreedJob> = sql!(
        "UPDATE job SET assigned_company_id = NULL, is_accepted_by_sub = FALSE,
             assigned_user_id = NULL, handovers = handovers + 1
         WHERE status = 'active'
             AND ((company_id = $1 AND assigned_company_id = $2)
                  OR (company_id = $2 AND assigned_company_id = $1))
         RETURNING id, company_id"
    )
    .bind(connection.sender_id)
    .bind(connection.recipient_id)
    .all(tx)
    .await?;
    for job in &jobs {
        // Only for the company that no longer sees it: for the other one it goes with the connection.
        let sub = connection.other(job.company_id);
        tx.note_change(ChangeType::JobDeleted, Changed::LostJob { job: job.id, company: sub });
    }
    if !jobs.is_empty() {
        for company in [connection.sender_id, connection.recipient_id] {
            tx.publish(Event::List { company, list: ListKind::Jobs });
        }
    }
    sql!("DELETE FROM connection WHERE id = $2 AND (sender_id = $1 OR recipient_id = $1)")
        .bind(scope)
        .bind(connection.id)
        .run_one(tx)
        .await?;
    Ok(u64::try_from(jobs.len()).unwrap_or(u64::MAX))
}

/// A job that became unassigned.
struct FreedJob {
    id: JobId,
    company_id: CompanyId,
}

columns! {
    FreedJob { id, company_id }
}

/// A connection to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewConnection<'a> {
    /// Its id.
    pub id: ConnectionId,
    /// Whether the other side accepted.
    pub accepted: bool,
    /// The sender's message.
    pub message: &'a str,
}

/// Connects this company with another one, or sends it a request.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    recipient: CompanyId,
    new: &NewConnection<'_>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let (id, sender_id, recipient_id) = (new.id, scope.company(), recipient);
    let connection = ConnectionState { id, sender_id, recipient_id, accepted: new.accepted };
    connection.changes(
        tx,
        if new.accepted { ChangeType::ConnectionAccepted } else { ChangeType::ConnectionRequested },
    );
    if new.accepted {
        opening::open_for_connection(tx, new.id, scope.company(), recipient, now).await?;
    }
    sql!(
        "INSERT INTO connection (id, sender_id, recipient_id, accepted, message, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(recipient)
    .bind(new.accepted)
    .bind(new.message)
    .bind(now)
    .run_one(tx)
    .await
}
