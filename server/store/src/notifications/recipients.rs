//! The recipients of a notification, and their preferences.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    companies::time_zone::TimeZone,
    notifications::{
        notifications::NotificationEvent,
        preferences::{NotificationChannel, NotificationKind},
    },
    types::{
        ids::{CompanyId, NotificationId, UserId},
        limits::LIMITS,
    },
};

use crate::{actor::ActionContext, db::prelude::*, notifications::digest_hour};

/// Who is notified of an event.
#[derive(Clone, Debug, Default)]
pub struct Recipients {
    /// Companies whose admins are notified.
    pub admins_of: Vec<CompanyId>,
    /// An employee who is also notified, as long as they work for this company.
    pub employee: Option<(UserId, CompanyId)>,
}

impl Recipients {
    /// Whether there are no recipients.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.admins_of.is_empty() && self.employee.is_none()
    }
}

/// Who is notified of many jobs at once.
#[derive(Clone, Debug, Default)]
pub struct Workers {
    /// Companies whose admins are notified.
    pub admins_of: Vec<CompanyId>,
    /// Employees of the companies that do the jobs.
    pub employees: Vec<UserId>,
}

/// Somebody who may be notified of many jobs.
#[derive(Clone, Copy, Debug)]
pub struct Worker {
    /// The user.
    pub user: UserId,
    /// The company that they work for.
    pub company: CompanyId,
    /// Whether they are one of its admins.
    pub is_admin: bool,
}

/// A reader, the company in which they are notified, and their preference.
pub(crate) struct Recipient {
    pub(crate) id: UserId,
    pub(crate) company_id: CompanyId,
    pub(crate) time_zone: TimeZone,
    pub(crate) choice: Option<NotificationChannel>,
}

/// The mail that a notification is sent with, and its earliest time.
pub(crate) type MailSchedule = Option<(NotificationChannel, DateTime<Utc>)>;

/// A replaced unseen notification, whose pending mail is replaced too.
pub(crate) struct Replaced {
    pub(crate) id: NotificationId,
    pub(crate) person_id: UserId,
    pub(crate) company_id: CompanyId,
    pub(crate) mail_by: Option<NotificationChannel>,
    pub(crate) mail_at: Option<DateTime<Utc>>,
}

columns! {
    Recipient { id, company_id, time_zone, choice }
    Replaced { id, person_id, company_id, mail_by, mail_at }
}

impl Recipient {
    /// Whether they have not turned it off.
    pub(crate) fn wants_notification(&self) -> bool {
        self.choice != Some(NotificationChannel::None)
    }

    /// How it is mailed to this reader, if at all; it does not postpone a pending mail that it replaces.
    pub(crate) fn mail_schedule(
        &self,
        what: &NotificationEvent,
        now: DateTime<Utc>,
        replaced: &[Replaced],
    ) -> MailSchedule {
        let by = self.choice.filter(|_| !what.was_mailed_directly())?;
        let at = match by {
            NotificationChannel::Mail => mail_time(now),
            NotificationChannel::Digest => digest_hour::next(now, self.time_zone),
            NotificationChannel::App | NotificationChannel::None => return None,
        };
        let pending =
            replaced.iter().filter(|old| old.person_id == self.id && old.mail_by == self.choice);
        Some((by, pending.filter_map(|old| old.mail_at).fold(at, Ord::min)))
    }
}

/// The earliest time of the mail of a notification that is mailed on its own: it may be seen before.
pub(crate) fn mail_time(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::minutes(LIMITS.notification_mail_minutes)
}

/// Those of these people who still work for one of the companies, and their preferences for this kind. The user
/// who acted is never among them.
pub(crate) async fn find_people(
    tx: &mut Tx,
    act: ActionContext,
    people: &[UserId],
    companies: [CompanyId; 2],
    kind: NotificationKind,
) -> DbResult<Vec<Recipient>> {
    sql!(
        "SELECT person.id, person.company_id, company.time_zone, notification_choice.choice
         FROM person
         JOIN company ON company.id = person.company_id
         LEFT JOIN notification_choice ON notification_choice.person_id = person.id
             AND notification_choice.kind = $2
         WHERE person.id IN ({people}) AND person.company_id IN ({companies})
             AND person.id <> $1 AND person.account_creation_complete
         ORDER BY person.id"
    )
    .bind(act.user)
    .bind(kind)
    .bind_list("people", people.iter().copied())
    .bind_list("companies", companies)
    .all(tx)
    .await
}

/// Those of these readers who are to be notified, and their preferences for this kind. The user who acted is
/// never among them.
pub(crate) async fn find(
    tx: &mut Tx,
    act: ActionContext,
    readers: &Recipients,
    kind: Option<NotificationKind>,
) -> DbResult<Vec<Recipient>> {
    let (employee, their_company) = readers.employee.unzip();
    sql!(
        "SELECT person.id, person.company_id, company.time_zone, notification_choice.choice
         FROM person
         JOIN company ON company.id = person.company_id
         LEFT JOIN notification_choice ON notification_choice.person_id = person.id
             AND notification_choice.kind = $4
         WHERE ((person.company_id IN ({companies}) AND person.user_type = 'admin')
                OR (person.id = $1 AND person.company_id = $2))
             AND person.id <> $3 AND person.account_creation_complete
         ORDER BY person.id"
    )
    .bind(employee)
    .bind(their_company)
    .bind(act.user)
    .bind(kind)
    .bind_list("companies", readers.admins_of.iter().copied())
    .all(tx)
    .await
}

/// A reader, and whether they are an admin.
pub(crate) struct FoundWorker(pub(crate) Recipient, pub(crate) Worker);

impl FromRow for FoundWorker {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let recipient = Recipient::from_row(row)?;
        let is_admin = row.get("is_admin")?;
        let worker = Worker { user: recipient.id, company: recipient.company_id, is_admin };
        Ok(Self(recipient, worker))
    }
}

/// Those who are to be notified of many jobs, each once, and their preferences for this kind. The user who acted is never
/// among them.
pub(crate) async fn find_workers(
    tx: &mut Tx,
    act: ActionContext,
    workers: &Workers,
    kind: NotificationKind,
) -> DbResult<Vec<FoundWorker>> {
    sql!(
        "SELECT person.id, person.company_id, company.time_zone, notification_choice.choice,
             person.user_type = 'admin' AS is_admin
         FROM person
         JOIN company ON company.id = person.company_id
         LEFT JOIN notification_choice ON notification_choice.person_id = person.id
             AND notification_choice.kind = $2
         WHERE ((person.company_id IN ({companies}) AND person.user_type = 'admin')
                OR person.id IN ({employees}))
             AND person.id <> $1 AND person.account_creation_complete
         ORDER BY person.id"
    )
    .bind(act.user)
    .bind(kind)
    .bind_list("companies", workers.admins_of.iter().copied())
    .bind_list("employees", workers.employees.iter().copied())
    .all(tx)
    .await
}
