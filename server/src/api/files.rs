//! `/files/…`: what was uploaded, for those who hold a link to it, and for those who may see it and
//! say who they are.

use std::time::Duration;

use axum::{
    extract::{FromRequestParts as _, Path, Query, State, rejection::QueryRejection},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use domain::file_signatures::ImageKind;

use super::{
    Routes,
    caller::{Caller, Visitor, gate},
    error::{ApiError, ApiResult},
    jobs::viewer,
};
use crate::{app::App, files::Link, store::job_images};

pub fn routes() -> Routes {
    Routes::default().get("/files/{*key}", show)
}

async fn show(
    _: Visitor,
    State(app): State<App>,
    Path(key): Path<String>,
    link: Result<Query<Link>, QueryRejection>,
    mut asked: Parts,
) -> ApiResult<Response> {
    // A wrong link, an old one and none at all are told alike: nothing is there.
    let link = link.ok().and_then(|Query(link)| app.files.opens(&key, &link, app.clock.now()));
    if link.is_none() {
        check_bearer(&mut asked, &app, &key).await?;
    }
    // A file never changes under its name.
    let tag = HeaderValue::try_from(format!("\"{key}\"")).map_err(|_| ApiError::NotFound)?;
    let mut answer = if asked.headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let content = app.files.read(&key).await?.ok_or(ApiError::NotFound)?;
        let mut answer = content.body.into_response();
        answer.headers_mut().insert(header::CONTENT_LENGTH, content.bytes.into());
        answer
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, caching(link)?);
    headers.insert(header::ETAG, tag);
    let (mime, disposition) = nature(&key);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(answer)
}

/// Whoever sees the job sees its pictures.
async fn check_bearer(asked: &mut Parts, app: &App, key: &str) -> ApiResult<()> {
    let image = job_images::image_of(key).ok_or(ApiError::NotFound)?;
    let caller = Caller::<gate::SignedIn>::from_request_parts(asked, app)
        .await
        .map_err(|_| ApiError::NotFound)?;
    let mut tx = app.db.read().await?;
    let row = job_images::find(&mut tx, &viewer(&caller), image).await?;
    if row.picture == key || row.thumbnail == key { Ok(()) } else { Err(ApiError::NotFound) }
}

/// For as long as the link lasts; who came with a token is asked for it again.
fn caching(link: Option<Duration>) -> ApiResult<HeaderValue> {
    let Some(left) = link else { return Ok(HeaderValue::from_static("private, no-cache")) };
    let text = format!("private, max-age={}, immutable", left.as_secs());
    HeaderValue::try_from(text).map_err(|error| ApiError::Internal(error.into()))
}

/// What browsers are told of a file: pictures are shown, everything else is put on the disk.
fn nature(key: &str) -> (&'static str, &'static str) {
    let ending = key.rsplit('.').next().unwrap_or_default();
    match ImageKind::from_ending(ending) {
        Some(kind) => (kind.mime(), "inline"),
        None => ("application/octet-stream", "attachment"),
    }
}
