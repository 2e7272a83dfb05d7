//! `/api/openapi.json`: every call, from the route table and the handlers' types.

use std::sync::OnceLock;

use axum::http::HeaderMap;
use schemars::JsonSchema;
use serde_json::{Map, Value};
use services::core::cached_list::CachedList;

use crate::http::{
    openapi::responses::{CacheableJson, TypedResponse},
    prelude::*,
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

/// Built and compressed once, on the first request.
async fn show(
    _: Visitor,
    State(app): State<App>,
    headers: HeaderMap,
) -> TypedResponse<CacheableJson<OpenApi>> {
    static DOCUMENT: OnceLock<CachedList> = OnceLock::new();
    let write = || {
        let document = app.openapi.get().map(|document| document()).unwrap_or_default();
        CachedList::new(document.to_string().as_bytes())
    };
    TypedResponse::of(DOCUMENT.get_or_init(write).to_response(&app.compute, &headers).await)
}
