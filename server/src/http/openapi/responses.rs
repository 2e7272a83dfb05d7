//! What handlers answer, as the OpenAPI document says it.

use std::marker::PhantomData;

use axum::{
    http::{HeaderMap, StatusCode},
    response::{Html, IntoResponse, NoContent, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::http::{
    body::{Created, Reply},
    error::ApiError,
    openapi::operation::Operation,
};

/// What a handler may answer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what it answers",
    note = "answer `Reply`, `Created`, `named!`, `NoContent`, or `TypedResponse<Kind>` around a response made by hand"
)]
pub trait ApiResponse: IntoResponse {
    /// Writes how it may turn out.
    fn describe_responses(operation: &mut Operation<'_>);
}

impl<R: ApiResponse> ApiResponse for Result<R, ApiError> {
    fn describe_responses(operation: &mut Operation<'_>) {
        R::describe_responses(operation);
    }
}

impl<T: Serialize + JsonSchema> ApiResponse for Reply<T> {
    fn describe_responses(operation: &mut Operation<'_>) {
        let schema = operation.schema::<T>();
        operation.answers_json(StatusCode::OK, schema);
    }
}

impl<T: Serialize + JsonSchema> ApiResponse for Created<T> {
    fn describe_responses(operation: &mut Operation<'_>) {
        let schema = operation.schema::<T>();
        operation.answers_json(StatusCode::CREATED, schema);
    }
}

impl ApiResponse for NoContent {
    fn describe_responses(operation: &mut Operation<'_>) {
        operation.answers_nothing(StatusCode::NO_CONTENT);
    }
}

/// With headers of its own.
impl<R: ApiResponse> ApiResponse for (HeaderMap, R) {
    fn describe_responses(operation: &mut Operation<'_>) {
        R::describe_responses(operation);
    }
}

impl ApiResponse for Html<String> {
    fn describe_responses(operation: &mut Operation<'_>) {
        operation.answers(StatusCode::OK, "text/html", json!({ "type": "string" }));
    }
}

/// A response made by hand, and by its type what it is.
#[derive(Debug)]
pub struct TypedResponse<K>(Response, PhantomData<K>);

/// What a response made by hand may be.
pub trait ResponseKind {
    /// Writes how it may turn out.
    fn answers(operation: &mut Operation<'_>);
}

impl<K> TypedResponse<K> {
    /// The response as what it is.
    pub fn of(response: impl IntoResponse) -> Self {
        Self(response.into_response(), PhantomData)
    }
}

impl<K> IntoResponse for TypedResponse<K> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<K: ResponseKind> ApiResponse for TypedResponse<K> {
    fn describe_responses(operation: &mut Operation<'_>) {
        K::answers(operation);
    }
}

/// JSON that is not sent again to whoever has it.
#[derive(Debug)]
pub struct CacheableJson<T>(PhantomData<T>);

impl<T: JsonSchema> ResponseKind for CacheableJson<T> {
    fn answers(operation: &mut Operation<'_>) {
        let schema = operation.schema::<T>();
        operation.answers_json(StatusCode::OK, schema);
        operation.answers_nothing(StatusCode::NOT_MODIFIED);
    }
}

macro_rules! files {
    ($($(#[$doc:meta])* $name:ident: $media:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}

        impl ResponseKind for $name {
            fn answers(operation: &mut Operation<'_>) {
                let text = json!({ "type": "string" });
                operation.answers(StatusCode::OK, $media, text);
                operation.answers_nothing(StatusCode::NOT_MODIFIED);
            }
        }
    )+};
}

files! {
    /// A calendar, or no more than that it is unchanged.
    Calendar: "text/calendar";
    /// A table.
    Csv: "text/csv";
    /// A file of whatever kind it is.
    File: "*/*";
}
