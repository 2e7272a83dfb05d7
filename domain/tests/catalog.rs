//! Every text exists in both languages, and every wire name is that of the contract.

use std::collections::BTreeSet;

use domain::{
    i18n::{mails::MailText, pages::PageText, rules::Text, screens::Notice},
    imports::{
        customers::CustomerField, jobs::fields::ImportField, products::PriceField,
        vendors::VendorField,
    },
    notifications::texts::Phrase,
    permissions::permission::{Action, CompanyType, Role, UserType, check, matrix},
    types::{field::WireEnum, language::Language},
};
use serde_json::json;

fn sentences() -> Vec<(String, &'static str, &'static str)> {
    let texts = Text::ALL.iter().map(|text| {
        (text.key(), text.template(Language::English), text.template(Language::Spanish))
    });
    let notices = Notice::ALL.iter().map(|notice| {
        (notice.key(), notice.template(Language::English), notice.template(Language::Spanish))
    });
    let mails = MailText::ALL.iter().map(|text| {
        (text.key(), text.template(Language::English), text.template(Language::Spanish))
    });
    let phrases = Phrase::ALL.iter().map(|phrase| {
        (phrase.key(), phrase.template(Language::English), phrase.template(Language::Spanish))
    });
    let pages = PageText::ALL.iter().map(|text| {
        (text.key(), text.template(Language::English), text.template(Language::Spanish))
    });
    texts.chain(notices).chain(mails).chain(phrases).chain(pages).collect()
}

fn placeholders(sentence: &str) -> BTreeSet<&str> {
    sentence
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn a_spanish_reader_never_gets_an_english_text() {
    for (key, english, spanish) in sentences() {
        assert!(!english.trim().is_empty() && !spanish.trim().is_empty(), "{key}");
        // "Oops..." is the same in both languages.
        assert!(english != spanish || english == "Oops...", "{key} is not translated");
        assert_eq!(placeholders(english), placeholders(spanish), "{key} loses a number or a name");
    }
}

#[test]
fn every_key_belongs_to_one_text() {
    let mut keys = BTreeSet::new();
    for (key, ..) in sentences() {
        assert!(keys.insert(key.clone()), "{key} stands twice");
        let is_found = Text::from_key(&key).is_some()
            || Notice::from_key(&key).is_some()
            || MailText::from_key(&key).is_some()
            || Phrase::from_key(&key).is_some()
            || PageText::from_key(&key).is_some();
        assert!(is_found, "{key}");
    }
    assert_eq!(Text::from_key("noSuchSentence"), None);
}

#[test]
fn the_client_recognises_a_repeated_call_in_both_languages() {
    for language in [Language::English, Language::Spanish] {
        assert!(Text::DuplicateCallLimit.template(language).starts_with("Duplicate"));
    }
}

#[test]
fn an_action_has_the_same_name_everywhere() {
    assert_eq!(Action::ALL.len(), 49);
    for action in Action::ALL {
        assert_eq!(json!(action), json!(action.as_str()));
        assert_eq!(action.as_str().parse(), Ok(*action));
    }
}

#[test]
fn the_wire_words_of_types_are_their_json() {
    for (word, kind) in CompanyType::WIRE_WORDS {
        assert_eq!(json!(kind), json!(word));
    }
    for (word, kind) in UserType::WIRE_WORDS {
        assert_eq!(json!(kind), json!(word));
    }
    for (word, field) in ImportField::WIRE_WORDS {
        assert_eq!(json!(field), json!(word));
        assert_eq!(field.as_str(), *word);
    }
    for (word, field) in CustomerField::WIRE_WORDS {
        assert_eq!(json!(field), json!(word));
        assert_eq!(field.as_str(), *word);
    }
    for (word, field) in PriceField::WIRE_WORDS {
        assert_eq!(json!(field), json!(word));
        assert_eq!(field.as_str(), *word);
    }
    for (word, field) in VendorField::WIRE_WORDS {
        assert_eq!(json!(field), json!(word));
        assert_eq!(field.as_str(), *word);
    }
}

#[test]
fn the_printed_matrix_matches_the_rules() {
    let matrix = matrix();
    let rows: Vec<Vec<&str>> =
        matrix.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["contractor", "subcontractor"]);
    let users: Vec<&str> = Role::ALL.into_iter().map(|role| role.user_type.as_word()).collect();
    assert_eq!(rows[1], users);
    assert_eq!(rows.len(), Action::ALL.len() + 2, "{matrix}");
    for (row, action) in rows[2..].iter().zip(Action::ALL) {
        assert_eq!(row[0], action.as_str());
        for (cell, role) in row[1..].iter().zip(Role::ALL) {
            assert_eq!(*cell == "yes", check(role, *action).is_ok(), "{action:?} {role:?}");
        }
    }
    let assert_row = |act: &str, cells: [&str; 8]| {
        assert!(rows.contains(&[&[act], cells.as_slice()].concat()), "{act}\n{matrix}");
    };
    assert_row("jobs.create", ["yes", "-", "-", "-", "-", "-", "-", "-"]);
    assert_row("jobs.acceptDecline", ["-", "-", "-", "-", "yes", "-", "-", "-"]);
    assert_row("customers.view", ["yes", "yes", "yes", "yes", "-", "-", "-", "-"]);
    assert_row("chat.send", ["yes"; 8]);
}

#[test]
fn only_admins_change_anything_but_notes_images_signatures_and_chat() {
    let open: BTreeSet<&str> =
        ["jobs.images", "jobs.notes", "workOrders.sign", "chat.send"].into_iter().collect();
    let is_view =
        |action: &&Action| action.as_str().split_once('.').is_some_and(|(_, act)| act == "view");
    for action in Action::ALL.iter().filter(|action| !is_view(action)) {
        let member = Role::new(CompanyType::Contractor, UserType::Member);
        assert_eq!(check(member, *action).is_ok(), open.contains(action.as_str()), "{action:?}");
    }
}
