//! The types that both engines can read from a column.

use sqlx::{Decode, Type};

/// A type that both engines can decode.
pub trait ColumnType:
    for<'r> Decode<'r, sqlx::Sqlite>
    + Type<sqlx::Sqlite>
    + for<'r> Decode<'r, sqlx::Postgres>
    + Type<sqlx::Postgres>
{
}

impl<T> ColumnType for T where
    T: for<'r> Decode<'r, sqlx::Sqlite>
        + Type<sqlx::Sqlite>
        + for<'r> Decode<'r, sqlx::Postgres>
        + Type<sqlx::Postgres>
{
}
