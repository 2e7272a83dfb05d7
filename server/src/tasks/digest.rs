//! Notification mails, by each user's choice: immediate ones, grouped by subject, and a daily digest. What
//! was read in the app meanwhile is not mailed.
//!
//! A mail is queued in the transaction that takes its notifications out of the queue, so each is written
//! once, however many servers write mails.

use std::{collections::HashMap, time::Duration};

use chrono::{DateTime, Utc};
use domain::{
    notifications::{
        digest::{self, Links},
        notifications::{NotificationEvent, NotificationMessage},
        preferences::{NotificationChannel, NotificationKind},
        texts::ActorName,
    },
    types::ids::NotificationId,
};
use store::{
    chat::messages,
    db::{
        Tx,
        error::{DbError, DbResult},
    },
    mail_queue::{self, MailAddress, NewMail},
    notifications::{
        digest_hour,
        mails::{self, MailAddressee, Pending},
        preferences as notification_choices,
    },
};
use tokio::sync::watch;
use uuid::Uuid;

use crate::{app::App, notify::unsubscribe_links::UnsubscribeLinks};

/// How often the queue is checked. Immediate mails wait for minutes anyway, and other servers add
/// notifications, too.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
/// The most messages of a room in one mail, the newest.
const MESSAGES_OF_A_ROOM: i64 = 20;
/// The route where readers choose their mails.
const CHOICES: &str = "/app/user/settings";
/// The path of unsubscribe links.
const UNSUBSCRIBE_PATH: &str = "/api/notifications/unsubscribe/";

/// Writes the mails that are due. Cheap to clone.
#[derive(Clone)]
pub struct NotificationMailer {
    app: App,
}

/// What to do with a user's queued notifications.
#[derive(Default)]
struct MailPlan {
    /// One mail each.
    mails: Vec<Vec<Pending>>,
    /// Together in the digest.
    digest: Vec<Pending>,
    /// Deferred to the digest.
    put_off: Vec<NotificationId>,
    /// Not mailed.
    dropped: Vec<NotificationId>,
}

impl NotificationMailer {
    /// Writes the mails of this server's database.
    #[must_use]
    pub const fn new(app: App) -> Self {
        Self { app }
    }

    /// Writes due mails until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let wait = match self.write_due().await {
                Ok(_) => self.wait().await,
                Err(error) => {
                    if !error.downcast_ref::<DbError>().is_some_and(DbError::is_outage) {
                        tracing::warn!(
                            error = format!("{error:#}"),
                            "mails of notifications are delayed"
                        );
                    }
                    POLL_INTERVAL
                }
            };
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    async fn wait(&self) -> Duration {
        let next = async {
            let mut tx = self.app.db.read().await?;
            mails::next_due(&mut tx).await
        };
        let until =
            |next: DateTime<Utc>| (next - self.app.clock.now()).to_std().unwrap_or_default();
        match next.await {
            // At least a second: what is due but could not be written must not loop.
            Ok(Some(next)) => until(next).clamp(Duration::from_secs(1), POLL_INTERVAL),
            Ok(None) | Err(_) => POLL_INTERVAL,
        }
    }

    /// Writes every mail that is due now, and returns how many.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn write_due(&self) -> anyhow::Result<usize> {
        let mut written = 0;
        loop {
            let now = self.app.clock.now();
            // Looking needs no write lock.
            let mut tx = self.app.db.read().await?;
            let next = mails::next_due(&mut tx).await?;
            drop(tx);
            if next.is_none_or(|next| next > now) {
                return Ok(written);
            }
            let mut tx = self.app.db.write().await?;
            // Another server may have taken it.
            if let Some(reader) = mails::next_recipient(&mut tx, now).await? {
                written += self.write_to(&mut tx, &reader, now).await?;
            }
            tx.commit().await?;
        }
    }

    async fn write_to(
        &self,
        tx: &mut Tx,
        reader: &MailAddressee,
        now: DateTime<Utc>,
    ) -> anyhow::Result<usize> {
        let choices = notification_choices::list(tx, reader.id).await?;
        let pending = mails::pending(tx, reader.id).await?;
        let sorted = sort(pending, reader, &choices, now);
        if let Some(zone) = reader.time_zone {
            let until = digest_hour::next(now, zone);
            mails::defer(tx, &sorted.put_off, until).await?;
        }
        mails::take(tx, &sorted.dropped).await?;
        let mut written = 0;
        for burst in sorted.mails {
            written +=
                usize::from(self.write(tx, reader, burst, NotificationChannel::Mail, now).await?);
        }
        let digest =
            self.write(tx, reader, sorted.digest, NotificationChannel::Digest, now).await?;
        Ok(written + usize::from(digest))
    }

    /// Queues one mail of the notifications that no other server took; returns whether there was one.
    async fn write(
        &self,
        tx: &mut Tx,
        reader: &MailAddressee,
        mut burst: Vec<Pending>,
        by: NotificationChannel,
        now: DateTime<Utc>,
    ) -> anyhow::Result<bool> {
        let ids: Vec<_> = burst.iter().map(|pending| pending.notification.id).collect();
        let ours = mails::take(tx, &ids).await?;
        burst.retain(|pending| ours.contains(&pending.notification.id));
        if burst.is_empty() {
            return Ok(false);
        }
        let kinds = kinds(&burst);
        let items = digest_items(tx, reader, &burst).await?;
        let page = |route: &str| self.app.sender_identity.link(route);
        let links = Links { page: &page, choices: CHOICES };
        if items.is_empty() {
            // It was read in the chat meanwhile.
            return Ok(false);
        }
        let written = match by {
            NotificationChannel::Digest => digest::digest(&items, links, reader.language),
            _ => digest::mail(&items, links, reader.language),
        };
        let token = UnsubscribeLinks::open(tx).await?.token(reader.id, &kinds);
        let unsubscribe = Some(page(&format!("{UNSUBSCRIBE_PATH}{token}")));
        let mail =
            NewMail { unsubscribe, on_behalf_of: reader.company_id, ..NewMail::own(written) };
        let name = format!("{} {}", reader.first_name, reader.last_name);
        let to = MailAddress { email: reader.email.clone(), name: Some(name) };
        mail_queue::queue(tx, &mail, &[to], now).await?;
        Ok(true)
    }
}

