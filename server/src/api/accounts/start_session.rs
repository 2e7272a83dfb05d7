//! How a sign-in ends: with a session, or with the question for a second factor.

use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::ids::UserId,
};
use schemars::JsonSchema;
use serde::Serialize;
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

/// What a sign-in answers: a session's token, or the token of a step that waits for a code.
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

/// Lets somebody in whose password was right; asks for a code first where they want that.
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

/// Starts a session of somebody who showed who they are.
pub async fn start_session(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    browser: &BrowserInfo,
    id_token: Option<String>,
) -> ApiResult<Token> {
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(tx, token.hash(), user, app.clock.now()).await?;
    let origin = Origin { user_agent: browser.user_agent.clone(), id_token };
    sessions::set_origin(tx, token.hash(), &origin).await?;
    Ok(token)
}

/// Refuses a password that everybody has.
pub async fn check_not_common(
    app: &App,
    field: &str,
    password: &str,
    address: &str,
) -> ApiResult<()> {
    if app.passwords.is_easily_guessed(password, address).await? {
        return Err(ValidationError::new(field, Code::Choice, Text::CommonPassword).into());
    }
    Ok(())
}
