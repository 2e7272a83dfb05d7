//! The headers of the upload protocol tus 1.0 (<https://tus.io/protocols/resumable-upload>).

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::Response,
};
use chrono::{DateTime, Utc};
use domain::types::{ids::UploadId, limits::LIMITS};
use serde_json::json;

use crate::{
    app::App,
    http::{
        callers::guest_headers,
        error::{ApiError, ApiResult},
        openapi::{operation::Operation, parameters::ApiParameter},
        request_body::body_timeout::FILE_PART,
    },
};

/// Where users begin uploads.
pub const ADDRESS: &str = "/api/uploads";
/// Where the holders of links do.
pub const GUEST_ADDRESS: &str = "/api/guest/{secret}/uploads";
/// The version that client and server speak.
const RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const VERSION: HeaderName = HeaderName::from_static("tus-version");
const MAX_SIZE: HeaderName = HeaderName::from_static("tus-max-size");
const EXTENSION: HeaderName = HeaderName::from_static("tus-extension");
const LENGTH: HeaderName = HeaderName::from_static("upload-length");
const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
const METHOD_OVERRIDE: HeaderName = HeaderName::from_static("x-http-method-override");

const ONE: HeaderValue = HeaderValue::from_static("1.0.0");
/// What the server offers beyond the core protocol.
const EXTENSIONS: HeaderValue = HeaderValue::from_static("creation,expiration,termination");
/// The most bytes that a client may say of a file.
const MOST_METADATA: usize = 4_096;

/// Whether a request is one of this protocol.
pub fn is_path(path: &str) -> bool {
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with('/');
    let of_guest = path.strip_prefix(guest_headers::CALLS).and_then(|rest| rest.split_once('/'));
    path.strip_prefix(ADDRESS).is_some_and(is_end)
        || of_guest.and_then(|(_, call)| call.strip_prefix("uploads")).is_some_and(is_end)
}

/// Adds the version of the protocol to a response.
pub fn add_version(response: &mut Response) {
    let is_refused = response.status() == StatusCode::PRECONDITION_FAILED;
    let headers = response.headers_mut();
    headers.insert(RESUMABLE, ONE);
    if is_refused {
        headers.insert(VERSION, ONE);
    }
}

/// A request in the version that the server speaks.
#[derive(Clone, Copy, Debug)]
pub struct Version(());

impl FromRequestParts<App> for Version {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let version = parts.headers.get(RESUMABLE);
        if version == Some(&ONE) { Ok(Self(())) } else { Err(ApiError::UploadVersion) }
    }
}

impl ApiParameter for Version {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.requires_header(RESUMABLE.as_str(), &json!({ "const": "1.0.0" }));
        operation.fails(StatusCode::PRECONDITION_FAILED);
    }
}

/// The file that a client is about to send.
#[derive(Debug)]
pub struct Announced {
    /// Its size.
    pub bytes: i64,
    /// What the client says of it.
    pub metadata: Option<String>,
}

impl FromRequestParts<App> for Announced {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let bytes = number(&parts.headers, &LENGTH)?;
        if bytes > LIMITS.upload_bytes {
            let limit = usize::try_from(LIMITS.upload_bytes).unwrap_or(usize::MAX);
            return Err(ApiError::TooLarge { limit });
        }
        let metadata = parts.headers.get(METADATA).map(HeaderValue::to_str).transpose();
        let metadata = metadata.map_err(|why| ApiError::Malformed(why.to_string()))?;
        if metadata.is_some_and(|metadata| metadata.len() > MOST_METADATA) {
            return Err(ApiError::Malformed("too much metadata".to_owned()));
        }
        Ok(Self {
            bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
            metadata: metadata.map(str::to_owned),
        })
    }
}

impl ApiParameter for Announced {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let length = json!({ "type": "integer", "minimum": 0, "maximum": LIMITS.upload_bytes });
        operation.requires_header(LENGTH.as_str(), &length);
        let metadata = json!({ "type": "string", "maxLength": MOST_METADATA });
        operation.takes_header(METADATA.as_str(), &metadata);
        operation.fails(StatusCode::BAD_REQUEST);
    }
}

/// The address under which an upload is begun, which its own address begins with.
pub struct Address(String);

impl FromRequestParts<App> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        Ok(Self(parts.uri.path().to_owned()))
    }
}