/// The items of a mail. For a room these are all unread messages, since its notification has only the first
/// one, without those that a tag shows already.
async fn digest_items(
    tx: &mut Tx,
    reader: &MailAddressee,
    burst: &[Pending],
) -> DbResult<Vec<digest::DigestItem>> {
    let tagged = |contents: &str| {
        burst.iter().any(|pending| match &pending.notification.event {
            Some(NotificationEvent::Tagged(message)) => message.contents == contents,
            _ => false,
        })
    };
    let mut items = Vec::with_capacity(burst.len());
    for pending in burst {
        let Some(NotificationEvent::MessageSent(message)) = &pending.notification.event else {
            items.extend(pending.notification.to_digest_item(reader.language));
            continue;
        };
        let unread = messages::unread(tx, message.room, reader.id, MESSAGES_OF_A_ROOM).await?;
        for one in unread.into_iter().filter(|one| !tagged(&one.contents)) {
            let name = one.author.full().unwrap_or_default();
            let by = ActorName { name: &name, company: &one.company };
            let message_event = NotificationMessage { room: message.room, contents: one.contents };
            let message_event = NotificationEvent::MessageSent(message_event);
            items.push(digest::DigestItem::new(&message_event, by, reader.language));
        }
    }
    Ok(items)
}

fn kinds(burst: &[Pending]) -> Vec<NotificationKind> {
    let events = burst.iter().filter_map(|pending| pending.notification.event.as_ref());
    let mut kinds: Vec<_> = events.map(NotificationEvent::kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Sorts queued notifications by their reader's current choices.
fn sort(
    pending: Vec<Pending>,
    reader: &MailAddressee,
    choices: &[(NotificationKind, NotificationChannel)],
    now: DateTime<Utc>,
) -> MailPlan {
    let mut sorted = MailPlan::default();
    let mut bursts: Vec<(Uuid, Vec<Pending>)> = Vec::new();
    for one in pending {
        let event = one.notification.event.as_ref();
        let kind = event.map(NotificationEvent::kind);
        let chosen = choices.iter().find(|(of, _)| Some(*of) == kind).map(|(_, way)| *way);
        let is_theirs = reader.company_id == Some(one.company) && one.notification.is_new;
        match (chosen.filter(|_| is_theirs), one.by) {
            (Some(NotificationChannel::Digest), NotificationChannel::Mail) => {
                sorted.put_off.push(one.notification.id);
            }
            (
                Some(NotificationChannel::Digest | NotificationChannel::Mail),
                NotificationChannel::Digest,
            ) => {
                if one.at <= now {
                    sorted.digest.push(one);
                }
            }
            (Some(NotificationChannel::Mail), _) => {
                let about = event.map(NotificationEvent::subject_id).unwrap_or_default();
                match bursts.iter_mut().find(|(of, _)| *of == about) {
                    Some((_, burst)) => burst.push(one),
                    None => bursts.push((about, vec![one])),
                }
            }
            _ => sorted.dropped.push(one.notification.id),
        }
    }
    // After the first notification of a group has waited long enough, the whole group is sent.
    bursts.retain(|(_, burst)| burst.iter().any(|one| one.at <= now));
    sorted.mails = bursts.into_iter().map(|(_, burst)| burst).collect();
    by_subject(&mut sorted.digest);
    sorted
}

/// Groups the digest by subject, in order of first appearance.
fn by_subject(digest: &mut [Pending]) {
    let about = |one: &Pending| one.notification.event.as_ref().map(NotificationEvent::subject_id);
    let mut places = HashMap::new();
    for one in digest.iter() {
        let next = places.len();
        places.entry(about(one)).or_insert(next);
    }
    digest.sort_by_key(|one| places.get(&about(one)).copied());
}
