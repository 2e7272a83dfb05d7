//! The comparison on PostgreSQL: a list, one job, a reschedule and a create, each one statement, which is durable before
//! the answer.

#![expect(clippy::disallowed_types, reason = "the baseline does not use the product's own layers")]

use std::sync::Arc;

use anyhow::Result;
use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use chrono::{NaiveDate, Utc};
use domain::jobs::job::Job;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, PgPool, postgres::PgPoolOptions};
use uuid::Uuid;

use crate::baseline::job::{COLUMNS, Jobs, Listed, MAKE_TABLE, Spelled};

/// As many as a server of ours opens.
const CONNECTIONS: u32 = 16;

type Answer<T> = Result<Json<T>, Failed>;

/// Copies the jobs into one table with everything that the list shows.
pub async fn furnish(database: &str, jobs: &[Job]) -> Result<()> {
    let pool = PgPoolOptions::new().max_connections(1).connect(database).await?;
    let mut tx = pool.begin().await?;
    let add_json = [
        "ALTER TABLE listed ADD COLUMN tags JSON NOT NULL DEFAULT '[]'",
        "ALTER TABLE listed ADD COLUMN reports JSON NOT NULL DEFAULT '[]'",
    ];
    for statement in MAKE_TABLE.into_iter().chain(add_json) {
        sqlx::query(statement).execute(&mut *tx).await?;
    }
    for job in jobs {
        sqlx::query(
            "UPDATE listed SET tags = CAST($2 AS JSON), reports = CAST($3 AS JSON) WHERE id = $1",
        )
        .bind(job.id.0)
        .bind(serde_json::to_string(&job.tags)?)
        .bind(serde_json::to_string(&job.reports)?)
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    sqlx::query("VACUUM ANALYZE").execute(&pool).await?;
    pool.close().await;
    Ok(())
}

/// What the calls share.
struct Baseline {
    pool: PgPool,
    list: String,
    one: String,
}

/// Serves until it is killed.
pub async fn serve(database: &str) -> Result<()> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .min_connections(CONNECTIONS)
        .test_before_acquire(false)
        .connect(database)
        .await?;
    let baseline = Baseline {
        pool,
        list: format!("SELECT {COLUMNS} FROM listed ORDER BY date_inserted, id"),
        one: format!("SELECT {COLUMNS} FROM listed WHERE id = $1"),
    };
    let app = Router::new()
        .route("/api/jobs/myJobs/contractor", get(list))
        .route("/api/jobs/job/{id}", get(one))
        .route("/api/jobs/update/schedule", post(reschedule))
        .route("/api/jobs/create", post(create))
        .with_state(Arc::new(baseline));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("ready on http://{}", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}

async fn list(State(baseline): State<Arc<Baseline>>) -> Answer<Jobs> {
    let all = sqlx::query_as(AssertSqlSafe(baseline.list.clone())).fetch_all(&baseline.pool).await;
    Ok(Json(Jobs::of(all?)))
}

#[derive(Serialize)]
struct OneJob {
    job: Spelled,
}

async fn one(State(baseline): State<Arc<Baseline>>, Path(id): Path<Uuid>) -> Answer<OneJob> {
    let one = sqlx::query_as(AssertSqlSafe(baseline.one.clone()))
        .bind(id)
        .fetch_one(&baseline.pool)
        .await;
    Ok(Json(OneJob { job: Listed::into_wire(one?) }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Move {
    job_id: Uuid,
    start_date: NaiveDate,
    end_date: NaiveDate,
}

#[derive(Serialize)]
struct Changed {
    id: Uuid,
}

async fn reschedule(
    State(baseline): State<Arc<Baseline>>,
    Json(to): Json<Move>,
) -> Answer<Changed> {
    let done = sqlx::query("UPDATE listed SET start_date = $2, end_date = $3 WHERE id = $1")
        .bind(to.job_id)
        .bind(to.start_date)
        .bind(to.end_date)
        .execute(&baseline.pool)
        .await?;
    if done.rows_affected() != 1 {
        return Err(Failed);
    }
    Ok(Json(Changed { id: to.job_id }))
}

#[derive(Deserialize)]
struct NewJob {
    title: String,
    address: String,
    city: String,
    state: String,
    zip: String,
}

async fn create(State(baseline): State<Arc<Baseline>>, Json(new): Json<NewJob>) -> Answer<Changed> {
    let id = Uuid::now_v7();
    sqlx::query(
        "INSERT INTO listed (id, title, address, city, state, zip, status, color, is_accepted_by_sub, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, 'active', 'blue', FALSE, $7)",
    )
    .bind(id)
    .bind(new.title)
    .bind(new.address)
    .bind(new.city)
    .bind(new.state)
    .bind(new.zip)
    .bind(Utc::now())
    .execute(&baseline.pool)
    .await?;
    Ok(Json(Changed { id }))
}

/// The database refused, did not answer, or does not have the job.
struct Failed;

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        eprintln!("the comparison failed: {error}");
        Self
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}
