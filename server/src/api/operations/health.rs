//! Health and configuration, for load balancers and for the web app before sign-in.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

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
    translate: bool,
    weather: bool,
    version: &'static str,
}

async fn config(_: Visitor, State(app): State<App>) -> Reply<Config> {
    Reply(Config {
        mapbox_token: app.mapbox_token.clone(),
        translate: app.translator.is_some(),
        weather: app.weather.is_some(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
