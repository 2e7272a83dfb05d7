//! Sign-in at identity providers, as a parameter of the calls that need it.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
};

/// Requires an identity provider; without one the call is a 404.
#[derive(Clone, Copy, Debug)]
pub struct RequireProviders(());

impl FromRequestParts<App> for RequireProviders {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> ApiResult<Self> {
        let has_any = !app.sign_in_methods.providers().is_empty();
        if has_any { Ok(Self(())) } else { Err(ApiError::NotFound) }
    }
}
