//! Frames made lately, so that events that reach many connections together are put together once.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

use crate::live::frames::{SerializedEvent, batch_frame};

/// Frames made lately: where the same events meet, they are put together once.
#[derive(Debug, Default)]
pub struct FrameCache(Vec<(Vec<Arc<SerializedEvent>>, Utf8Bytes)>);

impl FrameCache {
    /// The frame of these events.
    pub fn of(&mut self, events: Vec<Arc<SerializedEvent>>) -> Utf8Bytes {
        let same = |made: &[Arc<SerializedEvent>]| {
            made.len() == events.len() && made.iter().zip(&events).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        if let [only] = events.as_slice() {
            return only.frame();
        }
        if let Some((_, frame)) = self.0.iter().rev().find(|(made, _)| same(made)) {
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

/// As many different poolings as are looked through.
pub(crate) const MOST: usize = 8;
