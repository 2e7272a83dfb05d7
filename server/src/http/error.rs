//! Every way a request can fail, and what the caller is told (contract, section 2).

use std::sync::{Arc, OnceLock};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    forms::error::{FieldError, ValidationError, in_language},
    i18n::rules::{Param, Text},
    types::{language::Language, limits::LIMITS},
};
use schemars::JsonSchema;
use serde::Serialize;
use services::{
    core::too_often::TooOften,
    files::{self, error::StorageError},
};
use store::db::error::DbError;

use crate::http::body_size::BodyLimit;

/// What cannot be done now is worth another try after so many seconds.
const TRY_AGAIN_SECONDS: u64 = 5;

/// What handlers return.
pub type ApiResult<T> = Result<T, ApiError>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// No session, or it ended, or none could be started.
    #[error("unauthenticated: {0:?}")]
    Unauthenticated(Text),
    /// The caller's role may not do this.
    #[error("forbidden: {0:?}")]
    Forbidden(Text),
    /// The body is not JSON, or of the wrong shape. The reason is for the log.
    #[error("malformed: {0}")]
    Malformed(String),
    /// An invitation that the caller cannot complete.
    #[error("invitation: {0:?}")]
    Invitation(Text),
    /// Not there, or not theirs: the caller cannot tell which.
    #[error("not found")]
    NotFound,
    /// The link of a mail that nobody can follow any more.
    #[error("a dead link")]
    LinkExpired,
    /// Clashes with how things stand.
    #[error("conflict: {0:?}")]
    Conflict(Text),
    /// Things do not stand any more as the caller says that they saw them.
    #[error("changed: {0:?}")]
    Changed(Text),
    /// The body is larger than the route takes.
    #[error("too large: {limit} bytes are taken")]
    TooLarge {
        /// The most bytes it takes.
        limit: usize,
    },
    /// A picture of more pixels than are taken.
    #[error("too many pixels")]
    TooManyPixels,
    /// A file of a kind that is not taken, or none at all.
    #[error("unsupported media: {0:?}")]
    UnsupportedMedia(Text),
    /// Fields of a form are wrong.
    #[error("validation: {0:?}")]
    Validation(Vec<ValidationError>),
    /// Too often; may be tried again after so many seconds.
    #[error("too often: {text:?}")]
    TooOften {
        /// What is said.
        text: Text,
        /// When it may be tried again.
        retry_after_seconds: u64,
    },
    /// Something that we lean on fails us; nothing was changed. It was said in the log when it began.
    #[error("unavailable: {0:?}")]
    Unavailable(Text),
    /// It may have been stored, and it may not: the database was lost while it committed.
    #[error("perhaps stored")]
    Unsure,
    /// Our fault. The caller learns nothing; the log learns everything.
    #[error(transparent)]
    Internal(anyhow::Error),
}

impl From<Vec<ValidationError>> for ApiError {
    fn from(refusals: Vec<ValidationError>) -> Self {
        Self::Validation(refusals)
    }
}

impl From<TooOften> for ApiError {
    fn from(TooOften { text, retry_after_seconds }: TooOften) -> Self {
        Self::TooOften { text, retry_after_seconds }
    }
}

impl From<ValidationError> for ApiError {
    fn from(refusal: ValidationError) -> Self {
        Self::Validation(vec![refusal])
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Missing => Self::NotFound,
            DbError::Busy => Self::Unavailable(Text::Busy),
            DbError::NotStored(_) => Self::Unavailable(Text::NoRoom),
            DbError::Unreachable => Self::Unavailable(Text::OutOfReach),
            DbError::OutcomeUnknown => Self::Unsure,
            other => Self::Internal(other.into()),
        }
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<DbError>() {
            Ok(error) => error.into(),
            Err(error) => match files::error::classify(&error) {
                Some(StorageError::NoRoom) => Self::Unavailable(Text::NoRoom),
                Some(StorageError::OutOfReach) => Self::Unavailable(Text::FilesOutOfReach),
                None => Self::Internal(error),
            },
        }
    }
}

/// The language a request's answer speaks: the browser's, until the door knows the caller's own.
#[derive(Clone, Debug, Default)]
pub struct ResponseLanguage(Arc<OnceLock<Language>>);

impl ResponseLanguage {
    /// Said by the door, once.
    pub fn set(&self, language: Language) {
        // A request passes one door; a second word would only repeat the first.
        let _ = self.0.set(language);
    }
}

/// A failure on its way out, not yet put into words.
#[derive(Clone, Debug)]
struct Failure {
    code: &'static str,
    text: Text,
    gaps: Vec<Param>,
    refusals: Vec<ValidationError>,
}

/// Every code of a failure.
const CODES: &[&str] = &[
    "changed",
    "conflict",
    "duplicate_call_limit",
    "forbidden",
    "internal",
    "invitation",
    "malformed",
    "not_found",
    "too_large",
    "unauthenticated",
    "unsupported_media",
    "validation",
];

