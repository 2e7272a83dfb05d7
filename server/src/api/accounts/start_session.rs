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
        sign_in_proofs::SignInProof,
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

/// A user who proved who they are.
#[derive(Clone, Debug)]
pub struct ProvenUser {
    user: UserId,
    proof: SignInProof,
    id_token: Option<String>,
}

impl ProvenUser {
    /// With a password.
    pub fn by_password(user: UserId) -> Self {
        Self::by(user, SignInProof::default())
    }

    /// With this.
    pub const fn by(user: UserId, proof: SignInProof) -> Self {
        Self { user, proof, id_token: None }
    }

    /// With the token that signs them out at their provider.
    pub fn with_id_token(self, id_token: Option<String>) -> Self {
        Self { id_token, ..self }
    }
}

/// Signs a user in; starts a second step if they have a second factor.
pub async fn sign_in(
    tx: &mut Tx,
    app: &App,
    proven: ProvenUser,
    browser: &BrowserInfo,
) -> ApiResult<SessionStarted> {
    let user = proven.user;
    if second_factors::is_on(tx, user).await? {
        let step = Token::random().map_err(anyhow::Error::from)?;
        second_factors::insert_step(tx, step.hash(), (user, &proven.proof), app.clock.now())
            .await?;
        return Ok(SessionStarted { second_factor: Some(step.text().to_string()), token: None });
    }
    Ok(SessionStarted::with(&start_session(tx, app, proven, browser).await?))
}

/// Starts a session of an authenticated user.
pub async fn start_session(
    tx: &mut Tx,
    app: &App,
    proven: ProvenUser,
    browser: &BrowserInfo,
) -> ApiResult<Token> {
    let ProvenUser { user, proof, id_token } = proven;
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(tx, token.hash(), user, app.clock.now()).await?;
    let sealed_id_token =
        id_token.map(|id_token| sealed_id_token::seal(token.text(), &id_token)).transpose()?;
    let origin = Origin { user_agent: browser.user_agent.clone(), sealed_id_token, proof };
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
