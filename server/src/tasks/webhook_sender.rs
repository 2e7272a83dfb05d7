//! Sends changes to webhooks (contract-2, section 4): makes deliveries of what each webhook asks for, and tries those
//! that are due.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    types::ids::WebhookId,
    webhooks::{RESPONSE_CHARACTERS, next_try},
};
use reqwest::{Client, Response, StatusCode, header};
use services::webhooks::signing::WebhookSecrets;
use store::{
    db::{error::DbResult, trace::TRACES},
    webhooks::{
        collecting::{self, ActiveWebhook},
        sending::{self, Claimed, TryAnswer, TryOutcome},
        webhooks::WebhookState,
    },
};
use tokio::{sync::watch, task::JoinSet};
use tracing::Instrument as _;

use crate::{
    app::App,
    notify::webhook_notices,
    tasks::webhook_slots::{AT_ONCE, WebhookSlot, WebhookSlots},
};

/// How long a try is leased to the server that began it. Longer than any try takes.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// Other servers write changes too, and may stop before they sent them.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// The longest sleep: the clock may be set, or the machine may suspend.
const MAX_SLEEP: Duration = Duration::from_hours(1);
/// How long changes gather before they are looked up: where many are made, it is not done for each.
const GATHER: Duration = Duration::from_millis(10);
const DATABASE_PAUSE: Duration = Duration::from_secs(5);
/// How many tries of one webhook follow each other before others get their turn.
const IN_A_ROW: usize = 20;
/// How many bytes of an answer are read: the kept characters may have four bytes each.
const ANSWER_BYTES: usize = 4 * RESPONSE_CHARACTERS;

/// Delivers changes to webhooks and stores the results. Cheap to clone.
#[derive(Clone)]
pub struct WebhookSender {
    app: App,
    client: Client,
    slots: WebhookSlots,
}

impl WebhookSender {
    /// Sends the changes of this server's database.
    ///
    /// # Errors
    /// If this machine has no root certificates.
    pub fn new(app: App) -> anyhow::Result<Self> {
        let client = app.webhook_addresses.client()?;
        Ok(Self { app, client, slots: WebhookSlots::default() })
    }

    /// Sends until `stop` is set; then finishes the tries under way.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        if self.app.db.is_sole_writer()
            && let Err(error) = self.release_all().await
        {
            tracing::warn!(%error, "tries begun before the restart wait for their leases to expire");
        }
        let mut under_way = JoinSet::new();
        while !*stop.borrow() {
            let wait = match self.start_due(&mut under_way).await {
                Ok(wait) => wait,
                Err(error) => {
                    if !error.is_outage() {
                        tracing::warn!(%error, "changes for webhooks cannot be looked up");
                    }
                    DATABASE_PAUSE
                }
            };
            let has_room = under_way.len() < AT_ONCE;
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = self.changes_gathered(), if has_room => {}
                () = tokio::time::sleep(wait), if has_room => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Waits for changes. Whatever else ends the wait, what is due is looked up after it.
    async fn changes_gathered(&self) {
        self.app.db.changes_written().await;
        tokio::time::sleep(GATHER).await;
    }

    /// Starts what is due, within the limits, and returns the time until the next is due.
    async fn start_due(&self, under_way: &mut JoinSet<()>) -> DbResult<Duration> {
        let mut active = self.collect().await?;
        let first = self.slots.first_of(active.iter().map(|webhook| webhook.id));
        active.rotate_left(first);
        let now = self.app.clock.now();
        let mut next: Option<DateTime<Utc>> = None;
        for webhook in active {
            let Some(due) = webhook.next_try else { continue };
            if due > now {
                next = Some(next.map_or(due, |next| next.min(due)));
                continue;
            }
            // As many as there is room for: what is due may be of several subjects.
            while let Some(slot) = self.slots.begin(webhook.id) {
                let Some(first) = self.claim(webhook.id).await? else { break };
                let sender = self.clone();
                under_way.spawn(async move { sender.send_several(webhook.id, slot, first).await });
            }
        }
        let longest = if self.app.db.is_sole_writer() { MAX_SLEEP } else { POLL_INTERVAL };
        let until = |next: DateTime<Utc>| (next - now).to_std().unwrap_or_default().min(longest);
        Ok(next.map_or(longest, until))
    }

    /// Makes deliveries of what was written, and returns the webhooks with something to do.
    async fn collect(&self) -> DbResult<Vec<ActiveWebhook>> {
        let mut tx = self.app.db.read().await?;
        let active = collecting::active(&mut tx).await?;
        drop(tx);
        if !active.iter().any(|webhook| webhook.lags) {
            return Ok(active);
        }
        for webhook in active.iter().filter(|webhook| webhook.lags) {
            loop {
                let mut tx = self.app.db.write().await?;
                let now = self.app.clock.now();
                let has_more = collecting::collect(&mut tx, webhook.id, now).await?;
                tx.commit().await?;
                if !has_more {
                    break;
                }
            }
        }
        let mut tx = self.app.db.read().await?;
        collecting::active(&mut tx).await
    }

    /// Sends everything that is due now, one try at a time, and returns the number of tries. For tests, whose clock is
    /// fixed.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn send_due(&self) -> DbResult<usize> {
        let mut tries = 0;
        loop {
            let now = self.app.clock.now();
            let before = tries;
            for webhook in self.collect().await? {
                if webhook.next_try.is_none_or(|due| due > now) {
                    continue;
                }
                let Some(slot) = self.slots.begin(webhook.id) else { continue };
                while let Some((state, claimed)) = self.claim(webhook.id).await? {
                    tries += 1;
                    self.send(&state, &claimed, &slot).await;
                }
            }
            if tries == before {
                return Ok(tries);
            }
        }
    }

