//! How SQLite means to find what lists ask for: through an index, whatever the company's size.

use server::db::{DbResult, Engine, FromRow, Row, STATEMENTS};

use crate::support::TestDb;

struct Step(String);

impl FromRow for Step {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("detail")?))
    }
}

#[tokio::test]
async fn no_list_of_jobs_reads_the_whole_table() {
    let db = TestDb::new(Engine::Sqlite).await;
    let lists: Vec<_> = STATEMENTS
        .iter()
        .filter(|statement| {
            statement.at.contains("src/store/") && statement.text.starts_with("SELECT")
        })
        .collect();
    assert!(lists.len() > 20, "only {} statements", lists.len());
    for statement in lists {
        let mut tx = db.read().await.expect("tx");
        let steps: Vec<Step> = tx.explain(statement).await.expect("plan");
        for Step(step) in &steps {
            let whole =
                step.starts_with("SCAN") && !step.contains("USING") && !step.contains("CONSTANT");
            assert!(!whole, "{}: {step}\n{}", statement.at, statement.text);
        }
    }
}
