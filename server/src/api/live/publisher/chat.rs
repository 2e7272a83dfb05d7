//! Chat messages, and who has read them.

use domain::types::ids::{ChatMessageId, ChatRoomId, UserId};
use serde_json::json;
use store::chat::{messages, reads};
use store::db::{error::DbResult, event::Room};

use crate::api::live::publisher::{Publisher, if_found, serialized};

impl Publisher<'_> {
    /// The message, for everyone in the room.
    pub(crate) async fn chat_message(
        &mut self,
        message: ChatMessageId,
        room: ChatRoomId,
    ) -> DbResult<()> {
        let (app, room) = (self.app, Room::Chat(room));
        if !self.hub().has_listeners(room) {
            return Ok(());
        }
        if let Some(event) = self.hub().take_cached_message(message) {
            self.hub().send(room, event, |_| true);
            return Ok(());
        }
        let found = if_found(messages::find(self.tx().await?, message).await)?;
        if let Some(row) = found {
            let now = app.clock.now();
            let message = row.with_links(|key| app.files.address(key, now));
            self.hub().send(room, serialized("chat_message", room, &message)?, |_| true);
        }
        Ok(())
    }

    /// How far a user has read.
    pub(crate) async fn chat_read(&mut self, id: ChatRoomId, reader: UserId) -> DbResult<()> {
        let room = Room::Chat(id);
        if !self.hub().has_listeners(room) {
            return Ok(());
        }
        let seen = reads::seen_up_to(self.tx().await?, id, reader).await?;
        if let Some(message) = seen {
            let data = json!({ "roomId": id, "userId": reader, "messageId": message });
            self.hub().send(room, serialized("chat_read", room, &data)?, |_| true);
        }
        Ok(())
    }
}
