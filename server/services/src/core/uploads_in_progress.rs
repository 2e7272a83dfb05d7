//! Uploads whose bytes are arriving in this process. A client that comes back after its connection broke does not wait
//! until the server notices the broken one: that ends at once, and keeps what has arrived.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use domain::types::ids::UploadId;
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

/// The uploads, each for as long as a connection sends it.
#[derive(Clone, Debug, Default)]
pub struct UploadsInProgress(Arc<Mutex<HashMap<UploadId, Weak<Upload>>>>);

#[derive(Debug, Default)]
struct Upload {
    /// Held by the connection that sends it.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Ends the connection that came last.
    latest: Mutex<CancellationToken>,
}

/// The right to add to an upload, until it is dropped.
#[derive(Debug)]
pub struct UploadTurn {
    superseded: CancellationToken,
    _turn: OwnedMutexGuard<()>,
    _upload: Arc<Upload>,
}

impl UploadTurn {
    /// Whether another connection wants to continue this upload.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        self.superseded.is_cancelled()
    }

    /// Resolves when another connection wants to continue this upload.
    pub async fn superseded(&self) {
        self.superseded.cancelled().await;
    }
}

impl UploadsInProgress {
    /// Ends the connection that sends this upload, and waits until what has arrived of it is stored.
    pub async fn take_over(&self, id: UploadId) -> UploadTurn {
        let upload = self.upload(id);
        let superseded = CancellationToken::new();
        let previous = std::mem::replace(
            &mut *upload.latest.lock().unwrap_or_else(PoisonError::into_inner),
            superseded.clone(),
        );
        previous.cancel();
        let turn = upload.turn.clone().lock_owned().await;
        UploadTurn { superseded, _turn: turn, _upload: upload }
    }

    fn upload(&self, id: UploadId) -> Arc<Upload> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|_, upload| upload.strong_count() > 0);
        let known = running.get(&id).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let upload = Arc::new(Upload::default());
            running.insert(id, Arc::downgrade(&upload));
            upload
        })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn who_comes_back_gets_the_turn_of_the_broken_connection() {
        let uploads = UploadsInProgress::default();
        let [one, other] = [UploadId(Uuid::from_u128(1)), UploadId(Uuid::from_u128(2))];
        let broken = uploads.take_over(one).await;
        let elsewhere = uploads.take_over(other).await;
        let mut back = Box::pin(uploads.take_over(one));
        assert!(futures_util::poll!(&mut back).is_pending(), "what has arrived is stored first");
        broken.superseded().await;
        drop(broken);
        let back = back.await;
        for turn in [&back, &elsewhere] {
            let mut superseded = Box::pin(turn.superseded());
            assert!(futures_util::poll!(&mut superseded).is_pending());
        }
        drop((back, elsewhere));
        drop(uploads.take_over(other).await);
        assert_eq!(uploads.0.lock().expect("uploads").len(), 1, "what ended is forgotten");
    }
}
