//! The translation of a text, with fallbacks if a trade term is lost.

use domain::{
    translations::{glossary, glossary_text::GlossaryText},
    types::language::Language,
};

use crate::translation::libre_translate::{TranslatedText, code};

/// A text in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineTranslation {
    /// The text.
    pub text: String,
    /// The language it was written in.
    pub from: Language,
}

/// How a text is sent to the service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Trade terms as placeholders.
    Placeholders,
    /// Trade terms already translated.
    Mixed,
    /// Unchanged.
    Plain,
}

/// The translation of one text.
pub struct TranslationAttempt<'a> {
    original: &'a str,
    from: Option<Language>,
    to: Language,
    held: GlossaryText,
    strategy: Strategy,
    made: Option<MachineTranslation>,
}

/// The other of the two languages.
pub const fn opposite(language: Language) -> Language {
    match language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    }
}

impl<'a> TranslationAttempt<'a> {
    /// Begins; many texts need no service.
    pub fn new(original: &'a str, from: Option<Language>, to: Language) -> Self {
        let from = from.or_else(|| glossary::detect_language(original));
        let held = glossary::protect(original, opposite(to), to);
        let mut attempt =
            Self { original, from, to, held, strategy: Strategy::Placeholders, made: None };
        if from == Some(to) || !original.contains(char::is_alphabetic) {
            attempt.leave();
        } else if attempt.held.is_empty() {
            attempt.strategy = Strategy::Plain;
        } else if attempt.held.is_whole() {
            attempt.made = attempt.held.restore(&attempt.held.text).map(|text| attempt.of(text));
        }
        attempt
    }

    /// Keeps a text that is in the reader's language already.
    fn leave(&mut self) {
        self.made = Some(MachineTranslation { text: self.original.to_owned(), from: self.to });
    }

    fn of(&self, text: String) -> MachineTranslation {
        MachineTranslation { text, from: opposite(self.to) }
    }

    /// Whether the service is still needed.
    pub const fn is_open(&self) -> bool {
        self.made.is_none()
    }

    /// The source language for the service.
    pub const fn source(&self) -> Option<Language> {
        self.from
    }

    /// The text for the service.
    pub fn request_text(&self) -> &str {
        match self.strategy {
            Strategy::Placeholders => &self.held.text,
            Strategy::Mixed => &self.held.mixed,
            Strategy::Plain => self.original,
        }
    }

    /// The text if the first try lost a term.
    pub fn fallback_text(&self) -> &str {
        &self.held.mixed
    }

    /// Takes a result: the text is done, or needs another strategy in the next round. There are at most four
    /// rounds: language detection and the three strategies.
    pub fn take(&mut self, answer: TranslatedText) {
        if self.from.is_none() {
            self.from = Some(opposite(self.to));
            match answer.detected.as_deref() {
                Some(detected) if detected == code(self.to) => return self.leave(),
                Some(detected) if detected != code(opposite(self.to)) => return,
                _ => {}
            }
        }
        let restored = match self.strategy {
            Strategy::Plain => Some(answer.text),
            Strategy::Placeholders | Strategy::Mixed => self.held.restore(&answer.text),
        };
        self.made = restored.map(|text| self.of(text));
        self.strategy =
            if self.strategy == Strategy::Placeholders { Strategy::Mixed } else { Strategy::Plain };
    }

    /// The translation.
    pub fn made(self) -> Option<MachineTranslation> {
        self.made
    }
}
