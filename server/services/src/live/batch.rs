//! When pooled events leave: one clock for all sockets, and one frame for all that pooled the same.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use crate::live::{connection::SocketConnection, frame_cache::FrameCache};

/// Lines that have pooled something, by the millisecond at which it may leave.
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
    /// Flushes a line at that time.
    pub fn add(&self, line: &Arc<SocketConnection>, at: Instant) {
        let tick = self.tick_after(at);
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = due.first_key_value().is_none_or(|(first, _)| tick < *first);
        due.entry(tick).or_default().push(line.clone());
        drop(due);
        if is_first {
            self.sooner.notify_one();
        }
    }

    /// The millisecond that begins then or next: never sooner.
    fn tick_after(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX)
    }

    /// Flushes lines as their time comes, for as long as the server runs.
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
        let come = {
            let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
            let rest = due.split_off(&(passed + 1));
            std::mem::replace(&mut *due, rest)
        };
        for line in come.into_values().flatten() {
            if let Some(again) = line.flush(now, frames) {
                self.add(&line, again);
            }
        }
    }
}
