//! GIF: a screen, then blocks in pieces of at most 255 bytes.

use crate::strip_metadata::pieces::Keep;

/// The blocks with an animation's loop count. Two applications introduced them; browsers support both.
const LOOPS: [&[u8]; 2] = [b"\x0bNETSCAPE2.0\x03\x01", b"\x0bANIMEXTS1.0\x03\x01"];

pub fn each_piece(file: &[u8], keep: &mut Keep<'_>) -> Option<()> {
    let screen = 13 + colors(*file.get(10)?);
    keep(file.get(..screen)?);
    let mut at = screen;
    loop {
        match *file.get(at)? {
            b';' => {
                keep(b";");
                return Some(());
            }
            b',' => {
                // A frame: its position, its colors, and its initial code size.
                let data = at + 10 + colors(*file.get(at + 9)?) + 1;
                let end = end_of_blocks(file, data)?;
                keep(&file[at..end]);
                at = end;
            }
            b'!' => {
                let end = end_of_blocks(file, at + 2)?;
                match *file.get(at + 1)? {
                    // How the next frame is displayed.
                    0xf9 => keep(&file[at..end]),
                    0xff => {
                        if let Some(runs) = runs(file.get(at + 2..end)?) {
                            keep(&runs);
                        }
                    }
                    _ => {}
                }
                at = end;
            }
            _ => return None,
        }
    }
}

/// The size of a color table, from the flags that announce it.
fn colors(flags: u8) -> usize {
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
fn runs(block: &[u8]) -> Option<Vec<u8>> {
    let rest = LOOPS.iter().find_map(|head| block.strip_prefix(*head))?;
    let [low, high, ..] = rest else { return None };
    let mut anew = vec![b'!', 0xff];
    anew.extend_from_slice(LOOPS[0]);
    anew.extend_from_slice(&[*low, *high, 0]);
    Some(anew)
}
