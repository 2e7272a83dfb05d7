//! Fetches what an identity provider says about itself.

use anyhow::{Context as _, anyhow, ensure};
use openidconnect::{
    AsyncHttpClient as _, DiscoveryError, IssuerUrl,
    core::CoreJsonWebKeySet,
    http::{Request, StatusCode, header},
};

use crate::auth::{oidc_http::ProviderHttp, provider_metadata::Metadata, tenants};

/// Where the metadata is, under the issuer.
const PATH: &str = ".well-known/openid-configuration";

/// Tries the issuer with and without a slash at its end: operators and providers write it both ways.
pub(super) async fn discover(issuer: &IssuerUrl, http: &ProviderHttp) -> anyhow::Result<Metadata> {
    if let Some(template) = tenants::template(issuer) {
        return discover_tenants(issuer, &template, http).await;
    }
    match Metadata::discover_async(issuer.clone(), http).await {
        Err(DiscoveryError::Validation(why)) => {
            let other = match issuer.strip_suffix('/') {
                Some(bare) => bare.to_string(),
                None => format!("{}/", issuer.as_str()),
            };
            let other = IssuerUrl::new(other)?;
            Metadata::discover_async(other, http)
                .await
                .map_err(|_| anyhow!("{why}; check --oidc-issuer"))
        }
        result => result.map_err(|error| anyhow!("{}", error_chain(&error))),
    }
}

/// The metadata that all tenants of a provider share. The issuer in it is not one, but has a gap for the tenant.
async fn discover_tenants(
    issuer: &IssuerUrl,
    template: &str,
    http: &ProviderHttp,
) -> anyhow::Result<Metadata> {
    let address = format!("{}/{PATH}", issuer.trim_end_matches('/'));
    let request = Request::get(address).header(header::ACCEPT, "application/json");
    let answer = http.call(request.body(Vec::new())?).await?;
    ensure!(answer.status() == StatusCode::OK, "it answers {}", answer.status());
    let metadata: Metadata =
        serde_json::from_slice(answer.body()).context("its metadata is not readable")?;
    let named = metadata.issuer().as_str();
    ensure!(named == template, "it says that it is {named}; check --oidc-issuer");
    let keys = CoreJsonWebKeySet::fetch_async(metadata.jwks_uri(), http).await;
    Ok(metadata.set_jwks(keys.map_err(|error| anyhow!("{}", error_chain(&error)))?))
}

/// An error with its causes.
pub(super) fn error_chain(error: &dyn std::error::Error) -> String {
    let mut chain = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        chain = format!("{chain}: {error}");
        cause = error.source();
    }
    chain
}
