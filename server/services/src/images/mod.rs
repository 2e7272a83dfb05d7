//! Processing of uploaded pictures: validated, rotated upright, stripped of metadata, and scaled down for
//! lists.
//!
//! A phone writes the location into a photo, and everyone who sees a job sees its pictures, so the metadata
//! is removed before a picture is stored. A picture that is upright keeps its pixels: only the metadata
//! blocks of the file are left out ([`strip_metadata`]). Any other is decoded, rotated and encoded again.

mod decode;
mod encode;
pub mod error;
pub(crate) mod rotate;
pub(crate) mod strip_metadata;

use std::{
    io::{self, BufWriter, Write as _},
    path::Path,
    sync::Arc,
};

use domain::files::signatures::ImageKind;
use image::metadata::Orientation;
use store::files::picture_format::PictureFormat;
use tempfile::{NamedTempFile, TempPath};
use tokio::sync::Semaphore;

use crate::images::error::PrepareError;

/// How many pictures are in memory at once.
const AT_ONCE: u32 = 2;

/// A picture whose file and pixels take more than this is processed alone.
const ORDINARY_BYTES: u64 = 48 << 20;

/// Limits the pictures in progress.
#[derive(Clone, Debug)]
pub struct ImageProcessor {
    permits: Arc<Semaphore>,
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
        Self { permits: Arc::new(Semaphore::new(AT_ONCE as usize)) }
    }
}

impl ImageProcessor {
    /// Processes an uploaded file. The new file is in the same folder.
    ///
    /// # Errors
    /// Why it cannot be stored.
    pub async fn prepare(
        &self,
        uploaded: TempPath,
        kind: ImageKind,
    ) -> Result<ProcessedImage, PrepareError> {
        let (uploaded, bytes) = run_blocking(move || {
            let bytes = decode::memory(&uploaded, kind)? + std::fs::metadata(&uploaded)?.len();
            Ok((uploaded, bytes))
        })
        .await?;
        let places = if bytes > ORDINARY_BYTES { AT_ONCE } else { 1 };
        let place = self.permits.clone().acquire_many_owned(places).await;
        run_blocking(move || {
            // Held by the work itself: its caller may have disconnected.
            let _place = place;
            work(&uploaded, kind)
        })
        .await
    }
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

fn work(uploaded: &Path, kind: ImageKind) -> Result<ProcessedImage, PrepareError> {
    // Completeness first: decoders fill in missing data.
    if strip_metadata::pieces(&std::fs::read(uploaded)?, kind).is_none() {
        return Err(PrepareError::Broken);
    }
    let decoded = decode::decode(uploaded, kind)?;
    let (width, height) = decoded.upright_size();
    let (thumbnail, thumbnail_kind) = encode::thumbnail(&decoded)?;
    let mut picture = temp_file_beside(uploaded)?;
    let kind = if decoded.orientation == Orientation::NoTransforms {
        // Before the file is read again: the pixels are not needed any more.
        drop(decoded);
        let file = std::fs::read(uploaded)?;
        for piece in strip_metadata::pieces(&file, kind).ok_or(PrepareError::Broken)? {
            picture.write_all(&piece)?;
        }
        kind
    } else {
        let mut to = BufWriter::with_capacity(1 << 18, picture.as_file_mut());
        let kind = encode::upright(decoded, kind, &mut to)?;
        to.flush()?;
        kind
    };
    let picture = picture.into_temp_path();
    let format = PictureFormat { kind, thumbnail_kind, width, height };
    Ok(ProcessedImage { picture, thumbnail, format })
}

fn temp_file_beside(uploaded: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(uploaded.parent().unwrap_or(Path::new(".")))
}
