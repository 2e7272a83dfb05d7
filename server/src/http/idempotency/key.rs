//! Requests with an `Idempotency-Key`: a client that lost the response, on a roof with one bar, sends the
//! same request with the same key, and it is executed once. The key is claimed in the transaction of the
//! change, so a refused request claims none.

use std::io::BufRead as _;

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, StatusCode, request::Parts},
};
use chrono::{DateTime, Utc};
use domain::{
    forms::{form::Form, idempotency_key},
    types::ids::{ApiKeyId, UserId},
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use store::{
    db::Tx,
    idempotency_keys::{self, KeyClaim, StoredResult},
};
use tempfile::TempPath;
use uuid::Uuid;

use crate::{
    app::App,
    http::{
        body::{UncheckedForm, read_body},
        callers::api_key,
        error::{ApiError, ApiResult},
        openapi::{operation::Operation, parameters::ApiParameter},
        upload::{file::UploadedImage, source::SentFile},
    },
};

/// The header that holds the key.
const KEY: &str = "idempotency-key";
/// How much of a file is in memory at once, in bytes.
const PART: usize = 64 << 10;

/// The key of a request, if it has one, and the hash of the request.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(Option<KeyedRequest>);

#[derive(Clone, Debug)]
struct KeyedRequest {
    key: String,
    request_hash: Sha256,
}

impl IdempotencyKey {
    /// Keys of API keys are apart from those of their user.
    fn of(headers: &HeaderMap, path: &str, api_key: Option<ApiKeyId>) -> ApiResult<Self> {
        let Some(key) = headers.get(KEY) else { return Ok(Self(None)) };
        let key = key.to_str().unwrap_or_default().trim();
        idempotency_key::check(key)?;
        let request_hash = Sha256::new_with_prefix(path).chain_update([0]);
        // No key that a client sends contains a line break.
        let key = api_key.map_or_else(|| key.to_owned(), |api_key| format!("{api_key}\n{key}"));
        Ok(Self(Some(KeyedRequest { key, request_hash })))
    }

    /// Adds these bytes to the hash.
    fn hash_body(&mut self, bytes: &[u8]) {
        if let Some(keyed) = &mut self.0 {
            keyed.request_hash.update(bytes);
        }
    }

    /// Adds a picture to the hash; one that arrived before the call by the id of its upload.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn with_picture(mut self, sent: &SentFile<UploadedImage>) -> ApiResult<Self> {
        match sent {
            SentFile::Arrived(image) => self.with_file(&image.file).await,
            SentFile::Upload(id) => {
                self.hash_body(id.0.as_bytes());
                Ok(self)
            }
        }
    }

    async fn with_file(mut self, file: &TempPath) -> ApiResult<Self> {
        if let Some(mut keyed) = self.0.take() {
            let file = file.to_path_buf();
            let read = tokio::task::spawn_blocking(move || {
                let mut file = std::io::BufReader::with_capacity(PART, std::fs::File::open(file)?);
                loop {
                    let part = file.fill_buf()?;
                    if part.is_empty() {
                        return std::io::Result::Ok(keyed);
                    }
                    keyed.request_hash.update(part);
                    let read = part.len();
                    file.consume(read);
                }
            });
            let keyed = read.await.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
            self.0 = Some(keyed);
        }
        Ok(self)
    }

    /// The result stored for this key, without claiming the key.
    ///
    /// # Errors
    /// If a different request was sent with this key.
    pub async fn find_result(&self, tx: &mut Tx, person: UserId) -> ApiResult<Option<Uuid>> {
        let Some(KeyedRequest { key, request_hash }) = &self.0 else { return Ok(None) };
        let request_hash = request_hash.clone().finalize();
        let claim = KeyClaim { person, key, request_hash: &request_hash };
        check_same_request(idempotency_keys::find(tx, &claim).await?, &request_hash)
    }

    /// The result stored for this key. If there is none, claims the key for `created`, the row of this transaction.
    ///
    /// # Errors
    /// If a different request was sent with this key.
    pub async fn find_or_claim(
        &self,
        tx: &mut Tx,
        person: UserId,
        created: Uuid,
        now: DateTime<Utc>,
    ) -> ApiResult<Option<Uuid>> {
        let Some(KeyedRequest { key, request_hash }) = &self.0 else { return Ok(None) };
        let request_hash = request_hash.clone().finalize();
        let claim = KeyClaim { person, key, request_hash: &request_hash };
        check_same_request(idempotency_keys::take(tx, &claim, created, now).await?, &request_hash)
    }
}

fn check_same_request(
    before: Option<StoredResult>,
    request_hash: &[u8],
) -> ApiResult<Option<Uuid>> {
    match before {
        Some(before) if before.request_hash != request_hash => {
            Err(idempotency_key::used_otherwise().into())
        }
        before => Ok(before.map(|before| before.made_id)),
    }
}

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        Self::of(&parts.headers, parts.uri.path(), api_key::key_in(&parts.extensions))
    }
}

impl ApiParameter for IdempotencyKey {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let key = json!({ "type": "string", "minLength": idempotency_key::MIN_LENGTH, "maxLength": idempotency_key::MAX_LENGTH });
        operation.takes_header("Idempotency-Key", &key);
        operation.fails(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

/// A form that may be sent again with its key.
#[derive(Debug)]
pub struct IdempotentForm<F> {
    /// The form.
    pub sent: UncheckedForm<F>,
    /// Its key.
    pub idempotency_key: IdempotencyKey,
}

impl<F: DeserializeOwned> FromRequest<App> for IdempotentForm<F> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> ApiResult<Self> {
        let api_key = api_key::key_in(request.extensions());
        let mut idempotency_key =
            IdempotencyKey::of(request.headers(), request.uri().path(), api_key)?;
        let bytes = read_body(request, app).await?;
        idempotency_key.hash_body(&bytes);
        Ok(Self { sent: UncheckedForm::read(&bytes)?, idempotency_key })
    }
}

impl<F: Form + JsonSchema> ApiParameter for IdempotentForm<F> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        IdempotencyKey::describe_parameters(operation);
        UncheckedForm::<F>::describe_parameters(operation);
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn a_key_is_stored_only_if_it_is_short(sent in foreign::header(&["0190f5fe-7c00-7a3e", " a "])) {
            let mut headers = HeaderMap::new();
            headers.insert(KEY, HeaderValue::from_bytes(&sent).expect("a header"));
            let (read, cost) = cost::of(|| IdempotencyKey::of(&headers, "/api/jobs/note", None));
            prop_assert!(cost.is_small_for(sent.len(), 0), "{cost:?}");
            let text = std::str::from_utf8(&sent).unwrap_or_default().trim();
            match read {
                Ok(IdempotencyKey(keyed)) => {
                    let key = keyed.expect("a key").key;
                    prop_assert_eq!(&key, text);
                    prop_assert!(idempotency_key::check(&key).is_ok());
                }
                Err(ApiError::Validation(_)) => {
                    let is_plain = text.bytes().all(|byte| (b' '..0x7f).contains(&byte));
                    prop_assert!(idempotency_key::check(text).is_err() || !is_plain, "{text}");
                }
                Err(other) => prop_assert!(false, "{other:?}"),
            }
        }
    }
}
