//! What is said in chats, and who has read it.

use domain::types::ids::{ChatMessageId, ChatRoomId, UserId};
use serde_json::json;
use store::chat::{messages, reads};
use store::db::{error::DbResult, event::Room};

use crate::api::live::publisher::{Teller, if_there, spelled};

impl Teller<'_> {
    /// The message as everybody in the room sees it.
    pub(crate) async fn chat_message(
        &mut self,
        message: ChatMessageId,
        room: ChatRoomId,
    ) -> DbResult<()> {
        let (app, room) = (self.app, Room::Chat(room));
        if !self.hub().is_heard(room) {
            return Ok(());
        }
        if let Some(event) = self.hub().prepared(message) {
            self.hub().tell(room, event, |_| true);
            return Ok(());
        }
        let found = if_there(messages::find(self.tx().await?, message).await)?;
        if let Some(row) = found {
            let now = app.clock.now();
            let message = row.linked(|key| app.files.address(key, now));
            self.hub().tell(room, spelled("chat_message", room, &message)?, |_| true);
        }
        Ok(())
    }

    /// How far somebody has read.
    pub(crate) async fn chat_read(&mut self, id: ChatRoomId, reader: UserId) -> DbResult<()> {
        let room = Room::Chat(id);
        if !self.hub().is_heard(room) {
            return Ok(());
        }
        let seen = reads::seen_up_to(self.tx().await?, id, reader).await?;
        if let Some(message) = seen {
            let data = json!({ "roomId": id, "userId": reader, "messageId": message });
            self.hub().tell(room, spelled("chat_read", room, &data)?, |_| true);
        }
        Ok(())
    }
}
