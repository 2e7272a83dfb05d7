//! The context of a word, which distinguishes a term of the trade from an everyday word or a name.

use crate::{translations::glossary_terms::Ambiguity, types::normalize::fold};

/// Words before a counted noun, in either language.
const QUANTITIES: &[&str] = &[
    "a", "an", "per", "each", "every", "half", "few", "several", "many", "more", "full", "extra",
    "another", "any", "some", "one", "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "no", "un", "una", "por", "cada", "medio", "media", "varios", "varias",
    "muchos", "muchas", "mas", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
    "diez", "otro", "otra",
];

/// Words before a definite noun, in either language.
const ARTICLES: &[&str] = &[
    "the", "this", "that", "these", "those", "both", "new", "old", "el", "la", "los", "las",
    "este", "esta", "estos", "estas", "ese", "esa", "del", "al", "nuevo", "nueva",
];

/// Words after a noun that ends there, and is not part of a compound.
const LINKS: &[&str] = &[
    "of", "and", "or", "on", "for", "in", "at", "is", "to", "from", "left", "more", "short",
    "extra", "with", "per", "so", "but", "today", "tomorrow", "total", "each", "de", "y", "o",
    "en", "para",
];

/// Words after a verb that begin its object.
const OBJECTS: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "it", "them", "all", "my", "your", "his",
    "her", "our", "their", "down", "off", "up", "over", "every", "each", "some", "any", "both",
    "in",
];

/// Words before a verb.
const BEFORE_VERBS: &[&str] = &[
    "to", "will", "can", "must", "should", "please", "i", "we", "you", "they", "don", "dont", "not",
];

/// Words after a capitalized word that make it the name of a street or a place.
const PLACES: &[&str] = &[
    "rd",
    "road",
    "st",
    "street",
    "ave",
    "avenue",
    "ln",
    "lane",
    "dr",
    "drive",
    "ct",
    "court",
    "blvd",
    "boulevard",
    "pl",
    "place",
    "pkwy",
    "parkway",
    "hwy",
    "highway",
    "cir",
    "circle",
    "ter",
    "terrace",
    "trl",
    "trail",
    "way",
    "run",
    "creek",
    "park",
    "church",
    "school",
    "apartments",
    "condos",
    "estates",
    "hills",
    "heights",
    "plaza",
    "mall",
    "lake",
    "river",
    "view",
    "point",
    "crossing",
];
const PLACES_BEFORE: &[&str] = &[
    "calle", "avenida", "av", "camino", "paseo", "colonia", "calzada", "plaza", "mount", "mt",
    "fort",
];

/// Words without a capital in headings.
const SMALL: &[&str] = &[
    "of", "the", "and", "for", "with", "in", "on", "to", "per", "a", "x", "ft", "lb", "lbs", "de",
    "la", "el", "los", "las", "del", "para", "con", "y", "en", "por",
];

/// A range of letters in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub from: usize,
    pub to: usize,
}

/// A text, as folded letters.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    text: &'a str,
    /// Each folded letter and its offset in the text.
    pub letters: Vec<(char, usize)>,
    /// Where each word with its punctuation and the blank behind it ends, and whether it is an address.
    chunks: Vec<(usize, bool)>,
    /// Whether this is a sentence, and not a heading in which every word is capitalized.
    is_prose: bool,
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

impl<'a> Context<'a> {
    pub fn of(text: &'a str) -> Self {
        let mut letters = Vec::with_capacity(text.len());
        for (at, letter) in text.char_indices() {
            let folded = fold(letter.encode_utf8(&mut [0; 4]));
            letters.extend(folded.chars().map(|folded| (folded, at)));
        }
        let is_small = |word: &str| word.starts_with(char::is_lowercase) && !is_in(SMALL, word);
        let is_prose = text.split(|c: char| !c.is_alphanumeric()).any(is_small);
        let mut end = 0;
        let chunks = text.split_inclusive(char::is_whitespace).map(|chunk| {
            end += chunk.len();
            (end, is_address(chunk))
        });
        Self { text, letters, chunks: chunks.collect(), is_prose }
    }

    /// The offset of a folded letter in the text.
    pub fn offset(&self, at: usize) -> usize {
        self.letters.get(at).map_or(self.text.len(), |letter| letter.1)
    }

