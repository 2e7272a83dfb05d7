//! Restores the terms in the translation of the sentence around them.
//!
//! Translators change placeholders: their case, their brackets and blanks, and into full-width characters.
//! All of these variants are read; a placeholder that cannot be read is reported as lost.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    translations::{
        glossary_context::begins_sentence,
        glossary_text::{GlossaryText, MARK, Term, capitalized},
    },
    types::{language::Language, normalize::fold},
};

/// See [`GlossaryText::restore`].
pub(crate) fn restore(source: &GlossaryText, answer: &str) -> Option<String> {
    if source.is_empty() {
        return Some(answer.to_owned());
    }
    let mut text = String::with_capacity(answer.len());
    let mut placed = vec![false; source.terms.len()];
    let mut rest = answer;
    while let Some(next) = rest.chars().next() {
        let is_within_word = text.ends_with(char::is_alphanumeric) && plain(next) != '[';
        let Some((number, after)) = placeholder(rest).filter(|_| !is_within_word) else {
            text.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        // A placeholder that was never sent, or occurs twice, was invented.
        if std::mem::replace(placed.get_mut(number)?, true) {
            return None;
        }
        place(&mut text, &source.terms[number], source);
        // A plural "s" that was appended to the placeholder.
        let plural = after.strip_prefix('s').filter(|rest| !rest.starts_with(char::is_alphabetic));
        rest = plural.unwrap_or(after);
        if rest.starts_with(char::is_alphanumeric) {
            text.push(' ');
        }
    }
    let folded = fold(&text);
    // Each word once: a long text repeats its terms hundreds of times.
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    for term in &source.terms {
        *words.entry(fold(&term.word)).or_default() += 1;
    }
    let unplaced = source.terms.iter().zip(&placed).filter(|(_, placed)| !**placed);
    let unplaced: BTreeSet<String> = unplaced.map(|(term, _)| fold(&term.word)).collect();
    for word in &unplaced {
        let count = |text: &str| text.matches(word).count();
        let expected: usize = words.iter().map(|(other, times)| times * count(other)).sum();
        if count(&folded) < expected {
            return None;
        }
    }
    Some(text)
}

/// The number of the placeholder at the beginning, and the rest of the text.
fn placeholder(text: &str) -> Option<(usize, &str)> {
    let mut rest = text;
    let had_bracket = take(&mut rest, |next| next == '[');
    if had_bracket {
        skip_blanks(&mut rest);
    }
    for mark in MARK.chars() {
        if !take(&mut rest, |next| next == mark) {
            return None;
        }
        skip_blanks(&mut rest);
    }
    let mut number = None;
    while let Some(digit) = rest.chars().next().and_then(|next| plain(next).to_digit(10)) {
        number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit as usize));
        rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
    }
    let mut closed = rest;
    skip_blanks(&mut closed);
    // A bracket that closes another one is part of the text.
    if had_bracket && take(&mut closed, |next| next == ']') {
        rest = closed;
    }
    Some((number?, rest))
}

fn take(rest: &mut &str, matches: impl Fn(char) -> bool) -> bool {
    let next = rest.chars().next().filter(|next| matches(plain(*next)));
    if let Some(next) = next {
        *rest = &rest[next.len_utf8()..];
    }
    next.is_some()
}

fn skip_blanks(rest: &mut &str) {
    while take(rest, |next| [' ', '-', '_'].contains(&next)) {}
}

/// A character in the form that placeholders use.
fn plain(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).map_or(letter, plain),
        '【' | '〔' | '⟦' | '「' | '{' => '[',
        '】' | '〕' | '⟧' | '」' | '}' => ']',
        '\u{a0}' | '\u{3000}' => ' ',
        _ => letter.to_ascii_lowercase(),
    }
}

fn place(text: &mut String, term: &Term, source: &GlossaryText) {
    if text.ends_with(char::is_alphanumeric) {
        text.push(' ');
    }
    let word = if source.begins_capital && begins_sentence(text) {
        capitalized(&term.word)
    } else {
        term.word.clone()
    };
    agree(text, term, source.to);
    text.push_str(&word);
}

/// Spanish articles: masculine and feminine, singular and plural.
const ARTICLES: [[&str; 4]; 6] = [
    ["del", "de la", "de los", "de las"],
    ["al", "a la", "a los", "a las"],
    ["el", "la", "los", "las"],
    ["un", "una", "unos", "unas"],
    ["este", "esta", "estos", "estas"],
    ["ese", "esa", "esos", "esas"],
];

