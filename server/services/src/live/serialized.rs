//! Messages that were spelled out where they were stored, until there is news of them.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use domain::types::ids::ChatMessageId;

use crate::live::frames::SerializedEvent;

/// More than are ever between their storing and their news. What was never stored goes with them.
const MOST: usize = 256;

/// The last few of them.
#[derive(Debug, Default)]
pub struct SerializedMessages(Mutex<VecDeque<(ChatMessageId, SerializedEvent)>>);

impl SerializedMessages {
    /// Keeps one for its news.
    pub fn put(&self, message: ChatMessageId, event: SerializedEvent) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back((message, event));
    }

    /// Gives it away.
    pub fn take(&self, message: ChatMessageId) -> Option<SerializedEvent> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| *known == message)?;
        kept.remove(at).map(|(_, event)| event)
    }
}
