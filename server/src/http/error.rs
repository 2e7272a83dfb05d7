//! Every way a request can fail, and the response for each (contract, section 2).

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

use crate::http::{
    current_row::CurrentRow, idempotency::answer::StoredAnswer, request_body::body_size::BodyLimit,
};

/// Marks the response of a request whose transaction was rolled back because of a concurrent one.
#[derive(Clone, Copy, Debug)]
pub struct RolledBack;

/// `Retry-After` of failures that are worth another try, in seconds.
const TRY_AGAIN_SECONDS: u64 = 5;

/// What handlers return.
pub type ApiResult<T> = Result<T, ApiError>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// No session, an expired one, or none could be started.
    #[error("unauthenticated: {0:?}")]
    Unauthenticated(Text),
    /// The caller's role may not do this.
    #[error("forbidden: {0:?}")]
    Forbidden(Text),
    /// The body is not JSON, or of the wrong shape. The reason is only logged.
    #[error("malformed: {0}")]
    Malformed(String),
    /// An invitation that the caller cannot accept.
    #[error("invitation: {0:?}")]
    Invitation(Text),
    /// Missing, or another company's: the caller cannot tell which.
    #[error("not found")]
    NotFound,
    /// A link in a mail that is expired or used.
    #[error("link expired")]
    LinkExpired,
    /// Conflicts with the current state.
    #[error("conflict: {0:?}")]
    Conflict(Text),
    /// The row changed since the caller read it.
    #[error("changed: {0:?}")]
    Changed(Text),
    /// The same, with the row as it is now.
    #[error("changed: {0:?}")]
    ChangedTo(Text, Box<CurrentRow>),
    /// The body exceeds the limit of the route.
    #[error("too large: the limit is {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// A picture with too many pixels.
    #[error("too many pixels")]
    TooManyPixels,
    /// A picture that would take too much memory, such as a large animation.
    #[error("image too complex")]
    ImageTooComplex,
    /// A version of the upload protocol that the server does not speak.
    #[error("unsupported version of tus")]
    UploadVersion,
    /// A missing file, or one of an unsupported type.
    #[error("unsupported media: {0:?}")]
    UnsupportedMedia(Text),
    /// Fields of a form are invalid.
    #[error("validation: {0:?}")]
    Validation(Vec<ValidationError>),
    /// The same call was answered before: its stored answer.
    #[error("answered before")]
    Answered(Box<StoredAnswer>),
    /// Rate limited; may be retried after this many seconds.
    #[error("rate limited: {text:?}")]
    LimitExceeded {
        /// The message.
        text: Text,
        /// When it may be retried.
        retry_after_seconds: u64,
    },
    /// A mail to more new addresses than the company may mail in a day.
    #[error("too many new addresses: the limit is {most}")]
    TooManyNewAddresses {
        /// The limit.
        most: i64,
        /// When some of it is free again.
        retry_after_seconds: u64,
    },
    /// A service that the server depends on failed; nothing was changed. The log says when it began.
    #[error("unavailable: {0:?}")]
    Unavailable(Text),
    /// PostgreSQL rolled the transaction back because of a concurrent one, also when it was run again. Nothing
    /// was changed.
    #[error("rolled back because of a concurrent transaction")]
    RolledBack,
    /// It may or may not have been stored: the database connection broke during the commit.
    #[error("possibly stored")]
    Unsure,
    /// An internal error. The caller gets no details; the log has all of them.
    #[error(transparent)]
    Internal(anyhow::Error),
}

impl ApiError {
    /// The row changed since the caller read it, to this one.
    #[must_use]
    pub fn changed_to(text: Text, now: impl Into<CurrentRow>) -> Self {
        Self::ChangedTo(text, Box::new(now.into()))
    }
}

/// The language of a request's response: the browser's, until the extractor finds the caller's own.
#[derive(Clone, Debug, Default)]
pub struct ResponseLanguage(Arc<OnceLock<Language>>);

impl ResponseLanguage {
    /// Sets it, once.
    pub fn set(&self, language: Language) {
        // A request has one caller; a second call would only repeat the first.
        let _ = self.0.set(language);
    }
}

/// A failure whose message is not translated yet.
#[derive(Clone, Debug)]
struct Failure {
    code: &'static str,
    text: Text,
    gaps: Vec<Param>,
    refusals: Vec<ValidationError>,
    now: Option<Box<CurrentRow>>,
}

/// Every error code.
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

