//! Work of the processor that takes longer than a moment, such as compression: it runs on blocking threads, so
//! that the threads that answer calls never wait for it.

use std::{sync::Arc, thread::available_parallelism};

use tokio::{
    sync::Semaphore,
    task::{JoinError, spawn_blocking},
};

/// Places for such work: as many as there are cores, because more at once would only slow each other down. Work
/// that finds no place waits for one, in the order of arrival; a call waits for at most one piece of work, so the
/// queue is bounded by the calls in flight.
#[derive(Clone, Debug)]
pub struct ComputePool(Arc<Semaphore>);

impl Default for ComputePool {
    fn default() -> Self {
        Self::with_places(available_parallelism().map_or(1, Into::into))
    }
}

impl ComputePool {
    /// A pool with this many places.
    #[must_use]
    pub fn with_places(places: usize) -> Self {
        Self(Arc::new(Semaphore::new(places)))
    }

    /// Runs work on a blocking thread once it has a place. The work must not wait for anything else.
    ///
    /// # Errors
    /// If the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // The semaphore is never closed.
        let place = self.0.clone().acquire_owned().await;
        spawn_blocking(move || {
            // Held by the work itself: its caller may have disconnected.
            let _place = place;
            work()
        })
        .await
    }
}
