//! Notifications, and whether their readers have seen them.

use chrono::{DateTime, Utc};
use domain::{
    jobs::job::PersonName,
    notifications::{
        digest,
        notifications::{
            Notification, NotificationEvent, NotificationJob, NotificationOrder, Subject,
        },
        preferences::NotificationKind,
        texts::ActorName,
    },
    types::{
        ids::{CompanyId, JobId, NotificationId, UserId, WorkOrderId},
        language::Language,
        limits::LIMITS,
    },
};
use uuid::Uuid;

use crate::{
    actor::ActionContext,
    db::{bind::ToArg as _, prelude::*, statement::ROWS_AT_ONCE},
    notifications::{
        push_deliveries,
        recipients::{self, FoundWorker, Recipient, Recipients, Replaced, Worker, Workers},
    },
    scope::Scope,
};

/// Stores a notification for each reader, except the user who acted. It replaces the reader's unseen
/// notification of the same subject and gets a new id, so that no reader marks as seen what they were not
/// shown.
pub async fn insert(
    tx: &mut Tx,
    act: ActionContext,
    readers: &Recipients,
    event: &NotificationEvent,
) -> DbResult<()> {
    let found = recipients::find(tx, act, readers, Some(event.kind())).await?;
    insert_for(tx, act, found, event).await
}

/// Stores a notification of what nobody signed in did just now, such as the holder of a link. Its actor is the user who
/// made the link, or the like, and is notified as the others are.
pub async fn insert_on_behalf(
    tx: &mut Tx,
    maker: ActionContext,
    readers: &Recipients,
    event: &NotificationEvent,
) -> DbResult<()> {
    let nobody = ActionContext { user: UserId::default(), ..maker };
    let found = recipients::find(tx, nobody, readers, Some(event.kind())).await?;
    insert_for(tx, maker, found, event).await
}

/// Stores one notification for each of many workers, except the user who acted: what `event_of` says of them, which is
/// of this kind. Those with the same event are notified together.
pub async fn insert_for_each(
    tx: &mut Tx,
    act: ActionContext,
    workers: &Workers,
    kind: NotificationKind,
    event_of: impl Fn(Worker) -> Option<NotificationEvent>,
) -> DbResult<()> {
    let mut groups: Vec<(NotificationEvent, Vec<Recipient>)> = Vec::new();
    for FoundWorker(reader, worker) in recipients::find_workers(tx, act, workers, kind).await? {
        let Some(event) = event_of(worker) else { continue };
        match groups.iter_mut().find(|(same, _)| *same == event) {
            Some((_, readers)) => readers.push(reader),
            None => groups.push((event, vec![reader])),
        }
    }
    for (event, readers) in groups {
        insert_for(tx, act, readers, &event).await?;
    }
    Ok(())
}

/// Stores a notification for these readers, in as many statements for many as for one.
pub(crate) async fn insert_for(
    tx: &mut Tx,
    act: ActionContext,
    mut readers: Vec<Recipient>,
    event: &NotificationEvent,
) -> DbResult<()> {
    let subject = event.subject();
    let from = if event.is_grouped_by_actor() { Some(act.user) } else { None };
    // Also of readers who have since turned notifications off: the old one is no longer true.
    let replaced = delete_unseen(tx, &readers, subject, from).await?;
    readers.retain(Recipient::wants_notification);
    let mut ids = Vec::with_capacity(readers.len());
    let mut rows = Vec::with_capacity(readers.len());
    for reader in &readers {
        let (id, company) = (NotificationId(Uuid::now_v7()), reader.company_id);
        let (mail_by, mail_at) = reader.mail_schedule(event, act.now, &replaced).unzip();
        tx.publish(Event::Notification { notification: id, reader: reader.id, company });
        ids.push(id);
        rows.push([
            id.to_arg(),
            reader.id.to_arg(),
            company.to_arg(),
            mail_by.to_arg(),
            mail_at.to_arg(),
        ]);
    }
    for rows in rows.chunks(ROWS_AT_ONCE) {
        sql!(
            "INSERT INTO notification (id, person_id, company_id, mail_by, mail_at, by_person_id,
                 by_company_id, subject_id, topic, happening, is_new, date_inserted)
             VALUES {rows: (?, ?, ?, ?, ?, $1, $2, $3, $4, $5, TRUE, $6)}"
        )
        .bind(act.user)
        .bind(act.company)
        .bind(subject.id)
        .bind(subject.topic)
        .bind(Json(event))
        .bind(act.now)
        .bind_rows(rows.iter().cloned())
        .run(tx)
        .await?;
    }
    push_deliveries::queue(tx, &ids, act.now).await
}

