//! Work that completes even if its caller disconnects.

use store::db::{commit_watch::CommitWatch, idempotent_call::IdempotentCall};

use crate::http::error::ApiResult;

/// Runs work in a separate task, so that a caller who disconnects does not leave it half done.
pub async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    let work = IdempotentCall::current().over(CommitWatch::current().over(work));
    tokio::spawn(work).await.map_err(anyhow::Error::from)?
}
