//! `/g/{secret}`: the web app, which reads what the link shows. Whether the link is alive is not said here.

use axum::http::StatusCode;
use serde_json::json;

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
    web_app,
};

pub fn routes() -> Routes {
    Routes::default().get("/g/{secret}", page)
}

/// The web app.
enum GuestPage {}

impl ResponseKind for GuestPage {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::OK, "text/html", json!({ "type": "string" }));
    }
}

async fn page(_: Visitor, State(app): State<App>) -> TypedResponse<GuestPage> {
    TypedResponse::of(web_app::page(app.assets, ""))
}
