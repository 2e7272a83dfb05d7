//! The identity provider, as a parameter of the calls that need it.

use std::sync::Arc;

use axum::{extract::FromRequestParts, http::request::Parts};
use services::auth::oidc::Provider;

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
};

/// The identity provider; without one the call is a 404.
#[derive(Clone, Debug)]
pub struct RequireProvider(pub Arc<Provider>);

impl FromRequestParts<App> for RequireProvider {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> ApiResult<Self> {
        app.oidc_provider.clone().map(Self).ok_or(ApiError::NotFound)
    }
}
