//! `/api/auth`: embedded accounts, sessions and the way to them (contract, section 3).

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{StatusCode, header},
    response::NoContent,
};
use domain::{ids::UserId, language::Language, limits::LIMITS, sign_in::Credentials, text::Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Routes,
    answers::{As, Redirect},
    body::{Checked, Made, Reply},
    caller::{Newcomer, Visitor},
    error::{ApiError, ApiResult},
};
use crate::{
    app::App,
    sign_in::Token,
    store::{passwords, people, sessions},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/auth/config", config)
        .get("/api/auth/login", login_page)
        .get("/api/auth/callback", no_provider)
        .post("/api/auth/exchange", no_provider)
        .post("/api/auth/local/signup", sign_up)
        .post("/api/auth/local/login", log_in)
        .refuses(StatusCode::UNAUTHORIZED)
        .post("/api/auth/logout", log_out)
}

#[derive(Serialize, JsonSchema)]
struct Provider {
    provider: &'static str,
}

async fn config(_: Visitor) -> Reply<Provider> {
    Reply(Provider { provider: "local" })
}

#[derive(Default, Deserialize, JsonSchema)]
struct LoginPage {
    screen_hint: Option<String>,
    return_to: Option<String>,
}

/// Sends the browser to the app's own sign-in or sign-up page.
async fn login_page(_: Visitor, asked: Result<Query<LoginPage>, QueryRejection>) -> As<Redirect> {
    let Query(asked) = asked.unwrap_or_default();
    let page = match asked.screen_hint.as_deref() {
        Some("signup") => "/sign-up",
        _ => "/sign-in",
    };
    let page = match asked.return_to.filter(|path| is_path_of_this_site(path)) {
        Some(path) => format!("{page}?return_to={}", url_encoded(&path)),
        None => page.to_string(),
    };
    As::of((StatusCode::FOUND, [(header::LOCATION, page)]))
}

/// A path here, and nothing that a browser could take for another site: `//host`, `/\host`, a
/// scheme, or control characters that it would drop while reading.
fn is_path_of_this_site(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}

fn url_encoded(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// Only an external identity provider calls back and has codes to exchange.
async fn no_provider(_: Visitor) -> ApiError {
    ApiError::NotFound
}

#[derive(Serialize, JsonSchema)]
struct SignedIn {
    token: String,
}

async fn sign_up(
    _: Visitor,
    State(app): State<App>,
    Checked(form): Checked<Credentials>,
) -> ApiResult<Made<SignedIn>> {
    let hash = app.passwords.hash(&form.password).await?;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    if people::has_email(&mut tx, &form.email).await? {
        return Err(ApiError::Conflict(Text::EmailTaken));
    }
    let user = UserId(Uuid::now_v7());
    people::insert(&mut tx, user, &form.email, Language::default(), now).await?;
    passwords::insert(&mut tx, user, &hash).await?;
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(&mut tx, token.hash(), user, now).await?;
    tx.commit().await?;
    Ok(Made(SignedIn { token: token.text().to_string() }))
}

/// Answers the same, and after the same work, whether the address or the password is wrong.
async fn log_in(
    _: Visitor,
    State(app): State<App>,
    Checked(form): Checked<Credentials>,
) -> ApiResult<Reply<SignedIn>> {
    let now = app.clock.now();
    let account = form.account();
    let mut tx = app.db.read().await?;
    let failures = passwords::failures(&mut tx, &account, now).await?;
    let known = passwords::find(&mut tx, &account).await?;
    drop(tx);
    if app.repeats.is_some() && failures >= i64::from(LIMITS.sign_in_failures) {
        let seconds = LIMITS.sign_in_window_minutes.unsigned_abs() * 60;
        return Err(ApiError::TooOften {
            text: Text::TooManySignIns,
            retry_after_seconds: seconds,
        });
    }
    let hash = known.as_ref().map(|known| known.hash.as_str());
    let matches = app.passwords.matches(&form.password, hash).await?;
    let mut tx = app.db.write().await?;
    let Some(known) = known.filter(|_| matches) else {
        passwords::insert_failure(&mut tx, &account, now).await?;
        tx.commit().await?;
        return Err(ApiError::Unauthenticated(Text::WrongSignIn));
    };
    passwords::clear_failures(&mut tx, &account).await?;
    let token = Token::random().map_err(anyhow::Error::from)?;
    sessions::insert(&mut tx, token.hash(), known.user, now).await?;
    tx.commit().await?;
    Ok(Reply(SignedIn { token: token.text().to_string() }))
}

async fn log_out(caller: Newcomer, State(app): State<App>) -> ApiResult<NoContent> {
    let mut tx = app.db.write().await?;
    sessions::delete(&mut tx, caller.user, caller.token).await?;
    // What is remembered of this company's sessions is looked up anew.
    if let Some(company) = caller.company {
        tx.touch_people(company);
    }
    tx.commit().await?;
    Ok(NoContent)
}
