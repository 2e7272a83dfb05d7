//! Changes of an appointment that repeats and of those that follow it in its series: all in one transaction, each with the
//! events and the entry that its own call would make. Completed ones stay as they are.

use std::collections::HashMap;

use domain::{
    calendar::{appointment_forms::AppointmentDetails, appointments::Appointment},
    companies::time_zone::TimeZone,
    forms::error::ValidationError,
    i18n::rules::Text,
    jobs::job::JobStatus,
    planning::{
        appointment_series::{
            AppointmentsChange, ChangeAppointments, KeptSeriesAppointment, StopAppointments,
        },
        series_days::{Occurrence, Recounted, SeriesDay, recount},
        series_forms::SeriesKeptReason,
    },
    types::ids::AppointmentId,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    calendar::{
        appointments::{self, AppointmentState},
        series::{self, SeriesAppointment},
    },
    companies::companies,
    company_time,
    db::Tx,
    scope::Scope,
};

use crate::{
    api::calendar::series_times::{Times, WallTimes, any_day, record_rule},
    http::prelude::*,
};

/// The appointments as they are now, or would be, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChangedAppointments {
    appointments: Vec<Appointment>,
    kept: Vec<KeptSeriesAppointment>,
}

/// The appointments that are gone, and those that were left as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct StoppedAppointments {
    deleted: Vec<AppointmentId>,
    kept: Vec<KeptSeriesAppointment>,
}

/// An appointment and those that follow it in its series, in their order; all of the series are locked.
struct Following {
    zone: TimeZone,
    all: Vec<(SeriesAppointment, AppointmentState)>,
}

impl Following {
    /// Locks all of the series, in the order of their ids. One that is not the company's is a 404, and one that does not
    /// repeat is a 409.
    async fn lock(tx: &mut Tx, scope: Scope, id: AppointmentId) -> ApiResult<Self> {
        let zone = companies::time_zone(tx, scope).await?;
        let mut ids = vec![id];
        ids.extend(series::all(tx, scope, zone, id).await?.iter().map(|other| other.id));
        let locked = series::lock(tx, scope, &ids).await?;
        let mut locked: HashMap<AppointmentId, AppointmentState> =
            locked.into_iter().map(|found| (found.id, found)).collect();
        if !locked.contains_key(&id) {
            return Err(ApiError::NotFound);
        }
        // The days as they are while nobody else changes them.
        let places = series::all(tx, scope, zone, id).await?;
        let this = places.iter().find(|other| other.id == id);
        let this = this.ok_or(ApiError::Conflict(Text::Conflict))?.occurrence;
        let mut all = Vec::new();
        for place in places {
            if place.id != id && !this.is_followed_by(&place.occurrence) {
                continue;
            }
            // Somebody else made the series after its appointments were looked up.
            let found = locked.remove(&place.id).ok_or(ApiError::Conflict(Text::Conflict))?;
            all.push((place, found));
        }
        all.sort_by_key(|(place, _)| place.occurrence.place);
        Ok(Self { zone, all })
    }

    /// The days of each, counted anew; none if they do not change.
    fn recounted(&self, change: &AppointmentsChange) -> ApiResult<Vec<Recounted>> {
        let places: Vec<Occurrence> = self.all.iter().map(|(place, _)| place.occurrence).collect();
        let ([first, others @ ..], true) = (&places[..], change.moves()) else {
            return Ok(Vec::new());
        };
        // Another time of the same day moves no day: the days by the rule stay.
        let start = change.start.map(|start| company_time::local(start, self.zone).date());
        let start = start.filter(|day| Some(*day) != first.start);
        let counted = recount(first, others, (start, change.every), &any_day());
        Ok(counted.map_err(|refusal| match refusal.field.as_str() {
            "startDate" => ValidationError { field: "start".to_owned(), ..refusal },
            _ => refusal,
        })?)
    }

    /// The new times of one of them, which falls on this day. All get the time of day that was chosen; if it is that of the
    /// first as it was, each keeps its own.
    fn new_times(&self, at: usize, new: &Recounted, change: &AppointmentsChange) -> Option<Times> {
        let (_, found) = self.all.get(at)?;
        let wall = WallTimes::of(found, self.zone);
        let first = WallTimes::of(&self.all.first()?.1, self.zone);
        let chosen = change.start.map(|start| (start, company_time::local(start, self.zone)));
        let time = match chosen {
            Some((_, chosen)) if chosen.time() != first.start.time() => chosen.time(),
            _ => wall.start.time(),
        };
        let start = new.start?.and_time(time);
        if start == wall.start && (at > 0 || chosen.is_none()) {
            return None;
        }
        let (begin, end) = wall.beginning(start);
        match chosen {
            // As it was chosen, also where its hour comes twice that day.
            Some((chosen, _)) if at == 0 => {
                let end = if end > chosen { end } else { chosen + (found.end_at - found.start_at) };
                Some((chosen, end))
            }
            _ => Some((begin, end)),
        }
    }
}

