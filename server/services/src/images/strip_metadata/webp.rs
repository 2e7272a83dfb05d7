//! WebP: RIFF chunks with a name and a length, padded to an even one.

use std::borrow::Cow;

use crate::images::strip_metadata::pieces::Pieces;

const RIFF_HEAD: usize = 12;
const CHUNK_HEAD: usize = 8;
/// The position and duration of an animation's frame, before the chunks of its picture.
const FRAME_HEAD: usize = 16;
/// Flags of the extended header: EXIF and XMP.
const TALKS: u8 = 0b1100;

const PICTURE: &[&[u8]] = &[b"VP8 ", b"VP8L", b"ALPH"];
const FILE: &[&[u8]] = &[b"VP8 ", b"VP8L", b"ALPH", b"ICCP", b"ANIM"];

pub fn pieces(file: &[u8]) -> Option<Pieces<'_>> {
    let says = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?);
    let end = usize::try_from(says).ok()?.checked_add(8)?;
    let mut pieces: Pieces = Vec::new();
    for chunk in Chunks(file.get(RIFF_HEAD..end)?) {
        let (name, chunk) = chunk?;
        if FILE.contains(&name) {
            pieces.push(Cow::Borrowed(chunk));
        } else if name == b"VP8X" {
            let mut header = chunk.to_vec();
            *header.get_mut(CHUNK_HEAD)? &= !TALKS;
            pieces.push(Cow::Owned(header));
        } else if name == b"ANMF" {
            pieces.push(Cow::Owned(frame(chunk)?));
        }
    }
    let bytes: usize = pieces.iter().map(|piece| piece.len()).sum();
    let mut head = b"RIFF".to_vec();
    head.extend_from_slice(&u32::try_from(bytes + 4).ok()?.to_le_bytes());
    head.extend_from_slice(b"WEBP");
    pieces.insert(0, Cow::Owned(head));
    (bytes > 0).then_some(pieces)
}

/// A frame with only the chunks of its picture.
fn frame(chunk: &[u8]) -> Option<Vec<u8>> {
    let head = chunk.get(CHUNK_HEAD..CHUNK_HEAD + FRAME_HEAD)?;
    let mut content = head.to_vec();
    for inner in Chunks(&chunk[CHUNK_HEAD + FRAME_HEAD..]) {
        let (name, inner) = inner?;
        if PICTURE.contains(&name) {
            content.extend_from_slice(inner);
        }
    }
    let mut frame = b"ANMF".to_vec();
    frame.extend_from_slice(&u32::try_from(content.len()).ok()?.to_le_bytes());
    frame.extend_from_slice(&content);
    Some(frame)
}

/// Each chunk's name, and the chunk with its header and padding; `None` if the file ends within it.
struct Chunks<'a>(&'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Option<(&'a [u8], &'a [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let chunk = self.split();
        if chunk.is_none() {
            self.0 = &[];
        }
        Some(chunk)
    }
}

impl<'a> Chunks<'a> {
    fn split(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let length = u32::from_le_bytes(self.0.get(4..8)?.try_into().ok()?);
        let length = usize::try_from(length).ok()?;
        let (chunk, rest) = self.0.split_at_checked(CHUNK_HEAD + length + length % 2)?;
        self.0 = rest;
        Some((&chunk[..4], chunk))
    }
}
