//! Temporary PostgreSQL databases.

use anyhow::{Context as _, Result};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use uuid::Uuid;

/// Measures on a temporary PostgreSQL database.
pub async fn with_database<T>(
    postgres: &str,
    measured: impl AsyncFnOnce(String) -> Result<T>,
) -> Result<T> {
    let name = format!("bench_{}", Uuid::now_v7().simple());
    admin(postgres, format!("CREATE DATABASE {name}")).await?;
    let measured = measured(format!("{postgres}/{name}")).await;
    admin(postgres, format!("DROP DATABASE {name} WITH (FORCE)")).await?;
    measured
}

async fn admin(postgres: &str, text: String) -> Result<()> {
    run(&format!("{postgres}/postgres"), text).await
}

/// Runs SQL on a separate connection.
pub async fn run(url: &str, text: String) -> Result<()> {
    let mut connection = PgConnection::connect(url).await.context("PostgreSQL does not answer")?;
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
