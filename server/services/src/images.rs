//! The queue of uploaded pictures; the crate `images` processes them.
//!
//! Nothing of a file is parsed before it has a [`FilePlace`]. Two files are parsed at once, each within
//! [`ORDINARY_BYTES`]; a picture that takes more has all places, and none may take more than
//! [`images::MAX_BYTES`].

use std::{io, time::Duration};

use domain::{files::signatures::ImageKind, types::ids::UserId};
pub use images::PictureError;
use images::Processed;
use store::files::picture_format::PictureFormat;
use tempfile::TempPath;

use crate::core::fair_queue::{
    FairQueue, Place,
    limits::{QueueBusy, QueueLimits},
};

/// How many files are in memory at once; how many of one user and of all wait; and for how long. A phone
/// uploads a few photos at a time, and each takes half a second.
const QUEUE: QueueLimits =
    QueueLimits { places: 2, per_sender: 32, total: 256, deadline: Duration::from_secs(30) };

/// A picture whose file and pixels take more than this is processed alone.
const ORDINARY_BYTES: u64 = 64 << 20;

/// The place of one file in memory.
pub type FilePlace = Place<UserId>;

/// Limits the files in progress.
#[derive(Clone, Debug)]
pub struct ImageProcessor {
    queue: FairQueue<UserId>,
}

/// A picture that is ready to be stored.
#[derive(Debug)]
pub struct ProcessedImage {
    /// The upright picture without metadata.
    pub picture: TempPath,
    /// Its thumbnail: a PNG if it has transparency.
    pub thumbnail: Vec<u8>,
    /// The types of both, and the size of the picture.
    pub format: PictureFormat,
}

/// Why a picture is not stored.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// It is refused for what it is, or the server's disk failed.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Too many other pictures wait.
    #[error(transparent)]
    Busy(#[from] QueueBusy),
}

impl From<io::Error> for PrepareError {
    fn from(error: io::Error) -> Self {
        Self::Picture(error.into())
    }
}

impl Default for ImageProcessor {
    fn default() -> Self {
        Self { queue: FairQueue::new(QUEUE) }
    }
}

impl ImageProcessor {
    /// Waits for a place.
    ///
    /// # Errors
    /// [`QueueBusy`] when too many others wait, or the user sent too many.
    pub async fn place(&self, user: UserId) -> Result<FilePlace, QueueBusy> {
        self.queue.place(user).await
    }

    /// Processes a file that a user uploaded. The new file is in the same folder.
    ///
    /// # Errors
    /// Why it cannot be stored.
    pub async fn prepare(
        &self,
        user: UserId,
        uploaded: TempPath,
        kind: ImageKind,
    ) -> Result<ProcessedImage, PrepareError> {
        prepare_in(self.place(user).await?, uploaded, kind).await
    }
}

/// The same for a file that has its place already.
///
/// # Errors
/// Why it cannot be stored.
pub async fn prepare_in(
    place: FilePlace,
    uploaded: TempPath,
    kind: ImageKind,
) -> Result<ProcessedImage, PrepareError> {
    let (mut place, uploaded, needs) = run_blocking(move || {
        let needs = images::check(&uploaded, kind)?;
        Ok((place, uploaded, needs))
    })
    .await?;
    if needs.bytes() > ORDINARY_BYTES {
        place = place.alone().await?;
    }
    run_blocking(move || {
        // Held by the work itself: its caller may have disconnected.
        let _place = place;
        Ok(images::process(&uploaded, kind, &needs)?.into())
    })
    .await
}

/// Runs on a blocking thread. A decoder only panics on a broken picture.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PrepareError> + Send + 'static,
) -> Result<T, PrepareError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => {
            tracing::warn!(%error, "a picture could not be read");
            Err(PictureError::Broken.into())
        }
    }
}

impl From<Processed> for ProcessedImage {
    fn from(processed: Processed) -> Self {
        let Processed { picture, kind, thumbnail, thumbnail_kind, width, height } = processed;
        let format = PictureFormat { kind, thumbnail_kind, width, height };
        Self { picture, thumbnail, format }
    }
}
