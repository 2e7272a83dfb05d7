//! `/files/…`: uploaded files, for requests with a signed link, and for users with a token and access.

use std::time::Duration;

use axum::{
    extract::{FromRequestParts as _, Query, rejection::QueryRejection},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::IntoResponse as _,
};
use domain::files::signatures::ImageKind;
use services::files::{content_type::Document, links::Link};
use store::{
    chat::pictures,
    companies::files::{self as company_files, FileRow},
    jobs::images,
    orders::delivery_photos,
};

use crate::{
    api::{chat::chat, companies::companies},
    http::{
        openapi::responses::{File, TypedResponse},
        prelude::*,
    },
};

/// A logo never changes at its URL, and is public.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Public until its company changes that.
const PUBLIC_REVALIDATE: HeaderValue = HeaderValue::from_static("public, no-cache");
/// For requests with a token, which is required again each time.
const PRIVATE_REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

pub fn routes() -> Routes {
    Routes::default().get("/files/{*key}", show)
}

async fn show(
    _: Visitor,
    State(app): State<App>,
    PathId(key): PathId<String>,
    link: Result<Query<Link>, QueryRejection>,
    mut request: Parts,
) -> ApiResult<TypedResponse<File>> {
    // A wrong, an expired and a missing link get the same 404.
    let link = link.ok().and_then(|Query(link)| app.files.time_left(&key, &link, app.clock.now()));
    let file = if key.starts_with(company_files::PREFIX) {
        let mut tx = app.db.read_one_statement().await?;
        Some(company_files::find_by_key(&mut tx, &key).await?.ok_or(ApiError::NotFound)?)
    } else {
        None
    };
    let caching = match (link, &file) {
        (Some(left), _) => cache_until(left)?,
        (None, _) if key.starts_with(companies::LOGOS) => IMMUTABLE,
        (None, Some(file)) if file.is_public => PUBLIC_REVALIDATE,
        (None, file) => {
            check_bearer(&mut request, &app, &key, file.as_ref()).await?;
            PRIVATE_REVALIDATE
        }
    };
    // A file never changes at its key.
    let tag = HeaderValue::try_from(format!("\"{key}\"")).map_err(|_| ApiError::NotFound)?;
    let mut answer = if request.headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let content = app.files.read(&key).await?.ok_or(ApiError::NotFound)?;
        let mut answer = content.body.into_response();
        answer.headers_mut().insert(header::CONTENT_LENGTH, content.bytes.into());
        answer
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, caching);
    headers.insert(header::ETAG, tag);
    let (mime, disposition) = content_headers(&key);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    let disposition = match &file {
        Some(file) => content_disposition(disposition, &file.file_name)?,
        None => HeaderValue::from_static(disposition),
    };
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(TypedResponse::of(answer))
}

/// A job's pictures are for users who see the job, those of its deliveries for the contractor, a room's for its members; a company's files that are not
/// public are its own.
async fn check_bearer(
    request: &mut Parts,
    app: &App,
    key: &str,
    file: Option<&FileRow>,
) -> ApiResult<()> {
    let image = images::image_of(key);
    let message = pictures::message_of(key);
    let photo = delivery_photos::photo_of(key);
    if image.is_none() && message.is_none() && photo.is_none() && file.is_none() {
        return Err(ApiError::NotFound);
    }
    let caller = Caller::<gate::SignedIn>::from_request_parts(request, app)
        .await
        .map_err(|_| ApiError::NotFound)?;
    if let Some(file) = file {
        let own = file.company_id == caller.scope().company();
        return if own { Ok(()) } else { Err(ApiError::NotFound) };
    }
    let mut tx = app.db.read().await?;
    if let Some(message) = message {
        return chat::check_member(&mut tx, &caller.viewer(), message, key).await;
    }
    if let Some(photo) = photo {
        let row = delivery_photos::find(&mut tx, &caller.viewer(), photo).await?;
        let is_its_file = row.picture == key || row.thumbnail == key;
        return if is_its_file { Ok(()) } else { Err(ApiError::NotFound) };
    }
    let image = image.ok_or(ApiError::NotFound)?;
    let row = images::find(&mut tx, &caller.viewer(), image).await?;
    if row.picture == key || row.thumbnail == key { Ok(()) } else { Err(ApiError::NotFound) }
}

/// Cached by the browser until the link expires.
fn cache_until(left: Duration) -> ApiResult<HeaderValue> {
    let text = format!("private, max-age={}, immutable", left.as_secs());
    HeaderValue::try_from(text).map_err(|error| ApiError::Internal(error.into()))
}

/// The download name of a file, in any alphabet.
fn content_disposition(disposition: &str, name: &str) -> ApiResult<HeaderValue> {
    let mut text = format!("{disposition}; filename*=UTF-8''");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.extend(["%".to_owned(), hex::encode_upper([byte])]);
        }
    }
    HeaderValue::try_from(text).map_err(|error| ApiError::Internal(error.into()))
}

/// Headers by file type: pictures are shown, everything else is downloaded.
fn content_headers(key: &str) -> (&'static str, &'static str) {
    let ending = key.rsplit('.').next().unwrap_or_default();
    match ImageKind::from_ending(ending) {
        Some(kind) => (kind.mime(), "inline"),
        None => match Document::from_ending(ending) {
            Some(kind) => (kind.mime, "attachment"),
            None => ("application/octet-stream", "attachment"),
        },
    }
}
