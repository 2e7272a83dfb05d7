//! `/g/{secret}`: the page that reads what the link shows. It does not say whether the link is alive.

use axum::http::StatusCode;
use serde_json::json;

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
    web_app::{self, BuiltPage},
};

pub fn routes() -> Routes {
    Routes::default().get("/g/{secret}", page)
}

/// The page of every link.
enum GuestPage {}

impl ResponseKind for GuestPage {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::OK, "text/html", json!({ "type": "string" }));
    }
}

async fn page(_: Visitor, State(app): State<App>) -> TypedResponse<GuestPage> {
    TypedResponse::of(web_app::page(app.assets, BuiltPage::Guest, ""))
}
