//! Responses of other services, which may have any length.

use anyhow::ensure;
use reqwest::Response;

/// Reads a response of at most so many bytes.
///
/// # Errors
/// If it breaks off or is longer. The error does not contain the URL, which may have a secret in it.
pub async fn read(mut response: Response, most: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
        ensure!(bytes.len() + chunk.len() <= most, "its answer does not end");
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_response_without_end_is_not_kept_in_memory() {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let routes = Router::new().fallback(async || "x".repeat(100_000));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        for (most, is_read) in [(100_000, true), (99_999, false), (0, false)] {
            let response = reqwest::get(&url).await.expect("a response");
            let read = read(response, most).await;
            assert_eq!(read.map(|bytes| bytes.len()).ok(), is_read.then_some(100_000), "{most}");
        }
    }
}
