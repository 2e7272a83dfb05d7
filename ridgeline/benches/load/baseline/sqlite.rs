//! The comparison on SQLite: a list.

use std::{path::Path, time::Duration};

use anyhow::Result;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use domain::jobs::job::Job;
use sqlx::{
    AssertSqlSafe, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::baseline::job::{COLUMNS, Jobs, Listed, MAKE_TABLE};

/// Copies the jobs into one table with everything that the list shows.
pub async fn furnish(database: &Path, jobs: &[Job]) -> Result<()> {
    let pool = open(database).await?;
    let mut tx = pool.begin().await?;
    let add_json = [
        "ALTER TABLE listed ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE listed ADD COLUMN reports TEXT NOT NULL DEFAULT '[]'",
    ];
    for statement in MAKE_TABLE.into_iter().chain(add_json) {
        sqlx::query(statement).execute(&mut *tx).await?;
    }
    for job in jobs {
        sqlx::query("UPDATE listed SET tags = $2, reports = $3 WHERE id = $1")
            .bind(job.id.0)
            .bind(serde_json::to_string(&job.tags)?)
            .bind(serde_json::to_string(&job.reports)?)
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    pool.close().await;
    Ok(())
}

/// Serves until it is killed.
pub async fn serve(database: &Path) -> Result<()> {
    let pool = open(database).await?;
    let app =
        Router::new().route("/jobs", get(list)).route("/ok", get(async || "ok")).with_state(pool);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("ready on http://{}", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}

async fn open(database: &Path) -> Result<SqlitePool> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5));
    Ok(SqlitePoolOptions::new().max_connections(4).connect_with(options).await?)
}

async fn list(State(pool): State<SqlitePool>) -> Response {
    let all = AssertSqlSafe(format!("SELECT {COLUMNS} FROM listed ORDER BY date_inserted, id"));
    let rows: Result<Vec<Listed>, _> = sqlx::query_as(all).fetch_all(&pool).await;
    match rows.map(|rows| serde_json::to_vec(&Jobs::of(rows))) {
        Ok(Ok(json)) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
