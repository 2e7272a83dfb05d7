//! Processing of uploaded pictures: validated, rotated upright, stripped of metadata, and scaled down for
//! lists.
//!
//! A phone writes the location into a photo, and everyone who sees a job sees its pictures, so the metadata
//! is removed before a picture is stored. A picture that is upright keeps its pixels: only the metadata
//! blocks of the file are left out ([`strip_metadata`]). Any other is decoded, rotated and encoded again.
//!
//! Nothing of a file is parsed before it has a [`FilePlace`]. Two files are parsed at once, each within
//! [`ORDINARY_BYTES`]; a picture that takes more has all places, and none may take more than
//! [`memory::MAX_BYTES`].

mod decode;
mod encode;
pub mod error;
mod lossless_webp;
mod memory;
#[cfg(test)]
mod parser_tests;
pub(crate) mod rotate;
pub(crate) mod strip_metadata;

use std::{
    io::{self, BufWriter, Write as _},
    path::Path,
    time::Duration,
};

use domain::{files::signatures::ImageKind, types::ids::UserId};
use image::metadata::Orientation;
use store::files::picture_format::PictureFormat;
use tempfile::{NamedTempFile, TempPath};

use crate::{
    core::fair_queue::{
        FairQueue, Place,
        limits::{QueueBusy, QueueLimits},
    },
    images::{error::PrepareError, memory::Needs},
};

/// How many files are in memory at once; how many of one user and of all wait; and for how long. A phone
/// uploads a few photos at a time, and each takes half a second.
const QUEUE: QueueLimits =
    QueueLimits { places: 2, per_sender: 32, total: 256, deadline: Duration::from_secs(30) };

/// A picture whose file and pixels take more than this is processed alone.
const ORDINARY_BYTES: u64 = 64 << 20;

/// How much of a picture is buffered before it is written.
const WRITTEN_AT_ONCE: usize = 1 << 18;

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
        let needs = check(&uploaded, kind)?;
        Ok((place, uploaded, needs))
    })
    .await?;
    if needs.bytes() > ORDINARY_BYTES {
        place = place.alone().await?;
    }
    run_blocking(move || {
        // Held by the work itself: its caller may have disconnected.
        let _place = place;
        work(&uploaded, kind, &needs)
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
            Err(PrepareError::Broken)
        }
    }
}

/// Whether a file is complete, as decoders fill in missing data, and what they will take.
fn check(uploaded: &Path, kind: ImageKind) -> Result<Needs, PrepareError> {
    let file = std::fs::read(uploaded)?;
    strip_metadata::each_piece(&file, kind, &mut |_| {}).ok_or(PrepareError::Broken)?;
    Needs::of(&file, kind)
}

fn work(uploaded: &Path, kind: ImageKind, needs: &Needs) -> Result<ProcessedImage, PrepareError> {
    let decoded = decode::decode(uploaded, kind, needs)?;
    let (width, height) = decoded.upright_size();
    let (thumbnail, thumbnail_kind) = encode::thumbnail(&decoded)?;
    let mut picture = temp_file_beside(uploaded)?;
    let mut to = BufWriter::with_capacity(WRITTEN_AT_ONCE, picture.as_file_mut());
    let kind = if decoded.orientation == Orientation::NoTransforms {
        // Before the file is read again: the pixels are not needed any more.
        drop(decoded);
        let (file, mut written) = (std::fs::read(uploaded)?, Ok(()));
        strip_metadata::each_piece(&file, kind, &mut |piece| {
            if written.is_ok() {
                written = to.write_all(piece);
            }
        })
        .ok_or(PrepareError::Broken)?;
        written?;
        kind
    } else {
        encode::upright(&decoded, kind, &mut to)?
    };
    to.flush()?;
    drop(to);
    let picture = picture.into_temp_path();
    let format = PictureFormat { kind, thumbnail_kind, width, height };
    Ok(ProcessedImage { picture, thumbnail, format })
}

fn temp_file_beside(uploaded: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(uploaded.parent().unwrap_or(Path::new(".")))
}