    pub fn slice(&self, place: Place) -> &'a str {
        &self.text[self.offset(place.from)..self.offset(place.to)]
    }

    fn letter(&self, at: usize) -> Option<char> {
        self.letters.get(at).map(|letter| letter.0)
    }

    fn is_in_word(&self, at: usize) -> bool {
        self.letter(at).is_some_and(char::is_alphanumeric)
    }

    pub fn begins_word(&self, at: usize) -> bool {
        self.is_in_word(at) && !(at > 0 && self.is_in_word(at - 1))
    }

    /// The range of a folded term at this position. A blank in it matches any number of blanks, or a hyphen.
    pub fn place_of(&self, term: &str, from: usize) -> Option<Place> {
        let mut at = from;
        for letter in term.chars() {
            let here = self.letter(at)?;
            let is_blank = |at| matches!(self.letter(at), Some(' ' | '\t' | '\u{a0}'));
            if letter == ' ' && is_blank(at) {
                while is_blank(at) {
                    at += 1;
                }
            } else if here == letter || letter == ' ' && here == '-' {
                at += 1;
            } else {
                return None;
            }
        }
        // The dot of an abbreviation may also end the sentence: then it is preserved.
        if term.ends_with('.') && !self.continues(at) {
            at -= 1;
        }
        (!self.is_in_word(at)).then_some(Place { from, to: at })
    }

    /// Whether the sentence continues after a dot.
    fn continues(&self, at: usize) -> bool {
        let rest = self.text[self.offset(at)..].trim_start();
        rest.starts_with(|next: char| next.is_lowercase() || next.is_ascii_digit())
    }

    /// Whether a sentence begins here.
    pub fn begins_sentence(&self, at: usize) -> bool {
        begins_sentence(&self.text[..self.offset(at)])
    }

    /// Whether a number other than one precedes this.
    pub fn counts(&self, place: Place) -> bool {
        let before = fold(self.word_before(place));
        let is_number = before.ends_with(|last: char| last.is_ascii_digit()) && before != "1";
        is_number
            || is_in(
                &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
                &before,
            )
    }

    /// The preceding word, without punctuation between; blank if there is none.
    fn word_before(&self, place: Place) -> &'a str {
        let before = &self.text[..self.offset(place.from)];
        let trimmed = before.trim_end_matches([' ', '-', '&']);
        let begins = trimmed
            .rfind(|c: char| !c.is_alphanumeric())
            .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
        &trimmed[begins..]
    }

    /// The following word, without punctuation between; blank if there is none.
    fn word_after(&self, place: Place) -> &'a str {
        let after = self.text[self.offset(place.to)..].trim_start_matches([' ', '&']);
        &after[..after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len())]
    }

    /// Whether this is the term, and not an everyday word, a name or an address.
    pub fn is_term(&self, care: Ambiguity, place: Place) -> bool {
        if self.is_in_an_address(place) || self.is_a_name(care, place) {
            return false;
        }
        let before = fold(self.word_before(place));
        let after = fold(self.word_after(place));
        let is_counted =
            before.ends_with(|last: char| last.is_ascii_digit()) || is_in(QUANTITIES, &before);
        if care.has(Ambiguity::COUNTED) {
            return is_counted && (after.is_empty() || is_in(LINKS, &after));
        }
        if care.has(Ambiguity::COUNTED_OR_NAMED) && !is_counted && !is_in(ARTICLES, &before) {
            return false;
        }
        !(care.has(Ambiguity::VERB) && (is_in(OBJECTS, &after) || is_in(BEFORE_VERBS, &before)))
    }

    /// Whether this is part of an email or web address.
    fn is_in_an_address(&self, place: Place) -> bool {
        let (from, to) = (self.offset(place.from), self.offset(place.to));
        let first = self.chunks.partition_point(|(end, _)| *end <= from);
        let last = self.chunks.partition_point(|(end, _)| *end < to);
        let chunks = self.chunks.get(first..=last).unwrap_or_default();
        chunks.iter().any(|(_, is_address)| *is_address)
    }

    /// Whether a capital makes this the name of a street, a place or a person.
    fn is_a_name(&self, care: Ambiguity, place: Place) -> bool {
        let is_name =
            |word: &str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
        let (word, before, after) =
            (self.slice(place), self.word_before(place), self.word_after(place));
        if !is_name(word) {
            return false;
        }
        let is_place = after.starts_with(char::is_uppercase) && is_in(PLACES, &fold(after))
            || is_in(PLACES_BEFORE, &fold(before));
        is_place
            || care.has(Ambiguity::NAME) && self.is_prose && (is_name(before) || is_name(after))
    }
}

/// Whether a word with its punctuation is an email or web address.
fn is_address(chunk: &str) -> bool {
    let has_dot = chunk.match_indices('.').any(|(at, _)| {
        let is_letter = |side: Option<char>| side.is_some_and(char::is_alphabetic);
        is_letter(chunk[..at].chars().next_back()) && is_letter(chunk[at + 1..].chars().next())
    });
    has_dot || chunk.contains(['@', '_', '#']) || chunk.contains("://")
}

/// Whether a sentence begins after this.
pub(crate) fn begins_sentence(before: &str) -> bool {
    before
        .rfind(char::is_alphanumeric)
        .is_none_or(|last| before[last..].contains(['.', '!', '?', '\n', '•']))
}
