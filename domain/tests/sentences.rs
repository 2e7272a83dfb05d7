//! What people read is what the specification says, to the letter.

use std::collections::BTreeSet;

use domain::{
    i18n::{rules::Text, screens::Notice},
    types::language::Language,
};

#[test]
fn nobody_reads_another_sentence_than_the_specification_promises() {
    let texts = Text::ALL.iter().map(|text| text.template(Language::English));
    let notices = Notice::ALL.iter().map(|notice| notice.template(Language::English));
    let said: BTreeSet<&str> = texts.chain(notices).collect();
    let promised: Vec<&str> = include_str!("corpus/sentences.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(promised.len() > 90, "{}", promised.len());
    let broken: Vec<_> = promised.iter().filter(|sentence| !said.contains(*sentence)).collect();
    assert!(broken.is_empty(), "said otherwise: {broken:#?}");
}
