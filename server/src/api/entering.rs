//! How a sign-in ends: with a session, or with the question for a second factor.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use domain::{
    error::{Code, Refusal},
    ids::UserId,
    language::Language,
    text::Text,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::{ApiError, ApiResult, of_browser};
use crate::{
    app::App,
    db::Tx,
    sign_in::Token,
    store::{
        second_factors,
        sessions::{self, Origin},
    },
};

/// More of what a browser says of itself is not kept.
const LONGEST_AGENT: usize = 400;

/// The browser that somebody signs in with, as far as it tells.
#[derive(Clone, Debug)]
pub struct FromBrowser {
    /// What it says of itself.
    pub user_agent: Option<String>,
    /// What its user would rather read.
    pub language: Language,
    /// Name and value of its cookies.
    pub cookies: Vec<(String, String)>,
    /// The host that it asked for.
    pub host: Option<String>,
}

impl FromRequestParts<App> for FromBrowser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        Ok(Self {
            user_agent: text(header::USER_AGENT)
                .map(|agent| agent.chars().take(LONGEST_AGENT).collect()),
            language: of_browser(&parts.headers),
            cookies: cookies(&parts.headers),
            host: text(header::HOST).map(str::to_string),
        })
    }
}

fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

/// What a sign-in answers: a session's token, or the token of a step that waits for a code.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entered {
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<String>,
}

impl Entered {
    /// Signed in.
    pub fn with(token: &Token) -> Self {
        Self { token: Some(token.text().to_string()), ..Self::default() }
    }
}

/// Lets somebody in whose password was right; asks for a code first where they want that.
pub async fn enter(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    browser: &FromBrowser,
) -> ApiResult<Entered> {
    if second_factors::is_on(tx, user).await? {
        let step = Token::random().map_err(anyhow::Error::from)?;
        second_factors::insert_step(tx, step.hash(), user, app.clock.now()).await?;
        return Ok(Entered { second_factor: Some(step.text().to_string()), token: None });
    }
    Ok(Entered::with(&start_session(tx, app, user, browser, None).await?))
}

/// Starts a session of somebody who showed who they are.
pub async fn start_session(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    browser: &FromBrowser,
    id_token: Option<String>,
) -> ApiResult<Token> {
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(tx, token.hash(), user, app.clock.now()).await?;
    let origin = Origin { user_agent: browser.user_agent.clone(), id_token };
    sessions::set_origin(tx, token.hash(), &origin).await?;
    Ok(token)
}

/// Refuses a password that everybody has.
pub async fn refuse_common(app: &App, field: &str, password: &str, address: &str) -> ApiResult<()> {
    if app.passwords.is_easily_guessed(password, address).await? {
        return Err(Refusal::new(field, Code::Choice, Text::CommonPassword).into());
    }
    Ok(())
}
