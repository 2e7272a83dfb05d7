//! Recently built frames, so that events for many connections are serialized once.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

use crate::live::frames::{SerializedEvent, batch_frame};

/// Recently built frames, by their events.
#[derive(Debug, Default)]
pub struct FrameCache(Vec<(Vec<Arc<SerializedEvent>>, Utf8Bytes)>);

impl FrameCache {
    /// The frame of these events.
    pub fn of(&mut self, events: Vec<Arc<SerializedEvent>>) -> Utf8Bytes {
        let same = |cached: &[Arc<SerializedEvent>]| {
            cached.len() == events.len()
                && cached.iter().zip(&events).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        if let [only] = events.as_slice() {
            return only.frame();
        }
        if let Some((_, frame)) = self.0.iter().rev().find(|(cached, _)| same(cached)) {
            return frame.clone();
        }
        let frame = batch_frame(&events);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push((events, frame.clone()));
        frame
    }

    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// The most cached frames.
pub(crate) const MOST: usize = 8;
