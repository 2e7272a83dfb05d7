//! Going down without anybody noticing: first the balancer is told, then nobody new is let in, then the
//! last requests end. Whoever asks once more is not made to wait for the step that is under way.

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

/// Set once this server is told to stop: from then on it is not ready for more. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ShutdownSignal(Arc<AtomicBool>);

impl ShutdownSignal {
    /// Says so.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was said.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// How often this process was told to stop, by SIGTERM or Ctrl-C. Cheap to clone.
#[derive(Clone, Debug)]
pub struct StopSignals(watch::Receiver<u32>);

impl StopSignals {
    /// Listens from now on.
    ///
    /// # Errors
    /// When signals cannot be listened for.
    pub fn listen() -> std::io::Result<Self> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let (told, heard) = watch::channel(0);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
                told.send_modify(|times| *times += 1);
            }
        });
        Ok(Self(heard))
    }

    /// Returns once it is told to stop.
    pub async fn first_signal(&self) {
        let _ = self.0.clone().wait_for(|times| *times > 0).await;
    }

    /// Waits so long, or until it is told once more than when this was asked. Says whether it was.
    pub async fn second_signal_within(&self, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.second_signal()).await.is_ok()
    }

    /// Returns once it is told once more than when this was asked.
    pub async fn second_signal(&self) {
        let mut heard = self.0.clone();
        let before = *heard.borrow();
        let _ = heard.wait_for(|times| *times > before).await;
    }

    /// Ends with `work`, or sooner where it is told once more. Says whether the work was done.
    pub async fn until_second_signal(&self, work: impl Future<Output = ()>) -> bool {
        tokio::select! {
            () = work => true,
            () = self.second_signal() => false,
        }
    }
}