/// The body of every failure.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub(crate) struct ErrorResponse<'a> {
    error: ErrorBody<'a>,
    /// With `changed`: the row as it is now.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    now: Option<&'a CurrentRow>,
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
        let is_rolled_back = matches!(self, Self::RolledBack);
        let mut retry_after = None;
        let mut gaps = vec![];
        let mut fields = vec![];
        let mut now = None;
        let (status, code, text) = match self {
            Self::Answered(answer) => return answer.into_response(),
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
            Self::ChangedTo(text, row) => {
                now = Some(row);
                (StatusCode::CONFLICT, "changed", text)
            }
            Self::TooLarge { limit } => {
                gaps.push(("max", (limit / (1 << 20)).to_string()));
                // Only uploads have a higher limit than forms.
                let is_file = limit > BodyLimit::default().0;
                let text = if is_file { Text::FileTooLarge } else { Text::BodyTooLarge };
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large", text)
            }
            Self::TooManyPixels => {
                gaps.push(("max", LIMITS.image_megapixels.to_string()));
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large", Text::ImageTooManyPixels)
            }
            Self::ImageTooComplex => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large", Text::ImageTooComplex)
            }
            Self::UploadVersion => {
                (StatusCode::PRECONDITION_FAILED, "malformed", Text::UploadVersion)
            }
            Self::UnsupportedMedia(text) => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media", text)
            }
            Self::Validation(refusals) => {
                fields = refusals;
                (StatusCode::UNPROCESSABLE_ENTITY, "validation", Text::Validation)
            }
            Self::LimitExceeded { text, retry_after_seconds } => {
                retry_after = Some(retry_after_seconds);
                (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit", text)
            }
            Self::TooManyNewAddresses { most, retry_after_seconds } => {
                gaps.push(("max", most.to_string()));
                retry_after = Some(retry_after_seconds);
                let text = Text::TooManyNewAddresses;
                (StatusCode::TOO_MANY_REQUESTS, "duplicate_call_limit", text)
            }
            Self::Unavailable(text) => {
                retry_after = Some(TRY_AGAIN_SECONDS);
                (StatusCode::SERVICE_UNAVAILABLE, "internal", text)
            }
            Self::RolledBack => {
                retry_after = Some(TRY_AGAIN_SECONDS);
                (StatusCode::SERVICE_UNAVAILABLE, "internal", Text::Busy)
            }
            Self::Unsure => (StatusCode::INTERNAL_SERVER_ERROR, "internal", Text::PerhapsSaved),
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", Text::Internal)
            }
        };
        let mut answer = status.into_response();
        answer.extensions_mut().insert(Failure { code, text, gaps, refusals: fields, now });
        if is_rolled_back {
            answer.extensions_mut().insert(RolledBack);
        }
        if let Some(seconds) = retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}

/// Translates a call's failure into the caller's language.
#[derive(Debug)]
pub struct ErrorTranslator {
    answers_in: ResponseLanguage,
    of_browser: Language,
}

impl ErrorTranslator {
    /// Starts with the browser's language; the extractor may find the caller's own.
    pub fn of(request: &mut Request) -> Self {
        let answers_in = ResponseLanguage::default();
        let of_browser = accepted_language(request.headers());
        request.extensions_mut().insert(answers_in.clone());
        Self { answers_in, of_browser }
    }

    /// Writes the body of a failure in the caller's language.
    pub fn translate_response(&self, answer: &mut Response) {
        let Some(failure) = answer.extensions_mut().remove::<Failure>() else { return };
        let language = self.answers_in.0.get().copied().unwrap_or(self.of_browser);
        let fields = in_language(&failure.refusals, language);
        // A form with one error shows that error's message; a form with several shows a general one.
        let message = match fields.as_slice() {
            [only] => only.message.clone(),
            _ => failure.text.say(language, &failure.gaps),
        };
        let response = ErrorResponse {
            error: ErrorBody { code: failure.code, message, fields: &fields },
            now: failure.now.as_deref(),
        };
        let body = serde_json::to_vec(&response).unwrap_or_default();
        let json = HeaderValue::from_static("application/json");
        answer.headers_mut().insert(header::CONTENT_TYPE, json);
        *answer.body_mut() = Body::from(body);
    }
}

/// The language of `Accept-Language`; English if it has none that the app supports.
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
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn any_accepted_language_is_one_of_the_two(
            sent in foreign::header(&["es-MX,es;q=0.9,en;q=0.8", "de, es"]),
        ) {
            let mut headers = HeaderMap::new();
            let value = HeaderValue::from_bytes(&sent).expect("a header");
            headers.insert(header::ACCEPT_LANGUAGE, value);
            let (language, cost) = cost::of(|| accepted_language(&headers));
            prop_assert!(cost.is_small_for(sent.len(), 1), "{cost:?} of {}", sent.len());
            if language == Language::Spanish {
                prop_assert!(sent.trim_ascii_start().to_ascii_lowercase().starts_with(b"es"));
            }
        }
    }

    #[tokio::test]
    async fn an_internal_error_is_never_shown_to_a_caller() {
        let mut request = Request::new(Body::empty());
        let translator = ErrorTranslator::of(&mut request);
        let broke =
            anyhow::anyhow!("no such column: password_hash").context("SELECT * FROM person");
        let mut answer = ApiError::Internal(broke).into_response();
        translator.translate_response(&mut answer);
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = to_bytes(answer.into_body(), 10_000).await.expect("a body");
        let response: Value = serde_json::from_slice(&body).expect("JSON");
        let message = Text::Internal.say::<&str>(Language::English, &[]);
        assert_eq!(response, json!({ "error": { "code": "internal", "message": message } }));
        assert!(!message.contains("column") && !message.contains("person"), "{message}");
    }
}
