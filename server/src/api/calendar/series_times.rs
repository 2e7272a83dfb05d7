//! The times of appointments that repeat, and what the log says of their rule.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    companies::time_zone::TimeZone,
    planning::{repeats::RepeatEvery, workdays::WorkCalendar},
    types::ids::AppointmentId,
};
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    calendar::appointments::AppointmentState,
    company_time,
    db::Tx,
};

use crate::http::prelude::*;

/// Start and end.
pub(super) type Times = (DateTime<Utc>, DateTime<Utc>);

/// When an appointment is in the company's time zone, which it keeps when the clocks change.
#[derive(Clone, Copy)]
pub(super) struct WallTimes {
    zone: TimeZone,
    pub(super) start: NaiveDateTime,
    end: NaiveDateTime,
    length: TimeDelta,
}

impl WallTimes {
    pub(super) fn of(found: &AppointmentState, zone: TimeZone) -> Self {
        let local = |at| company_time::local(at, zone);
        let length = found.end_at - found.start_at;
        Self { zone, start: local(found.start_at), end: local(found.end_at), length }
    }

    /// The times where it begins at this time of the company's clocks, and ends as much later by them.
    pub(super) fn beginning(&self, start: NaiveDateTime) -> Times {
        let begin = company_time::instant(start, self.zone);
        let end = company_time::instant(start + (self.end - self.start), self.zone);
        // Within an hour that comes twice its end may have been before its start.
        (begin, if end > begin { end } else { begin + self.length })
    }
}

/// Appointments fall on any day of the week.
pub(super) fn any_day() -> WorkCalendar {
    WorkCalendar::new(&[1, 2, 3, 4, 5, 6, 7], [])
}

/// Adds to the log of an appointment that it and those that follow it repeat by another rule, for the first time, or no
/// more.
pub(super) async fn record_rule(
    tx: &mut Tx,
    act: ActionContext,
    id: AppointmentId,
    (from, to): (Option<RepeatEvery>, Option<RepeatEvery>),
) -> ApiResult<()> {
    if from == to {
        return Ok(());
    }
    let (from, to) = (from.map(RepeatEvery::written), to.map(RepeatEvery::written));
    let changes = vec![Change { field: ActivityField::Repeats, from, to }];
    let snapshot = record::snapshot(tx, Subject::Appointment(id)).await?;
    snapshot.record_done(tx, act, ActivityAction::Changed, changes).await?;
    Ok(())
}
