//! WebP: RIFF chunks with a name and a length, padded to an even one.

use crate::strip_metadata::pieces::Keep;

const RIFF_HEAD: usize = 12;
const CHUNK_HEAD: usize = 8;
/// The position and duration of an animation's frame, before the chunks of its picture.
const FRAME_HEAD: usize = 16;
/// Flags of the extended header: EXIF and XMP.
const TALKS: u8 = 0b1100;

const PICTURE: &[&[u8]] = &[b"VP8 ", b"VP8L", b"ALPH"];
const FILE: &[&[u8]] = &[b"VP8 ", b"VP8L", b"ALPH", b"ICCP", b"ANIM"];

pub fn each_piece(file: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    let mut bytes = 0;
    // Twice: the length of all chunks comes before the first of them.
    each_chunk(file, &mut |piece| bytes += piece.len())?;
    let mut head = b"RIFF".to_vec();
    head.extend_from_slice(&u32::try_from(bytes + 4).ok()?.to_le_bytes());
    head.extend_from_slice(b"WEBP");
    keep(&head);
    each_chunk(file, keep)?;
    (bytes > 0).then_some(())
}

/// The file without what follows its last chunk; `None` if that is missing.
pub fn whole(file: &[u8]) -> Option<&[u8]> {
    let says = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?);
    file.get(..usize::try_from(says).ok()?.checked_add(8)?)
}

/// The chunks of a file.
pub fn chunks(file: &[u8]) -> Option<Chunks<'_>> {
    Some(Chunks(whole(file)?.get(RIFF_HEAD..)?))
}

/// What an animation's frame says before its picture, and the chunks of the picture.
pub fn frame_chunks(frame: &[u8]) -> Option<(&[u8], Chunks<'_>)> {
    let (head, inner) = frame.get(CHUNK_HEAD..)?.split_at_checked(FRAME_HEAD)?;
    Some((head, Chunks(inner)))
}

fn each_chunk(file: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    for chunk in chunks(file)? {
        let (name, chunk) = chunk?;
        if FILE.contains(&name) {
            keep(chunk);
        } else if name == b"VP8X" {
            let mut header = chunk.to_vec();
            *header.get_mut(CHUNK_HEAD)? &= !TALKS;
            keep(&header);
        } else if name == b"ANMF" {
            each_frame_chunk(chunk, keep)?;
        }
    }
    Some(())
}

/// A frame with only the chunks of its picture.
fn each_frame_chunk(frame: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    let (head, inner) = frame_chunks(frame)?;
    let mut bytes = head.len();
    for chunk in Chunks(inner.0) {
        let (name, chunk) = chunk?;
        bytes += if PICTURE.contains(&name) { chunk.len() } else { 0 };
    }
    keep(b"ANMF");
    keep(&u32::try_from(bytes).ok()?.to_le_bytes());
    keep(head);
    for (_, chunk) in inner.flatten().filter(|(name, _)| PICTURE.contains(name)) {
        keep(chunk);
    }
    Some(())
}

/// Each chunk's name, and the chunk with its header and padding; `None` if the file ends within it.
pub struct Chunks<'a>(&'a [u8]);

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
