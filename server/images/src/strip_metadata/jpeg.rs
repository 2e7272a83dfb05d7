//! JPEG: segments with a marker and a length, and scans of compressed data between them.

use crate::strip_metadata::pieces::Keep;

const END_OF_IMAGE: u8 = 0xd9;
/// The marker before compressed data.
pub const START_OF_SCAN: u8 = 0xda;
/// Each scan may cover the whole picture, however few its bytes are. Encoders write at most twenty.
const MAX_SCANS: u32 = 100;

pub fn each_piece(file: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    keep(file.get(..2)?);
    let mut at = 2;
    let mut scans = 0;
    loop {
        let marker;
        (marker, at) = next_marker(file, at)?;
        if marker == END_OF_IMAGE {
            // What follows is another picture, with its own metadata.
            keep(&[0xff, END_OF_IMAGE]);
            return (scans > 0).then_some(());
        }
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            continue;
        }
        let length = file.get(at..at + 2)?;
        let end = at + usize::from(u16::from_be_bytes([length[0], length[1]]));
        let content = file.get(at + 2..end)?;
        if is_picture(marker, content) {
            // The byte before a marker is 0xff, whatever fills the gap before it.
            keep(&file[at - 2..end]);
        }
        at = end;
        if marker == START_OF_SCAN {
            scans += 1;
            if scans > MAX_SCANS {
                return None;
            }
            let from = at;
            at = end_of_scan(file, at)?;
            keep(&file[from..at]);
        }
    }
}

/// The markers with their content, until the first scan.
pub fn headers(file: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = Some(2);
    std::iter::from_fn(move || {
        let (marker, content) = loop {
            let (marker, from) = next_marker(file, at?)?;
            if !matches!(marker, 0x01 | 0xd0..=0xd8) {
                break (marker, from);
            }
            at = Some(from);
        };
        let length =
            file.get(content..)?.first_chunk().map(|length| u16::from_be_bytes(*length))?;
        let end = content + usize::from(length);
        at = (marker != START_OF_SCAN).then_some(end);
        Some((marker, file.get(content + 2..end)?))
    })
}

/// The next marker, and where its segment continues.
fn next_marker(file: &[u8], mut at: usize) -> Option<(u8, usize)> {
    loop {
        at += file.get(at..)?.iter().position(|byte| *byte == 0xff)? + 1;
        let marker = *file.get(at)?;
        if !matches!(marker, 0x00 | 0xff) {
            return Some((marker, at + 1));
        }
    }
}

/// Compressed data lasts until a marker that is not a restart; 0xff itself is written as 0xff 0x00.
fn end_of_scan(file: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += file.get(at..)?.iter().position(|byte| *byte == 0xff)?;
        match *file.get(at + 1)? {
            0x00 | 0xd0..=0xd7 => at += 2,
            _ => return Some(at),
        }
    }
}

/// Of the application segments: the density, the color profile and Adobe's color transform.
fn is_picture(marker: u8, content: &[u8]) -> bool {
    match marker {
        0xe0 => content.starts_with(b"JFIF\0"),
        0xe2 => content.starts_with(b"ICC_PROFILE\0"),
        0xee => content.starts_with(b"Adobe"),
        // Other applications' segments, unused extensions and comments.
        0xe1..=0xfe => false,
        _ => true,
    }
}
