//! The end of a sign-in: a session, or the request for a second factor.

use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::ids::UserId,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::auth::{password::PasswordPermit, sealed_id_token};
use store::db::Tx;
use store::{
    accounts::{
        second_factors,
        sessions::{self, Origin},
    },
    token::Token,
};

use crate::{
    app::App,
    http::{browser::BrowserInfo, error::ApiResult},
};

/// The response of a sign-in: a session's token, or the token of a second step.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionStarted {
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<String>,
}

impl SessionStarted {
    /// Signed in.
    pub fn with(token: &Token) -> Self {
        Self { token: Some(token.text().to_string()), ..Self::default() }
    }
}

/// Signs a user in after the right password; starts a second step if they have a second factor.
pub async fn sign_in(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    browser: &BrowserInfo,
) -> ApiResult<SessionStarted> {
    if second_factors::is_on(tx, user).await? {
        let step = Token::random().map_err(anyhow::Error::from)?;
        second_factors::insert_step(tx, step.hash(), user, app.clock.now()).await?;
        return Ok(SessionStarted { second_factor: Some(step.text().to_string()), token: None });
    }
    Ok(SessionStarted::with(&start_session(tx, app, user, browser, None).await?))
}

/// Starts a session of an authenticated user.
pub async fn start_session(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    browser: &BrowserInfo,
    id_token: Option<String>,
) -> ApiResult<Token> {
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(tx, token.hash(), user, app.clock.now()).await?;
    let sealed_id_token =
        id_token.map(|id_token| sealed_id_token::seal(token.text(), &id_token)).transpose()?;
    let origin = Origin { user_agent: browser.user_agent.clone(), sealed_id_token };
    sessions::set_origin(tx, token.hash(), &origin).await?;
    Ok(token)
}

/// Refuses a common password.
pub async fn check_not_common(
    permit: &PasswordPermit,
    field: &str,
    password: &str,
    address: &str,
) -> ApiResult<()> {
    if permit.is_easily_guessed(password, address).await? {
        return Err(ValidationError::new(field, Code::Choice, Text::CommonPassword).into());
    }
    Ok(())
}
