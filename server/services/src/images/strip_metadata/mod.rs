//! The parts of a file that are its picture. The rest may show where, by whom and with what it was taken:
//! EXIF, XMP, IPTC, comments, earlier versions and data after the end.

mod gif;
mod jpeg;
pub mod pieces;
mod png;
mod webp;

use domain::files::signatures::ImageKind;

use crate::images::strip_metadata::pieces::Pieces;

/// The parts to store; `None` if the file is incomplete.
pub fn pieces(file: &[u8], kind: ImageKind) -> Option<Pieces<'_>> {
    match kind {
        ImageKind::Gif => gif::pieces(file),
        ImageKind::Jpeg => jpeg::pieces(file),
        ImageKind::Png => png::pieces(file),
        ImageKind::WebP => webp::pieces(file),
    }
}
