//! docs/tenancy.md states of each table whose rows it has.

use std::{collections::BTreeMap, fs};

use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use store::db::{Engine, migrations::migrations};

/// A table of the schema.
#[derive(Default)]
struct Table {
    key: Vec<String>,
    /// Column, the table it leads to, and what a deletion there does.
    leads: Vec<(String, String, String)>,
}

impl Table {
    fn leads_to(&self, table: &str, action: Option<&str>) -> bool {
        self.leads.iter().any(|(_, to, then)| to == table && action.is_none_or(|one| one == then))
    }
}

/// A list of the page: the first cell of each row, with the others.
type List = BTreeMap<String, Vec<String>>;

async fn tables() -> BTreeMap<String, Table> {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.expect("a database");
    migrations(Engine::Sqlite).run_direct(None, &mut conn, false).await.expect("migrated");
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
    )
    .fetch_all(&mut conn)
    .await
    .expect("tables");
    let mut tables = BTreeMap::new();
    for name in names {
        let key = format!("SELECT name FROM pragma_table_info('{name}') WHERE pk > 0");
        let key = sqlx::query_scalar(AssertSqlSafe(key)).fetch_all(&mut conn).await.expect("key");
        let leads =
            format!(r#"SELECT "from", "table", on_delete FROM pragma_foreign_key_list('{name}')"#);
        let leads = sqlx::query_as(AssertSqlSafe(leads)).fetch_all(&mut conn).await.expect("keys");
        tables.insert(name, Table { key, leads });
    }
    tables
}

/// The lists of the page, by their headings.
fn lists() -> BTreeMap<String, List> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tenancy.md");
    let text = fs::read_to_string(page).expect("docs/tenancy.md");
    let mut lists: BTreeMap<String, List> = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(next) = line.strip_prefix("## ") {
            next.clone_into(&mut heading);
        } else if line.starts_with("| `") {
            let mut cells =
                line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', ""));
            let table = cells.next().expect("a table");
            let twice = lists.entry(heading.clone()).or_default().insert(table, cells.collect());
            assert!(twice.is_none(), "{line} stands twice");
        }
    }
    lists
}

#[tokio::test]
async fn whose_rows_a_table_has_is_decided_and_written_down() {
    let tables = tables().await;
    let lists = lists();
    let mut listed: Vec<&String> = lists.values().flat_map(List::keys).collect();
    listed.sort();
    let known: Vec<&String> = tables.keys().collect();
    assert_eq!(listed, known, "docs/tenancy.md has each table once");

    for (name, cells) in &lists["Rows of one company"] {
        let table = &tables[name];
        let in_key = table.key.iter().any(|column| column == "company_id");
        assert_eq!(cells[0] == "yes", in_key, "{name}: is company_id in the primary key?");
    }
    for (name, cells) in &lists["Rows of a row"] {
        for parent in cells[0].split(" or ") {
            assert!(tables[name].leads_to(parent, Some("CASCADE")), "{name} belongs to {parent}");
        }
    }
    for name in lists["Rows of one person"].keys() {
        assert!(tables[name].leads_to("person", None), "{name} belongs to a person");
    }
    for name in lists["Rows of the installation"].keys() {
        let owned = tables[name].leads_to("company", Some("CASCADE"));
        assert!(!owned, "{name} belongs to a company, and goes with it");
    }
}
