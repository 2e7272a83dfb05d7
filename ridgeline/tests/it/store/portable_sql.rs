//! The SQL that both engines understand. A construct may be used in a store once it is tested here.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{permissions::permission::CompanyType, types::money::Money};
use store::{
    db::{Db, statement::STATEMENTS},
    sql,
};
use uuid::Uuid;

async fn company(tx: &mut store::db::Tx, name: &str) -> Uuid {
    let id = Uuid::now_v7();
    sql!("INSERT INTO company (id, name, company_type, location, date_inserted) VALUES ($1, $2, $3, '', $4)")
        .bind(id)
        .bind(name)
        .bind(CompanyType::Contractor)
        .bind(DateTime::<Utc>::UNIX_EPOCH)
        .run_one(tx)
        .await
        .expect("company");
    id
}

async fn job(tx: &mut store::db::Tx, company: Uuid, at: DateTime<Utc>, place: Option<f64>) {
    sql!(
        "INSERT INTO job (id, company_id, title, city, state, status, color, contract_amount,
             date_inserted, start_date, end_date, latitude, job_crew_id)
         VALUES ($1, $2, 't', 'c', 's', 'active', '#1A3F69', $3, $4, $5, $5, $6, $1)"
    )
    .bind(Uuid::now_v7())
    .bind(company)
    .bind(Money::from_cents(999_999_999_999))
    .bind(at)
    .bind(at.date_naive())
    .bind(place)
    .run_one(tx)
    .await
    .expect("job");
}

