//! PNG: chunks with a length, a name and a checksum.

use crate::strip_metadata::pieces::Keep;

const SIGNATURE: usize = 8;

/// Chunks of pixels, colors and animations.
const ALLOWED_CHUNKS: &[&[u8; 4]] = &[
    b"IHDR", b"PLTE", b"IDAT", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV",
    b"cLLI", b"sBIT", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT",
];

pub fn each_piece(file: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    keep(file.get(..SIGNATURE)?);
    let mut at = SIGNATURE;
    loop {
        let length = u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?);
        let name = file.get(at + 4..at + 8)?;
        let end = at.checked_add(usize::try_from(length).ok()?)?.checked_add(12)?;
        let chunk = file.get(at..end)?;
        if name == b"IEND" {
            keep(chunk);
            return Some(());
        }
        if ALLOWED_CHUNKS.iter().any(|known| name == *known) {
            keep(chunk);
        }
        at = end;
    }
}
