//! Whom something is told, and how each of them wants to be told.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    companies::time_zone::TimeZone,
    notifications::{
        notifications::NotificationEvent,
        preferences::{NotificationKind, NotificationWay},
    },
    types::{
        ids::{CompanyId, NotificationId, UserId},
        limits::LIMITS,
    },
};

use crate::{actor::ActionContext, db::prelude::*, notifications::digest_hour};

/// Whom an act is told.
#[derive(Clone, Debug, Default)]
pub struct Recipients {
    /// Companies whose admins are told.
    pub admins_of: Vec<CompanyId>,
    /// Somebody who is told besides, as long as they work for this company.
    pub employee: Option<(UserId, CompanyId)>,
}

impl Recipients {
    /// Whether nobody can be among them.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.admins_of.is_empty() && self.employee.is_none()
    }
}

/// A reader, the company they are told in, and how they want to be told.
pub(crate) struct Recipient {
    pub(crate) id: UserId,
    pub(crate) company_id: CompanyId,
    pub(crate) time_zone: TimeZone,
    pub(crate) choice: Option<NotificationWay>,
}

/// With which mail something goes to its reader, and from when on.
pub(crate) type MailSchedule = Option<(NotificationWay, DateTime<Utc>)>;

/// What a reader had not seen and is told anew: the mail that waits for more goes with it.
pub(crate) struct Replaced {
    pub(crate) id: NotificationId,
    pub(crate) person_id: UserId,
    pub(crate) company_id: CompanyId,
    pub(crate) mail_by: Option<NotificationWay>,
    pub(crate) mail_at: Option<DateTime<Utc>>,
}

columns! {
    Recipient { id, company_id, time_zone, choice }
    Replaced { id, person_id, company_id, mail_by, mail_at }
}

impl Recipient {
    /// Whether they want to hear of it at all.
    pub(crate) fn wants_notification(&self) -> bool {
        self.choice != Some(NotificationWay::None)
    }

    /// How it is mailed to this reader, if it is; a mail that waits for more waits no longer for it.
    pub(crate) fn mail_schedule(
        &self,
        what: &NotificationEvent,
        now: DateTime<Utc>,
        replaced: &[Replaced],
    ) -> MailSchedule {
        let by = self.choice.filter(|_| !what.was_mailed_directly())?;
        let at = match by {
            NotificationWay::Mail => now + TimeDelta::minutes(LIMITS.notification_mail_minutes),
            NotificationWay::Digest => digest_hour::next(now, self.time_zone),
            NotificationWay::App | NotificationWay::None => return None,
        };
        let waits =
            replaced.iter().filter(|old| old.person_id == self.id && old.mail_by == self.choice);
        Some((by, waits.filter_map(|old| old.mail_at).fold(at, Ord::min)))
    }
}

/// Who of these readers is to be told, and how they chose to be told of things of this kind. Who did it
/// is never among them.
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