both_engines! {
    async fn both_engines_accept_every_statement_of_the_server(db: &Db) {
        assert!(STATEMENTS.len() > 40, "only {} statements are listed", STATEMENTS.len());
        for statement in STATEMENTS {
            assert!(!statement.text.contains('*') || statement.text.contains("COUNT(*)"), "{}: name the columns", statement.at);
            // Statements for one engine only: the schema test below queries each engine's catalog, and only PostgreSQL
            // reports lock waits, and has servers that count together.
            if ["pragma_", "information_schema", "EXPLAIN", "pg_stat_activity", "take_of_limits", "raise_revision", "store_events"].iter().any(|word| statement.text.contains(word)) {
                continue;
            }
            let mut tx = db.read().await.expect("tx");
            let mut columns = tx.prepare(statement).await.unwrap_or_else(|error| panic!("{}: {error}\n{}", statement.at, statement.text));
            columns.sort_unstable();
            // A column is found by its name: of two with the same name each engine's library takes another one.
            assert!(columns.is_sorted_by(|one, next| one < next), "{}: two columns have one name: {columns:?}", statement.at);
        }
    }

    async fn both_engines_support_the_constructs_that_stores_use(db: &Db) {
        let mut tx = db.write().await.expect("tx");
        let id = company(&mut tx, "one").await;
        let touched = sql!("INSERT INTO company (id, name, company_type, location, date_inserted)
            VALUES ($1, 'two', 'contractor', '', $2) ON CONFLICT (id) DO NOTHING")
            .bind(id).bind(DateTime::<Utc>::UNIX_EPOCH).run(&mut tx).await.expect("nothing");
        assert_eq!(touched, 0);
        let stored: String = sql!("INSERT INTO company (id, name, company_type, location, date_inserted)
            VALUES ($1, 'two', 'contractor', 'Memphis', $2)
            ON CONFLICT (id) DO UPDATE SET location = excluded.location RETURNING name AS value")
            .bind(id).bind(DateTime::<Utc>::UNIX_EPOCH).value(&mut tx).await.expect("the one that was there");
        assert_eq!(stored, "one");
        let named: Vec<(String,)> = sql!("SELECT name AS value FROM company WHERE id IN ({ids})")
            .bind_list("ids", [id, Uuid::nil()]).all(&mut tx).await.expect("list");
        assert_eq!(named, [("one".to_string(),)]);
        let none: Vec<(String,)> = sql!("SELECT name AS value FROM company WHERE id IN ({ids})")
            .bind_list("ids", [] as [Uuid; 0]).all(&mut tx).await.expect("empty list");
        assert!(none.is_empty());
        let exists: bool = sql!("SELECT EXISTS (SELECT 1 FROM company WHERE id = $1) AS value").bind(id).value(&mut tx).await.expect("exists");
        assert!(exists);
        let optional: i64 = sql!("SELECT COUNT(*) AS value FROM company WHERE (CAST($1 AS UUID) IS NULL OR id = $1)")
            .bind(Some(id)).value(&mut tx).await.expect("some");
        assert_eq!(optional, 1);
        let optional: i64 = sql!("SELECT COUNT(*) AS value FROM company WHERE (CAST($1 AS UUID) IS NULL OR id = $1)")
            .bind(None::<Uuid>).value(&mut tx).await.expect("none");
        assert_eq!(optional, 1);
        let raised: i64 = sql!("UPDATE company SET revision = revision + 1 WHERE id = $1 RETURNING revision AS value").bind(id).value(&mut tx).await.expect("returning");
        assert_eq!(raised, 1);
        let pair: i64 = sql!("SELECT COUNT(*) AS value FROM company
            WHERE (id, name) = (SELECT id, name FROM company WHERE id = $1 LIMIT 1)").bind(id).value(&mut tx).await.expect("a pair");
        assert_eq!(pair, 1);
    }

    async fn dates_times_money_and_coordinates_are_read_back_unchanged(db: &Db) {
        let mut tx = db.write().await.expect("tx");
        let company = company(&mut tx, "x").await;
        let times: Vec<DateTime<Utc>> = ["2026-03-02T12:00:00Z", "2026-03-02T12:00:00.500Z", "2026-03-02T12:00:01Z", "2026-03-02T23:59:59.999Z"]
            .iter().map(|t| t.parse().expect("time")).collect();
        for at in times.iter().rev() {
            job(&mut tx, company, *at, Some(39.529_632_9)).await;
        }
        let back: Vec<(DateTime<Utc>,)> = sql!("SELECT date_inserted AS value FROM job ORDER BY date_inserted").all(&mut tx).await.expect("order");
        assert_eq!(back.into_iter().map(|r| r.0).collect::<Vec<_>>(), times);
        let after: i64 = sql!("SELECT COUNT(*) AS value FROM job WHERE date_inserted > $1 AND start_date >= $2 AND end_date <= $3")
            .bind(times[0]).bind(NaiveDate::from_ymd_opt(2026, 3, 1)).bind(NaiveDate::from_ymd_opt(2026, 3, 2)).value(&mut tx).await.expect("range");
        assert_eq!(after, 3);
        let place: Option<f64> = sql!("SELECT latitude AS value FROM job LIMIT 1").value(&mut tx).await.expect("real");
        assert_eq!(place.map(f64::to_bits), Some(39.529_632_9_f64.to_bits()));
        let amount: Money = sql!("SELECT contract_amount AS value FROM job LIMIT 1").value(&mut tx).await.expect("cents");
        assert_eq!(amount.cents(), 999_999_999_999);
    }

    async fn an_end_before_the_start_cannot_be_stored(db: &Db) {
        let mut tx = db.write().await.expect("tx");
        let company = company(&mut tx, "x").await;
        job(&mut tx, company, DateTime::UNIX_EPOCH, None).await;
        let stored = sql!("UPDATE job SET start_date = $1").bind(NaiveDate::from_ymd_opt(2026, 3, 1)).run(&mut tx).await;
        assert!(stored.is_err());
    }

    async fn both_engines_have_the_same_columns(db: &Db) {
        let mut tx = db.read().await.expect("tx");
        let columns: Vec<(String,)> = match db.engine() {
            Engine::Sqlite => sql!("SELECT m.name || '.' || c.name AS value FROM pragma_table_list AS m JOIN pragma_table_info(m.name) AS c WHERE m.schema = 'main' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\'")
                .all(&mut tx).await.expect("columns"),
            // One table is for PostgreSQL's locks alone.
            Engine::Postgres => sql!("SELECT CAST(table_name || '.' || column_name AS TEXT) AS value FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'company_reference' AND table_name NOT LIKE '\\_sqlx%' ESCAPE '\\'")
                .all(&mut tx).await.expect("columns"),
        };
        let mut columns: Vec<String> = columns.into_iter().map(|(name,)| name).collect();
        columns.sort();
        assert_eq!(columns, written_down(), "the columns of this engine and those of migrations/ differ");
    }
}

/// Every `table.column` in the text of the migrations. Where SQLite has to make a table anew, the columns are those that
/// PostgreSQL adds, each in a statement on a line of its own.
fn written_down() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let mut columns = Vec::new();
    for file in std::fs::read_dir(format!("{folder}/postgres")).expect("migrations") {
        let text = std::fs::read_to_string(file.expect("entry").path()).expect("text");
        let added = text.lines().filter_map(|line| line.strip_prefix("ALTER TABLE "));
        for (table, rest) in added.filter_map(|line| line.split_once(" ADD COLUMN ")) {
            columns.push(format!("{table}.{}", rest.split(' ').next().unwrap_or_default()));
        }
    }
    for file in std::fs::read_dir(folder).expect("migrations") {
        let path = file.expect("entry").path();
        if path.extension().is_none_or(|kind| kind != "sql") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("text");
        let mut table = None;
        for line in text.lines().map(str::trim) {
            let first = line.split([' ', '(']).next().unwrap_or_default();
            if let Some(added) = line.strip_prefix("ALTER TABLE ") {
                let (table, rest) = added.split_once(" ADD COLUMN ").expect("only ever added to");
                let column = rest.split(' ').next().unwrap_or_default();
                columns.push(format!("{table}.{column}"));
            } else if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
                table = rest.split(' ').next();
            } else if line.starts_with(')') {
                table = None;
            } else if let Some(table) = table
                && !["--", "CHECK", "FOREIGN", "UNIQUE", "PRIMARY", ""].contains(&first)
            {
                columns.push(format!("{table}.{first}"));
            }
        }
    }
    columns.sort();
    columns
}
