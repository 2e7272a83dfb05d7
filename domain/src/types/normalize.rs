//! Text in the form that searches compare: without case and without diacritics.
//!
//! The letters are in two small tables for the Latin scripts. The Unicode normalization tables would add 65
//! KB (gzip) to the browser's download, these tables add less than 1 KB. A test compares them with the
//! Unicode tables, letter by letter.

/// The letters from U+00C0 on, lower-cased and without diacritics; a dot where there is none.
const LATIN: &[u8] = b"\
    aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll.\
    .llnnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.\
    ................................oo.............uu...............\
    .............aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa....\
    aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
    ................";
const LATIN_START: u32 = 0xC0;

/// The letters from U+1E00 on, for Vietnamese.
const LATIN_ADDITIONAL: &[u8] = b"\
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";
const LATIN_ADDITIONAL_START: u32 = 0x1E00;

/// A name in the form that is compared: without case, diacritics and repeated blanks.
#[must_use]
pub fn fold_name(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lower-cases a text and removes its diacritics, whether they are separate characters or part of the letter.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            out.push(letter.to_ascii_lowercase());
        } else {
            letter.to_lowercase().filter_map(plain).for_each(|plain| out.push(plain));
        }
    }
    out
}

/// A lower-case letter without diacritics; `None` for a separate diacritic.
fn plain(letter: char) -> Option<char> {
    let found = |table: &[u8], start: u32| {
        let at = u32::from(letter).checked_sub(start)?;
        table.get(at as usize).filter(|plain| **plain != b'.').map(|plain| char::from(*plain))
    };
    match letter {
        '\u{300}'..='\u{36f}' => None,
        _ => found(LATIN, LATIN_START)
            .or_else(|| found(LATIN_ADDITIONAL, LATIN_ADDITIONAL_START))
            .or(Some(letter)),
    }
}

/// The words of a search box, prepared for matching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
}

impl Query {
    /// Splits and folds the query.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        Self { words: fold(typed).split_whitespace().map(str::to_owned).collect() }
    }

    /// Does each word occur in some field? A blank query matches everything.
    #[must_use]
    pub fn matches(&self, fields: &[&str]) -> bool {
        let fields: Vec<String> = fields.iter().map(|field| fold(field)).collect();
        self.words.iter().all(|word| fields.iter().any(|field| field.contains(word)))
    }

    /// The same for fields that are already folded and joined by line breaks.
    #[must_use]
    pub fn matches_folded(&self, text: &str) -> bool {
        self.words.iter().all(|word| text.contains(word))
    }
}

/// Texts folded once and searched on every keystroke, with the results of [`Query::matches`].
#[derive(Clone, Debug, Default)]
pub struct TextIndex {
    texts: Vec<String>,
}

impl TextIndex {
    /// Reads the texts; the fields of one are joined by line breaks, which no word contains, so that no word
    /// matches across two fields.
    pub fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self { texts: texts.into_iter().map(|text| fold(text.as_ref())).collect() }
    }

    /// The positions of the texts that match the query, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        let query = Query::new(query);
        let found = |(text, at): (&String, u32)| query.matches_folded(text).then_some(at);
        self.texts.iter().zip(0..).filter_map(found).collect()
    }
}
