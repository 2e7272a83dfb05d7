//! Compares what no suite covers but must be equal in both builds: limits, permissions and texts. Fails if the
//! WASM package is older than the domain.

use anyhow::Result;
use domain::{
    evaluate::suite::side_by_side,
    i18n::{rules::Text, screens::Notice},
    permissions::permission::{Action, Role, check},
    types::{field::WireEnum as _, language::Language, limits::LIMITS},
};
use serde_json::{Value, json};

use super::engines;
use crate::tally::Tally;

/// One call, and the native build's result.
struct Comparison {
    about: &'static str,
    question: Value,
    native: Value,
}

/// Compares everything with the WASM package and prints one line for each kind.
pub fn compare() -> Result<Tally> {
    let all = everything()?;
    let mut expected = all.iter();
    let mut failures = String::new();
    let mut tallies: Vec<(&str, Tally)> = Vec::new();
    engines::ask_wasm(all.iter().map(|same| same.question.clone()), |wasm| {
        let Some(Comparison { about, question, native }) = expected.next() else { return Ok(()) };
        if tallies.last().is_none_or(|(name, _)| name != about) {
            tallies.push((about, Tally::default()));
        }
        let is_same = *native == wasm;
        if let Some((_, tally)) = tallies.last_mut() {
            *tally = *tally + Tally { passed: is_same.into(), failed: (!is_same).into() };
        }
        if !is_same {
            failures.push_str(&side_by_side(question, [("native", native), ("wasm", &wasm)]));
        }
        Ok(())
    })?;
    for (about, tally) in &tallies {
        println!("{about:<32} {:>4} passed, {} failed", tally.passed, tally.failed);
    }
    print!("{failures}");
    Ok(tallies.into_iter().map(|(_, tally)| tally).sum())
}

fn everything() -> Result<Vec<Comparison>> {
    let limits = serde_json::to_value(LIMITS)?;
    let mut all = vec![Comparison {
        about: "limits in both builds",
        question: json!(["limits"]),
        native: limits,
    }];
    for (_, spoken) in Language::WIRE_WORDS {
        for (action, role) in Action::ALL.iter().flat_map(|act| Role::ALL.map(|role| (act, role))) {
            all.push(Comparison {
                about: "permissions in both builds",
                question: json!(["whyNot", role, action, spoken]),
                native: json!(check(role, *action).err().map(|text| text.template(*spoken))),
            });
        }
    }
    for (_, spoken) in Language::WIRE_WORDS {
        let texts = Text::ALL.iter().map(|text| (text.key(), text.template(*spoken)));
        let notices = Notice::ALL.iter().map(|notice| (notice.key(), notice.template(*spoken)));
        all.extend(texts.chain(notices).map(|(key, sentence)| Comparison {
            about: "sentences in both builds",
            question: json!(["sentence", key, spoken, {}]),
            native: sentence.into(),
        }));
    }
    Ok(all)
}
