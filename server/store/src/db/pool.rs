//! The connections of each engine.

use std::path::PathBuf;

use sqlx::SqlitePool;

use crate::db::{postgres::connections::Connections, sqlite::group_commit::Writer};

#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite { readers: SqlitePool, writer: Writer, file: PathBuf },
    Postgres(Connections),
}
