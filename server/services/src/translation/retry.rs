//! A text on its way through the service, and the second and third way where the first one fails.

use domain::{
    translations::{glossary, glossary_text::GlossaryText},
    types::language::Language,
};

use crate::translation::libre_translate::{Answer, code};

/// A text in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The text.
    pub text: String,
    /// The language it was written in.
    pub from: Language,
}

/// How a text is put to the service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Terms of the trade as placeholders.
    Placeholders,
    /// The terms in the other language already.
    Mixed,
    /// As it was written.
    Plain,
}

/// One text.
pub struct Effort<'a> {
    original: &'a str,
    from: Option<Language>,
    to: Language,
    held: GlossaryText,
    way: Way,
    made: Option<Made>,
}

/// The other one of the two.
pub const fn other(language: Language) -> Language {
    match language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    }
}

impl<'a> Effort<'a> {
    /// Begins; many a text needs no service at all.
    pub fn new(original: &'a str, from: Option<Language>, to: Language) -> Self {
        let from = from.or_else(|| glossary::spoken(original));
        let held = glossary::protect(original, other(to), to);
        let mut effort = Self { original, from, to, held, way: Way::Placeholders, made: None };
        if from == Some(to) || !original.contains(char::is_alphabetic) {
            effort.leave();
        } else if effort.held.is_empty() {
            effort.way = Way::Plain;
        } else if effort.held.is_whole() {
            effort.made = effort.held.restore(&effort.held.text).map(|text| effort.of(text));
        }
        effort
    }

    /// The text that is in the reader's language already.
    fn leave(&mut self) {
        self.made = Some(Made { text: self.original.to_owned(), from: self.to });
    }

    fn of(&self, text: String) -> Made {
        Made { text, from: other(self.to) }
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
    pub fn question(&self) -> &str {
        match self.way {
            Way::Placeholders => &self.held.text,
            Way::Mixed => &self.held.mixed,
            Way::Plain => self.original,
        }
    }

    /// What it is asked when the first question lost a term.
    pub fn second_question(&self) -> &str {
        &self.held.mixed
    }

    /// Takes an answer: the text is made, or goes another way in the next round. There are at most
    /// four: with a language that only the service knows, and the three ways.
    pub fn take(&mut self, answer: Answer) {
        if self.from.is_none() {
            self.from = Some(other(self.to));
            match answer.detected.as_deref() {
                Some(detected) if detected == code(self.to) => return self.leave(),
                Some(detected) if detected != code(other(self.to)) => return,
                _ => {}
            }
        }
        let restored = match self.way {
            Way::Plain => Some(answer.text),
            Way::Placeholders | Way::Mixed => self.held.restore(&answer.text),
        };
        self.made = restored.map(|text| self.of(text));
        self.way = if self.way == Way::Placeholders { Way::Mixed } else { Way::Plain };
    }

    /// What became of it.
    pub fn made(self) -> Option<Made> {
        self.made
    }
}
