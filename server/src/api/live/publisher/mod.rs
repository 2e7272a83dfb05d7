//! Turns events of the database into frames: a row is read once for each kind of reader, in one read
//! transaction per batch of events.

mod chat;
mod guest_links;
mod job_batch;
mod jobs;
mod people;

use std::collections::HashMap;

use domain::{
    jobs::job::Job,
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        ids::{CompanyId, JobId, UserId},
        language::Language,
    },
};
use serde::Serialize;
use serde_json::json;
use services::live::{frames::SerializedEvent, hub::Hub};
use store::{
    accounts::sessions::Session,
    db::{
        Tx,
        error::{DbError, DbResult},
        event::{Event, ListKind, Room},
    },
    jobs::{changes::JobState, visibility::Viewer},
    scope::Scope,
};

use crate::{app::App, http::callers::session_lookup::look_up_for_socket};

/// Publishes a batch of events to the sockets that may see them.
///
/// # Errors
/// If a row cannot be read: then a socket missed an event.
pub async fn publish(app: &App, events: Vec<Event>) -> DbResult<()> {
    let mut publisher = Publisher { app, tx: None, jobs: ReadJobs::default() };
    publisher.read_jobs(&events).await?;
    for event in events {
        publisher.publish_event(event).await?;
    }
    Ok(())
}

/// The jobs of a batch, in the snapshot of its transaction. Of other jobs nothing is known.
#[derive(Default)]
struct ReadJobs {
    /// `None` for a deleted one.
    states: HashMap<JobId, Option<JobState>>,
    /// As a company with listeners sees them; `None` if it does not.
    seen: HashMap<(CompanyId, JobId), Option<Job>>,
}

struct Publisher<'a> {
    app: &'a App,
    tx: Option<Tx>,
    jobs: ReadJobs,
}

impl<'a> Publisher<'a> {
    fn hub(&self) -> &'a Hub {
        self.app.live.hub()
    }

    /// The read transaction of the batch, opened after all of its events.
    async fn tx(&mut self) -> DbResult<&mut Tx> {
        let tx = match self.tx.take() {
            Some(tx) => tx,
            None => self.app.db.read().await?,
        };
        Ok(self.tx.insert(tx))
    }

    async fn publish_event(&mut self, event: Event) -> DbResult<()> {
        match event {
            Event::Job { job, sides } => self.job(job, sides).await,
            Event::JobRecords { job, sides, what } => self.records(job, sides, what).await,
            Event::WorkOrder { order, job, sides } => self.work_order(order, job, sides).await,
            Event::PurchaseOrder { order, job, sides } => {
                self.purchase_order(order, job, sides).await
            }
            Event::GuestLink { link, company } => self.guest_link(link, company).await,
            Event::Appointment { appointment, company, had } => {
                self.appointment(appointment, company, had).await
            }
            Event::ChatMessage { message, room, job } => {
                self.chat_message(message, room, job).await
            }
            Event::ChatRead { room, reader, job } => self.chat_read(room, reader, job).await,
            Event::ChatRoom { room, companies, job } => self.chat_room(room, companies, job).await,
            Event::Connection { connection, sender, recipient } => {
                self.connection(connection, sender, recipient).await?;
                self.connection(connection, recipient, sender).await
            }
            Event::Notification { notification, reader, company } => {
                self.notification(notification, reader, company).await
            }
            Event::List { company, list } => {
                let event = match list {
                    ListKind::Jobs => "jobs",
                    ListKind::Appointments => "appointments",
                    ListKind::Calendars => "calendars",
                    ListKind::Connections => "connections",
                    ListKind::Planning => "planning",
                };
                self.send_to_company(event, company, &json!({}), |_| true)
            }
            Event::Person { user } => self.person(user).await,
            Event::Joined { user, rooms } => {
                self.hub().join_all(user, &rooms);
                Ok(())
            }
        }
    }

    /// Sends an event to the listeners of a company's room that pass the filter.
    fn send_to_company(
        &self,
        event: &str,
        company: CompanyId,
        data: &impl Serialize,
        sees: impl Fn(&Session) -> bool,
    ) -> DbResult<()> {
        let room = Room::Company(company);
        if self.hub().has_listeners(room) {
            self.hub().send(room, serialized(event, room, data)?, sees);
        }
        Ok(())
    }

    /// Their sessions may have ended, or their role or language changed.
    async fn person(&self, user: UserId) -> DbResult<()> {
        for connection in self.hub().of_user(user) {
            connection.set_session(look_up_for_socket(self.app, connection.token).await?);
        }
        Ok(())
    }
}

fn serialized(event: &str, room: Room, data: &impl Serialize) -> DbResult<SerializedEvent> {
    SerializedEvent::new(event, room, data)
        .map_err(|error| DbError::Statement { at: "an event", why: error.to_string() })
}

/// A viewer of this company who sees everything.
#[expect(clippy::disallowed_methods, reason = "whoever listens was let into this company's room")]
fn of_company(company: CompanyId, company_type: CompanyType, language: Language) -> Viewer {
    let role = Role { company_type, user_type: UserType::Admin };
    Viewer { scope: Scope::trusted(company), role, user: UserId::default(), language }
}

/// The row, or `None` if it is deleted.
fn if_found<T>(found: DbResult<T>) -> DbResult<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(DbError::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the user only sees what is theirs, and this is not.
fn is_hidden_from(session: &Session, owner: Option<UserId>) -> bool {
    let only_own =
        session.membership.is_none_or(|membership| membership.role.user_type.sees_assigned_only());
    only_own && owner != Some(session.user)
}