    async fn release_all(&self) -> DbResult<()> {
        let mut tx = self.app.db.write().await?;
        sending::release_all(&mut tx, self.app.clock.now()).await?;
        tx.commit().await
    }

    async fn claim(&self, webhook: WebhookId) -> DbResult<Option<(WebhookState, Claimed)>> {
        let now = self.app.clock.now();
        let mut tx = self.app.db.write().await?;
        let claimed = sending::claim(&mut tx, webhook, now, now + LEASE).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// Sends a delivery, and what is due behind it.
    async fn send_several(
        &self,
        webhook: WebhookId,
        slot: WebhookSlot,
        first: (WebhookState, Claimed),
    ) {
        let mut next = Some(first);
        for _ in 0..IN_A_ROW {
            let Some((state, claimed)) = next else { return };
            self.send(&state, &claimed, &slot).await;
            if !slot.is_quick() {
                return;
            }
            next = self.claim(webhook).await.unwrap_or_default();
        }
        if let Some((state, claimed)) = next {
            self.send(&state, &claimed, &slot).await;
        }
    }

    async fn send(&self, webhook: &WebhookState, claimed: &Claimed, slot: &WebhookSlot) {
        let span = tracing::trace_span!(
            target: TRACES,
            "webhook",
            otel.kind = "client",
            webhook.attempt = claimed.tries,
            webhook.outcome = tracing::field::Empty,
        );
        let tried = self.attempt(webhook, claimed, slot).instrument(span.clone()).await;
        let (outcome, answer) = match tried {
            Ok(tried) => tried,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "a try of a webhook is delayed");
                (self.again(claimed), TryAnswer::default())
            }
        };
        span.record("webhook.outcome", outcome.label());
        if let Err(error) = self.settle(webhook.id, claimed, outcome, &answer).await {
            // It is sent again after the lease.
            tracing::warn!(
                error = format!("{error:#}"),
                "the result of a try of a webhook could not be stored"
            );
        }
    }

    async fn attempt(
        &self,
        webhook: &WebhookState,
        claimed: &Claimed,
        slot: &WebhookSlot,
    ) -> anyhow::Result<(TryOutcome, TryAnswer)> {
        let mut tx = self.app.db.read().await?;
        let body = sending::body(&mut tx, claimed).await?;
        drop(tx);
        let Some(body) = body else { return Ok((TryOutcome::Nothing, TryAnswer::default())) };
        if !self.app.webhook_addresses.allows(&webhook.url) {
            let answer = TryAnswer { status: None, text: Some("address not allowed".to_owned()) };
            return Ok((self.again(claimed), answer));
        }
        let now = self.app.clock.now();
        let (id, timestamp) = (claimed.message_id(), now.timestamp());
        let secrets = WebhookSecrets::of(&self.app.db).await?;
        let signature = secrets.sign(webhook.secrets.0.valid(now), &id, timestamp, &body)?;
        let began = Instant::now();
        let sent = self
            .client
            .post(&webhook.url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, "Ridgeline")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp.to_string())
            .header("webhook-signature", signature)
            .body(body)
            .send()
            .await;
        let tried = match sent {
            Ok(response) => {
                let status = response.status();
                let text = Some(beginning(response).await);
                let outcome = match status {
                    status if status.is_success() => TryOutcome::Taken,
                    StatusCode::GONE => TryOutcome::Disable,
                    _ => self.again(claimed),
                };
                (outcome, TryAnswer { status: Some(status.as_u16()), text })
            }
            Err(error) => {
                let answer = TryAnswer { status: None, text: Some(reason(&error).to_owned()) };
                (self.again(claimed), answer)
            }
        };
        slot.note(began.elapsed());
        Ok(tried)
    }

    fn again(&self, claimed: &Claimed) -> TryOutcome {
        next_try(claimed.since, claimed.tries, self.app.clock.now())
            .map_or(TryOutcome::Disable, TryOutcome::Again)
    }

    async fn settle(
        &self,
        webhook: WebhookId,
        claimed: &Claimed,
        outcome: TryOutcome,
        answer: &TryAnswer,
    ) -> anyhow::Result<()> {
        let now = self.app.clock.now();
        let mut tx = self.app.db.write().await?;
        let disabled = sending::settle(&mut tx, webhook, claimed, outcome, answer, now).await?;
        if let Some(webhook) = disabled {
            webhook_notices::disabled(&mut tx, &self.app, &webhook, now).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The beginning of an answer that may have any length, without what a database cannot store.
async fn beginning(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < ANSWER_BYTES {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                let room = ANSWER_BYTES - bytes.len();
                bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
            }
            Ok(None) | Err(_) => break,
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    text.chars().filter(|letter| *letter != '\0').take(RESPONSE_CHARACTERS).collect()
}

/// Why there is no answer. Nothing in it tells what is in the operator's network.
fn reason(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "no answer within 15 seconds"
    } else if error.is_connect() {
        "no connection"
    } else {
        "no answer"
    }
}
