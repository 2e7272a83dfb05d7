//! What people are told: who is to be told, what was told, and what they have seen of it.

use chrono::{DateTime, Utc};
use domain::{
    ids::{CompanyId, JobId, NotificationId, UserId, WorkOrderId},
    jobs::PersonName,
    language::Language,
    limits::LIMITS,
    notification_texts::Doer,
    notifications::{Happening, Notification, Subject, ToldJob, ToldOrder},
};
use uuid::Uuid;

use crate::{
    columns,
    db::{DbResult, FromRow, Json, Row, Tx},
    scope::Scope,
    sql,
};

/// Who did what others are told of, and when.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// Who. They are never told themselves.
    pub user: UserId,
    /// For which company.
    pub company: CompanyId,
    /// When.
    pub now: DateTime<Utc>,
}

/// Whom an act is told.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    /// Companies whose admins are told.
    pub admins_of: Vec<CompanyId>,
    /// Somebody who is told besides, as long as they work for this company.
    pub employee: Option<(UserId, CompanyId)>,
}

impl Readers {
    /// Whether nobody can be among them.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.admins_of.is_empty() && self.employee.is_none()
    }
}

/// A reader, and the company they are told in.
pub(super) struct Reader {
    pub(super) id: UserId,
    pub(super) company_id: CompanyId,
}

columns! {
    Reader { id, company_id }
}

/// Writes down that something happened, once for each reader but not for who did it. What a reader
/// has not seen yet of the same subject goes with it, under its old id: so nobody marks as seen
/// what they were not shown.
pub async fn insert(
    tx: &mut Tx,
    act: Act,
    readers: &Readers,
    happening: &Happening,
) -> DbResult<()> {
    let found = find_readers(tx, act, readers).await?;
    let subject = happening.subject();
    let from = if happening.stands_beside_others() { Some(act.user) } else { None };
    delete_unseen(tx, &found, subject, from).await?;
    for reader in found {
        insert_one(tx, act, &reader, happening).await?;
    }
    Ok(())
}

/// Tells one reader.
pub(super) async fn insert_one(
    tx: &mut Tx,
    act: Act,
    reader: &Reader,
    happening: &Happening,
) -> DbResult<()> {
    let subject = happening.subject();
    sql!(
        "INSERT INTO notification (id, person_id, company_id, by_person_id, by_company_id,
             subject_id, topic, happening, is_new, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, TRUE, $9)"
    )
    .bind(NotificationId(Uuid::now_v7()))
    .bind(reader.id)
    .bind(reader.company_id)
    .bind(act.user)
    .bind(act.company)
    .bind(subject.id)
    .bind(subject.topic)
    .bind(Json(happening))
    .bind(act.now)
    .run_one(tx)
    .await
}

/// Takes back what somebody told of a subject, from readers who have not seen it.
pub async fn withdraw(tx: &mut Tx, act: Act, readers: &Readers, subject: Subject) -> DbResult<()> {
    let found = find_readers(tx, act, readers).await?;
    delete_unseen(tx, &found, subject, Some(act.user)).await
}

async fn find_readers(tx: &mut Tx, act: Act, readers: &Readers) -> DbResult<Vec<Reader>> {
    let (employee, their_company) = readers.employee.unzip();
    sql!(
        "SELECT id, company_id FROM person
         WHERE ((company_id IN ({companies}) AND user_type = 'admin')
                OR (id = $1 AND company_id = $2))
             AND id <> $3 AND account_creation_complete
         ORDER BY id"
    )
    .bind(employee)
    .bind(their_company)
    .bind(act.user)
    .bind_list("companies", readers.admins_of.iter().copied())
    .all(tx)
    .await
}

