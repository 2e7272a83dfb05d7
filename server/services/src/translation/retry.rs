//! A text on its way through the service, and the second and third way where the first one fails.

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

/// How a text is put to the service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Terms of the trade as placeholders.
    Placeholders,
    /// The terms in the other language already.
    Mixed,
    /// As it was written.
    Plain,
}

/// One text.
pub struct TranslationAttempt<'a> {
    original: &'a str,
    from: Option<Language>,
    to: Language,
    held: GlossaryText,
    strategy: Strategy,
    made: Option<MachineTranslation>,
}

/// The other one of the two.
pub const fn opposite(language: Language) -> Language {
    match language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    }
}

impl<'a> TranslationAttempt<'a> {
    /// Begins; many a text needs no service at all.
    pub fn new(original: &'a str, from: Option<Language>, to: Language) -> Self {
        let from = from.or_else(|| glossary::detect_language(original));
        let held = glossary::protect(original, opposite(to), to);
        let mut effort =
            Self { original, from, to, held, strategy: Strategy::Placeholders, made: None };
        if from == Some(to) || !original.contains(char::is_alphabetic) {
            effort.leave();
        } else if effort.held.is_empty() {
            effort.strategy = Strategy::Plain;
        } else if effort.held.is_whole() {
            effort.made = effort.held.restore(&effort.held.text).map(|text| effort.of(text));
        }
        effort
    }

    /// The text that is in the reader's language already.
    fn leave(&mut self) {
        self.made = Some(MachineTranslation { text: self.original.to_owned(), from: self.to });
    }

    fn of(&self, text: String) -> MachineTranslation {
        MachineTranslation { text, from: opposite(self.to) }
    }

    /// Whether the service has still to be asked.
    pub const fn is_open(&self) -> bool {
        self.made.is_none()
    }

    /// What the service is told of its language.
    pub const fn source(&self) -> Option<Language> {
        self.from
    }

    /// What the service is asked.
    pub fn request_text(&self) -> &str {
        match self.strategy {
            Strategy::Placeholders => &self.held.text,
            Strategy::Mixed => &self.held.mixed,
            Strategy::Plain => self.original,
        }
    }

    /// What it is asked when the first question lost a term.
    pub fn fallback_text(&self) -> &str {
        &self.held.mixed
    }

    /// Takes an answer: the text is made, or goes another way in the next round. There are at most
    /// four: with a language that only the service knows, and the three ways.
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

    /// What became of it.
    pub fn made(self) -> Option<MachineTranslation> {
        self.made
    }
}
