//! Why a picture is refused.

use std::io;

use image::ImageError;
use jpeg_encoder::EncodingError;

/// Why a picture is not processed.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It is not a complete picture of its type.
    #[error("broken")]
    Broken,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooManyPixels,
    /// Decoding it would take too much memory.
    #[error("too much memory")]
    TooMuchMemory,
    /// An error of the server's disk.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooMuchMemory,
            // An error of the system, rather than of a decoder that ran out of data.
            ImageError::IoError(error) if error.raw_os_error().is_some() => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}

impl From<png::DecodingError> for PictureError {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::LimitsExceeded => Self::TooMuchMemory,
            _ => Self::Broken,
        }
    }
}

impl From<png::EncodingError> for PictureError {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(error) => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}

impl From<image_webp::DecodingError> for PictureError {
    fn from(error: image_webp::DecodingError) -> Self {
        match error {
            image_webp::DecodingError::MemoryLimitExceeded => Self::TooMuchMemory,
            _ => Self::Broken,
        }
    }
}

impl From<EncodingError> for PictureError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::IoError(error) => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}
