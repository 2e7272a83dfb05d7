//! Graceful shutdown: first the load balancer is notified, then new connections are refused, then the last
//! requests finish. A second signal cuts the current step short.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

/// Set when the server begins to shut down: from then on it is not ready. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ShutdownSignal(Arc<AtomicBool>);

impl ShutdownSignal {
    /// Sets it.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Counts the signals to stop, SIGTERM or Ctrl-C. Cheap to clone.
#[derive(Clone, Debug)]
pub struct StopSignals(watch::Receiver<u32>);

impl StopSignals {
    /// Starts listening.
    ///
    /// # Errors
    /// If signals cannot be listened for.
    pub fn listen() -> std::io::Result<Self> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let (sender, receiver) = watch::channel(0);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
                sender.send_modify(|times| *times += 1);
            }
        });
        Ok(Self(receiver))
    }

    /// Waits for the first signal.
    pub async fn first_signal(&self) {
        let _ = self.0.clone().wait_for(|times| *times > 0).await;
    }

    /// Waits this long, or until another signal arrives. Returns whether one did.
    pub async fn second_signal_within(&self, timeout: Duration) -> bool {
        tokio::time::timeout(timeout, self.second_signal()).await.is_ok()
    }

    /// Waits for another signal.
    pub async fn second_signal(&self) {
        let mut receiver = self.0.clone();
        let before = *receiver.borrow();
        let _ = receiver.wait_for(|times| *times > before).await;
    }

    /// Completes with `work`, or earlier on another signal. Returns whether the work completed.
    pub async fn until_second_signal(&self, work: impl Future<Output = ()>) -> bool {
        tokio::select! {
            () = work => true,
            () = self.second_signal() => false,
        }
    }
}
