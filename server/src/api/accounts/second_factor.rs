//! `/api/auth/local/secondFactor`: a code after the password.

use axum::http::StatusCode;
use chrono::Duration;
use domain::{
    accounts::accounts::{
        CODE_FAILURES, FAILURE_MINUTES, FirstCode, PasswordAgain, SecondFactorOff, SecondFactorStep,
    },
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::UserId,
};
use services::{
    auth::second_factor::{EnteredCode, SecondFactors, recovery_codes},
    core::network::ClientNetwork,
};
use store::{
    accounts::{
        attempts::{self, AttemptKind},
        second_factors::{self, SecondFactor},
        sign_in_proofs::SignInProof,
    },
    companies::people,
    db::Tx,
    token::TokenHash,
};
use uuid::Uuid;

use crate::{
    api::accounts::{
        account::account_of,
        password_check::too_many_tries,
        passwords::check_own,
        start_session::{ProvenUser, SessionStarted, start_session},
    },
    http::{browser::BrowserInfo, caller::RequireLocalAccounts, prelude::*},
    notify::account_mails::{self, AccountEvent},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/auth/local/secondFactor", step)
        .limited(Quota::SignIn)
        .also_fails_with(StatusCode::UNAUTHORIZED)
        .post("/api/auth/local/secondFactor/begin", begin)
        .post("/api/auth/local/secondFactor/confirm", confirm)
        .post("/api/auth/local/secondFactor/recoveryCodes", renew_codes)
        .post("/api/auth/local/secondFactor/off", turn_off)
}

/// The second step of a sign-in.
async fn step(
    _: Visitor,
    _: RequireLocalAccounts,
    State(app): State<App>,
    browser: BrowserInfo,
    CheckedForm(form): CheckedForm<SecondFactorStep>,
) -> ApiResult<Reply<SessionStarted>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let token = TokenHash::of(&form.step_token);
    let over = ApiError::Unauthenticated(Text::SignInAgain);
    let Some(pending) = second_factors::find_step(&mut tx, token, now).await? else {
        return Err(over);
    };
    let user = pending.person_id;
    let proof = SignInProof { issuer: pending.issuer, authenticated_at: pending.authenticated_at };
    let mut tx = check_code(tx, &app, user, &form.code).await?;
    let session = start_session(&mut tx, &app, ProvenUser::by(user, proof), &browser).await?;
    // This transaction may have waited for another code or a new password, both of which end this step.
    if second_factors::find_step(&mut tx, token, now).await?.is_none() {
        return Err(over);
    }
    second_factors::delete_steps(&mut tx, user).await?;
    tx.commit().await?;
    Ok(Reply(SessionStarted::with(&session)))
}

/// Uses up a valid code and returns the transaction; counts a failure for an invalid one.
pub(crate) async fn check_code(mut tx: Tx, app: &App, user: UserId, code: &str) -> ApiResult<Tx> {
    // The row is locked from here on, so two parallel guesses are both counted.
    let factor = second_factors::find(&mut tx, user).await?;
    check_failures(&mut tx, app, user).await?;
    if !code_matches(&mut tx, app, user, factor, code).await? {
        return Err(count_failure(tx, app, user).await?);
    }
    attempts::clear(&mut tx, AttemptKind::Code, &user.to_string()).await?;
    Ok(tx)
}

/// Refuses a code after too many wrong ones, before it is evaluated.
async fn check_failures(tx: &mut Tx, app: &App, user: UserId) -> ApiResult<()> {
    let since = app.clock.now() - Duration::minutes(FAILURE_MINUTES);
    let failures = attempts::count(tx, AttemptKind::Code, &user.to_string(), since).await?;
    if app.has_limits() && failures >= CODE_FAILURES {
        return Err(too_many_tries());
    }
    Ok(())
}

/// Stores that a code was wrong, and returns the refusal.
async fn count_failure(mut tx: Tx, app: &App, user: UserId) -> ApiResult<ApiError> {
    attempts::insert(&mut tx, AttemptKind::Code, &user.to_string(), app.clock.now()).await?;
    tx.commit_without_key().await?;
    Ok(wrong_code())
}

fn wrong_code() -> ApiError {
    ValidationError::new("code", Code::Mismatch, Text::WrongCode).into()
}

/// Whether a code is the app's, of an unused time step, or a recovery code; used up if so.
async fn code_matches(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    factor: Option<SecondFactor>,
    code: &str,
) -> ApiResult<bool> {
    let Some(factor) = factor.filter(|factor| factor.is_on) else { return Ok(false) };
    match EnteredCode::read(code) {
        EnteredCode::OfApp(code) => {
            let factors = SecondFactors::open(tx).await?;
            let step = factors.step_of(factor.seed, &code, app.clock.now())?;
            let Some(step) = step.filter(|step| *step > factor.last_step) else {
                return Ok(false);
            };
            second_factors::set_used(tx, user, step).await?;
        }
        EnteredCode::Recovery(code) => {
            if !second_factors::take_recovery_code(tx, user, code).await? {
                return Ok(false);
            }
            let left = second_factors::recovery_codes(tx, user).await?;
            notify_owner(tx, app, user, AccountEvent::RecoveryCodeUsed(left)).await?;
        }
    }
    Ok(true)
}

