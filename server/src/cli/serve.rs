//! Starts a server from its settings, and shuts it down.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    path::Path,
    time::Duration,
};

use anyhow::{Context as _, bail};
use services::{
    core::{
        assets::Assets,
        byte_budget::{BODY_LIMITS, BodyBudget, ByteLimits},
        clock::Clock,
        config::{MailSettings, Serve, TranslationSettings},
        connection_limiter::{ConnectionLimiter, ConnectionLimits},
        shutdown::StopSignals,
    },
    geocoding::mapbox::{Geocoder, Mapbox},
    live::{Live, connection::SocketTimings},
    mail::{
        sender_identity::SenderIdentity,
        transport::{Limits, MailTransport},
    },
    maps::Streets,
    telemetry::process,
    translation::{self, Translator},
    weather::WeatherService,
    webhooks::address_policy::AddressPolicy,
};
use store::token::TokenHash;
use tokio::{net::TcpListener, sync::watch};

use crate::{
    api,
    app::{App, AppState},
    cli::{connection_timeouts::ConnectionTimeouts, geocoder, listener, sign_in},
    storage::open,
    tasks::{
        digest::NotificationMailer, geocoding, mail_sender::MailSender, offer_ends,
        push_sender::PushSender, sweep, vendor_reminders, webhook_sender::WebhookSender,
    },
};

/// How long requests may take to finish after SIGTERM.
const REQUEST_DRAIN_TIMEOUT: Duration = Duration::from_secs(20);

/// How long sending close frames to sockets may take.
const SOCKET_DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

/// How long closing the database may take.
const DATABASE_CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a server may take to report its health.
const HEALTHCHECK: Duration = Duration::from_secs(4);

/// Serves until SIGTERM or Ctrl-C, then finishes the last requests. A second signal cuts the current step of
/// the shutdown short.
///
/// # Errors
/// As [`open`], and if the address cannot be listened on.
pub async fn serve(settings: Serve, assets: Assets) -> anyhow::Result<()> {
    let opened = open(&settings.storage).await?;
    let mapbox = match settings.mapbox_token.as_deref() {
        None | Some("") => None,
        Some(token) => Some(Mapbox::new(Mapbox::SITE, token)?),
    };
    let geocoder = Geocoder::new(mapbox);
    let mut parts = AppState::new(opened.db.clone(), opened.files.clone(), Clock::Real, geocoder);
    parts.assets = assets;
    parts.streets =
        Streets::open(settings.maps.basemap.as_deref(), settings.maps.map_style.as_deref())?;
    // Browsers connect only to what draws their streets; the server's geocoder keeps the token.
    let browser_token = settings.mapbox_token.clone().filter(|_| parts.streets.is_none());
    parts.mapbox_token = browser_token.filter(|token| !token.is_empty());
    parts.translator = translator(&settings.translation)?;
    parts.weather = weather(settings.weather_url.as_deref())?;
    parts.leads_to = settings.leads_to.clone().filter(|address| !address.is_empty());
    if parts.leads_to.as_deref().is_some_and(|address| !domain::types::email::is_address(address)) {
        bail!("--leads-to must be an email address such as sales@example.com");
    }
    parts.trusted_proxies = settings.network.trusted_proxies.clone().into();
    let is_limited = settings.rate_limits.is_on();
    set_limits(&mut parts, is_limited).await?;
    let connections = connection_limiter(is_limited, &parts);
    parts.connections = connections.clone();
    let outgoing = mail_transport(&settings.mail, &settings.storage.data)?;
    let listener = TcpListener::bind(settings.listen).await.with_context(|| {
        format!(
            "cannot listen on {}; is another server using that port? Choose another with --listen",
            settings.listen
        )
    })?;
    let address = listener.local_addr()?;
    let public_url = settings.public_url.filter(|url| !url.is_empty());
    let public_url = public_url.unwrap_or_else(|| format!("http://localhost:{}", address.port()));
    parts.sender_identity = SenderIdentity::open(&public_url, settings.mail.mail_from.as_deref())?;
    parts.street_geocoder = geocoder::open(&settings.geocoder, &public_url)?;
    parts.sign_in_methods = sign_in::methods(&settings.oidc, &parts.sender_identity)?;
    parts.require_verified_email = settings.require_verified_email.is_on();
    if settings.webhook_allow_private.is_on() {
        parts.webhook_addresses = AddressPolicy::AllowPrivate;
    }
    let metrics_token = settings.running.metrics_token.filter(|token| !token.is_empty());
    parts.metrics_token = metrics_token.as_deref().map(TokenHash::of);
    // Before the ready message, after which a signal may arrive.
    let stop = StopSignals::listen().context("cannot listen for SIGTERM")?;
    let app = App::from(parts);
    crate::api::live::start(&app).await.context("cannot listen to what changes")?;
    let service = api::service(app.clone());
    tokio::spawn(sweep::run(app.clone()));
    tokio::spawn(offer_ends::run(app.clone()));
    tokio::spawn(vendor_reminders::run(app.clone()));
    let (shutdown, mut stopping) = watch::channel(false);
    tokio::spawn(geocoding::run(app.clone(), stopping.clone()));
    println!("Ridgeline is ready on http://{address}");
    let mailer = tokio::spawn(NotificationMailer::new(app.clone()).run(stopping.clone()));
    let pusher = tokio::spawn(send_pushes(app.clone(), stopping.clone()));
    let webhooks = tokio::spawn(send_webhooks(app.clone(), stopping.clone()));
    let sender = tokio::spawn(MailSender::new(app.clone(), outgoing).run(stopping.clone()));
    let sockets = tokio::spawn(end_sockets(app.clone(), stopping.clone()));
    let (signals, delay) = (stop.clone(), Duration::from_secs(settings.running.drain_delay));
    let timeouts = ConnectionTimeouts::default();
    let server = listener::serve(listener, service, timeouts, connections, async move {
        signals.first_signal().await;
        app.shutdown.set();
        signals.second_signal_within(delay).await;
        let _ = shutdown.send(true);
    });
    tokio::select! {
        () = server => {}
        () = async {
            // A client that never finishes must not block the shutdown.
            let _ = stopping.wait_for(|down| *down).await;
            stop.second_signal_within(REQUEST_DRAIN_TIMEOUT).await;
        } => tracing::warn!("stopping with requests still open"),
    }
    let others = async {
        sockets.await.context("the sockets were not closed")?;
        // Mails being sent are finished, or wait for the next start.
        mailer.await.context("the writer of mails stopped early")?;
        sender.await.context("the sender of mails stopped early")?;
        pusher.await.context("the sender of pushes stopped early")?;
        webhooks.await.context("the sender of webhooks stopped early")?;
        anyhow::Ok(())
    };
    tokio::select! {
        ended = others => ended?,
        () = stop.second_signal() => tracing::warn!("stopping while mails are still being sent"),
    }
    if tokio::time::timeout(DATABASE_CLOSE_TIMEOUT, opened.db.close()).await.is_err() {
        tracing::warn!("stopping while statements are still running");
    }
    Ok(())
}

