//! Sends batched events: one timer for all sockets, and one frame for equal batches.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use crate::live::{connection::SocketConnection, frame_cache::FrameCache};

/// Connections with batched events, by the millisecond at which they may be sent.
#[derive(Debug)]
pub struct Batcher {
    began: Instant,
    due: Mutex<BTreeMap<u64, Vec<Arc<SocketConnection>>>>,
    sooner: Notify,
}

impl Default for Batcher {
    fn default() -> Self {
        Self { began: Instant::now(), due: Mutex::default(), sooner: Notify::new() }
    }
}

impl Batcher {
    /// Flushes a connection at this time.
    pub fn add(&self, connection: &Arc<SocketConnection>, at: Instant) {
        let tick = self.tick_after(at);
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = due.first_key_value().is_none_or(|(first, _)| tick < *first);
        due.entry(tick).or_default().push(connection.clone());
        drop(due);
        if is_first {
            self.sooner.notify_one();
        }
    }

    /// The millisecond that begins at this time or next, never earlier.
    fn tick_after(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX)
    }

    /// Flushes connections when they are due, as long as the server runs.
    pub async fn run(&self) {
        let mut frames = FrameCache::default();
        loop {
            let sooner = self.sooner.notified();
            let first = {
                let due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
                due.first_key_value().map(|(tick, _)| *tick)
            };
            let Some(first) = first else {
                frames.forget();
                sooner.await;
                continue;
            };
            let at = self.began + Duration::from_millis(first);
            tokio::select! {
                () = sooner => {}
                () = tokio::time::sleep_until(at.into()) => self.flush(&mut frames),
            }
        }
    }

    fn flush(&self, frames: &mut FrameCache) {
        let now = Instant::now();
        let passed = u64::try_from((now - self.began).as_millis()).unwrap_or(u64::MAX);
        let ready = {
            let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
            let rest = due.split_off(&(passed + 1));
            std::mem::replace(&mut *due, rest)
        };
        for connection in ready.into_values().flatten() {
            if let Some(again) = connection.flush(now, frames) {
                self.add(&connection, again);
            }
        }
    }
}
