//! Pictures that people upload: checked, turned upright, freed of everything but the picture, and
//! copied small for lists.
//!
//! A phone writes into a photo where it was taken. Whoever sees a job sees its pictures, so that has
//! to go before anything is kept. What is upright already keeps its pixels as they are: only the
//! blocks of the file that are no picture are left out ([`strip_metadata`]). What lies on its side is decoded,
//! turned and encoded anew.

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

/// So many pictures are in memory at once, whoever else waits.
const AT_ONCE: u32 = 2;

/// A picture whose file and pixels take more than this has the memory of all of them to itself.
const ORDINARY_BYTES: u64 = 48 << 20;

/// The pictures being worked on.
#[derive(Clone, Debug)]
pub struct ImageProcessor {
    permits: Arc<Semaphore>,
}

/// A picture that may be kept.
#[derive(Debug)]
pub struct ProcessedImage {
    /// The upright picture and nothing else.
    pub picture: TempPath,
    /// Its small copy: a PNG where something can be seen through.
    pub thumbnail: Vec<u8>,
    /// What both are, and how large the picture is.
    pub format: PictureFormat,
}

impl Default for ImageProcessor {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE as usize)) }
    }
}

impl ImageProcessor {
    /// Makes of an uploaded file what may be kept. The new file stands in the same folder.
    ///
    /// # Errors
    /// Why it cannot be kept.
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
            // Held by the work itself: who asked for it may have gone away.
            let _place = place;
            work(&uploaded, kind)
        })
        .await
    }
}

/// Runs on a thread that may take its time. A decoder that panics was given a broken picture.
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
    // Whether the file is whole comes first: decoders fill in what is missing.
    if strip_metadata::pieces(&std::fs::read(uploaded)?, kind).is_none() {
        return Err(PrepareError::Broken);
    }
    let decoded = decode::decode(uploaded, kind)?;
    let (width, height) = decoded.upright_size();
    let (thumbnail, thumbnail_kind) = encode::thumbnail(&decoded)?;
    let mut picture = temp_file_beside(uploaded)?;
    let kind = if decoded.orientation == Orientation::NoTransforms {
        // Before the file is read again: its pixels are not needed any more.
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
