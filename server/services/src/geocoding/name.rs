//! Normalizes the many spellings of a city.
//!
//! `fold` and `fingerprint` also exist in `tools/places/build.py`, which writes the table; tests compare the
//! two.

use domain::types::normalize;

/// The bytes of a city's fingerprint.
pub(crate) const FINGERPRINT: usize = 5;

/// Lower case without accents, spaces or punctuation, common words abbreviated: `Mount Juliet` and `Mt.
/// Juliet` are `mtjuliet`.
pub(crate) fn fold(name: &str) -> String {
    joined(name, "")
}

/// The same with a space between the words, for streets: `111 5th Ave` is not `11 15th Ave`.
pub(crate) fn fold_words(street: &str) -> String {
    joined(street, " ")
}

fn joined(name: &str, between: &str) -> String {
    let mut plain = normalize::fold(name);
    plain.retain(|letter| letter.is_ascii());
    let mut words = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    let first = words.next().unwrap_or_default();
    // The Bronx is Bronx, but a place that is only called The keeps it.
    let first = if first == "the" && words.peek().is_some() { "" } else { first };
    let words = std::iter::once(first).chain(words).map(short);
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(between)
}

/// The postal abbreviation: Saint as St, North as N.
fn short(word: &str) -> &str {
    match word {
        "saint" => "st",
        "sainte" => "ste",
        "fort" => "ft",
        "mount" => "mt",
        "north" => "n",
        "south" => "s",
        "east" => "e",
        "west" => "w",
        _ => word,
    }
}

/// A city of a state as 40 bits (FNV-1a, folded): of a million unknown names about one in fifty would match a
/// known one, and the table needs no names.
pub(crate) fn fingerprint(state: &str, folded: &str) -> [u8; FINGERPRINT] {
    let letters =
        state.bytes().map(|byte| byte.to_ascii_lowercase()).chain([b'/']).chain(folded.bytes());
    let hash = letters.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let [_, _, _, fingerprint @ ..] = (hash ^ (hash >> 40)).to_be_bytes();
    fingerprint
}
