//! Bytes as a stranger sends them: anything at all, a true beginning with anything behind it, and valid samples
//! that were changed.

use proptest::{collection::vec, prelude::*, sample::Index};

/// How far repeating parts may enlarge a sample.
const MOST_BYTES: usize = 64 << 10;

/// One change of a sample.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Write(Index, Vec<u8>),
    Insert(Index, Vec<u8>),
    Cut(Index, usize),
    Repeat(Index, usize, usize),
    /// A part of the sample at another place of it.
    Move(Index, usize, Index),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let part = |at: &Index, length: usize| {
            let start = at.index(bytes.len());
            start..bytes.len().min(start + length)
        };
        match self {
            Self::Flip(at, bit) => {
                let at = at.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
            Self::Write(at, new) => {
                let place = part(at, new.len());
                bytes.splice(place, new.iter().copied());
            }
            Self::Insert(at, new) => {
                let place = part(at, 0);
                bytes.splice(place, new.iter().copied());
            }
            Self::Cut(at, length) => drop(bytes.drain(part(at, *length))),
            Self::Repeat(at, length, times) => {
                let place = part(at, *length);
                let times = (*times).min(MOST_BYTES / place.len());
                let new = bytes[place.clone()].repeat(times);
                bytes.splice(place, new);
            }
            Self::Move(from, length, to) => {
                let moved = bytes[part(from, *length)].to_vec();
                let place = part(to, 0);
                bytes.splice(place, moved);
            }
        }
    }
}

/// Bytes that parsers take for numbers and marks, or any.
fn interesting() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 1..9),
        vec(prop::sample::select(vec![0, 1, 0x7f, 0x80, 0xfe, 0xff]), 1..9),
        vec(prop::sample::select(b"0123456789,;:.=\"'[]{}()-+ \r\n\t%/\\".to_vec()), 1..9),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        (at(), 0..8_u8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        (at(), interesting()).prop_map(|(at, new)| Change::Write(at, new)),
        (at(), interesting()).prop_map(|(at, new)| Change::Insert(at, new)),
        (at(), 1..64_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (at(), 1..48_usize, 2..200_usize)
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        (at(), 1..64_usize, at()).prop_map(|(from, length, to)| Change::Move(from, length, to)),
    ]
}

/// One of the samples with up to six changes.
///
/// # Panics
/// Without samples.
pub fn changed<S: AsRef<[u8]>>(samples: &[S]) -> impl Strategy<Value = Vec<u8>> + use<S> {
    let samples: Vec<Vec<u8>> = samples.iter().map(|sample| sample.as_ref().to_vec()).collect();
    (prop::sample::select(samples), vec(change(), 1..7)).prop_map(|(mut bytes, changes)| {
        for change in &changes {
            change.apply(&mut bytes);
            bytes.truncate(2 * MOST_BYTES);
        }
        bytes
    })
}

/// Anything, a true beginning with anything behind it, and changed samples, which are the most.
///
/// # Panics
/// Without samples.
pub fn bytes<S: AsRef<[u8]>>(samples: &[S]) -> impl Strategy<Value = Vec<u8>> + use<S> {
    let heads: Vec<Vec<u8>> = samples
        .iter()
        .map(AsRef::as_ref)
        .map(|sample| sample[..sample.len().min(30)].to_vec())
        .collect();
    let begun = (prop::sample::select(heads), vec(any::<u8>(), 0..512))
        .prop_map(|(head, rest)| [head, rest].concat());
    prop_oneof![1 => vec(any::<u8>(), 0..1_024), 1 => begun, 4 => changed(samples)]
}

/// The same for parsers of texts.
///
/// # Panics
/// Without samples.
pub fn text<S: AsRef<[u8]>>(samples: &[S]) -> impl Strategy<Value = String> + use<S> {
    let lossy = bytes(samples).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    prop_oneof![4 => lossy, 1 => "\\PC{0,40}"]
}

/// The same for values of headers, in which an HTTP library lets no line end and no zero through.
///
/// # Panics
/// Without samples.
pub fn header<S: AsRef<[u8]>>(samples: &[S]) -> impl Strategy<Value = Vec<u8>> + use<S> {
    bytes(samples).prop_map(|mut bytes| {
        bytes.retain(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 0x7f));
        bytes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest! {
        #[test]
        fn changes_leave_a_sample_of_bounded_size(bytes in changed(&[b"a sample"])) {
            prop_assert!(bytes.len() <= 2 * MOST_BYTES);
        }

        #[test]
        fn a_header_can_be_sent(value in header(&["text/html; q=0.5"])) {
            prop_assert!(value.iter().all(|byte| *byte == b'\t' || *byte >= b' '));
        }
    }
}