/// Withdraws a user's notifications of a subject from readers who have not seen them.
pub async fn withdraw(
    tx: &mut Tx,
    act: ActionContext,
    readers: &Recipients,
    subject: Subject,
) -> DbResult<()> {
    let found = recipients::find(tx, act, readers, None).await?;
    delete_unseen(tx, &found, subject, Some(act.user)).await?;
    Ok(())
}

/// Withdraws from these workers, who have not seen it, that jobs were assigned to them: the jobs are gone.
pub async fn withdraw_assignments(
    tx: &mut Tx,
    act: ActionContext,
    workers: &Workers,
    jobs: &[JobId],
) -> DbResult<()> {
    let readers = recipients::find_workers(tx, act, workers, NotificationKind::Jobs).await?;
    let deleted: Vec<Replaced> = sql!(
        "DELETE FROM notification
         WHERE is_new AND topic = 'assignment' AND person_id IN ({readers})
             AND subject_id IN ({jobs})
         RETURNING id, person_id, company_id, mail_by, mail_at"
    )
    .bind_list("readers", readers.iter().map(|FoundWorker(reader, _)| reader.id))
    .bind_list("jobs", jobs.iter().copied())
    .all(tx)
    .await?;
    announce_gone(tx, &deleted);
    Ok(())
}

fn announce_gone(tx: &mut Tx, deleted: &[Replaced]) {
    for old in deleted {
        let (notification, reader, company) = (old.id, old.person_id, old.company_id);
        tx.publish(Event::Notification { notification, reader, company });
    }
}

/// Deletes these readers' unseen notifications of a subject, by anyone or by one user.
async fn delete_unseen(
    tx: &mut Tx,
    readers: &[Recipient],
    subject: Subject,
    from: Option<UserId>,
) -> DbResult<Vec<Replaced>> {
    let deleted: Vec<Replaced> = sql!(
        "DELETE FROM notification
         WHERE person_id IN ({readers}) AND subject_id = $1 AND topic = $2 AND is_new
             AND (CAST($3 AS UUID) IS NULL OR by_person_id = $3)
         RETURNING id, person_id, company_id, mail_by, mail_at"
    )
    .bind(subject.id)
    .bind(subject.topic)
    .bind(from)
    .bind_list("readers", readers.iter().map(|reader| reader.id))
    .all(tx)
    .await?;
    announce_gone(tx, &deleted);
    Ok(deleted)
}

columns! {
    NotificationJob { job, job_title, start_date, end_date }
    NotificationOrder { work_order, order_title, job, job_title }
}

/// A job's data for a notification.
pub async fn job(tx: &mut Tx, job: JobId) -> DbResult<NotificationJob> {
    sql!("SELECT id AS job, title AS job_title, start_date, end_date FROM job WHERE id = $1")
        .bind(job)
        .one(tx)
        .await
}

/// A work order's data for a notification.
pub async fn work_order(tx: &mut Tx, order: WorkOrderId) -> DbResult<NotificationOrder> {
    sql!(
        "SELECT work_order.id AS work_order, work_order.title AS order_title,
             job.id AS job, job.title AS job_title
         FROM work_order JOIN job ON job.id = work_order.job_id
         WHERE work_order.id = $1"
    )
    .bind(order)
    .one(tx)
    .await
}

/// A notification before its text is built.
#[derive(Clone, Debug)]
pub struct NotificationRow {
    /// Its id.
    pub id: NotificationId,
    /// `None` for an event of a newer server that this one does not know.
    pub event: Option<NotificationEvent>,
    /// Whether its reader has not seen it yet.
    pub is_new: bool,
    date_inserted: DateTime<Utc>,
    actor: PersonName,
    company: String,
    logo_url: Option<String>,
}

impl FromRow for NotificationRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let Json(event): Json<serde_json::Value> = row.get("happening")?;
        Ok(Self {
            id: row.get("id")?,
            event: serde_json::from_value(event).ok(),
            is_new: row.get("is_new")?,
            date_inserted: row.get("date_inserted")?,
            actor: PersonName {
                first_name: row.get("first_name")?,
                last_name: row.get("last_name")?,
            },
            company: row.get("company_name")?,
            logo_url: row.get("logo_url")?,
        })
    }
}

