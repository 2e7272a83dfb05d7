//! The parts of a file that are its picture. Everything else may say where it was taken, by whom and
//! with what: EXIF, XMP, IPTC, comments, earlier versions and whatever is stuck to the end.

mod gif;
mod jpeg;
pub mod pieces;
mod png;
mod webp;

use domain::files::signatures::ImageKind;

use crate::images::strip_metadata::pieces::Pieces;

/// What is kept of a file; none where it is not whole.
pub fn pieces(file: &[u8], kind: ImageKind) -> Option<Pieces<'_>> {
    match kind {
        ImageKind::Gif => gif::pieces(file),
        ImageKind::Jpeg => jpeg::pieces(file),
        ImageKind::Png => png::pieces(file),
        ImageKind::WebP => webp::pieces(file),
    }
}
