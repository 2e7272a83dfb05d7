//! `/api/weather`: the forecast at the jobs that the caller sees (contract-2, section 3).

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use domain::planning::weather::WeatherQuery;
use store::jobs::places;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().get("/api/weather", weather).also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// Without a weather service, or if it fails, there are no places.
async fn weather(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    query: Result<Query<WeatherQuery>, QueryRejection>,
) -> ApiResult<impl ApiResponse> {
    let Query(query) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let days = query.read()?;
    let mut found = Vec::new();
    if let Some(service) = &app.weather {
        let mut tx = app.db.read().await?;
        let jobs = places::on_days(&mut tx, &caller.viewer(), days).await?;
        // No connection is held while the service is asked.
        drop(tx);
        found = service.at_jobs(&jobs, days, app.clock.now()).await;
    }
    Ok(named!("places": found))
}
