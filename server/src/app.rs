//! The state that every handler shares, and the router.

use std::{
    ops::Deref,
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::Duration,
};

use chrono::{DateTime, Utc};
use domain::{
    jobs::forms::NewJob,
    types::{
        ids::{CompanyId, JobId},
        place::Location,
    },
};
use serde_json::Value;
use services::{
    auth::{
        password::Passwords, session_batch::SessionBatch, session_cache::SessionCache,
        sign_in_methods::SignInMethods,
    },
    core::{
        assets::{Assets, DerivedAssets},
        byte_budget::{BODY_LIMITS, BodyBudget},
        calls_in_progress::CallsInProgress,
        clock::Clock,
        compute::ComputePool,
        connection_limiter::ConnectionLimiter,
        duplicate_counter::DuplicateCounter,
        fair_queue::{FairQueue, limits::QueueLimits},
        list_cache::ListCache,
        rate_limiter::RateLimiter,
        shared_limits::SharedLimits,
        shutdown::ShutdownSignal,
        trusted_proxies::TrustedProxies,
        uploads_in_progress::UploadsInProgress,
    },
    files::Files,
    geocoding::{Address, mapbox::Geocoder, street_geocoder::StreetGeocoder},
    images::ImageProcessor,
    live::Live,
    mail::sender_identity::SenderIdentity,
    maps::Streets,
    push::Push,
    telemetry::metrics::Metrics,
    translation::Translator,
    weather::WeatherService,
    webhooks::address_policy::AddressPolicy,
};
use store::{
    db::{Db, Tx, error::DbResult},
    jobs::{geocoder_answers, geocoding_queue},
    search::index_cache::IndexCache,
    token::TokenHash,
};

/// Imports in progress: each has its file in memory while it has a place, and on disk while it waits.
const IMPORTS: QueueLimits =
    QueueLimits { places: 2, per_sender: 8, total: 32, deadline: Duration::from_mins(2) };

/// Exports in progress. Each reads all rows of its company while it has a place, and counts as a request until
/// its file on disk was sent.
const EXPORTS: QueueLimits =
    QueueLimits { places: 2, per_sender: 2, total: 64, deadline: Duration::from_mins(1) };

/// Shared by every request. Cheap to clone, which every layer does for every request.
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

/// The parts of a server.
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: Clock,
    /// Runs compression and other work of the processor.
    pub compute: ComputePool,
    /// Hashing and checking of passwords.
    pub passwords: Passwords,
    /// Session lookups, where sessions are not cached.
    pub session_batch: SessionBatch,
    /// Cached sessions.
    pub session_cache: SessionCache,
    /// Cached list responses.
    pub list_cache: ListCache,
    /// Cached search indexes.
    pub index_cache: IndexCache,
    /// The memory of request bodies.
    pub body_budget: BodyBudget,
    /// The open connections.
    pub connections: ConnectionLimiter,
    /// The open sockets.
    pub live: Live,
    /// The calls with an idempotency key that are running.
    pub calls_in_progress: CallsInProgress,
    /// The uploads whose bytes are arriving.
    pub uploads_in_progress: UploadsInProgress,
    /// Counts identical calls; none where limits are off.
    pub duplicate_counter: Option<DuplicateCounter>,
    /// Counts quotas by user, company and address; none where limits are off.
    pub rate_limiter: Option<RateLimiter>,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// How users sign in.
    pub sign_in_methods: SignInMethods,
    /// Whether calls require a verified email address.
    pub require_verified_email: bool,
    /// Uploaded files.
    pub files: Files,
    /// Checks, rotates and scales uploaded pictures.
    pub images: ImageProcessor,
    /// The imports that are running or waiting.
    pub imports: FairQueue<CompanyId>,
    /// The exports that are running, waiting or being downloaded.
    pub exports: FairQueue<CompanyId>,
    /// Geocodes job addresses.
    pub geocoder: Geocoder,
    /// Finds houses in the background, if the operator has such a service.
    pub street_geocoder: Option<StreetGeocoder>,
    /// The token for the web app's Mapbox maps, if the operator has one and no other source of streets.
    pub mapbox_token: Option<String>,
    /// The source of the maps' streets, unless it is Mapbox.
    pub streets: Option<Streets>,
    /// The address that leads of the landing page are mailed to.
    pub leads_to: Option<String>,
    /// Translates what users write, if the operator has a translation service.
    pub translator: Option<Translator>,
    /// The weather service, if the operator has one.
    pub weather: Option<WeatherService>,
    /// The sender of mails, and the base of their links.
    pub sender_identity: SenderIdentity,
    /// Web push keys and client.
    pub push: Push,
    /// Which addresses webhooks may have.
    pub webhook_addresses: AddressPolicy,
    /// The metrics for the operator.
    pub metrics: Metrics,
    /// The token for `/metrics` from other machines; none allows only this machine.
    pub metrics_token: Option<TokenHash>,
    /// Builds the OpenAPI document; set by the router, which has every route.
    pub openapi: OnceLock<fn() -> Value>,
    /// The built web app; none if only the API is served.
    pub assets: Assets,
    /// Its files in other forms.
    pub derived_assets: DerivedAssets,
    /// Whether the server is shutting down.
    pub shutdown: ShutdownSignal,
}