/// Returns the secret for an authenticator app. No code is required before the first one is confirmed.
async fn begin(
    caller: Caller<gate::SignedIn>,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<PasswordAgain>,
) -> ApiResult<impl ApiResponse> {
    let (user, mut tx) = with_password(&app, from, &caller, &form.password).await?;
    let before = second_factors::find(&mut tx, user).await?;
    if before.is_some_and(|factor| factor.is_on) {
        return Err(ApiError::Conflict(Text::SecondFactorIsOn));
    }
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(anyhow::Error::from)?;
    let seed = Uuid::from_bytes(bits);
    second_factors::begin(&mut tx, user, seed, app.clock.now()).await?;
    let owner = people::find(&mut tx, user).await?;
    let setup = SecondFactors::open(&mut tx).await?.setup(seed, &owner.email)?;
    tx.commit().await?;
    Ok(named!("secondFactor": setup))
}

/// Confirms the first code of the app; sign-ins require a code from now on. Wrong codes are limited as at a sign-in:
/// whoever finds an open session with a setup that was started may not guess its code.
async fn confirm(
    caller: Caller<gate::SignedIn>,
    _: RequireLocalAccounts,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<FirstCode>,
) -> ApiResult<impl ApiResponse> {
    let user = caller.user();
    let mut tx = app.db.write().await?;
    let begun = second_factors::find(&mut tx, user).await?;
    let begun = begun.ok_or(ApiError::Conflict(Text::SecondFactorIsOff))?;
    if begun.is_on {
        return Err(ApiError::Conflict(Text::SecondFactorIsOn));
    }
    // Finding the setup locked it, so parallel guesses are all counted.
    check_failures(&mut tx, &app, user).await?;
    let step = match EnteredCode::read(&form.code) {
        EnteredCode::OfApp(code) => {
            let factors = SecondFactors::open(&mut tx).await?;
            factors.step_of(begun.seed, &code, app.clock.now())?
        }
        EnteredCode::Recovery(_) => None,
    };
    let Some(step) = step else { return Err(count_failure(tx, &app, user).await?) };
    attempts::clear(&mut tx, AttemptKind::Code, &user.to_string()).await?;
    second_factors::set_used(&mut tx, user, step).await?;
    let shown = new_recovery_codes(&mut tx, user).await?;
    notify_owner(&mut tx, &app, user, AccountEvent::SecondFactorOn).await?;
    tx.commit().await?;
    Ok(named!("recoveryCodes": shown))
}

/// Replaces the recovery codes with ten new ones.
async fn renew_codes(
    caller: Caller<gate::SignedIn>,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<PasswordAgain>,
) -> ApiResult<impl ApiResponse> {
    let (user, mut tx) = with_password(&app, from, &caller, &form.password).await?;
    check_second_factor_on(&mut tx, user).await?;
    let shown = new_recovery_codes(&mut tx, user).await?;
    tx.commit().await?;
    Ok(named!("recoveryCodes": shown))
}

async fn new_recovery_codes(tx: &mut Tx, user: UserId) -> ApiResult<Vec<String>> {
    let (shown, stored) = recovery_codes()?;
    second_factors::set_recovery_codes(tx, user, &stored).await?;
    Ok(shown)
}

/// Turns the second factor off, with the password and a code, so that an open session is not enough.
async fn turn_off(
    caller: Caller<gate::SignedIn>,
    _: RequireLocalAccounts,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<SecondFactorOff>,
) -> ApiResult<impl ApiResponse> {
    let (user, mut tx) = with_password(&app, from, &caller, &form.password).await?;
    check_second_factor_on(&mut tx, user).await?;
    let mut tx = check_code(tx, &app, user, &form.code).await?;
    second_factors::delete(&mut tx, user).await?;
    second_factors::delete_steps(&mut tx, user).await?;
    notify_owner(&mut tx, &app, user, AccountEvent::SecondFactorOff).await?;
    let account = account_of(&mut tx, &app, user).await?;
    tx.commit().await?;
    Ok(named!("account": account))
}

/// Queues a mail to a user about a change of their account.
async fn notify_owner(
    tx: &mut Tx,
    app: &App,
    user: UserId,
    what: AccountEvent<'_>,
) -> ApiResult<()> {
    let owner = people::find(tx, user).await?;
    Ok(account_mails::queue_account_event(tx, app, &owner, what).await?)
}

/// Checks the caller's password again and opens a transaction.
async fn with_password<G>(
    app: &App,
    from: ClientNetwork,
    caller: &Caller<G>,
    password: &str,
) -> ApiResult<(UserId, Tx)> {
    let user = caller.user();
    check_own(app, from, user, "password", password).await?;
    Ok((user, app.db.write().await?))
}

async fn check_second_factor_on(tx: &mut Tx, user: UserId) -> ApiResult<()> {
    if second_factors::is_on(tx, user).await? {
        Ok(())
    } else {
        Err(ApiError::Conflict(Text::SecondFactorIsOff))
    }
}
