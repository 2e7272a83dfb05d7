//! The parts of a file that are its picture. The rest may show where, by whom and with what it was taken:
//! EXIF, XMP, IPTC, comments, earlier versions and data after the end.

mod gif;
pub mod jpeg;
pub mod pieces;
mod png;
pub mod webp;

use domain::files::signatures::ImageKind;

use crate::strip_metadata::pieces::Keep;

/// Passes the parts to store to `keep`; `None` if the file is incomplete.
pub fn each_piece(file: &[u8], kind: ImageKind, keep: &mut Keep<'_>) -> Option<()> {
    match kind {
        ImageKind::Gif => gif::each_piece(file, keep),
        ImageKind::Jpeg => jpeg::each_piece(file, keep),
        ImageKind::Png => png::each_piece(file, keep),
        ImageKind::WebP => webp::each_piece(file, keep),
    }
}
