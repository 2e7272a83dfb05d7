//! JSON request bodies and responses. A body is deserialized and, unless its row must be found first,
//! validated.

#![expect(clippy::disallowed_types, reason = "the one place that may touch axum::Json")]

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, FromRequestParts, RawPathParams, Request},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use domain::forms::form::Form;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    app::App,
    http::{
        error::{ApiError, ApiResult},
        request_body::{
            body_memory::reservation, body_size::BodyLimit, shared_body::RequestBody,
            unread_body::unread_body_error,
        },
        transaction_retry::ReadBody,
    },
};

/// A form that passed its own rules.
#[derive(Debug)]
pub struct CheckedForm<T>(pub T);

impl<T: Form> FromRequest<App> for CheckedForm<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        UncheckedForm::from_request(request, app).await?.checked().map(Self)
    }
}

/// A deserialized form that is not validated yet: for calls that name a row, which must be found before the
/// form's rules run (404 comes before 422).
#[derive(Clone, Debug)]
#[must_use = "a form is checked before it is used"]
pub struct UncheckedForm<T>(T);

impl<T: Form> UncheckedForm<T> {
    /// Reads what the form names, to look it up before the form is validated.
    pub fn peek<I>(&self, row: impl FnOnce(&T) -> I) -> I {
        row(&self.0)
    }

    /// The id of the row that the form names. If it names none, the form's own errors, or 404 if it has none.
    pub fn row_id<I>(&self, names: impl FnOnce(&T) -> Option<I>) -> ApiResult<I> {
        if let Some(id) = names(&self.0) {
            return Ok(id);
        }
        self.0.check()?;
        Err(ApiError::NotFound)
    }

    /// The form with a field cleared that this call ignores.
    pub fn with_cleared(mut self, clear: impl FnOnce(&mut T)) -> Self {
        clear(&mut self.0);
        self
    }

    /// The form, if it passes its rules.
    pub fn checked(self) -> ApiResult<T> {
        self.0.check()?;
        Ok(self.0)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for UncheckedForm<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        Self::read(&read_body(request, app).await?)
    }
}

impl<T: DeserializeOwned> UncheckedForm<T> {
    /// Reads a body as JSON, whatever its content type: calls accept nothing else.
    pub fn read(bytes: &[u8]) -> ApiResult<Self> {
        serde_json::from_slice(bytes).map(Self).map_err(|why| ApiError::Malformed(why.to_string()))
    }
}

/// The whole body, up to the limit of its route.
pub async fn read_body(request: Request, app: &App) -> ApiResult<Bytes> {
    let extensions = request.extensions();
    let limit = extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let read = extensions.get::<ReadBody>();
    // A request that runs again was read before.
    if let Some(bytes) = read.and_then(ReadBody::bytes) {
        return Ok(bytes);
    }
    let Some(body) = extensions.get::<RequestBody>() else { return Ok(Bytes::new()) };
    let bytes = body.buffer(limit.0, reservation(app, extensions)).await;
    let bytes = bytes.map_err(|error| unread_body_error(error, limit))?;
    if let Some(read) = read {
        read.keep(&bytes);
    }
    Ok(bytes)
}

/// An id in the path. A malformed id is a 404.
#[derive(Clone, Copy, Debug)]
pub struct PathId<I>(pub I);

impl<I: std::str::FromStr + Send> FromRequestParts<App> for PathId<I> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let names = RawPathParams::from_request_parts(parts, app).await;
        // A call of a link's holder has the secret before it.
        let names = names.map_err(|_| ApiError::NotFound)?;
        let (_, text) = names.iter().last().ok_or(ApiError::NotFound)?;
        text.parse().map(Self).map_err(|_| ApiError::NotFound)
    }
}

/// A JSON response. Unlike `axum::Json` it cannot be used to read an unchecked body.
#[derive(Debug)]
pub struct Reply<T>(pub T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> Response {
        Json(self.0).into_response()
    }
}

/// The response to a call that created something: 201.
#[derive(Debug)]
pub struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// A response of one entity under its singular name, such as `{"job": …}`.
macro_rules! named {
    ($name:literal: $value:expr) => {{
        #[derive(serde::Serialize, schemars::JsonSchema)]
        #[schemars(inline)]
        struct Named<T> {
            #[serde(rename = $name)]
            value: T,
        }
        $crate::http::body::Reply(Named { value: $value })
    }};
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;
    use test_support::{cost, foreign};

    use super::*;

    const BODIES: &[&str] = &[
        r#"{"title":"Whitaker re-roof","tags":["a","b"],"amount":12.5,"at":null}"#,
        r#"[[[{"a":"\u00e9\ud83c\udfe0","b":-1e308}]]]"#,
    ];

    proptest! {
        #[test]
        fn any_json_body_is_read_in_bounded_memory_or_refused(body in foreign::bytes(BODIES)) {
            let (read, cost) = cost::of(|| UncheckedForm::<Value>::read(&body));
            // Two bytes, such as `0,`, are a value of 32, in a list that doubles.
            prop_assert!(cost.is_small_for(body.len(), 64), "{cost:?} of {}", body.len());
            match read {
                Ok(UncheckedForm(value)) => {
                    let again = serde_json::to_vec(&value).expect("JSON");
                    let again = UncheckedForm::<Value>::read(&again).expect("the same");
                    prop_assert_eq!(again.0, value);
                }
                Err(refused) => prop_assert!(matches!(refused, ApiError::Malformed(_))),
            }
        }
    }

    #[test]
    fn a_body_of_many_or_nested_values_is_read_once() {
        for part in ["0,", "[", "{\"a\":", "\"\\u0000\",", "1"] {
            let body = |repeats: usize| ["[", &part.repeat(repeats)].concat();
            cost::assert_linear(part, 64, body, |body| {
                UncheckedForm::<Value>::read(body.as_bytes()).is_ok()
            });
        }
    }
}
