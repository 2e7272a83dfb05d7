//! The stored answer to a call.

use axum::{
    body::Bytes,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

/// Marks an answer that was stored.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// An answer that was stored.
#[derive(Clone, Debug)]
pub struct StoredAnswer {
    /// Its status.
    pub status: StatusCode,
    /// Its body, JSON.
    pub body: Bytes,
}

impl StoredAnswer {
    /// How it is stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.status.as_u16().to_be_bytes().as_slice(), &self.body].concat()
    }

    /// Reads a stored answer.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (status, body) = bytes.split_first_chunk()?;
        let status = StatusCode::from_u16(u16::from_be_bytes(*status)).ok()?;
        Some(Self { status, body: Bytes::copy_from_slice(body) })
    }

    /// The response.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut response = (self.status, self.body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
        response
    }
}
