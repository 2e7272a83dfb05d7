//! JPEG: segments with a marker and a length, and scans of compressed data between them.

use std::borrow::Cow;

use crate::images::strip_metadata::pieces::Pieces;

const END_OF_IMAGE: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;

pub fn pieces(file: &[u8]) -> Option<Pieces<'_>> {
    let mut pieces: Pieces = vec![Cow::Borrowed(file.get(..2)?)];
    let mut at = 2;
    let mut scans = 0;
    loop {
        let marker;
        (marker, at) = next_marker(file, at)?;
        if marker == END_OF_IMAGE {
            // What follows is another picture, with its own metadata.
            pieces.push(Cow::Borrowed(&[0xff, END_OF_IMAGE]));
            return (scans > 0).then_some(pieces);
        }
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            continue;
        }
        let length = file.get(at..at + 2)?;
        let end = at + usize::from(u16::from_be_bytes([length[0], length[1]]));
        let content = file.get(at + 2..end)?;
        if is_picture(marker, content) {
            // The byte before a marker is 0xff, whatever fills the gap before it.
            pieces.push(Cow::Borrowed(&file[at - 2..end]));
        }
        at = end;
        if marker == START_OF_SCAN {
            scans += 1;
            let from = at;
            at = end_of_scan(file, at)?;
            pieces.push(Cow::Borrowed(&file[from..at]));
        }
    }
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
