//! Sends queued push messages when they are due.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::{
    digest::{self, Card},
    notifications::NotificationEvent,
};
use reqwest::{Client, StatusCode, Url, header};
use services::{mail::backoff, push::encryption};
use store::{
    db::{error::DbResult, trace::TRACES},
    notifications::{
        notifications,
        push_deliveries::{self, Claimed, PushOutcome, PushTarget},
    },
};
use tokio::{sync::watch, task::JoinSet};
use tracing::Instrument as _;

use crate::{
    app::App,
    tasks::push_hosts::{AT_ONCE, HostSlot, PushHosts},
};

/// How long an attempt is leased to the server that began it. Longer than any attempt takes.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// Other servers queue pushes too, and may stop before they sent them.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// The longest sleep: the clock may be set, or the machine may suspend.
const MAX_SLEEP: Duration = Duration::from_hours(1);
const DATABASE_PAUSE: Duration = Duration::from_secs(5);
/// How long a push service stores what it cannot deliver: over a weekend.
const TTL_SECONDS: &str = "259200";

/// Delivers queued pushes and stores the results. Cheap to clone.
#[derive(Clone)]
pub struct PushSender {
    app: App,
    client: Client,
    hosts: PushHosts,
}

impl PushSender {
    /// Sends the pushes of this server's database.
    ///
    /// # Errors
    /// If this machine has no root certificates.
    pub fn new(app: App) -> anyhow::Result<Self> {
        let client = app.push.policy.client()?;
        Ok(Self { app, client, hosts: PushHosts::default() })
    }

    /// Sends until `stop` is set; then finishes the pushes being sent.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        // Created here, so that the first call that needs it does not wait; the key never changes within a database.
        if let Err(error) = self.app.push.keys(&self.app.db).await {
            tracing::warn!(error = format!("{error:#}"), "the key for pushes is not available yet");
        }
        if self.app.db.is_sole_writer()
            && let Err(error) = self.release_all().await
        {
            tracing::warn!(%error, "pushes claimed before the restart wait for their leases to expire");
        }
        let mut under_way = JoinSet::new();
        while !*stop.borrow() {
            let wait = match self.start_due(&mut under_way).await {
                Ok(wait) => wait,
                Err(error) => {
                    if !error.is_outage() {
                        tracing::warn!(%error, "pushes cannot be looked up");
                    }
                    DATABASE_PAUSE
                }
            };
            let has_room = under_way.len() < AT_ONCE;
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = self.app.db.push_queued(), if has_room => {}
                () = tokio::time::sleep(wait), if has_room => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Starts sending what is due, within the limit, and returns the time until the next is due.
    async fn start_due(&self, under_way: &mut JoinSet<()>) -> DbResult<Duration> {
        let mut next = self.next_due().await?;
        // Claiming needs the write lock, so only if something is due.
        while under_way.len() < AT_ONCE && next.is_some_and(|next| next <= self.app.clock.now()) {
            let Some(claimed) = self.claim().await? else { break };
            let (sender, slot) = (self.clone(), self.hosts.begin(&claimed.host));
            under_way.spawn(async move { sender.send(claimed, slot).await });
            next = self.next_due().await?;
        }
        let longest = if self.app.db.is_sole_writer() { MAX_SLEEP } else { POLL_INTERVAL };
        let until = |next: DateTime<Utc>| {
            (next - self.app.clock.now()).to_std().unwrap_or_default().min(longest)
        };
        Ok(next.map_or(longest, until))
    }

    /// Sends everything that is due now, one push at a time, and returns the number of attempts. For tests,
    /// whose clock is fixed.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn send_due(&self) -> DbResult<usize> {
        let mut attempts = 0;
        while let Some(claimed) = self.claim().await? {
            attempts += 1;
            let slot = self.hosts.begin(&claimed.host);
            self.send(claimed, slot).await;
        }
        Ok(attempts)
    }

    async fn release_all(&self) -> DbResult<()> {
        let mut tx = self.app.db.write().await?;
        push_deliveries::release_all(&mut tx, self.app.clock.now()).await?;
        tx.commit().await
    }

