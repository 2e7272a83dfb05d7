//! Texts made ready for a translator of the reader's own, in the browser: nothing leaves this machine.

use domain::{
    translations::{
        glossary,
        translations::{PreparedText, Translation},
    },
    types::language::Language,
};

use store::translations::texts::SourceText;

use crate::translation::retry::{TranslationAttempt, opposite};

/// A text with the terms of the trade out of a machine's reach.
#[must_use]
pub fn prepare(written: SourceText, to: Language) -> PreparedText {
    let effort = TranslationAttempt::new(&written.text, written.language, to);
    let (text, mixed) = (effort.request_text().to_owned(), effort.fallback_text().to_owned());
    let from = effort.source().unwrap_or(opposite(to));
    let made = effort.made();
    PreparedText {
        id: written.id,
        field: written.field,
        is_ready: made.is_some(),
        from: made.as_ref().map_or(from, |made| made.from),
        text: made.map_or(text, |made| made.text),
        mixed,
        original: written.text,
        to,
    }
}

/// What a machine made of a prepared text, with the terms in their places; `None` when one is lost.
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
