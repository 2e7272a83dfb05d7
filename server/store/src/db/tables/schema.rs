//! Reads the schema from each engine's catalog.

use std::collections::BTreeSet;

use super::{Table, TableColumn};
use crate::{
    columns,
    db::{
        Conn, Engine, Tx,
        error::{DbError, DbResult},
        kind::Kind,
    },
    sql,
};

struct ColumnRow {
    table_name: String,
    name: String,
    kind: String,
}

struct ForeignKey {
    from_table: String,
    to_table: String,
}

columns! {
    ColumnRow { table_name, name, kind }
    ForeignKey { from_table, to_table }
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "boolean" => Kind::Bool,
        "bytea" => Kind::Bytes,
        "date" => Kind::Date,
        "bigint" => Kind::Int,
        "jsonb" => Kind::Json,
        "double precision" => Kind::Real,
        "text" => Kind::Text,
        "timestamptz" | "timestamp with time zone" => Kind::Time,
        "uuid" => Kind::Uuid,
        _ => return None,
    })
}

impl Tx {
    /// The engine of this transaction.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match &self.conn {
            Conn::Postgres(_) => Engine::Postgres,
            _ => Engine::Sqlite,
        }
    }

    /// The existing tables, referenced ones before those that reference them, without the table of applied
    /// migrations, and that to which PostgreSQL itself adds a row for each company.
    ///
    /// # Errors
    /// The engine's error; [`DbError::BadColumn`] for a column of an unsupported kind.
    pub async fn tables(&mut self) -> DbResult<Vec<Table>> {
        let columns: Vec<ColumnRow> = match self.engine() {
            Engine::Sqlite => sql!(
                "SELECT list.name AS table_name, info.name AS name, info.type AS kind
                 FROM pragma_table_list AS list JOIN pragma_table_info(list.name) AS info
                 WHERE list.schema = 'main' AND list.type = 'table'
                     AND list.name NOT LIKE 'sqlite%' AND list.name NOT LIKE '\\_sqlx%' ESCAPE '\\'
                 ORDER BY list.name, info.name"
            ),
            Engine::Postgres => sql!(
                "SELECT CAST(columns.table_name AS TEXT) AS table_name,
                     CAST(columns.column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind
                 FROM information_schema.columns
                 JOIN information_schema.tables USING (table_schema, table_name)
                 WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
                     AND table_name NOT LIKE '\\_sqlx%' ESCAPE '\\'
                     AND table_name <> 'company_reference'
                 ORDER BY columns.table_name COLLATE \"C\", columns.column_name COLLATE \"C\""
            ),
        }
        .all(self)
        .await?;
        let mut tables: Vec<Table> = Vec::new();
        for column in columns {
            let kind = kind_of(&column.kind).ok_or_else(|| DbError::BadColumn {
                column: format!("{}.{}", column.table_name, column.name),
                why: format!("{} is not a kind of ours", column.kind),
            })?;
            let new = TableColumn { name: column.name, kind };
            match tables.last_mut() {
                Some(table) if table.name == column.table_name => table.columns.push(new),
                _ => tables.push(Table { name: column.table_name, columns: vec![new] }),
            }
        }
        let foreign_keys = self.foreign_keys().await?;
        Ok(referenced_first(tables, &foreign_keys))
    }

    async fn foreign_keys(&mut self) -> DbResult<Vec<ForeignKey>> {
        match self.engine() {
            Engine::Sqlite => sql!(
                "SELECT list.name AS from_table, keys.\"table\" AS to_table
                 FROM pragma_table_list AS list JOIN pragma_foreign_key_list(list.name) AS keys
                 WHERE list.schema = 'main'"
            ),
            Engine::Postgres => sql!(
                "SELECT CAST(key.table_name AS TEXT) AS from_table,
                     CASE used.table_name WHEN 'company_reference' THEN 'company'
                         ELSE CAST(used.table_name AS TEXT) END AS to_table
                 FROM information_schema.table_constraints AS key
                 JOIN information_schema.constraint_column_usage AS used
                     ON used.constraint_schema = key.constraint_schema
                         AND used.constraint_name = key.constraint_name
                 WHERE key.constraint_type = 'FOREIGN KEY' AND key.table_schema = current_schema()"
            ),
        }
        .all(self)
        .await
    }

    /// The numbers of the applied migrations; empty if there are none.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn migrations_run(&mut self) -> DbResult<Vec<i64>> {
        let exists: bool = match self.engine() {
            Engine::Sqlite => sql!(
                "SELECT EXISTS (SELECT 1 FROM pragma_table_list WHERE name = '_sqlx_migrations')
                     AS value"
            ),
            Engine::Postgres => sql!(
                "SELECT EXISTS (SELECT 1 FROM information_schema.tables
                                WHERE table_schema = current_schema()
                                    AND table_name = '_sqlx_migrations') AS value"
            ),
        }
        .value(self)
        .await?;
        if !exists {
            return Ok(Vec::new());
        }
        sql!("SELECT version AS value FROM _sqlx_migrations WHERE success ORDER BY version")
            .values(self)
            .await
    }

    /// Whether there is no table at all, including those of other programs.
    ///
    /// # Errors
    /// The engine's error.
    pub async fn is_empty_database(&mut self) -> DbResult<bool> {
        let tables: i64 = match self.engine() {
            Engine::Sqlite => sql!(
                "SELECT COUNT(*) AS value FROM pragma_table_list
                 WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"
            ),
            Engine::Postgres => sql!(
                "SELECT COUNT(*) AS value FROM information_schema.tables
                 WHERE table_schema = current_schema()"
            ),
        }
        .value(self)
        .await?;
        Ok(tables == 0)
    }
}

/// Sorts each table after the tables that it references.
fn referenced_first(tables: Vec<Table>, foreign_keys: &[ForeignKey]) -> Vec<Table> {
    let mut waiting = tables;
    let mut ordered: Vec<Table> = Vec::new();
    let mut placed: BTreeSet<String> = BTreeSet::new();
    while !waiting.is_empty() {
        let is_ready = |table: &Table| {
            foreign_keys.iter().all(|foreign_key| {
                foreign_key.from_table != table.name
                    || foreign_key.to_table == table.name
                    || placed.contains(&foreign_key.to_table)
            })
        };
        let (mut ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
        if ready.is_empty() {
            // Circular references: the engine will report them.
            ordered.extend(rest);
            break;
        }
        placed.extend(ready.iter().map(|table| table.name.clone()));
        ordered.append(&mut ready);
        waiting = rest;
    }
    ordered
}
