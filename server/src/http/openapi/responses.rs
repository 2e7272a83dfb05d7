//! What handlers return, in the OpenAPI document.

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

/// The description of a handler's response.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe what it returns",
    note = "return `Reply`, `Created`, `named!`, `NoContent`, or `TypedResponse<Kind>` around a response built by hand"
)]
pub trait ApiResponse: IntoResponse {
    /// Describes the possible responses.
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

/// With custom headers.
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

/// A response built by hand, with a type that describes it.
#[derive(Debug)]
pub struct TypedResponse<K>(Response, PhantomData<K>);

/// The kinds of responses built by hand.
pub trait ResponseKind {
    /// Describes the possible responses.
    fn answers(operation: &mut Operation<'_>);
}

impl<K> TypedResponse<K> {
    /// The response as this kind.
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

/// JSON that answers 304 to a client that has it.
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
    /// A calendar, or 304.
    Calendar: "text/calendar";
    /// A CSV file, or 304.
    Csv: "text/csv";
    /// A file of any type, or 304.
    File: "*/*";
}
