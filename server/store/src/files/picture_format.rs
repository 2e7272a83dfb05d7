//! What a row says of a picture that is ready to be kept.

use domain::files::signatures::ImageKind;

/// The formats and the size of an uploaded picture and its small copy.
#[derive(Clone, Copy, Debug)]
pub struct PictureFormat {
    /// The picture's.
    pub kind: ImageKind,
    /// The small copy's.
    pub thumbnail_kind: ImageKind,
    /// Pixels of the picture.
    pub width: u32,
    /// Pixels of the picture.
    pub height: u32,
}
