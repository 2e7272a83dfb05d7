//! The stored properties of a processed picture.

use domain::files::signatures::ImageKind;

/// The formats and the size of an uploaded picture and its thumbnail.
#[derive(Clone, Copy, Debug)]
pub struct PictureFormat {
    /// The picture's format.
    pub kind: ImageKind,
    /// The thumbnail's format.
    pub thumbnail_kind: ImageKind,
    /// The picture's width in pixels.
    pub width: u32,
    /// The picture's height in pixels.
    pub height: u32,
}
