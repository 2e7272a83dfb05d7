//! Why a picture is refused.

use std::io;

use image::ImageError;
use jpeg_encoder::EncodingError;

use crate::core::fair_queue::limits::QueueBusy;

/// Why a picture is not stored.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// It is not a complete picture of its type.
    #[error("broken")]
    Broken,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooManyPixels,
    /// Decoding it would take too much memory.
    #[error("too much memory")]
    TooMuchMemory,
    /// Too many other pictures wait.
    #[error(transparent)]
    Busy(#[from] QueueBusy),
    /// An error of the server's disk.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<ImageError> for PrepareError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooMuchMemory,
            // An error of the system, rather than of a decoder that ran out of data.
            ImageError::IoError(error) if error.raw_os_error().is_some() => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}

impl From<png::DecodingError> for PrepareError {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::LimitsExceeded => Self::TooMuchMemory,
            _ => Self::Broken,
        }
    }
}

impl From<png::EncodingError> for PrepareError {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(error) => Self::Disk(error),
            _ => Self::Broken,
        }
    }
}

impl From<image_webp::DecodingError> for PrepareError {
    fn from(error: image_webp::DecodingError) -> Self {
        match error {
            image_webp::DecodingError::MemoryLimitExceeded => Self::TooMuchMemory,
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
