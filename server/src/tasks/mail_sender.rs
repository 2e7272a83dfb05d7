//! Sends queued mails when they are due.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::mails::MailFailure;
use services::mail::{
    backoff,
    message::{ComposeError, compose},
    transport::{DeliveryError, MailTransport},
};
use store::{
    db::{error::DbResult, trace::TRACES},
    mail_queue::{self, Claimed, DeliveryOutcome, MailUrgency},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};
use tracing::Instrument as _;

use crate::{app::App, notify::account_mails};

/// How many ordinary mails are sent at once; each holds its attachments in memory.
const ORDINARY_AT_ONCE: usize = 3;
/// How many mails are sent at once: there is always room for one that somebody waits for.
const AT_ONCE: usize = ORDINARY_AT_ONCE + 1;
/// How long an attempt is leased to the server that began it. Longer than any attempt takes.
const LEASE: TimeDelta = TimeDelta::minutes(10);
/// How long sending mails may take to finish after SIGTERM.
const MAIL_DRAIN_TIMEOUT: Duration = Duration::from_secs(15);
/// Other servers queue mails too, and may stop before they sent them.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// The longest sleep: the clock may be set, or the machine may suspend.
const MAX_SLEEP: Duration = Duration::from_hours(1);
/// How often, once a second, storing a result is tried during a database outage, so that a delivered mail is
/// not sent again after it.
const OUTAGE_TRIES: u32 = 60;
const DATABASE_PAUSE: Duration = Duration::from_secs(5);

/// Delivers queued mails and stores the results. Cheap to clone.
#[derive(Clone)]
pub struct MailSender {
    app: App,
    transport: Arc<MailTransport>,
    /// [`ORDINARY_AT_ONCE`].
    ordinary: Arc<Semaphore>,
}

impl MailSender {
    /// Sends the mails of this server's database.
    #[must_use]
    pub fn new(app: App, outgoing: MailTransport) -> Self {
        let ordinary = Arc::new(Semaphore::new(ORDINARY_AT_ONCE));
        Self { app, transport: Arc::new(outgoing), ordinary }
    }

    /// Sends until `stop` is set; then finishes the mails being sent, or releases them.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        if self.app.db.is_sole_writer()
            && let Err(error) = self.release_all().await
        {
            tracing::warn!(%error, "mails claimed before the restart wait for their leases to expire");
        }
        let mut under_way = JoinSet::new();
        while !*stop.borrow() {
            let wait = match self.start_due(&mut under_way, &stop).await {
                Ok(wait) => wait,
                Err(error) => {
                    if !error.is_outage() {
                        tracing::warn!(%error, "mails cannot be looked up");
                    }
                    DATABASE_PAUSE
                }
            };
            let has_room = under_way.len() < AT_ONCE;
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = self.app.db.mail_queued(), if has_room => {}
                () = tokio::time::sleep(wait), if has_room => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Starts sending what is due, within the limit, and returns the time until the next is due.
    async fn start_due(
        &self,
        under_way: &mut JoinSet<()>,
        stop: &watch::Receiver<bool>,
    ) -> DbResult<Duration> {
        account_mails::send_requested_resets(&self.app).await?;
        while under_way.len() < AT_ONCE {
            let slot = self.ordinary.clone().try_acquire_owned().ok();
            let Some((claimed, urgency)) = self.claim(slot.is_some()).await? else { break };
            let slot = slot.filter(|_| urgency == MailUrgency::Ordinary);
            let (sender, stop) = (self.clone(), stop.clone());
            under_way.spawn(async move { sender.send_unless_stopped(claimed, slot, stop).await });
        }
        let has_room = self.ordinary.available_permits() > 0;
        let next = self.next_due(has_room).await?.map(|(next, _)| next);
        let longest = if self.app.db.is_sole_writer() { MAX_SLEEP } else { POLL_INTERVAL };
        let until = |next: DateTime<Utc>| {
            (next - self.app.clock.now()).to_std().unwrap_or_default().min(longest)
        };
        Ok(next.map_or(longest, until))
    }

    /// Sends a mail, and holds the slot of an ordinary one meanwhile.
    async fn send_unless_stopped(
        self,
        claimed: Claimed,
        slot: Option<OwnedSemaphorePermit>,
        mut stop: watch::Receiver<bool>,
    ) {
        let too_late = async {
            let _ = stop.wait_for(|stop| *stop).await;
            tokio::time::sleep(MAIL_DRAIN_TIMEOUT).await;
        };
        let ended = tokio::select! {
            ended = self.attempt(&claimed) => ended,
            () = too_late => DeliveryOutcome::Dropped,
        };
        self.settle(&claimed, ended).await;
        drop(slot);
    }

    /// Sends everything that is due now, one mail at a time, and returns the number of attempts. For tests,
    /// whose clock is fixed.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn send_due(&self) -> DbResult<usize> {
        account_mails::send_requested_resets(&self.app).await?;
        let mut attempts = 0;
        while let Some((claimed, _)) = self.claim(true).await? {
            attempts += 1;
            let ended = self.attempt(&claimed).await;
            self.settle(&claimed, ended).await;
        }
        Ok(attempts)
    }