impl AppState {
    /// The parts of a server over this database, with limits on.
    #[must_use]
    pub fn new(db: Db, files: Files, clock: Clock, geocoder: Geocoder) -> Self {
        let shared = SharedLimits::of(&db);
        Self {
            db,
            clock,
            compute: ComputePool::default(),
            passwords: Passwords::default(),
            session_batch: SessionBatch::default(),
            session_cache: SessionCache::default(),
            list_cache: ListCache::default(),
            index_cache: IndexCache::default(),
            body_budget: BodyBudget::new(BODY_LIMITS),
            connections: ConnectionLimiter::default(),
            live: Live::default(),
            calls_in_progress: CallsInProgress::default(),
            uploads_in_progress: UploadsInProgress::default(),
            duplicate_counter: Some(DuplicateCounter::new(shared.clone())),
            rate_limiter: Some(RateLimiter::new(shared)),
            trusted_proxies: TrustedProxies::default(),
            sign_in_methods: SignInMethods::default(),
            require_verified_email: false,
            files,
            images: ImageProcessor::default(),
            imports: FairQueue::new(IMPORTS),
            exports: FairQueue::new(EXPORTS),
            geocoder,
            street_geocoder: None,
            mapbox_token: None,
            streets: None,
            leads_to: None,
            translator: None,
            weather: None,
            sender_identity: SenderIdentity::default(),
            push: Push::default(),
            webhook_addresses: AddressPolicy::default(),
            metrics: Metrics::default(),
            metrics_token: None,
            openapi: OnceLock::new(),
            assets: Assets::default(),
            derived_assets: DerivedAssets::default(),
            shutdown: ShutdownSignal::default(),
        }
    }

    /// Whether rate limits are on.
    #[must_use]
    pub const fn has_limits(&self) -> bool {
        self.duplicate_counter.is_some()
    }

    /// Geocodes a job's address.
    pub async fn locate(&self, job: &NewJob) -> Option<Location> {
        self.geocoder.locate(job.into()).await
    }

    /// The place that is stored with an address: where the geocoder of streets found it before, or else where it was
    /// located now.
    ///
    /// # Errors
    /// The database's.
    pub async fn best_location(
        &self,
        tx: &mut Tx,
        job: &NewJob,
        located: Option<Location>,
        now: DateTime<Utc>,
    ) -> DbResult<Option<Location>> {
        if !self.needs_street(job, located) {
            return Ok(located);
        }
        let kept = geocoder_answers::find(tx, &Address::from(job).hash(), now).await?;
        Ok(better(located, kept.flatten()))
    }

    /// Queues the question where a job is that is stored at this place with this transaction.
    ///
    /// # Errors
    /// The database's.
    pub async fn ask_for_street(
        &self,
        tx: &mut Tx,
        (company, id): (CompanyId, JobId),
        job: &NewJob,
        stored: Option<Location>,
        now: DateTime<Utc>,
    ) -> DbResult<()> {
        if self.needs_street(job, stored) {
            return geocoding_queue::ask_saved(tx, company, id, now).await;
        }
        if self.street_geocoder.is_some() {
            geocoding_queue::forget(tx, id).await?;
        }
        Ok(())
    }

    fn needs_street(&self, job: &NewJob, located: Option<Location>) -> bool {
        let is_house = located.is_some_and(|located| located.area.is_none());
        self.street_geocoder.is_some() && !is_house && !job.address.is_empty()
    }
}

/// The more exact of two places.
#[must_use]
pub fn better(located: Option<Location>, answered: Option<Location>) -> Option<Location> {
    match (located, answered) {
        (Some(located), Some(answered)) if located.radius_meters() <= answered.radius_meters() => {
            Some(located)
        }
        (located, answered) => answered.or(located),
    }
}

/// The file of the embedded database in a data folder.
#[must_use]
pub fn database_file(data: &std::path::Path) -> PathBuf {
    data.join("ridgeline.db")
}
