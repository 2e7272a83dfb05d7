//! What every handler may reach, and the one router.

use std::{ops::Deref, path::PathBuf, sync::Arc};

use axum::Router;
use chrono::{DateTime, Utc};
use domain::job_forms::NewJob;

use crate::{
    api::{self, Quotas, Repeats},
    db::Db,
    draining::GoingDown,
    files::Files,
    kept_index::KeptIndexes,
    kept_lists::KeptLists,
    live::Live,
    mail::Letterhead,
    pictures::Pictures,
    places::{Geocoder, Point},
    proxies::Proxies,
    push::Push,
    sign_in::{KnownSessions, Passwords, Provider, TokenHash},
    telemetry::Figures,
    translate::Translator,
};

/// Shared by every request. Cheap to clone, which happens at every layer that a request passes.
#[derive(Clone)]
pub struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl From<Parts> for App {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

/// What a server is made of.
pub struct Parts {
    /// The rows.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Hashing and checking of passwords.
    pub passwords: Passwords,
    /// Sessions looked up lately.
    pub known_sessions: KnownSessions,
    /// Lists that did not change since they were last sent.
    pub kept_lists: KeptLists,
    /// What is looked through when somebody searches.
    pub kept_indexes: KeptIndexes,
    /// The open sockets.
    pub live: Live,
    /// Identical calls, counted; none where limits are off.
    pub repeats: Option<Repeats>,
    /// What is counted by person, company and address; none where limits are off.
    pub quotas: Option<Quotas>,
    /// The proxies that say whom they speak for.
    pub proxies: Proxies,
    /// Who knows everybody; none where accounts are this server's own.
    pub provider: Option<Arc<Provider>>,
    /// Whether nothing goes on before somebody's address is known to be theirs.
    pub require_verified_email: bool,
    /// Uploaded files.
    pub files: Files,
    /// Makes of uploaded pictures what may be kept.
    pub pictures: Pictures,
    /// Finds the places of jobs.
    pub geocoder: Geocoder,
    /// What the web app's maps are drawn with, where the operator has it.
    pub mapbox_token: Option<String>,
    /// Whom leads of the landing page are mailed to.
    pub leads_to: Option<String>,
    /// Translates what people wrote, where the operator has a service for it.
    pub translator: Option<Translator>,
    /// Who mails come from, and where their links lead.
    pub letterhead: Letterhead,
    /// What the server knows of web push.
    pub push: Push,
    /// What is counted for whoever runs the server.
    pub figures: Figures,
    /// What opens `/metrics` from elsewhere, where anything does.
    pub metrics_token: Option<TokenHash>,
    /// Whether the server was told to stop.
    pub going_down: GoingDown,
}

impl Parts {
    /// The parts of a server over this database, with limits on.
    #[must_use]
    pub fn new(db: Db, files: Files, clock: Clock, geocoder: Geocoder) -> Self {
        Self {
            db,
            clock,
            passwords: Passwords::default(),
            known_sessions: KnownSessions::default(),
            kept_lists: KeptLists::default(),
            kept_indexes: KeptIndexes::default(),
            live: Live::default(),
            repeats: Some(Repeats::default()),
            quotas: Some(Quotas::default()),
            proxies: Proxies::default(),
            provider: None,
            require_verified_email: false,
            files,
            pictures: Pictures::default(),
            geocoder,
            mapbox_token: None,
            leads_to: None,
            translator: None,
            letterhead: Letterhead::default(),
            push: Push::default(),
            figures: Figures::default(),
            metrics_token: None,
            going_down: GoingDown::default(),
        }
    }

    /// Whether too much of the same is refused.
    #[must_use]
    pub const fn has_limits(&self) -> bool {
        self.repeats.is_some()
    }

    /// Where a job is, where anybody knows.
    pub async fn locate(&self, job: &NewJob) -> Option<Point> {
        self.geocoder.locate(Some(&job.address), &job.city, &job.state, Some(&job.zip)).await
    }
}

/// The only source of the time of day, so tests may set it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's.
    Real,
    /// A test's.
    Set(Arc<std::sync::Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// Now, in whole milliseconds, which is what every engine and every browser can hold.
    ///
    /// # Panics
    /// Never: nothing panics while holding the lock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            Self::Real => Utc::now(),
            Self::Set(now) => *now.lock().expect("the clock's lock"),
        };
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }
}

/// The whole server as one service.
pub fn router(app: App) -> Router {
    api::service(app)
}

/// Where an embedded database lives under its data folder.
#[must_use]
pub fn database_file(data: &std::path::Path) -> PathBuf {
    data.join("ridgeline.db")
}
