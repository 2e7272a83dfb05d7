//! Runs a request again whose transaction PostgreSQL rolled back because of a concurrent one: of two transactions
//! in a deadlock it rolls one back, which then succeeds.
//!
//! Only work that has committed nothing is run again, so that nothing happens twice.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::request::Parts,
    response::Response,
};
use store::db::commit_watch::CommitWatch;

use crate::http::error::{ApiError, ApiResult, RolledBack};

/// The pauses before each further attempt, in milliseconds. Each is varied, so that two that collided do not
/// meet again.
const PAUSES: [u64; 4] = [5, 20, 80, 200];

/// The body of a request once it was read, to be read again.
#[derive(Clone, Debug, Default)]
pub struct ReadBody(Arc<OnceLock<Bytes>>);

impl ReadBody {
    /// Keeps the body. The bytes are shared, not copied.
    pub fn keep(&self, body: &Bytes) {
        // A second attempt reads the same bytes.
        let _ = self.0.set(body.clone());
    }

    /// The body, if it was read.
    #[must_use]
    pub fn bytes(&self) -> Option<Bytes> {
        self.0.get().cloned()
    }
}

/// Marks a request that runs again.
#[derive(Clone, Copy, Debug)]
pub struct RunsAgain;

/// Runs a request, and again while its transaction is rolled back. Its handler may read the body only with
/// [`read_body`](crate::http::body::read_body).
pub async fn retry_request<F>(request: Request, attempt: impl Fn(Request) -> F) -> Response
where
    F: Future<Output = Response>,
{
    if request.method().is_safe() {
        return attempt(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let read = ReadBody::default();
    parts.extensions.insert(read.clone());
    let mut first = Some(body);
    let repeated = || {
        if first.is_none() {
            parts.extensions.insert(RunsAgain);
        }
        let again = || read.0.get().cloned().map_or_else(Body::empty, Body::from);
        attempt(request_of(&parts, first.take().unwrap_or_else(again)))
    };
    repeat(repeated, |response| response.extensions().get::<RolledBack>().is_some()).await
}

fn request_of(parts: &Parts, body: Body) -> Request {
    Request::from_parts(parts.clone(), body)
}

/// Runs a transaction, and again while it is rolled back: for an upload, whose body is gone, and for what a `GET`
/// stores, which does not run again as a whole: to keep every read ready for that would cost each of them.
///
/// # Errors
/// Those of the last attempt.
pub async fn retry_transaction<T, F>(attempt: impl FnMut() -> F) -> ApiResult<T>
where
    F: Future<Output = ApiResult<T>>,
{
    repeat(attempt, |outcome| matches!(outcome, Err(ApiError::RolledBack))).await
}

async fn repeat<T, F>(mut attempt: impl FnMut() -> F, is_rolled_back: impl Fn(&T) -> bool) -> T
where
    F: Future<Output = T>,
{
    for pause in PAUSES {
        let watch = CommitWatch::default();
        // Boxed: it would be part of each handler's future twice.
        let outcome = watch.clone().over(Box::pin(attempt())).await;
        if !is_rolled_back(&outcome) || watch.has_committed() {
            return outcome;
        }
        tracing::info!("a transaction was rolled back because of a concurrent one, and runs again");
        let mut varied = [0];
        // Without randomness the pause is the shortest.
        let _ = getrandom::fill(&mut varied);
        tokio::time::sleep(Duration::from_millis(pause + pause * u64::from(varied[0]) / 256)).await;
    }
    Box::pin(attempt()).await
}
