//! A text whose terms are replaced by placeholders.

use crate::types::language::Language;

/// The beginning of a placeholder, as [`fold`] folds it.
pub(crate) const MARK: &str = "zq";

/// A text whose terms are protected from a translator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlossaryText {
    /// The text with placeholders.
    pub text: String,
    /// The text with the terms in the other language.
    pub mixed: String,
    pub(crate) terms: Vec<Term>,
    pub(crate) to: Language,
    /// Whether the text begins with a capital, so that its translation does, too.
    pub(crate) begins_capital: bool,
}

/// A term that a placeholder replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    /// The word in the other language, in its form within a sentence.
    pub word: String,
    pub is_feminine: bool,
    pub is_plural: bool,
}

impl GlossaryText {
    /// Whether the text contains no terms, so that it is translated unchanged.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the text contains only terms: then [`GlossaryText::restore`] of the text itself is its
    /// translation, and no translator is needed.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).count();
        !self.is_empty() && letters(&self.text) == self.terms.len() * MARK.len()
    }
}

/// A word with an initial capital.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
