//! GIF: a screen, then blocks in pieces of at most 255 bytes.

use std::borrow::Cow;

use crate::images::strip_metadata::pieces::Pieces;

/// The blocks with an animation's loop count. Two applications introduced them; browsers support both.
const LOOPS: [&[u8]; 2] = [b"\x0bNETSCAPE2.0\x03\x01", b"\x0bANIMEXTS1.0\x03\x01"];

pub fn pieces(file: &[u8]) -> Option<Pieces<'_>> {
    let screen = 13 + colours(*file.get(10)?);
    let mut pieces: Pieces = vec![Cow::Borrowed(file.get(..screen)?)];
    let mut at = screen;
    loop {
        match *file.get(at)? {
            b';' => {
                pieces.push(Cow::Borrowed(b";"));
                return Some(pieces);
            }
            b',' => {
                // A frame: its position, its colors, and its initial code size.
                let data = at + 10 + colours(*file.get(at + 9)?) + 1;
                let end = end_of_blocks(file, data)?;
                pieces.push(Cow::Borrowed(&file[at..end]));
                at = end;
            }
            b'!' => {
                let end = end_of_blocks(file, at + 2)?;
                match *file.get(at + 1)? {
                    // How the next frame is displayed.
                    0xf9 => pieces.push(Cow::Borrowed(&file[at..end])),
                    0xff => pieces.extend(runs(file.get(at + 2..end)?)),
                    _ => {}
                }
                at = end;
            }
            _ => return None,
        }
    }
}

/// The size of a color table, from the flags that announce it.
fn colours(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn end_of_blocks(file: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *file.get(at)? {
            0 => return Some(at + 1),
            length => at += usize::from(length) + 1,
        }
    }
}

/// Written again, so that no other data is included.
fn runs(block: &[u8]) -> Option<Cow<'_, [u8]>> {
    let rest = LOOPS.iter().find_map(|head| block.strip_prefix(*head))?;
    let [low, high, ..] = rest else { return None };
    let mut anew = vec![b'!', 0xff];
    anew.extend_from_slice(LOOPS[0]);
    anew.extend_from_slice(&[*low, *high, 0]);
    Some(Cow::Owned(anew))
}