impl ApiParameter for Address {
    fn describe_parameters(_: &mut Operation<'_>) {}
}

impl Address {
    /// The address of an upload that was begun under it.
    ///
    /// # Errors
    /// If the address is no header.
    pub fn of(&self, upload: UploadId) -> ApiResult<HeaderValue> {
        let address = format!("{}/{upload}", self.0);
        Ok(HeaderValue::try_from(address).map_err(anyhow::Error::from)?)
    }
}

// Without the address: it may hold the secret of a link.
impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address")
    }
}

/// Where a part begins, and that it is one.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The bytes before it.
    pub offset: i64,
    /// Its size, if the client says it.
    pub bytes: Option<i64>,
}

impl Part {
    /// The part that these headers announce.
    ///
    /// # Errors
    /// 415 if it is none; 400 without an offset.
    pub fn of(headers: &HeaderMap) -> ApiResult<Self> {
        let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
        if kind != Some(FILE_PART.as_bytes()) {
            return Err(ApiError::UnsupportedMedia(domain::i18n::rules::Text::FileKind));
        }
        let offset = number(headers, &OFFSET)?;
        let bytes =
            headers.get(header::CONTENT_LENGTH).map(|_| number(headers, &header::CONTENT_LENGTH));
        Ok(Self {
            offset: i64::try_from(offset).unwrap_or(i64::MAX),
            bytes: bytes.transpose()?.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX)),
        })
    }
}

/// The method that a client means which can only send `POST`.
pub fn meant_method(headers: &HeaderMap) -> Option<&str> {
    headers.get(METHOD_OVERRIDE)?.to_str().ok()
}

fn number(headers: &HeaderMap, name: &HeaderName) -> ApiResult<u64> {
    let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| ApiError::Malformed(format!("{name} is missing, or no whole number")))
}

/// What the server can do.
pub fn abilities() -> HeaderMap {
    let max_size = HeaderValue::from(LIMITS.upload_bytes);
    HeaderMap::from_iter([(VERSION, ONE), (MAX_SIZE, max_size), (EXTENSION, EXTENSIONS)])
}

/// How much of an upload has arrived, and how long it is kept.
pub fn progress(received: i64, expires_at: DateTime<Utc>) -> HeaderMap {
    let mut headers = HeaderMap::from_iter([(OFFSET, HeaderValue::from(received))]);
    add_expiry(&mut headers, expires_at);
    headers
}

/// How long an upload is kept.
pub fn add_expiry(headers: &mut HeaderMap, expires_at: DateTime<Utc>) {
    let text = expires_at.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    if let Ok(value) = HeaderValue::try_from(text) {
        headers.insert(EXPIRES, value);
    }
}

/// The size of an upload, and what its client said of it.
pub fn add_description(headers: &mut HeaderMap, total_bytes: i64, metadata: Option<&str>) {
    headers.insert(LENGTH, HeaderValue::from(total_bytes));
    if let Some(Ok(value)) = metadata.map(HeaderValue::try_from) {
        headers.insert(METADATA, value);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn any_header_is_a_number_or_refused(sent in foreign::header(&["1048576", "+1", "0x1", "18446744073709551616"])) {
            let mut headers = HeaderMap::new();
            headers.insert(OFFSET, HeaderValue::from_bytes(&sent).expect("a header"));
            let (read, cost) = cost::of(|| number(&headers, &OFFSET));
            prop_assert!(cost.is_small_for(sent.len(), 1), "{cost:?}");
            if let Ok(number) = read {
                prop_assert!(sent.iter().all(u8::is_ascii_digit));
                let digits = std::str::from_utf8(&sent).expect("digits").trim_start_matches('0');
                prop_assert_eq!(number.to_string(), if digits.is_empty() { "0" } else { digits });
            }
        }
    }

    #[test]
    fn only_addresses_of_uploads_speak_the_protocol() {
        for path in [
            "/api/uploads",
            "/api/uploads/",
            "/api/uploads/1",
            "/api/guest/a/uploads",
            "/api/guest/a/uploads/1",
        ] {
            assert!(is_path(path), "{path}");
        }
        for path in [
            "/api",
            "/api/uploadsome",
            "/api/jobs/uploads",
            "/api/guest/uploads",
            "/api/guest/a/image",
        ] {
            assert!(!is_path(path), "{path}");
        }
    }
}