impl NotificationRow {
    fn into_wire(self, language: Language) -> Option<Notification> {
        let event = self.event?;
        let name = self.actor.full().unwrap_or_default();
        let by = ActorName { name: &name, company: &self.company };
        let (title, content, route) = event.in_words(by, language);
        Some(Notification {
            id: self.id,
            title,
            content,
            route,
            image: self.logo_url,
            is_new: self.is_new,
            destination: event.destination(),
            subject: event.subject_id(),
            date_inserted: self.date_inserted,
        })
    }

    /// The notification as an item of a digest.
    #[must_use]
    pub fn to_digest_item(&self, language: Language) -> Option<digest::DigestItem> {
        let event = self.event.as_ref()?;
        let name = self.actor.full().unwrap_or_default();
        let by = ActorName { name: &name, company: &self.company };
        Some(digest::DigestItem::new(event, by, language))
    }
}

macro_rules! notification_rows {
    ($tail:expr) => {
        concat!(
            "SELECT notification.id, notification.happening, notification.is_new,
                 notification.date_inserted, doer.first_name, doer.last_name,
                 source.name AS company_name, source.logo_url
             FROM notification
             JOIN person AS doer ON doer.id = notification.by_person_id
             JOIN company AS source ON source.id = notification.by_company_id
             WHERE notification.person_id = $1 AND notification.company_id = $2 ",
            $tail
        )
    };
}

/// A reader's newest notifications in their company, newest first: one statement.
pub async fn list(
    tx: &mut Tx,
    scope: Scope,
    reader: UserId,
    language: Language,
) -> DbResult<Vec<Notification>> {
    let rows: Vec<NotificationRow> = sql!(notification_rows!(
        "ORDER BY notification.date_inserted DESC, notification.id DESC LIMIT $3"
    ))
    .bind(reader)
    .bind(scope)
    .bind(i64::from(LIMITS.notifications))
    .all(tx)
    .await?;
    Ok(rows.into_iter().filter_map(|row| row.into_wire(language)).collect())
}

/// One of a reader's notifications in their company, if it still exists.
pub async fn find(
    tx: &mut Tx,
    scope: Scope,
    reader: UserId,
    language: Language,
    id: NotificationId,
) -> DbResult<Option<Notification>> {
    let row: Option<NotificationRow> = sql!(notification_rows!("AND notification.id = $3"))
        .bind(reader)
        .bind(scope)
        .bind(id)
        .optional(tx)
        .await?;
    Ok(row.and_then(|row| row.into_wire(language)))
}

/// A reader's unseen notifications in their company, newest first: one statement.
pub async fn unseen(
    tx: &mut Tx,
    company: CompanyId,
    reader: UserId,
) -> DbResult<Vec<NotificationRow>> {
    sql!(notification_rows!(
        "AND notification.is_new
         ORDER BY notification.date_inserted DESC, notification.id DESC LIMIT $3"
    ))
    .bind(reader)
    .bind(company)
    .bind(i64::from(LIMITS.notifications))
    .all(tx)
    .await
}

/// Marks a reader's notifications in their company as seen; returns them. Other ids are ignored.
pub async fn set_seen(
    tx: &mut Tx,
    scope: Scope,
    reader: UserId,
    language: Language,
    ids: &[NotificationId],
    now: DateTime<Utc>,
) -> DbResult<Vec<Notification>> {
    let new: Vec<NotificationId> = sql!(
        "UPDATE notification SET is_new = FALSE, date_seen = $3, mail_by = NULL, mail_at = NULL
         WHERE person_id = $1 AND company_id = $2 AND id IN ({ids}) AND is_new
         RETURNING id AS value"
    )
    .bind(reader)
    .bind(scope)
    .bind(now)
    .bind_list("ids", ids.iter().copied())
    .values(tx)
    .await?;
    for notification in new {
        tx.publish(Event::Notification { notification, reader, company: scope.company() });
    }
    let rows: Vec<NotificationRow> = sql!(notification_rows!("AND notification.id IN ({ids})"))
        .bind(reader)
        .bind(scope)
        .bind_list("ids", ids.iter().copied())
        .all(tx)
        .await?;
    Ok(rows.into_iter().filter_map(|row| row.into_wire(language)).collect())
}

/// Deletes a batch of notifications seen before that day; returns how many.
pub async fn delete_seen(tx: &mut Tx, before: DateTime<Utc>) -> DbResult<u64> {
    sql!(
        "DELETE FROM notification
         WHERE id IN (SELECT id FROM notification
                      WHERE NOT is_new AND date_inserted < $1
                          AND (date_seen IS NULL OR date_seen < $1)
                      ORDER BY date_inserted LIMIT $2)"
    )
    .bind(before)
    .bind(SWEEP_BATCH)
    .run(tx)
    .await
}
