//! Chat rooms and messages, and who has read them.
//!
//! A socket stays subscribed to the room of a job that its user no longer sees. So each event of such a room is for
//! those who are its members now.

use domain::{
    chat::members::RoomMembers,
    types::ids::{ChatMessageId, ChatRoomId, CompanyId, JobId, UserId},
};
use serde_json::json;
use services::live::frames::SerializedEvent;
use store::{
    accounts::sessions::Session,
    chat::{members, messages, opening, reads},
    db::{
        error::DbResult,
        event::{JobAudience, Room},
    },
    jobs::changes::JobState,
};

use crate::api::live::publisher::{Publisher, if_found, is_hidden_from, serialized};

/// Whether a session is of a member of a room.
fn is_member(session: &Session, room: &RoomMembers) -> bool {
    session.membership.is_some_and(|membership| {
        room.include(membership.company, session.user, membership.role.user_type)
    })
}

impl Publisher<'_> {
    /// The message, for everyone in the room.
    pub(crate) async fn chat_message(
        &mut self,
        message: ChatMessageId,
        id: ChatRoomId,
        job: Option<JobId>,
    ) -> DbResult<()> {
        let (app, room) = (self.app, Room::Chat(id));
        if !self.hub().has_listeners(room) {
            return Ok(());
        }
        if let Some(event) = self.hub().take_cached_message(message) {
            return self.send_to_members(id, job, event).await;
        }
        let found = if_found(messages::find(self.tx().await?, message).await)?;
        if let Some(row) = found {
            let now = app.clock.now();
            let message = row.with_links(|key| app.files.address(key, now));
            let event = serialized("chat_message", room, &message)?;
            self.send_to_members(id, job, event).await?;
        }
        Ok(())
    }

    /// How far a user has read.
    pub(crate) async fn chat_read(
        &mut self,
        id: ChatRoomId,
        reader: UserId,
        job: Option<JobId>,
    ) -> DbResult<()> {
        let room = Room::Chat(id);
        if !self.hub().has_listeners(room) {
            return Ok(());
        }
        let seen = reads::seen_up_to(self.tx().await?, id, reader).await?;
        if let Some(message) = seen {
            let data = json!({ "roomId": id, "userId": reader, "messageId": message });
            let event = serialized("chat_read", room, &data)?;
            self.send_to_members(id, job, event).await?;
        }
        Ok(())
    }

    /// A room was opened or closed.
    pub(crate) async fn chat_room(
        &mut self,
        id: ChatRoomId,
        [first, second]: [CompanyId; 2],
        job: Option<JobId>,
    ) -> DbResult<()> {
        let room = match job {
            Some(_) => members::find(self.tx().await?, id).await?,
            None => Some(RoomMembers::Companies(first, Some(second).filter(|_| second != first))),
        };
        let Some(room) = room else { return Ok(()) };
        for company in room.companies() {
            let data = json!({ "roomId": id });
            self.send_to_company("chat_room", company, &data, |session| is_member(session, &room))?;
        }
        Ok(())
    }

    /// The rooms of a job that was given to others, for those who are in them now, and for those who no longer are.
    pub(crate) async fn rooms_of_job(
        &mut self,
        job: JobId,
        sides: JobAudience,
        state: Option<&JobState>,
    ) -> DbResult<()> {
        let is_same = state.is_some_and(|state| {
            state.assigned_company_id == sides.subcontractor_before
                && state.assigned_user_id == sides.employee_before
        });
        if is_same {
            return Ok(());
        }
        for room in opening::of_job(self.tx().await?, job).await? {
            let now = members::find(self.tx().await?, room.id).await?;
            let data = json!({ "roomId": room.id });
            for company in [sides.owner, room.assigned_company_id] {
                let had = company == sides.owner || Some(company) == sides.subcontractor_before;
                self.send_to_company("chat_room", company, &data, |session| {
                    (had && !is_hidden_from(session, sides.employee_before))
                        || now.is_some_and(|now| is_member(session, &now))
                })?;
            }
        }
        Ok(())
    }

    /// Sends an event to the members of a room who listen to it.
    async fn send_to_members(
        &mut self,
        id: ChatRoomId,
        job: Option<JobId>,
        event: SerializedEvent,
    ) -> DbResult<()> {
        let room = Room::Chat(id);
        if job.is_none() {
            // Whoever leaves their company has no session in it any more.
            self.hub().send(room, event, |_| true);
            return Ok(());
        }
        if let Some(now) = members::find(self.tx().await?, id).await? {
            self.hub().send(room, event, |session| is_member(session, &now));
        }
        Ok(())
    }
}
