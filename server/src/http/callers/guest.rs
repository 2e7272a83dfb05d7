//! The holder of a link, as the caller of a call. The secret in the address is checked before everything else.

use std::marker::PhantomData;

use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::{StatusCode, request::Parts},
};
use chrono::{DateTime, Duration, Utc};
use domain::{
    guest_links::link::GuestAction,
    i18n::rules::Text,
    limits::{guest_links::WRONG_SECRETS_PER_HOUR, quotas::Quota},
    types::ids::{JobId, UserId},
};
use services::core::rate_limiter::RateLimitSubject;
use store::{
    accounts::attempts::{self, AttemptKind},
    db::Tx,
    guest_links::{
        changes,
        links::{self, LinkRow, LinkTarget},
    },
    jobs::{changes::JobState, visibility::Viewer},
    orders::purchase_order_changes::{self, OrderState},
    scope::Scope,
    secrets,
    token::{Token, TokenHash},
};

use crate::{
    app::App,
    http::{
        caller::CallerExtractor,
        client_address::network_in,
        duplicate_requests,
        error::{ApiError, ApiResult, ResponseLanguage},
        idempotency::calls,
        openapi::{operation::Operation, parameters::ApiParameter},
        rate_limit,
        request_body::body_limit,
        transaction_retry::retry_transaction,
    },
};

/// The name of the key under which networks with wrong secrets are counted.
const NETWORK_KEY: &str = "guest link networks";
/// How long such a network has to wait, in seconds.
const RETRY_AFTER: u64 = 3_600;

/// What a call of a holder needs, as a type.
pub trait GuestCall: Send + Sync + 'static {
    /// Its name in the permission matrix.
    const NAME: &'static str;
    /// Whether it is about a job; `None` of calls that every link makes.
    const IS_OF_JOB: Option<bool>;
    /// What the link must allow.
    const MAY: Option<GuestAction>;
}

/// The holder of a living link that may make the call `K`. Only the extractor creates it.
#[derive(Debug)]
pub struct Guest<K> {
    link: LinkRow,
    secret: TokenHash,
    call: PhantomData<K>,
}

impl<K> Guest<K> {
    /// The link, as it was when the call arrived.
    #[must_use]
    pub const fn link(&self) -> &LinkRow {
        &self.link
    }

    /// The holder as an owned value, for work that outlives the call.
    #[must_use]
    pub fn into_holder(self) -> GuestHolder {
        GuestHolder { link: self.link, secret: self.secret }
    }
}

/// The holder of a link, whatever the call.
#[derive(Clone, Debug)]
pub struct GuestHolder {
    /// The link, as it was when the call arrived.
    pub link: LinkRow,
    secret: TokenHash,
}

impl GuestHolder {
    /// Locks the job and the link, if the secret still opens it.
    ///
    /// # Errors
    /// 404 if the link has ended meanwhile, or opens no job.
    pub async fn lock(&self, tx: &mut Tx, now: DateTime<Utc>) -> ApiResult<(LinkRow, JobState)> {
        let job = self.link.job().ok_or(ApiError::NotFound)?;
        Ok(changes::lock_alive(tx, self.link.id, job, self.secret, now).await?)
    }

    /// Locks the purchase order and the link, if the secret still opens it.
    ///
    /// # Errors
    /// 404 if the link has ended meanwhile, or opens no order.
    pub async fn lock_order(
        &self,
        tx: &mut Tx,
        now: DateTime<Utc>,
    ) -> ApiResult<(LinkRow, OrderState)> {
        let order = self.link.order().ok_or(ApiError::NotFound)?;
        let order = purchase_order_changes::find_own(tx, self.viewer().scope, order).await?;
        Ok((changes::lock_alive_link(tx, self.link.id, self.secret, now).await?, order))
    }

    /// What is read for the holder: what an admin of the link's company sees, of which less is shown.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the link's own row says whose it is")]
    pub const fn viewer(&self) -> Viewer {
        Viewer {
            scope: Scope::trusted(self.link.company),
            role: self.link.role(),
            user: UserId(uuid::Uuid::nil()),
            language: self.link.language,
        }
    }

    /// The job.
    ///
    /// # Errors
    /// 404 of a link to an order.
    pub fn job(&self) -> ApiResult<JobId> {
        self.link.job().ok_or(ApiError::NotFound)
    }
}

impl<K: GuestCall> CallerExtractor for Guest<K> {
    const NAME: &'static str = K::NAME;
}

impl<K: GuestCall> ApiParameter for Guest<K> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.takes_in_path(&serde_json::json!({ "type": "string" }));
        operation.fails(StatusCode::NOT_FOUND);
        operation.fails(StatusCode::TOO_MANY_REQUESTS);
        if K::MAY.is_some() {
            operation.fails(StatusCode::FORBIDDEN);
        }
    }
}

