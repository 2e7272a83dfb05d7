//! Messages that were serialized where they were stored, until their event arrives.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use domain::types::ids::ChatMessageId;

use crate::live::frames::SerializedEvent;

/// More than are ever between storing and event. Messages that were never stored are dropped with them.
const MOST: usize = 256;

/// The most recent ones.
#[derive(Debug, Default)]
pub struct SerializedMessages(Mutex<VecDeque<(ChatMessageId, SerializedEvent)>>);

impl SerializedMessages {
    /// Stores one for its event.
    pub fn put(&self, message: ChatMessageId, event: SerializedEvent) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if messages.len() >= MOST {
            messages.pop_front();
        }
        messages.push_back((message, event));
    }

    /// Takes one out.
    pub fn take(&self, message: ChatMessageId) -> Option<SerializedEvent> {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = messages.iter().position(|(known, _)| *known == message)?;
        messages.remove(at).map(|(_, event)| event)
    }
}

#[cfg(test)]
mod tests {
    use store::db::event::Room;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn messages_that_were_never_stored_do_not_fill_the_memory() {
        let messages = SerializedMessages::default();
        let ids: Vec<ChatMessageId> = (0..=MOST).map(|_| ChatMessageId(Uuid::now_v7())).collect();
        for id in &ids {
            let room = Room::Company(domain::types::ids::CompanyId(Uuid::nil()));
            messages.put(*id, SerializedEvent::new("chat_message", room, id).expect("an event"));
        }
        assert_eq!(messages.0.lock().expect("lock").len(), MOST);
        assert!(messages.take(ids[0]).is_none());
        assert!(messages.take(ids[MOST]).is_some());
    }
}