async fn send_pushes(app: App, stop: watch::Receiver<bool>) {
    if let Some(sender) = build_sender("pushes cannot be sent", || PushSender::new(app)).await {
        sender.run(stop).await;
    }
}

async fn send_webhooks(app: App, stop: watch::Receiver<bool>) {
    let failure = "changes cannot be sent to webhooks";
    if let Some(sender) = build_sender(failure, || WebhookSender::new(app)).await {
        sender.run(stop).await;
    }
}

/// Makes a sender beside the first calls: reading the root certificates takes milliseconds. Without it the server runs
/// all the same, and the log says what does not work.
async fn build_sender<S: Send + 'static>(
    failure: &'static str,
    make: impl FnOnce() -> anyhow::Result<S> + Send + 'static,
) -> Option<S> {
    match tokio::task::spawn_blocking(make).await.context("it could not be made").flatten() {
        Ok(sender) => Some(sender),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "{failure}");
            None
        }
    }
}

/// Limits the open connections, as far as the system allows open files.
fn connection_limiter(is_limited: bool, parts: &AppState) -> ConnectionLimiter {
    let mut limits = ConnectionLimits::default();
    if let Some(most) = process::max_open_files() {
        limits = limits.within_open_files(most);
    }
    if !is_limited {
        limits.per_network = usize::MAX;
    }
    ConnectionLimiter::new(limits, parts.trusted_proxies.clone())
}

/// Prepares the limits of callers, or lifts them for load tests.
async fn set_limits(parts: &mut AppState, is_limited: bool) -> anyhow::Result<()> {
    if is_limited {
        return match &parts.rate_limiter {
            None => Ok(()),
            Some(limiter) => limiter.prepare().await,
        };
    }
    parts.duplicate_counter = None;
    parts.rate_limiter = None;
    parts.body_budget =
        BodyBudget::new(ByteLimits { per_sender: BODY_LIMITS.total, ..BODY_LIMITS });
    parts.live = Live::with_timings(SocketTimings {
        per_user: usize::MAX,
        frames_per_minute: u32::MAX,
        ..SocketTimings::default()
    });
    Ok(())
}

/// Checks whether a server on this machine is ready.
///
/// # Errors
/// In one sentence: it is not ready, or unreachable.
pub async fn healthcheck(mut listen: SocketAddr) -> anyhow::Result<()> {
    if listen.ip().is_unspecified() {
        // An unspecified address includes this machine.
        let here =
            if listen.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
        listen.set_ip(here);
    }
    // Fails if a provider is installed already, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(HEALTHCHECK).no_proxy().build()?;
    let answer = client.get(format!("http://{listen}/api/ready")).send().await;
    let answer = answer.with_context(|| format!("no server answers at {listen}"))?;
    if answer.status() != reqwest::StatusCode::OK {
        bail!("the server at {listen} is not ready: {}", answer.text().await.unwrap_or_default());
    }
    Ok(())
}

/// Closes the sockets when the server stops: no other task waits for them.
async fn end_sockets(app: App, mut stopping: tokio::sync::watch::Receiver<bool>) {
    let _ = stopping.wait_for(|down| *down).await;
    if tokio::time::timeout(SOCKET_DRAIN_TIMEOUT, app.live.hub().shut_down()).await.is_err() {
        tracing::warn!("stopping with sockets still open");
    }
}

/// The configured mail server, or the outbox folder.
fn mail_transport(settings: &MailSettings, data: &Path) -> anyhow::Result<MailTransport> {
    match settings.smtp_url.as_deref() {
        None | Some("") => MailTransport::outbox(&data.join("outbox")),
        Some(url) => MailTransport::smtp(url, settings.smtp_ca.as_deref(), Limits::default()),
    }
}

/// The configured translation service.
fn translator(settings: &TranslationSettings) -> anyhow::Result<Option<Translator>> {
    match settings.translate_url.as_deref() {
        None | Some("") => Ok(None),
        Some(url) => {
            let key = settings.translate_key.as_deref();
            Translator::new(url, key, translation::TIMEOUT).map(Some)
        }
    }
}

/// The configured weather service.
fn weather(url: Option<&str>) -> anyhow::Result<Option<WeatherService>> {
    url.filter(|url| !url.is_empty()).map(WeatherService::new).transpose()
}
