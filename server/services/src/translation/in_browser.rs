//! Prepares texts for the browser's own translator: nothing leaves this machine.

use domain::{
    translations::{
        glossary,
        translations::{PreparedText, Translation},
    },
    types::language::Language,
};

use store::translations::texts::SourceText;

use crate::translation::retry::{TranslationAttempt, opposite};

/// A text with its trade terms protected from translation.
#[must_use]
pub fn prepare(written: SourceText, to: Language) -> PreparedText {
    let attempt = TranslationAttempt::new(&written.text, written.language, to);
    let (text, mixed) = (attempt.request_text().to_owned(), attempt.fallback_text().to_owned());
    let from = attempt.source().unwrap_or(opposite(to));
    let translated = attempt.made();
    PreparedText {
        id: written.id,
        field: written.field,
        is_ready: translated.is_some(),
        from: translated.as_ref().map_or(from, |translated| translated.from),
        text: translated.map_or(text, |translated| translated.text),
        mixed,
        original: written.text,
        to,
    }
}

/// A translated text with its trade terms restored; `None` if one is lost.
#[must_use]
pub fn restore(written: SourceText, to: Language, answer: &str) -> Option<Translation> {
    let held = glossary::protect(&written.text, opposite(to), to);
    Some(Translation {
        id: written.id,
        field: written.field,
        text: held.restore(answer)?,
        original: written.text,
        from: opposite(to),
        to,
    })
}