/// Makes the article before a term agree with it: the translator could not know its gender.
fn agree(text: &mut String, term: &Term, to: Language) {
    let Some(before) = text.strip_suffix(' ') else { return };
    let ends_with = |form: &str| {
        let at = before.len().checked_sub(form.len())?;
        let is_word = |start: &str| !start.ends_with(char::is_alphanumeric);
        let end = before.get(at..)?;
        (end.eq_ignore_ascii_case(form) && is_word(&before[..at])).then_some(at)
    };
    let (at, right) = match to {
        Language::English => {
            let Some(at) = ends_with("a").or_else(|| ends_with("an")) else { return };
            let is_vowel =
                term.word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
            (at, if is_vowel { "an" } else { "a" })
        }
        Language::Spanish => {
            let form = usize::from(term.is_feminine) + 2 * usize::from(term.is_plural);
            let found = ARTICLES.iter().find_map(|forms| {
                forms.iter().find_map(|article| ends_with(article)).map(|at| (at, forms[form]))
            });
            let Some(found) = found else { return };
            found
        }
    };
    let is_capital = before[at..].starts_with(char::is_uppercase);
    let right = if is_capital { capitalized(right) } else { right.to_owned() };
    text.truncate(at);
    text.push_str(&right);
    text.push(' ');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;
    use crate::translations::glossary::protect;

    const ANSWERS: &[&str] = &[
        "Dos [ZQ0] de [ZQ1].",
        "\u{3010}zq 0\u{3011} una [ zq1 ]",
        "dos cuadros de tejas",
        "\u{ff3b}\u{ff3a}\u{ff31}\u{ff10}\u{ff3d} la ZQ1s",
    ];

    proptest! {
        #[test]
        fn any_answer_of_a_translator_keeps_its_terms_or_is_lost(answer in foreign::text(ANSWERS)) {
            let source = protect("Two squares of shingles", Language::English, Language::Spanish);
            prop_assert_eq!(source.terms.len(), 2);
            let (restored, cost) = cost::of(|| restore(&source, &answer));
            prop_assert!(cost.is_small_for(answer.len(), 6), "{cost:?} of {}", answer.len());
            if let Some(restored) = restored {
                let folded = fold(&restored);
                for term in &source.terms {
                    prop_assert!(folded.contains(&fold(&term.word)), "{restored}");
                }
            }
        }

        #[test]
        fn any_text_is_protected_and_restored_without_a_translator(
            text in foreign::text(&["Two squares of shingles.", "Tear-off at a.b@c.example 2 SQUARES"]),
        ) {
            let (held, cost) = cost::of(|| protect(&text, Language::English, Language::Spanish));
            // Each letter with its offset, and each term with its word.
            prop_assert!(cost.is_small_for(text.len(), 64), "{cost:?} of {}", text.len());
            prop_assert!(restore(&held, &held.text).is_some(), "{:?}", held.text);
        }
    }

    #[test]
    fn a_text_of_many_terms_marks_or_letters_is_read_once() {
        for part in ["shingle-", "shingles ", "zq ", "zq", "square.", "a", ". ", "-", "2 squares "]
        {
            let text = |repeats: usize| part.repeat(repeats);
            let work = |text: &String| protect(text, Language::English, Language::Spanish);
            cost::assert_linear(part, 64, text, work);
        }
        // Lost placeholders, whose words are looked for in the whole answer.
        let held = |repeats: usize| {
            protect(&"shingle ".repeat(repeats / 4), Language::English, Language::Spanish)
        };
        let (short, long) = (held(1_000), held(10_000));
        cost::assert_linear(
            "lost terms",
            64,
            |repeats| "teja ".repeat(repeats),
            |answer| restore(if answer.len() > 5_000 { &long } else { &short }, answer),
        );
        let source = protect("Two squares of shingles", Language::English, Language::Spanish);
        for part in ["[ZQ", "zq ", "[", "-", "cuadro tejas ", "zq1", "{ ", "z-", "1"] {
            let answer = |repeats: usize| part.repeat(repeats);
            cost::assert_linear(part, 8, answer, |answer| restore(&source, answer));
        }
    }
}
