//! Roofing terms in machine translation: a crew's "square" is a `cuadro`, not a shape.
//!
//! Terms are replaced by placeholders that translators leave alone, and restored in the other language once
//! the sentence around them is translated:
//!
//! ```text
//! "Two squares of shingles"  ->  "Two [ZQ0] of [ZQ1]"  ->  "Dos [ZQ0] de [ZQ1]"  ->  "Dos cuadros de tejas"
//! ```
//!
//! The browser does not load the glossary (11 KB with brotli): the server prepares texts for a translator in
//! the browser, and restores the terms in its output.
//!
//! A translator may still lose a placeholder. [`GlossaryText::mixed`] is the fallback: it has the terms in
//! the other language already, and translators usually leave unknown words unchanged.

use crate::{
    translations::{
        glossary_context::{Context, Place},
        glossary_restore,
        glossary_terms::{DATA, GLOSSARY, Spelling},
        glossary_text::{GlossaryText, MARK, Term, capitalized},
    },
    types::{language::Language, normalize::fold},
};

/// Replaces the terms of a text by placeholders.
#[must_use]
pub fn protect(text: &str, from: Language, to: Language) -> GlossaryText {
    let mut protected = GlossaryText {
        to,
        begins_capital: text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase),
        ..GlossaryText::default()
    };
    let mut done = 0;
    // A text that contains something like a placeholder gets a plain translation.
    if from != to && !contains_mark(text) {
        let context = Context::of(text);
        let mut at = 0;
        while at < context.letters.len() {
            let found = context.begins_word(at).then(|| longest(&context, at, from)).flatten();
            let Some((spelling, place)) = found else {
                at += 1;
                continue;
            };
            let before = &text[done..context.offset(place.from)];
            protected.add(before, context.slice(place), spelling, &context, place);
            done = context.offset(place.to);
            at = place.to;
        }
    }
    protected.text += &text[done..];
    protected.mixed += &text[done..];
    protected
}

/// The glossary file, for cache keys of what was made with it.
#[must_use]
pub const fn source() -> &'static str {
    DATA
}

/// The language of a text, as far as its terms show.
#[must_use]
pub fn detect_language(text: &str) -> Option<Language> {
    let terms = |from, to| protect(text, from, to).terms.len();
    let english = terms(Language::English, Language::Spanish);
    let spanish = terms(Language::Spanish, Language::English);
    match english.cmp(&spanish) {
        std::cmp::Ordering::Greater => Some(Language::English),
        std::cmp::Ordering::Less => Some(Language::Spanish),
        std::cmp::Ordering::Equal => None,
    }
}

impl GlossaryText {
    /// Restores the terms in the translation of [`GlossaryText::text`] or [`GlossaryText::mixed`]. `None` if
    /// one of them is lost.
    #[must_use]
    pub fn restore(&self, answer: &str) -> Option<String> {
        glossary_restore::restore(self, answer)
    }

    fn add(
        &mut self,
        before: &str,
        original: &str,
        spelling: &Spelling,
        context: &Context<'_>,
        place: Place,
    ) {
        let written = &GLOSSARY.terms[spelling.term][self.to as usize];
        let is_plural = spelling.is_plural.unwrap_or_else(|| context.counts(place));
        let is_plural = is_plural || written.always_plural;
        let word = if is_plural { &written.many } else { &written.one };
        let is_loud = |text: &str| !text.contains(char::is_lowercase);
        // In "OSB sheet" the capitals are those of an acronym, which do not capitalize the term.
        let is_short_form = original.split(' ').next().is_some_and(is_loud) && !is_loud(original);
        let is_capital = original.starts_with(char::is_uppercase) && !is_short_form;
        let begins = context.begins_sentence(place.from);
        let word = if is_capital && is_loud(original) {
            word.to_uppercase()
        } else if is_capital && !begins {
            capitalized(word)
        } else {
            word.clone()
        };
        for text in [&mut self.text, &mut self.mixed] {
            text.push_str(before);
        }
        self.text += &["[ZQ", &self.terms.len().to_string(), "]"].concat();
        self.mixed += &if is_capital { capitalized(&word) } else { word.clone() };
        self.terms.push(Term { word, is_feminine: written.is_feminine, is_plural });
    }
}

/// The longest spelling of a term at this position.
fn longest(context: &Context<'_>, at: usize, from: Language) -> Option<(&'static Spelling, Place)> {
    let spellings = GLOSSARY.spellings[from as usize].iter();
    let places = spellings.filter_map(|spelling| {
        let place = context.place_of(&spelling.folded, at)?;
        context.is_term(spelling.care, place).then_some((spelling, place))
    });
    // Of two that are equally long, the earlier line.
    places.reduce(|best, next| if next.1.to > best.1.to { next } else { best })
}

/// Whether a text contains something that looks like a placeholder.
fn contains_mark(text: &str) -> bool {
    let folded = fold(text);
    let mut parts = folded.split(MARK).skip(1);
    parts.any(|after| after.trim_start().starts_with(|next: char| next.is_ascii_digit()))
}
