//! Health and configuration, for load balancers and for the web app before sign-in.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use services::maps::{Streets, pmtiles};

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
};

pub fn routes() -> Routes {
    Routes::default().get("/api/health", health).get("/api/ready", ready).get("/api/config", config)
}

#[derive(Serialize, JsonSchema)]
struct HealthStatus {
    status: &'static str,
}

async fn health(_: Visitor) -> Reply<HealthStatus> {
    Reply(HealthStatus { status: "ok" })
}

/// Ready or not.
enum Readiness {}

impl ResponseKind for Readiness {
    fn answers(operation: &mut Operation<'_>) {
        let condition = operation.schema::<HealthStatus>();
        operation.answers_json(StatusCode::OK, condition.clone());
        operation.answers_json(StatusCode::SERVICE_UNAVAILABLE, condition);
    }
}

/// 200 only if the database answers and the server is not shutting down, so that load balancers send no new
/// requests.
async fn ready(_: Visitor, State(app): State<App>) -> TypedResponse<Readiness> {
    if app.shutdown.is_set() {
        let status = Reply(HealthStatus { status: "stopping" });
        return TypedResponse::of((StatusCode::SERVICE_UNAVAILABLE, status));
    }
    match app.db.ping().await {
        Ok(()) => TypedResponse::of(Reply(HealthStatus { status: "ok" })),
        Err(error) => {
            if !error.is_outage() {
                tracing::warn!(error = %error, "not ready");
            }
            let status = Reply(HealthStatus { status: "the database does not answer" });
            TypedResponse::of((StatusCode::SERVICE_UNAVAILABLE, status))
        }
    }
}

/// The configuration of this installation for the web app.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Config {
    mapbox_token: Option<String>,
    /// The address of the PMTiles file with the streets, if there is one; it changes with the file.
    basemap: Option<String>,
    /// The address of the tile service's style, if there is one.
    map_style: Option<String>,
    translate: bool,
    weather: bool,
    version: &'static str,
}

async fn config(_: Visitor, State(app): State<App>) -> Reply<Config> {
    let service = app.streets.as_ref().and_then(Streets::service);
    Reply(Config {
        mapbox_token: app.mapbox_token.clone(),
        basemap: basemap_address(&app).await,
        map_style: service.map(|style| style.url().to_owned()),
        translate: app.translator.is_some(),
        weather: app.weather.is_some(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// The address names the version of the file, so that a browser never puts together ranges of two of them.
async fn basemap_address(app: &App) -> Option<String> {
    let basemap = app.streets.as_ref().and_then(Streets::file)?.clone();
    match tokio::task::spawn_blocking(move || basemap.version()).await.ok()? {
        Ok(version) => Some(format!("{}?v={version}", pmtiles::ADDRESS)),
        Err(error) => {
            // The maps are drawn without streets.
            tracing::warn!(%error, "the file of --basemap cannot be read");
            None
        }
    }
}
