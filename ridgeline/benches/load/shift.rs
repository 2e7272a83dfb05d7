//! A rain day: 60 jobs of a company with 2,000, over four companies, are previewed, moved and taken back, on either
//! engine.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::{
    Bench,
    client::{Connection, post},
    company_fixture::{CompanyFixture, RAIN_DAY, Season},
    comparison::median,
    server::Server,
    table::Row,
};

const JOBS: usize = 2_000;
const MOVED: usize = 60;
const TIMES: usize = 11;
const PREVIEW_WANTED: f64 = 100.0;
const STORED_WANTED: f64 = 500.0;

/// The preview, the move and its undo; each round begins with the days of the one before.
pub async fn rain_day(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::RainDay).await?;
    fixture
        .on_both_engines(bench, async |server, engine| measure(server, &fixture, engine).await)
        .await
}

async fn measure(server: &Server, fixture: &CompanyFixture, engine: &str) -> Result<Vec<Row>> {
    let mut connection = Connection::open(server.address).await?;
    let bearer = fixture.bearer();
    let (mut previews, mut sends, mut undos) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..TIMES {
        // A repeated call would wait for the one before.
        let mut form = json!({
            "selection": { "day": RAIN_DAY }, "workdays": 1, "reason": format!("Rain {round}"),
        });
        form["dryRun"] = json!(true);
        let path = "/api/schedule/shift";
        let (preview, waited) = timed(&mut connection, path, &bearer, &form).await?;
        previews.push(waited);
        let moves = preview["moves"].as_array().map_or(0, Vec::len);
        ensure!(moves >= MOVED, "{moves} jobs of the rain day would move");
        form["dryRun"] = json!(false);
        form["state"] = preview["state"].clone();
        let (sent, waited) = timed(&mut connection, path, &bearer, &form).await?;
        sends.push(waited);
        let shift = sent["shiftId"].as_str().context("no shiftId")?;
        let path = format!("/api/schedule/shift/{shift}/undo");
        let (undone, waited) = timed(&mut connection, &path, &bearer, &json!({})).await?;
        undos.push(waited);
        let restored = undone["restored"].as_array().map_or(0, Vec::len);
        ensure!(restored == moves, "{restored} of {moves} jobs are back");
    }
    let name = |what: &str| format!("{engine}: {what} of a rain day with 60 jobs");
    Ok(vec![
        Row::below(name("the preview"), median(previews), PREVIEW_WANTED, "ms"),
        Row::below(name("storing the move"), median(sends), STORED_WANTED, "ms"),
        Row::below(name("the undo"), median(undos), STORED_WANTED, "ms"),
    ])
}

/// A call that must succeed: its answer, and how long it took in milliseconds.
async fn timed(
    connection: &mut Connection,
    path: &str,
    bearer: &str,
    form: &Value,
) -> Result<(Value, f64)> {
    let request = post(path, bearer, &form.to_string());
    let mut body = Vec::new();
    let began = Instant::now();
    let status = connection.send(&request, Some(&mut body)).await?;
    let waited = began.elapsed().as_secs_f64() * 1e3;
    ensure!(status == 200, "{path}: {status}: {}", String::from_utf8_lossy(&body));
    Ok((serde_json::from_slice(&body)?, waited))
}
