//! Opens a connection to PostgreSQL.

use std::io;

use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};

/// Opens a connection. A load balancer that has no PostgreSQL to lead to closes it at once, which `sqlx` takes for an
/// answer that breaks the protocol.
///
/// # Errors
/// If PostgreSQL cannot be reached or refuses.
pub(in crate::db) async fn connect(
    options: &PgConnectOptions,
) -> Result<PgConnection, sqlx::Error> {
    PgConnection::connect_with(options).await.map_err(|error| match error {
        sqlx::Error::Protocol(_) => {
            sqlx::Error::Io(io::Error::new(io::ErrorKind::ConnectionReset, error))
        }
        other => other,
    })
}