    async fn claim(&self) -> DbResult<Option<Claimed>> {
        let now = self.app.clock.now();
        let mut tx = self.app.db.write().await?;
        let hosts = self.hosts.filter();
        let claimed = push_deliveries::claim(&mut tx, &hosts, now, now + LEASE).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// When the next push is due to a host that has room.
    async fn next_due(&self) -> DbResult<Option<DateTime<Utc>>> {
        let mut tx = self.app.db.read().await?;
        push_deliveries::next_due(&mut tx, &self.hosts.filter()).await
    }

    async fn send(&self, claimed: Claimed, slot: HostSlot) {
        let span = tracing::trace_span!(
            target: TRACES,
            "push",
            otel.kind = "client",
            push.attempt = claimed.attempts,
            push.outcome = tracing::field::Empty,
        );
        let outcome = match self.attempt(&claimed, &slot).instrument(span.clone()).await {
            Ok(outcome) => outcome,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "a push is delayed");
                self.again(&claimed)
            }
        };
        drop(slot);
        span.record("push.outcome", outcome.label());
        self.app.metrics.pushes.note(outcome.label());
        let settle = async {
            let mut tx = self.app.db.write().await?;
            push_deliveries::settle(&mut tx, &claimed, outcome).await?;
            tx.commit().await
        };
        if let Err(error) = settle.await {
            // It is sent again after the lease, and replaces itself by its topic.
            tracing::warn!(%error, "the result of a push could not be stored");
        }
    }

    async fn attempt(&self, claimed: &Claimed, slot: &HostSlot) -> anyhow::Result<PushOutcome> {
        let now = self.app.clock.now();
        let mut tx = self.app.db.read().await?;
        let Some(to) = push_deliveries::find(&mut tx, claimed, now).await? else {
            return Ok(PushOutcome::Done);
        };
        let Some(event) = to.event.clone() else { return Ok(PushOutcome::Done) };
        let unseen = notifications::unseen(&mut tx, to.company, to.reader).await?;
        drop(tx);
        let about = event.subject_id();
        let items: Vec<_> = unseen
            .iter()
            .filter(|notification| {
                notification.event.as_ref().map(NotificationEvent::subject_id) == Some(about)
            })
            .filter_map(|notification| notification.to_digest_item(to.language))
            .collect();
        let Some(card) = digest::card(&items, about, to.language) else {
            return Ok(PushOutcome::Done);
        };
        self.hand_over(claimed, slot, &to, &event, &card).await
    }

    async fn hand_over(
        &self,
        claimed: &Claimed,
        slot: &HostSlot,
        to: &PushTarget,
        event: &NotificationEvent,
        card: &Card,
    ) -> anyhow::Result<PushOutcome> {
        if !self.app.push.allows_endpoint(&to.endpoint) {
            return Ok(PushOutcome::Gone);
        }
        let endpoint = Url::parse(&to.endpoint)?;
        let service = endpoint.origin().ascii_serialization();
        let keys = self.app.push.keys(&self.app.db).await?;
        let contact = self.app.sender_identity.contact();
        let authorization = keys.authorization(&service, &contact, self.app.clock.now())?;
        let body = encryption::encrypt(&serde_json::to_vec(card)?, &to.p256dh, &to.auth)?;
        let urgency = if event.is_urgent() { "high" } else { "normal" };
        let began = Instant::now();
        let answer = self
            .client
            .post(endpoint)
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("TTL", TTL_SECONDS)
            // Replaces an undelivered push about the same subject.
            .header("Topic", URL_SAFE_NO_PAD.encode(event.subject_id()))
            .header("Urgency", urgency)
            .body(body)
            .send()
            .await;
        slot.note(began.elapsed());
        // The endpoint is a secret of the browser and must not be logged.
        let answer = answer.map_err(reqwest::Error::without_url).context(service.clone())?;
        Ok(match answer.status() {
            status if status.is_success() => PushOutcome::Done,
            StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
            status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                tracing::warn!(%status, service, "a push service asked for a later retry");
                self.again(claimed)
            }
            status => {
                tracing::error!(%status, service, "a push service refused a push");
                PushOutcome::Done
            }
        })
    }

    fn again(&self, claimed: &Claimed) -> PushOutcome {
        let mut jitter = [128];
        // Without randomness the delay has no jitter.
        let _ = getrandom::fill(&mut jitter);
        let now = self.app.clock.now();
        backoff::next_try(claimed.since, claimed.attempts, now, jitter[0])
            .map_or(PushOutcome::Done, PushOutcome::Again)
    }
}
