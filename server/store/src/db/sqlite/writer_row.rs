//! A row of SQLite's writing connection.

use std::cell::Cell;

use rusqlite::{Row, types::ValueRef};

/// A row, and where its next column is expected.
///
/// SQLite finds a column by comparing the name with those of all columns. Most rows are read in the order of their columns,
/// so the column after the one that was read last is compared first.
#[derive(Clone, Copy)]
pub struct WriterRow<'r> {
    row: &'r Row<'r>,
    next: &'r Cell<usize>,
}

impl<'r> WriterRow<'r> {
    /// The row of a statement; `next` is kept for all rows of it.
    pub(in crate::db) const fn new(row: &'r Row<'r>, next: &'r Cell<usize>) -> Self {
        Self { row, next }
    }

    /// The value of a column.
    ///
    /// # Errors
    /// If there is no such column.
    pub(in crate::db) fn value(&self, name: &str) -> rusqlite::Result<ValueRef<'r>> {
        let expected = self.next.get();
        let statement = self.row.as_ref();
        let column = match statement.column_name(expected) {
            Ok(found) if found == name => expected,
            _ => statement.column_index(name)?,
        };
        self.next.set(column + 1);
        self.row.get_ref(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_the_column_that_was_asked_for_in_any_order() {
        let conn = rusqlite::Connection::open_in_memory().expect("opens");
        let mut statement =
            conn.prepare("SELECT 1 AS id, 2 AS name UNION ALL SELECT 3, 4").expect("prepares");
        let mut rows = statement.query([]).expect("runs");
        let next = Cell::new(0);
        let mut read = Vec::new();
        while let Some(row) = rows.next().expect("a row") {
            let row = WriterRow::new(row, &next);
            for name in ["id", "name", "name", "id"] {
                read.push(row.value(name).expect("the column").as_i64().expect("a number"));
            }
            assert!(row.value("missing").is_err());
        }
        assert_eq!(read, [1, 2, 2, 1, 3, 4, 4, 3]);
    }
}
