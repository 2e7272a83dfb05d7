//! The HTTP client for the identity provider.

use std::{future::Future, pin::Pin, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http};

/// How long the provider may take to answer one request.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The longest accepted response of a provider.
const MOST_BYTES: usize = 1 << 20;

/// A client that follows no redirects.
#[derive(Clone, Debug)]
pub struct ProviderHttp(reqwest::Client);

impl ProviderHttp {
    /// A client for the identity provider.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new() -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // No pooled connections: an idle one may be closed by the time it is needed.
            .pool_max_idle_per_host(0)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self(client))
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, ProviderHttpError> {
        let mut answer = self.0.execute(request.try_into()?).await?;
        let mut whole = http::Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            whole = whole.header(name, value);
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MOST_BYTES {
                return Err(ProviderHttpError::TooLong);
            }
        }
        Ok(whole.body(body)?)
    }
}

/// Why a request to the provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderHttpError {
    /// The connection failed, or timed out.
    #[error(transparent)]
    Line(#[from] reqwest::Error),
    /// The response is not valid HTTP.
    #[error(transparent)]
    Http(#[from] http::Error),
    /// The response is too long.
    #[error("the response is too long")]
    TooLong,
}

impl<'c> AsyncHttpClient<'c> for ProviderHttp {
    type Error = ProviderHttpError;
    type Future =
        Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderHttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, extract::Path, routing::get};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_provider_whose_answer_does_not_end_takes_no_memory() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let answer = async |Path(bytes): Path<usize>| "x".repeat(bytes);
        let routes = Router::new().route("/{bytes}", get(answer));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let client = ProviderHttp::new().expect("a client");
        let ask = async |bytes: usize| {
            let request = http::Request::get(format!("http://{address}/{bytes}"));
            client.send(request.body(Vec::new()).expect("a request")).await
        };
        assert_eq!(ask(MOST_BYTES).await.expect("an answer").body().len(), MOST_BYTES);
        assert!(matches!(ask(2 * MOST_BYTES).await, Err(ProviderHttpError::TooLong)));
    }
}
