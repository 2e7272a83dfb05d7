//! How the server is: for load balancers, and for the web app before anybody signs in.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde::Serialize;

use super::{Routes, body::Reply, caller::Visitor};
use crate::app::App;

pub fn routes() -> Routes {
    Routes::default().get("/api/health", health).get("/api/ready", ready).get("/api/config", config)
}

#[derive(Serialize)]
struct Condition {
    status: &'static str,
}

async fn health(_: Visitor) -> Reply<Condition> {
    Reply(Condition { status: "ok" })
}

/// 200 only when the database answers, and not after the server was told to stop: what is under way ends,
/// and whoever asks here sends nothing more.
async fn ready(_: Visitor, State(app): State<App>) -> Response {
    if app.going_down.is_set() {
        let told = Reply(Condition { status: "stopping" });
        return (StatusCode::SERVICE_UNAVAILABLE, told).into_response();
    }
    match app.db.answers().await {
        Ok(()) => Reply(Condition { status: "ok" }).into_response(),
        Err(error) => {
            tracing::warn!(error = %error, "not ready");
            let told = Reply(Condition { status: "the database does not answer" });
            (StatusCode::SERVICE_UNAVAILABLE, told).into_response()
        }
    }
}

/// What the web app has to know of this installation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Config {
    mapbox_token: Option<String>,
    translate: bool,
    version: &'static str,
}

async fn config(_: Visitor, State(app): State<App>) -> Reply<Config> {
    Reply(Config {
        mapbox_token: app.mapbox_token.clone(),
        translate: app.translator.is_some(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
