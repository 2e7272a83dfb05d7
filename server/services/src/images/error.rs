//! Why a picture is refused.

use std::io;

use image::ImageError;
use jpeg_encoder::EncodingError;

/// Why a picture is not stored.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// It is not a complete picture of its type.
    #[error("broken")]
    Broken,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooManyPixels,
    /// An error of the server's disk.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<ImageError> for PrepareError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            // An error of the system, rather than of a decoder that ran out of data.
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
