//! `/basemap.pmtiles`: the streets of the maps, which browsers read in ranges.

use axum::{
    body::Body,
    http::{HeaderValue, Request, StatusCode, header, request::Parts},
    response::IntoResponse as _,
};
use serde_json::json;
use services::maps::{Streets, pmtiles};
use tower::ServiceExt as _;
use tower_http::services::ServeFile;

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
};

/// A day: the address that the app asks for names the version, and a changed file has another `ETag`.
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=86400");

pub fn routes() -> Routes {
    Routes::default().get(pmtiles::ADDRESS, show).also_fails_with(StatusCode::NOT_FOUND)
}

/// The file, a range of it, or neither.
enum BasemapFile {}

impl ResponseKind for BasemapFile {
    fn answers(operation: &mut Operation<'_>) {
        for status in [StatusCode::OK, StatusCode::PARTIAL_CONTENT] {
            operation.answers(status, pmtiles::MEDIA_TYPE, json!({ "type": "string" }));
        }
        operation.answers_nothing(StatusCode::NOT_MODIFIED);
        operation.answers_nothing(StatusCode::RANGE_NOT_SATISFIABLE);
    }
}

async fn show(
    _: Visitor,
    State(app): State<App>,
    request: Parts,
) -> ApiResult<TypedResponse<BasemapFile>> {
    let basemap = app.streets.as_ref().and_then(Streets::file).ok_or(ApiError::NotFound)?;
    let reading = basemap.clone();
    let version = tokio::task::spawn_blocking(move || reading.version()).await;
    let version = version.map_err(|error| ApiError::Internal(error.into()))?;
    let tag = match version {
        Ok(version) => HeaderValue::try_from(format!("\"{version}\"")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(ApiError::NotFound);
        }
        Err(error) => return Err(ApiError::Internal(error.into())),
    };
    let tag = tag.map_err(|error| ApiError::Internal(error.into()))?;
    let mut answer = if request.headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let file = ServeFile::new(basemap.path());
        let Ok(answer) = file.oneshot(wanted(request, &tag)).await;
        answer.map(Body::new)
    };
    if answer.status() == StatusCode::NOT_FOUND {
        return Err(ApiError::NotFound);
    }
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHED);
    headers.insert(header::ETAG, tag);
    if headers.contains_key(header::CONTENT_TYPE) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(pmtiles::MEDIA_TYPE));
    }
    Ok(TypedResponse::of(answer))
}

/// The request for the file. A range of another version is none: its reader gets the whole file. A client that names
/// the version it has does not have the file, whatever its date.
fn wanted(parts: Parts, tag: &HeaderValue) -> Request<Body> {
    let mut request = Request::from_parts(parts, Body::empty());
    let headers = request.headers_mut();
    if headers.get(header::IF_RANGE).is_some_and(|version| version != tag) {
        headers.remove(header::RANGE);
    }
    if headers.contains_key(header::IF_NONE_MATCH) {
        headers.remove(header::IF_MODIFIED_SINCE);
    }
    request
}
