//! A room's state, as far as messages need it.

use chrono::{DateTime, Utc};
use domain::{
    chat::{kinds::RoomKind, members, rooms::RoomPerson},
    companies::time_zone::TimeZone,
    types::ids::{ChatRoomId, CompanyId, JobId},
};

use crate::columns;

/// The state of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomState {
    /// Its id.
    pub id: ChatRoomId,
    /// What it is for.
    pub kind: RoomKind,
    /// The job of a job's room.
    pub job_id: Option<JobId>,
    /// Its company, or the first of two.
    pub first_side_id: CompanyId,
    /// The other company, if there is one.
    pub second_side_id: Option<CompanyId>,
    /// The time zone of the first company.
    pub first_time_zone: TimeZone,
    /// The time zone of the other company.
    pub second_time_zone: Option<TimeZone>,
    /// Whether its connection or assignment has ended.
    pub has_ended: bool,
    /// When its job was completed.
    pub completed_at: Option<DateTime<Utc>>,
    /// The number of its newest message, 0 if there is none.
    pub last_seq: i64,
}

columns! {
    RoomState {
        id, kind, job_id, first_side_id, second_side_id, first_time_zone, second_time_zone, has_ended,
        completed_at, last_seq,
    }
    RoomPerson { id, first_name, last_name, company_id, user_type, position }
}

impl RoomState {
    /// Whether it accepts messages.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        members::is_open(self.has_ended, self.completed_at, now)
    }
}

/// Whether a room's connection or assignment has ended.
macro_rules! has_ended {
    () => {
        "(NOT chat_room.is_open
          OR (chat_room.job_id IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM job
                              WHERE job.id = chat_room.job_id
                                  AND job.assigned_company_id = chat_room.assigned_company_id)))"
    };
}

/// When a room's job was marked complete, if it is. One that was never marked was complete from its beginning.
macro_rules! completed_at {
    () => {
        "(SELECT CASE WHEN job.status = 'complete' THEN COALESCE(
              (SELECT MAX(activity.at) FROM activity
               WHERE activity.subject_id = job.id AND activity.kind = 'job'
                   AND activity.action = 'completed'),
              job.date_inserted) END
          FROM job WHERE job.id = chat_room.job_id)"
    };
}

pub(crate) use completed_at;
pub(crate) use has_ended;
