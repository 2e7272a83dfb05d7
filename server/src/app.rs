//! What every handler may reach, and the one router.

use std::{
    ops::Deref,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use domain::{jobs::forms::NewJob, types::point::Point};
use serde_json::Value;
use services::{
    auth::{oidc::Provider, password::Passwords, session_cache::SessionCache},
    core::{
        assets::Assets, clock::Clock, duplicate_counter::DuplicateCounter, list_cache::ListCache,
        rate_limiter::RateLimiter, shutdown::ShutdownSignal, trusted_proxies::TrustedProxies,
    },
    files::Files,
    geocoding::mapbox::Geocoder,
    images::ImageProcessor,
    live::Live,
    mail::sender_identity::SenderIdentity,
    push::Push,
    telemetry::metrics::Metrics,
    translation::Translator,
};
use store::{db::Db, search::index_cache::IndexCache, token::TokenHash};

/// Shared by every request. Cheap to clone, which happens at every layer that a request passes.
#[derive(Clone)]
pub struct App(Arc<AppState>);

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl From<AppState> for App {
    fn from(parts: AppState) -> Self {
        Self(Arc::new(parts))
    }
}

/// What a server is made of.
pub struct AppState {
    /// The rows.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Hashing and checking of passwords.
    pub passwords: Passwords,
    /// Sessions looked up lately.
    pub session_cache: SessionCache,
    /// Lists that did not change since they were last sent.
    pub list_cache: ListCache,
    /// What is looked through when somebody searches.
    pub index_cache: IndexCache,
    /// The open sockets.
    pub live: Live,
    /// Identical calls, counted; none where limits are off.
    pub duplicate_counter: Option<DuplicateCounter>,
    /// What is counted by person, company and address; none where limits are off.
    pub rate_limiter: Option<RateLimiter>,
    /// The proxies that say whom they speak for.
    pub trusted_proxies: TrustedProxies,
    /// Who knows everybody; none where accounts are this server's own.
    pub oidc_provider: Option<Arc<Provider>>,
    /// Whether nothing goes on before somebody's address is known to be theirs.
    pub require_verified_email: bool,
    /// Uploaded files.
    pub files: Files,
    /// Makes of uploaded pictures what may be kept.
    pub images: ImageProcessor,
    /// Finds the places of jobs.
    pub geocoder: Geocoder,
    /// What the web app's maps are drawn with, where the operator has it.
    pub mapbox_token: Option<String>,
    /// Whom leads of the landing page are mailed to.
    pub leads_to: Option<String>,
    /// Translates what people wrote, where the operator has a service for it.
    pub translator: Option<Translator>,
    /// Who mails come from, and where their links lead.
    pub sender_identity: SenderIdentity,
    /// What the server knows of web push.
    pub push: Push,
    /// What is counted for whoever runs the server.
    pub metrics: Metrics,
    /// What opens `/metrics` from elsewhere, where anything does.
    pub metrics_token: Option<TokenHash>,
    /// Writes the OpenAPI document; set by the router, which alone knows every call.
    pub openapi: OnceLock<fn() -> Value>,
    /// The built web app; none where only the API is served.
    pub assets: Assets,
    /// Whether the server was told to stop.
    pub shutdown: ShutdownSignal,
}

impl AppState {
    /// The parts of a server over this database, with limits on.
    #[must_use]
    pub fn new(db: Db, files: Files, clock: Clock, geocoder: Geocoder) -> Self {
        Self {
            db,
            clock,
            passwords: Passwords::default(),
            session_cache: SessionCache::default(),
            list_cache: ListCache::default(),
            index_cache: IndexCache::default(),
            live: Live::default(),
            duplicate_counter: Some(DuplicateCounter::default()),
            rate_limiter: Some(RateLimiter::default()),
            trusted_proxies: TrustedProxies::default(),
            oidc_provider: None,
            require_verified_email: false,
            files,
            images: ImageProcessor::default(),
            geocoder,
            mapbox_token: None,
            leads_to: None,
            translator: None,
            sender_identity: SenderIdentity::default(),
            push: Push::default(),
            metrics: Metrics::default(),
            metrics_token: None,
            openapi: OnceLock::new(),
            assets: Assets::default(),
            shutdown: ShutdownSignal::default(),
        }
    }

    /// Whether too much of the same is refused.
    #[must_use]
    pub const fn has_limits(&self) -> bool {
        self.duplicate_counter.is_some()
    }

    /// Where a job is, where anybody knows.
    pub async fn locate(&self, job: &NewJob) -> Option<Point> {
        self.geocoder.locate(job.into()).await
    }
}

/// Where an embedded database lives under its data folder.
#[must_use]
pub fn database_file(data: &std::path::Path) -> PathBuf {
    data.join("ridgeline.db")
}