impl<K: GuestCall> FromRequestParts<App> for Guest<K> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let names = RawPathParams::from_request_parts(parts, app).await;
        let names = names.map_err(|_| ApiError::NotFound)?;
        let (_, secret) = names.iter().next().ok_or(ApiError::NotFound)?;
        let secret = TokenHash::of(secret);
        let mut tx = app.db.read_one_statement().await?;
        let found = links::of_secret(&mut tx, secret).await?;
        drop(tx);
        let Some(link) = found.filter(|link| link.is_alive(app.clock.now())) else {
            return Err(refuse_secret(parts, app).await);
        };
        if let Some(answers_in) = parts.extensions.get::<ResponseLanguage>() {
            answers_in.set(link.language);
        }
        rate_limit::take(
            app,
            Quota::GuestCall,
            RateLimitSubject::guest(link.id, network_in(parts)),
            1,
        )
        .await?;
        let is_of_job = matches!(link.target, LinkTarget::Job(_));
        if K::IS_OF_JOB.is_some_and(|needed| needed != is_of_job) {
            return Err(ApiError::NotFound);
        }
        if K::MAY.is_some_and(|needed| !link.may.contains(&needed)) {
            return Err(ApiError::Forbidden(Text::Unauthorized));
        }
        body_limit::check(parts)?;
        duplicate_requests::hash_body(parts, app).await;
        body_limit::check(parts)?;
        rate_limit::check_guest(parts, app, link.id).await?;
        calls::begin(parts, app, link.id, Some(link.company)).await?;
        duplicate_requests::check(parts, app, None).await?;
        Ok(Self { link, secret, call: PhantomData })
    }
}

/// What a wrong secret gets, and one of a link that has ended: 404 until there were too many from the network.
async fn refuse_secret(parts: &Parts, app: &App) -> ApiError {
    let network = network_in(parts);
    let counted = retry_transaction(|| async {
        let now = app.clock.now();
        let since = now - Duration::hours(1);
        let mut tx = app.db.read().await?;
        if let Some(key) = secrets::find(&mut tx, NETWORK_KEY).await? {
            // A flood only reads.
            let key = network.keyed_hash(&key);
            check_count(app, attempts::count(&mut tx, AttemptKind::Link, &key, since).await?)?;
        }
        drop(tx);
        let fresh = Token::random().map_err(anyhow::Error::from)?.hash().bytes();
        let mut tx = app.db.write().await?;
        let key = network.keyed_hash(&secrets::find_or_add(&mut tx, NETWORK_KEY, fresh).await?);
        attempts::lock(&mut tx, AttemptKind::Link, &key, now).await?;
        check_count(app, attempts::count(&mut tx, AttemptKind::Link, &key, since).await?)?;
        attempts::insert(&mut tx, AttemptKind::Link, &key, now).await?;
        Ok(tx.commit_without_key().await?)
    });
    counted.await.err().unwrap_or(ApiError::NotFound)
}

fn check_count(app: &App, wrong: i64) -> ApiResult<()> {
    if app.has_limits() && wrong >= WRONG_SECRETS_PER_HOUR {
        return Err(ApiError::LimitExceeded {
            text: Text::TooManyWrongLinks,
            retry_after_seconds: RETRY_AFTER,
        });
    }
    Ok(())
}

/// The calls of holders, as types.
pub mod call {
    use super::{GuestAction, GuestCall};

    macro_rules! calls {
        ($($(#[$doc:meta])* $name:ident: $wire:literal, $is_of_job:expr, $may:expr;)+) => {$(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $name {}

            impl GuestCall for $name {
                const NAME: &'static str = $wire;
                const IS_OF_JOB: Option<bool> = $is_of_job;
                const MAY: Option<GuestAction> = $may;
            }
        )+};
    }

    calls! {
        /// Reads what the link shows.
        View: "link holder", None, None;
        /// Reads what a link to a job shows.
        ViewJob: "link holder of a job", Some(true), None;
        /// Answers to a purchase order.
        Order: "link holder of an order", Some(false), None;
        /// Answers to the days of a job.
        Accept: "link holder: accept", Some(true), Some(GuestAction::Accept);
        /// Adds photos.
        Photos: "link holder: photos", Some(true), Some(GuestAction::Photos);
        /// Adds notes.
        Notes: "link holder: notes", Some(true), Some(GuestAction::Notes);
        /// Signs work orders.
        Sign: "link holder: sign", Some(true), Some(GuestAction::Sign);
        /// Reports the job as complete.
        Complete: "link holder: complete", Some(true), Some(GuestAction::Complete);
    }
}
