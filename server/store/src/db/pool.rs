//! The connections of each engine.

use std::path::PathBuf;

use sqlx::{PgPool, SqlitePool};

use crate::db::sqlite::group_commit::Writer;

#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite { readers: SqlitePool, writer: Writer, file: PathBuf },
    Postgres(PgPool),
}
