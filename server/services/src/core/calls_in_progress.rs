//! Calls with an idempotency key that are running in this process: the same call waits for the first.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::OwnedMutexGuard;

/// The hash of a user and a key.
pub type KeyHash = [u8; 32];

/// The calls, each for as long as it runs.
#[derive(Clone, Debug, Default)]
pub struct CallsInProgress(Arc<Mutex<HashMap<KeyHash, Weak<tokio::sync::Mutex<()>>>>>);

impl CallsInProgress {
    /// Waits until no other call with this key is running. Others wait until the result is dropped.
    pub async fn wait(&self, key: KeyHash) -> OwnedMutexGuard<()> {
        let lock = {
            let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            running.retain(|_, lock| lock.strong_count() > 0);
            let known = running.get(&key).and_then(Weak::upgrade);
            known.unwrap_or_else(|| {
                let lock = Arc::new(tokio::sync::Mutex::new(()));
                running.insert(key, Arc::downgrade(&lock));
                lock
            })
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_same_call_waits_for_the_first_and_what_ended_is_forgotten() {
        let calls = CallsInProgress::default();
        let first = calls.wait([1; 32]).await;
        let mut same = Box::pin(calls.wait([1; 32]));
        assert!(futures_util::poll!(&mut same).is_pending());
        drop(calls.wait([2; 32]).await);
        drop(first);
        drop(same.await);
        drop(calls.wait([3; 32]).await);
        assert_eq!(calls.0.lock().expect("running").len(), 1);
    }
}
