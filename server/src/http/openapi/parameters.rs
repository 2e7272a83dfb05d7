//! What the parameters of handlers ask of a call, as the OpenAPI document says it.

use axum::{
    extract::{
        Query, State, WebSocketUpgrade, rejection::QueryRejection,
        ws::rejection::WebSocketUpgradeRejection,
    },
    http::{HeaderMap, StatusCode, request::Parts},
};
use domain::forms::form::Form;
use schemars::JsonSchema;
use services::core::network::SentFrom;

use crate::{
    app::App,
    http::{
        body::{Checked, PathId, Sent},
        browser::FromBrowser,
        openapi::operation::Operation,
    },
};

/// What the parameters of every handler say of themselves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what it asks of a call",
    note = "implement `Asks` beside its `FromRequestParts`, or `FromRequest`"
)]
pub trait Asks {
    /// Writes what it takes from the call, and how it may refuse.
    fn asks(operation: &mut Operation<'_>);
}

macro_rules! ask_nothing {
    ($($kind:ty),+ $(,)?) => {$(
        impl Asks for $kind {
            fn asks(_: &mut Operation<'_>) {}
        }
    )+};
}

ask_nothing!(FromBrowser, HeaderMap, Parts, SentFrom, State<App>);

impl<I: JsonSchema> Asks for PathId<I> {
    fn asks(operation: &mut Operation<'_>) {
        let id = operation.schema::<I>();
        operation.takes_in_path(&id);
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl<T: JsonSchema> Asks for Result<Query<T>, QueryRejection> {
    fn asks(operation: &mut Operation<'_>) {
        operation.takes_in_query::<T>();
        operation.fails(StatusCode::BAD_REQUEST);
    }
}

impl<F: Form + JsonSchema> Asks for Checked<F> {
    fn asks(operation: &mut Operation<'_>) {
        let form = operation.form::<F>();
        operation.takes_json(&form);
        operation.fails(StatusCode::BAD_REQUEST);
        operation.fails(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

impl<F: Form + JsonSchema> Asks for Sent<F> {
    fn asks(operation: &mut Operation<'_>) {
        Checked::<F>::asks(operation);
        // It names a row, which may not be there.
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl Asks for Result<WebSocketUpgrade, WebSocketUpgradeRejection> {
    fn asks(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::BAD_REQUEST);
    }
}
