//! The stored answer to a call.

use axum::{
    body::Bytes,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

/// Marks an answer that was stored.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Set in the status of a stored answer that has a `Location`.
const HAS_LOCATION: u16 = 1 << 15;

/// An answer that was stored.
#[derive(Clone, Debug)]
pub struct StoredAnswer {
    /// Its status.
    pub status: StatusCode,
    /// Its `Location`, of a new upload.
    pub location: Option<HeaderValue>,
    /// Its body, JSON.
    pub body: Bytes,
}

impl StoredAnswer {
    /// How it is stored: its status, the length of its location with the location if it has one, and its body.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let status = self.status.as_u16();
        let location = self.location.as_ref().map(HeaderValue::as_bytes);
        let Some((location, length)) =
            location.and_then(|text| Some((text, u16::try_from(text.len()).ok()?)))
        else {
            return [&status.to_be_bytes()[..], &self.body].concat();
        };
        let status = (status | HAS_LOCATION).to_be_bytes();
        [&status[..], &length.to_be_bytes()[..], location, &self.body].concat()
    }

    /// Reads a stored answer.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (status, rest) = bytes.split_first_chunk()?;
        let status = u16::from_be_bytes(*status);
        let (location, body) = if status & HAS_LOCATION == 0 {
            (None, rest)
        } else {
            let (length, rest) = rest.split_first_chunk()?;
            let (location, body) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
            (Some(HeaderValue::from_bytes(location).ok()?), body)
        };
        let status = StatusCode::from_u16(status & !HAS_LOCATION).ok()?;
        Some(Self { status, location, body: Bytes::copy_from_slice(body) })
    }

    /// The response.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut response = (self.status, self.body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
        if let Some(location) = self.location {
            headers.insert(header::LOCATION, location);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_again_as_it_was_stored() {
        for location in [None, Some("/api/uploads/0190f5fe-7c00-7a3e-8000-000000000000")] {
            let location = location.map(HeaderValue::from_static);
            let body = Bytes::from_static(b"{\"id\":1}");
            let answer = StoredAnswer { status: StatusCode::CREATED, location, body };
            let read = StoredAnswer::from_bytes(&answer.to_bytes()).expect("an answer");
            assert_eq!(
                (read.status, &read.location, &read.body),
                (answer.status, &answer.location, &answer.body)
            );
        }
        assert!(StoredAnswer::from_bytes(&[0x80, 0xc9, 0, 9, b'/']).is_none(), "cut off");
    }
}
