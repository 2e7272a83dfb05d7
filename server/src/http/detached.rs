//! Work that is brought to its end also where its caller hangs up.

use crate::http::error::ApiResult;

/// Works in a task of its own: a caller who hangs up now must not leave it half done.
pub async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    tokio::spawn(work).await.map_err(anyhow::Error::from)?
}