fn kept(found: &AppointmentState) -> Option<KeptSeriesAppointment> {
    let is_complete = found.status == JobStatus::Complete;
    let reason = SeriesKeptReason::Complete;
    is_complete.then_some(KeptSeriesAppointment { appointment_id: found.id, reason })
}

pub(super) async fn change(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<ChangeAppointments>,
) -> ApiResult<Reply<ChangedAppointments>> {
    let id = sent.row_id(ChangeAppointments::appointment)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let form = sent.checked()?;
    let (change, is_dry_run) = (form.read()?, form.is_dry_run());
    let days = following.recounted(&change)?;
    if let (Some(every), Some((first, _))) = (change.every, following.all.first()) {
        let was = Some(first.occurrence.day.every);
        record_rule(&mut tx, act, id, (was, Some(every))).await?;
    }
    let (mut ids, mut stay) = (Vec::new(), Vec::new());
    for (at, (place, found)) in following.all.iter().enumerate() {
        if let Some(kept) = kept(found) {
            stay.push(kept);
            if let Some(every) = change.every {
                let day = SeriesDay { every, ..place.occurrence.day };
                series::set_day(&mut tx, scope, found.id, day).await?;
                series::announce(&mut tx, found);
            }
            continue;
        }
        let snapshot = record::snapshot(&mut tx, Subject::Appointment(found.id)).await?;
        set_fields(&mut tx, found, &change).await?;
        if let Some(new) = days.get(at) {
            series::set_day(&mut tx, scope, found.id, new.day).await?;
            let former = (found.start_at, found.end_at);
            match following.new_times(at, new, &change).filter(|times| *times != former) {
                Some(times) => appointments::set_times(&mut tx, found, times).await?,
                None => series::announce(&mut tx, found),
            }
        }
        snapshot.record(&mut tx, act).await?;
        ids.push(found.id);
    }
    let appointments = appointments::list_of(&mut tx, &caller.viewer(), &ids, &[]).await?;
    // What a dry run answers is what would be stored.
    if is_dry_run {
        tx.roll_back();
    } else {
        tx.commit().await?;
    }
    Ok(Reply(ChangedAppointments { appointments, kept: stay }))
}

async fn set_fields(
    tx: &mut Tx,
    found: &AppointmentState,
    change: &AppointmentsChange,
) -> ApiResult<()> {
    if let Some(color) = &change.color {
        appointments::set_color(tx, found, color).await?;
    }
    if let Some(note) = &change.note {
        let details = appointments::details(tx, found).await?;
        let details = AppointmentDetails { note: note.clone(), ..details };
        appointments::set_details(tx, found, &details).await?;
    }
    Ok(())
}

pub(super) async fn stop(
    caller: Caller<gate::AppointmentsEdit>,
    State(app): State<App>,
    sent: UncheckedForm<StopAppointments>,
) -> ApiResult<Reply<StoppedAppointments>> {
    let id = sent.row_id(|form| form.appointment_id.0)?;
    let (act, scope) = (caller.action_context(&app.clock), caller.scope());
    let mut tx = app.db.write().await?;
    let following = Following::lock(&mut tx, scope, id).await?;
    let with_this = sent.checked()?.with_this == Some(true);
    if let Some((first, _)) = following.all.first() {
        record_rule(&mut tx, act, id, (Some(first.occurrence.day.every), None)).await?;
    }
    let (mut deleted, mut stay) = (Vec::new(), Vec::new());
    for (_, found) in &following.all {
        if found.id == id && !with_this {
            // It is the last one now.
            series::announce(&mut tx, found);
            continue;
        }
        if let Some(kept) = kept(found) {
            stay.push(kept);
            continue;
        }
        let snapshot = record::snapshot(&mut tx, Subject::Appointment(found.id)).await?;
        appointments::delete(&mut tx, found).await?;
        snapshot.record(&mut tx, act).await?;
        deleted.push(found.id);
    }
    tx.commit().await?;
    Ok(Reply(StoppedAppointments { deleted, kept: stay }))
}
