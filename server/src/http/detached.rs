//! Work that completes even if its caller disconnects.

use store::db::commit_watch::CommitWatch;

use crate::http::error::ApiResult;

/// Runs work in a separate task, so that a caller who disconnects does not leave it half done.
pub async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    tokio::spawn(CommitWatch::current().over(work)).await.map_err(anyhow::Error::from)?
}
