//! How the identity provider is spoken to: over the tree's own HTTP client.

use std::{future::Future, pin::Pin, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http};

/// How long the provider may take to answer one call.
const PATIENCE: Duration = Duration::from_secs(5);

/// More than this no answer of a provider has.
const MOST_BYTES: usize = 1 << 20;

/// A client that follows nobody elsewhere.
#[derive(Clone, Debug)]
pub struct ProviderHttp(reqwest::Client);

impl ProviderHttp {
    /// A client for the identity provider.
    ///
    /// # Errors
    /// When there is no TLS to be had, which there always is.
    pub fn new() -> anyhow::Result<Self> {
        // Refused where somebody installed it before: then it is there.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .timeout(PATIENCE)
            // A line of its own for each call: one that was kept may be gone when it is needed.
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

/// Why the provider gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProviderHttpError {
    /// The line, or the time.
    #[error(transparent)]
    Line(#[from] reqwest::Error),
    /// What came is no HTTP.
    #[error(transparent)]
    Http(#[from] http::Error),
    /// What came had no end.
    #[error("the answer is longer than any")]
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
