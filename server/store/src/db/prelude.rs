//! What every file of rows begins with: statements, the transaction they run in, and what comes of them.

pub(crate) use crate::{
    columns,
    db::{
        Json, Tx,
        error::{DbError, DbResult},
        event::{Event, ListKind},
        row::{FromRow, Row, grouped},
        statement::Sql,
    },
    sql,
};
