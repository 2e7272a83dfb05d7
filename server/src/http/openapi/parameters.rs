//! What the parameters of handlers require of a call, in the OpenAPI document.

use std::sync::Arc;

use axum::{
    Extension,
    extract::{
        Query, State, WebSocketUpgrade, rejection::QueryRejection,
        ws::rejection::WebSocketUpgradeRejection,
    },
    http::{HeaderMap, StatusCode, request::Parts},
};
use domain::forms::form::Form;
use schemars::JsonSchema;
use services::core::{connection_activity::ConnectionActivity, network::ClientNetwork};

use crate::{
    app::App,
    http::{
        body::{CheckedForm, PathId, UncheckedForm},
        browser::BrowserInfo,
        openapi::operation::Operation,
    },
};

/// The description of a handler's parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe what it reads from a call",
    note = "implement `ApiParameter` beside its `FromRequestParts`, or `FromRequest`"
)]
pub trait ApiParameter {
    /// Describes what it reads from the call, and how it may refuse.
    fn describe_parameters(operation: &mut Operation<'_>);
}

macro_rules! no_parameters {
    ($($kind:ty),+ $(,)?) => {$(
        impl ApiParameter for $kind {
            fn describe_parameters(_: &mut Operation<'_>) {}
        }
    )+};
}

no_parameters!(
    BrowserInfo,
    HeaderMap,
    Parts,
    ClientNetwork,
    State<App>,
    Option<Extension<Arc<ConnectionActivity>>>,
);

impl<I: JsonSchema> ApiParameter for PathId<I> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let id = operation.schema::<I>();
        operation.takes_in_path(&id);
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl<T: JsonSchema> ApiParameter for Result<Query<T>, QueryRejection> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.takes_in_query::<T>();
        operation.fails(StatusCode::BAD_REQUEST);
    }
}

impl<F: Form + JsonSchema> ApiParameter for CheckedForm<F> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let form = operation.form::<F>();
        operation.takes_json(&form);
        operation.fails(StatusCode::BAD_REQUEST);
        operation.fails(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

impl<F: Form + JsonSchema> ApiParameter for UncheckedForm<F> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        CheckedForm::<F>::describe_parameters(operation);
        // It names a row, which may not exist.
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl ApiParameter for Result<WebSocketUpgrade, WebSocketUpgradeRejection> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::BAD_REQUEST);
    }
}
