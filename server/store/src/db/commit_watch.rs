//! Whether the work of a task has committed anything: only work that has not may be run again.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

tokio::task_local! {
    static WATCH: CommitWatch;
}

/// Whether the work it watches has committed a change.
#[derive(Clone, Debug, Default)]
pub struct CommitWatch(Arc<AtomicBool>);

impl CommitWatch {
    /// The watch over the current task, for another task that continues its work; a new one if there is none.
    #[must_use]
    pub fn current() -> Self {
        WATCH.try_with(Self::clone).unwrap_or_default()
    }

    /// Runs work under this watch.
    pub async fn over<F: Future>(self, work: F) -> F::Output {
        WATCH.scope(self, work).await
    }

    /// Whether a change was committed, or may have been.
    #[must_use]
    pub fn has_committed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Notes a commit of the current task.
    pub(super) fn note_commit() {
        let _outside_a_request = WATCH.try_with(|watch| watch.0.store(true, Ordering::Relaxed));
    }
}
