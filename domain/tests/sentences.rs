//! The texts that users read are those of the specification, to the letter.

use std::collections::BTreeSet;

use domain::{
    i18n::{rules::Text, screens::Notice},
    types::language::Language,
};

#[test]
fn users_read_exactly_the_sentences_of_the_specification() {
    let texts = Text::ALL.iter().map(|text| text.template(Language::English));
    let notices = Notice::ALL.iter().map(|notice| notice.template(Language::English));
    let actual: BTreeSet<&str> = texts.chain(notices).collect();
    let specified: Vec<&str> = include_str!("corpus/sentences.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(specified.len() > 90, "{}", specified.len());
    let missing: Vec<_> = specified.iter().filter(|sentence| !actual.contains(*sentence)).collect();
    assert!(missing.is_empty(), "different: {missing:#?}");
}
