//! The imports of every file of rows: statements, the transaction they run in, and their results.

pub(crate) use domain::changes::{ChangeKind, ChangeType};

pub(crate) use crate::{
    columns,
    db::{
        Json, Tx,
        changes::Changed,
        error::{DbError, DbResult},
        event::{Event, ListKind},
        revisions::change::Change,
        row::{FromRow, Row, grouped},
        statement::Sql,
    },
    sql,
};

/// The most rows that one transaction of a sweep deletes: SQLite has a single writer, and requests wait for it.
pub(crate) const SWEEP_BATCH: i64 = 500;
