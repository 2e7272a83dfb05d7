//! What becomes of an uploaded picture: it is validated, rotated upright, stripped of metadata, and scaled down for
//! lists.
//!
//! A phone writes the location into a photo, and everyone who sees a job sees its pictures, so the metadata
//! is removed before a picture is stored. A picture that is upright keeps its pixels: only the metadata
//! blocks of the file are left out ([`strip_metadata`]). Any other is decoded, rotated and encoded again.
//!
//! It is a crate of its own because the generic code of decoders is compiled here, which is too slow without
//! optimization, and optimizing the callers as well takes long.

mod decode;
mod encode;
mod error;
mod lossless_webp;
mod memory;
#[cfg(test)]
mod parser_tests;
mod rotate;
mod strip_metadata;

use std::{
    io::{self, BufWriter, Write as _},
    path::Path,
};

use domain::files::signatures::ImageKind;
use image::metadata::Orientation;
use tempfile::{NamedTempFile, TempPath};

pub use crate::{
    error::PictureError,
    memory::{MAX_BYTES, Needs},
};

/// How much of a picture is buffered before it is written.
const WRITTEN_AT_ONCE: usize = 1 << 18;

/// A processed picture.
#[derive(Debug)]
pub struct Processed {
    /// The upright picture without metadata.
    pub picture: TempPath,
    /// Its format.
    pub kind: ImageKind,
    /// Its thumbnail: a PNG if it has transparency.
    pub thumbnail: Vec<u8>,
    /// The thumbnail's format.
    pub thumbnail_kind: ImageKind,
    /// The picture's width in pixels.
    pub width: u32,
    /// The picture's height in pixels.
    pub height: u32,
}

/// Whether a file is complete, as decoders fill in missing data, and what they will take.
///
/// # Errors
/// Why it cannot be processed.
pub fn check(uploaded: &Path, kind: ImageKind) -> Result<Needs, PictureError> {
    let file = std::fs::read(uploaded)?;
    strip_metadata::each_piece(&file, kind, &mut |_| {}).ok_or(PictureError::Broken)?;
    Needs::of(&file, kind)
}

/// Processes a file of these needs. The new file is in the same folder.
///
/// # Errors
/// Why it cannot be processed.
pub fn process(uploaded: &Path, kind: ImageKind, needs: &Needs) -> Result<Processed, PictureError> {
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
        .ok_or(PictureError::Broken)?;
        written?;
        kind
    } else {
        encode::upright(&decoded, kind, &mut to)?
    };
    to.flush()?;
    drop(to);
    let picture = picture.into_temp_path();
    Ok(Processed { picture, kind, thumbnail, thumbnail_kind, width, height })
}

fn temp_file_beside(uploaded: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(uploaded.parent().unwrap_or(Path::new(".")))
}
