//! `/api/openapi.json`: every call, as the route table and the handlers' types have it.

use std::sync::OnceLock;

use axum::{extract::State, http::HeaderMap};
use schemars::JsonSchema;
use serde_json::{Map, Value};
use services::core::list_cache::KeptList;

use crate::{
    app::App,
    http::{
        caller::Visitor,
        openapi::responses::{As, Kept},
        routes::Routes,
    },
};

pub fn routes() -> Routes {
    Routes::default().get("/api/openapi.json", show)
}

/// An OpenAPI document.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it is there for its schema")]
struct OpenApi {
    openapi: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Written and compressed once, for whoever asks first.
async fn show(_: Visitor, State(app): State<App>, asked: HeaderMap) -> As<Kept<OpenApi>> {
    static DOCUMENT: OnceLock<KeptList> = OnceLock::new();
    let write = || {
        let document = app.openapi.get().map(|document| document()).unwrap_or_default();
        KeptList::new(document.to_string().into_bytes())
    };
    As::of(DOCUMENT.get_or_init(write).answer(&asked))
}
