//! Notifications that are to be mailed.

use chrono::{DateTime, Utc};
use domain::{
    companies::time_zone::TimeZone,
    notifications::preferences::NotificationChannel,
    types::{
        ids::{CompanyId, NotificationId, UserId},
        language::Language,
    },
};

use crate::{db::prelude::*, notifications::notifications::NotificationRow};

/// A recipient with pending notifications, and their current company.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct MailAddressee {
    pub id: UserId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub language: Language,
    pub company_id: Option<CompanyId>,
    pub time_zone: Option<TimeZone>,
}

columns! {
    MailAddressee { id, email, first_name, last_name, language, company_id, time_zone }
}

/// A notification to be mailed.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The notification.
    pub notification: NotificationRow,
    /// The company in which its reader was notified.
    pub company: CompanyId,
    /// In the daily mail, or in a separate mail.
    pub by: NotificationChannel,
    /// The earliest time.
    pub at: DateTime<Utc>,
}

impl FromRow for Pending {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self {
            notification: NotificationRow::from_row(row)?,
            company: row.get("company_id")?,
            by: row.get("mail_by")?,
            at: row.get("mail_at")?,
        })
    }
}

/// When the next mail is due.
pub async fn next_due(tx: &mut Tx) -> DbResult<Option<DateTime<Utc>>> {
    sql!(
        "SELECT mail_at AS value FROM notification WHERE mail_at IS NOT NULL
         ORDER BY mail_at, person_id LIMIT 1"
    )
    .optional_value(tx)
    .await
}

/// The recipient of the mail that has been due longest.
pub async fn next_recipient(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<Option<MailAddressee>> {
    sql!(
        "SELECT person.id, person.email, person.first_name, person.last_name, person.language,
                person.company_id, company.time_zone
         FROM person LEFT JOIN company ON company.id = person.company_id
         WHERE person.id = (SELECT person_id FROM notification
                            WHERE mail_at IS NOT NULL AND mail_at <= $1
                            ORDER BY mail_at, person_id LIMIT 1)"
    )
    .bind(now)
    .optional(tx)
    .await
}

/// All notifications to be mailed to a reader, oldest first.
pub async fn pending(tx: &mut Tx, reader: UserId) -> DbResult<Vec<Pending>> {
    sql!(
        "SELECT notification.id, notification.happening, notification.is_new,
             notification.date_inserted, doer.first_name, doer.last_name,
             source.name AS company_name, source.logo_url,
             notification.company_id, notification.mail_by, notification.mail_at
         FROM notification
         JOIN person AS doer ON doer.id = notification.by_person_id
         JOIN company AS source ON source.id = notification.by_company_id
         WHERE notification.person_id = $1 AND notification.mail_at IS NOT NULL
         ORDER BY notification.date_inserted, notification.id"
    )
    .bind(reader)
    .all(tx)
    .await
}

/// Marks these as no longer to be mailed, and returns those that still were: of several concurrent servers,
/// only one gets each.
pub async fn take(tx: &mut Tx, ids: &[NotificationId]) -> DbResult<Vec<NotificationId>> {
    sql!(
        "UPDATE notification SET mail_by = NULL, mail_at = NULL
         WHERE id IN ({ids}) AND mail_at IS NOT NULL
         RETURNING id AS value"
    )
    .bind_list("ids", ids.iter().copied())
    .values(tx)
    .await
}

/// Defers these to the daily mail.
pub async fn defer(tx: &mut Tx, ids: &[NotificationId], until: DateTime<Utc>) -> DbResult<()> {
    sql!(
        "UPDATE notification SET mail_by = 'digest', mail_at = $1
         WHERE id IN ({ids}) AND mail_at IS NOT NULL"
    )
    .bind(until)
    .bind_list("ids", ids.iter().copied())
    .run(tx)
    .await?;
    Ok(())
}