    async fn release_all(&self) -> DbResult<()> {
        let mut tx = self.app.db.write().await?;
        mail_queue::release_all(&mut tx, self.app.clock.now()).await?;
        tx.commit().await
    }

    /// Claims what somebody waits for, or else an ordinary mail if there is room for one.
    async fn claim(&self, with_ordinary: bool) -> DbResult<Option<(Claimed, MailUrgency)>> {
        let now = self.app.clock.now();
        // Looking needs no write lock.
        let Some((next, urgency)) = self.next_due(with_ordinary).await? else { return Ok(None) };
        if next > now {
            return Ok(None);
        }
        let mut tx = self.app.db.write().await?;
        let claimed = mail_queue::claim(&mut tx, urgency, now, now + LEASE).await?;
        tx.commit().await?;
        Ok(claimed.map(|claimed| (claimed, urgency)))
    }

    /// When which mail is due next: one that is due and that somebody waits for is before all others.
    async fn next_due(
        &self,
        with_ordinary: bool,
    ) -> DbResult<Option<(DateTime<Utc>, MailUrgency)>> {
        let now = self.app.clock.now();
        let mut tx = self.app.db.read().await?;
        let mut first: Option<(DateTime<Utc>, MailUrgency)> = None;
        for urgency in MailUrgency::ALL {
            if urgency == MailUrgency::Ordinary && !with_ordinary {
                continue;
            }
            let Some(next) = mail_queue::next_due(&mut tx, urgency).await? else { continue };
            // Of those that are due the more urgent one is first, whatever it has waited.
            let next = next.max(now);
            if first.is_none_or(|(first, _)| next < first) {
                first = Some((next, urgency));
            }
        }
        Ok(first)
    }

    /// Tries once, in a trace span.
    async fn attempt(&self, claimed: &Claimed) -> DeliveryOutcome {
        let span = tracing::trace_span!(
            target: TRACES,
            "mail",
            otel.kind = "client",
            mail.delivery = %claimed.id,
            mail.attempt = claimed.attempts,
            mail.outcome = tracing::field::Empty,
        );
        let outcome = self.try_once(claimed).instrument(span.clone()).await;
        span.record("mail.outcome", outcome.label());
        outcome
    }

    async fn try_once(&self, claimed: &Claimed) -> DeliveryOutcome {
        let message = match self.compose(claimed).await {
            Ok(message) => message,
            Err(ComposeError::Permanent(error)) => {
                tracing::error!(id = %claimed.id, error = format!("{error:#}"), "a mail cannot be composed");
                return DeliveryOutcome::Failed(MailFailure::Broken);
            }
            Err(ComposeError::Transient(error)) => {
                tracing::warn!(id = %claimed.id, error = format!("{error:#}"), "a mail is delayed");
                return self.again(claimed, MailFailure::Delayed);
            }
        };
        match self.transport.send(claimed.id, message).await {
            Ok(()) => DeliveryOutcome::Taken,
            Err(DeliveryError::Permanent(failure)) => DeliveryOutcome::Failed(failure),
            Err(DeliveryError::Transient(failure)) => self.again(claimed, failure),
        }
    }

    async fn compose(&self, claimed: &Claimed) -> Result<lettre::Message, ComposeError> {
        let read = async {
            let mut tx = self.app.db.read().await?;
            let row = mail_queue::find(&mut tx, claimed.mail_id).await?;
            DbResult::Ok((row, mail_queue::attachments(&mut tx, claimed.mail_id).await?))
        };
        let (row, attachments) =
            read.await.map_err(|error| ComposeError::Transient(error.into()))?;
        compose(&self.app.sender_identity, &self.app.files, claimed, row, attachments).await
    }

    fn again(&self, claimed: &Claimed, failure: MailFailure) -> DeliveryOutcome {
        let mut jitter = [128];
        // Without randomness the delay has no jitter.
        let _ = getrandom::fill(&mut jitter);
        let now = self.app.clock.now();
        backoff::next_try(claimed.since, claimed.attempts, now, jitter[0])
            .map_or(DeliveryOutcome::Failed(MailFailure::GivenUp), |next| {
                DeliveryOutcome::Again(failure, next)
            })
    }

    /// Stores the result. If the database is down for too long, the mail is sent again after the lease: twice
    /// is better than never.
    async fn settle(&self, claimed: &Claimed, outcome: DeliveryOutcome) {
        self.app.metrics.mails.note(outcome.label());
        let (mut tries, mut outage_tries) = (3, OUTAGE_TRIES);
        loop {
            match self.try_settle(claimed, outcome).await {
                Ok(files) => return self.app.files.discard(&self.app.db, &files).await,
                Err(error) => {
                    let left = if error.is_outage() { &mut outage_tries } else { &mut tries };
                    *left -= 1;
                    if *left == 0 {
                        tracing::error!(id = %claimed.id, %error, "the result of a mail could not be stored");
                        return;
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    async fn try_settle(
        &self,
        claimed: &Claimed,
        outcome: DeliveryOutcome,
    ) -> DbResult<Vec<String>> {
        let mut tx = self.app.db.write().await?;
        let files = mail_queue::settle(&mut tx, claimed, outcome, self.app.clock.now()).await?;
        tx.commit().await?;
        Ok(files)
    }
}