/// What these readers have not seen of a subject is gone: from anybody, or from one person.
async fn delete_unseen(
    tx: &mut Tx,
    readers: &[Reader],
    subject: Subject,
    from: Option<UserId>,
) -> DbResult<()> {
    sql!(
        "DELETE FROM notification
         WHERE person_id IN ({readers}) AND subject_id = $1 AND topic = $2 AND is_new
             AND (CAST($3 AS UUID) IS NULL OR by_person_id = $3)"
    )
    .bind(subject.id)
    .bind(subject.topic)
    .bind(from)
    .bind_list("readers", readers.iter().map(|reader| reader.id))
    .run(tx)
    .await?;
    Ok(())
}

columns! {
    ToldJob { job, job_title, start_date, end_date }
    ToldOrder { work_order, order_title, job_title }
}

/// A job as a notification names it.
pub async fn job(tx: &mut Tx, job: JobId) -> DbResult<ToldJob> {
    sql!("SELECT id AS job, title AS job_title, start_date, end_date FROM job WHERE id = $1")
        .bind(job)
        .one(tx)
        .await
}

/// A work order as a notification names it.
pub async fn work_order(tx: &mut Tx, order: WorkOrderId) -> DbResult<ToldOrder> {
    sql!(
        "SELECT work_order.id AS work_order, work_order.title AS order_title,
             job.title AS job_title
         FROM work_order JOIN job ON job.id = work_order.job_id
         WHERE work_order.id = $1"
    )
    .bind(order)
    .one(tx)
    .await
}

/// A notification before it is put into words.
struct Told {
    id: NotificationId,
    /// None where a newer server told of what this one does not know.
    happening: Option<Happening>,
    is_new: bool,
    date_inserted: DateTime<Utc>,
    doer: PersonName,
    company: String,
    logo_url: Option<String>,
}

impl FromRow for Told {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let Json(happening): Json<serde_json::Value> = row.get("happening")?;
        Ok(Self {
            id: row.get("id")?,
            happening: serde_json::from_value(happening).ok(),
            is_new: row.get("is_new")?,
            date_inserted: row.get("date_inserted")?,
            doer: PersonName {
                first_name: row.get("first_name")?,
                last_name: row.get("last_name")?,
            },
            company: row.get("company_name")?,
            logo_url: row.get("logo_url")?,
        })
    }
}

impl Told {
    fn in_words(self, language: Language) -> Option<Notification> {
        let happening = self.happening?;
        let name = self.doer.full().unwrap_or_default();
        let by = Doer { name: &name, company: &self.company };
        let (title, content, route) = happening.in_words(by, language);
        Some(Notification {
            id: self.id,
            title,
            content,
            route,
            image: self.logo_url,
            is_new: self.is_new,
            destination: happening.destination(),
            date_inserted: self.date_inserted,
        })
    }
}

macro_rules! told {
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

/// The newest that somebody was told in their company, newest first: one statement.
pub async fn list(
    tx: &mut Tx,
    scope: Scope,
    reader: UserId,
    language: Language,
) -> DbResult<Vec<Notification>> {
    let rows: Vec<Told> =
        sql!(told!("ORDER BY notification.date_inserted DESC, notification.id DESC LIMIT $3"))
            .bind(reader)
            .bind(scope)
            .bind(i64::from(LIMITS.notifications))
            .all(tx)
            .await?;
    Ok(rows.into_iter().filter_map(|told| told.in_words(language)).collect())
}

/// Marks as seen what somebody was told in their company; answers it. Ids of anything else are
/// passed over.
pub async fn set_seen(
    tx: &mut Tx,
    scope: Scope,
    reader: UserId,
    language: Language,
    ids: &[NotificationId],
) -> DbResult<Vec<Notification>> {
    sql!(
        "UPDATE notification SET is_new = FALSE
         WHERE person_id = $1 AND company_id = $2 AND id IN ({ids}) AND is_new"
    )
    .bind(reader)
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .run(tx)
    .await?;
    let rows: Vec<Told> = sql!(told!("AND notification.id IN ({ids})"))
        .bind(reader)
        .bind(scope)
        .bind_list("ids", ids.iter().copied())
        .all(tx)
        .await?;
    Ok(rows.into_iter().filter_map(|told| told.in_words(language)).collect())
}
