//! Why a picture is refused.

use std::io;

use image::ImageError;
use jpeg_encoder::EncodingError;

/// Why a picture is not kept.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// It is no whole picture of the kind it says it is.
    #[error("broken")]
    Broken,
    /// It has more pixels than are taken.
    #[error("too many pixels")]
    TooManyPixels,
    /// Our own disk.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<ImageError> for PrepareError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            // What the system said, and no decoder that looked in vain for more.
            ImageError::IoError(error) if error.raw_os_error().is_some() => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}

impl From<EncodingError> for PrepareError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::IoError(error) => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}