/// What every failure answers.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub(crate) struct ErrorResponse<'a> {
    error: ErrorBody<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct ErrorBody<'a> {
    #[schemars(extend("enum" = CODES))]
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    fields: &'a [FieldError],
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut retry_after = None;
        let mut gaps = vec![];
        let mut fields = vec![];
        let (status, code, text) = match self {
            Self::Unauthenticated(text) => (StatusCode::UNAUTHORIZED, "unauthenticated", text),
            Self::Forbidden(text) => (StatusCode::FORBIDDEN, "forbidden", text),
            Self::Malformed(why) => {
                tracing::debug!(why, "malformed");
                (StatusCode::BAD_REQUEST, "malformed", Text::Malformed)
            }
            Self::Invitation(text) => (StatusCode::BAD_REQUEST, "invitation", text),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", Text::NotFound),
            Self::LinkExpired => (StatusCode::NOT_FOUND, "not_found", Text::LinkDead),
            Self::Conflict(text) => (StatusCode::CONFLICT, "conflict", text),
            Self::Changed(text) => (StatusCode::CONFLICT, "changed", text),
            Self::TooLarge { limit } => {
                gaps.push(("max", (limit / (1 << 20)).to_string()));
                // What may be larger than a form is a file.
                let is_file = limit > BodyLimit::default().0;
                let text = if is_file { Text::FileTooLarge } else { Text::BodyTooLarge };
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large", text)
            }
            Self::TooManyPixels => {
                gaps.push(("max", LIMITS.image_megapixels.to_string()));
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large", Text::ImageTooManyPixels)
            }
            Self::UnsupportedMedia(text) => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media", text)
            }
            Self::Validation(refusals) => {
                fields = refusals;
                (StatusCode::UNPROCESSABLE_ENTITY, "validation", Text::Validation)
            }
            Self::TooOften { text, retry_after_seconds } => {
                retry_after = Some(retry_after_seconds);
                (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit", text)
            }
            Self::Unavailable(text) => {
                retry_after = Some(TRY_AGAIN_SECONDS);
                (StatusCode::SERVICE_UNAVAILABLE, "internal", text)
            }
            Self::Unsure => (StatusCode::INTERNAL_SERVER_ERROR, "internal", Text::PerhapsSaved),
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", Text::Internal)
            }
        };
        let mut answer = status.into_response();
        answer.extensions_mut().insert(Failure { code, text, gaps, refusals: fields });
        if let Some(seconds) = retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}

/// The words in which a call's failure will be told.
#[derive(Debug)]
pub struct ErrorTranslator {
    answers_in: ResponseLanguage,
    of_browser: Language,
}

impl ErrorTranslator {
    /// Those of the browser, unless the door learns of better ones.
    pub fn of(request: &mut Request) -> Self {
        let answers_in = ResponseLanguage::default();
        let of_browser = accepted_language(request.headers());
        request.extensions_mut().insert(answers_in.clone());
        Self { answers_in, of_browser }
    }

    /// Puts a failure into the caller's words, on the way out of the API.
    pub fn translate_response(&self, answer: &mut Response) {
        let Some(failure) = answer.extensions_mut().remove::<Failure>() else { return };
        let language = self.answers_in.0.get().copied().unwrap_or(self.of_browser);
        let fields = in_language(&failure.refusals, language);
        // A form with one thing wrong says it; a form with several says so.
        let message = match fields.as_slice() {
            [only] => only.message.clone(),
            _ => failure.text.say(language, &failure.gaps),
        };
        let told =
            ErrorResponse { error: ErrorBody { code: failure.code, message, fields: &fields } };
        let body = serde_json::to_vec(&told).unwrap_or_default();
        let json = HeaderValue::from_static("application/json");
        answer.headers_mut().insert(header::CONTENT_TYPE, json);
        *answer.body_mut() = Body::from(body);
    }
}

/// What a browser that says nothing of its user would rather read.
pub fn accepted_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
    let first = accepted.and_then(|accepted| accepted.split(',').next()).unwrap_or_default();
    if first.trim().to_ascii_lowercase().starts_with("es") {
        Language::Spanish
    } else {
        Language::English
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn what_broke_inside_is_told_to_nobody() {
        let mut asked = Request::new(Body::empty());
        let words = ErrorTranslator::of(&mut asked);
        let broke =
            anyhow::anyhow!("no such column: password_hash").context("SELECT * FROM person");
        let mut answer = ApiError::Internal(broke).into_response();
        words.translate_response(&mut answer);
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = to_bytes(answer.into_body(), 10_000).await.expect("a body");
        let told: Value = serde_json::from_slice(&body).expect("JSON");
        let sentence = Text::Internal.say::<&str>(Language::English, &[]);
        assert_eq!(told, json!({ "error": { "code": "internal", "message": sentence } }));
        assert!(!sentence.contains("column") && !sentence.contains("person"), "{sentence}");
    }
}
