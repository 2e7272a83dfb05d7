//! Addresses in the United States, as they are written in one line.

use serde::Serialize;
use ts_rs::TS;

use crate::types::normalize::fold;

/// The states and what belongs to the United States: each name without blanks, and its code.
const STATES: &str = "alabamaAL alaskaAK arizonaAZ arkansasAR californiaCA coloradoCO connecticutCT \
    delawareDE districtofcolumbiaDC floridaFL georgiaGA hawaiiHI idahoID illinoisIL indianaIN iowaIA \
    kansasKS kentuckyKY louisianaLA maineME marylandMD massachusettsMA michiganMI minnesotaMN \
    mississippiMS missouriMO montanaMT nebraskaNE nevadaNV newhampshireNH newjerseyNJ newmexicoNM \
    newyorkNY northcarolinaNC northdakotaND ohioOH oklahomaOK oregonOR pennsylvaniaPA puertoricoPR \
    rhodeislandRI southcarolinaSC southdakotaSD tennesseeTN texasTX utahUT vermontVT virginiaVA \
    washingtonWA westvirginiaWV wisconsinWI wyomingWY";

/// The code of a state, from its name or code in any case; `None` if it is neither.
pub(crate) fn state_code(text: &str) -> Option<&'static str> {
    let letters: String = fold(text).chars().filter(|letter| letter.is_alphabetic()).collect();
    STATES.split_whitespace().find_map(|state| {
        let (name, code) = state.split_at(state.len() - 2);
        (name == letters || code.eq_ignore_ascii_case(&letters)).then_some(code)
    })
}

/// Splits `214 Larkspur Drive, Kokomo, IN 46901 US`. What is no state and no ZIP code stays in the street.
pub(crate) fn split(address: &str) -> [String; 4] {
    let mut parts: Vec<&str> = address.split([',', '\n']).map(str::trim).collect();
    parts.retain(|part| !part.is_empty());
    let (mut state, mut zip) = ("", "");
    while let Some(last) = parts.pop() {
        let (before, word) = last.rsplit_once(' ').unwrap_or(("", last));
        let is_zip =
            word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let rest = if matches!(word, "US" | "USA") || last == "United States" {
            if word == "States" { "" } else { before }
        } else if zip.is_empty() && is_zip {
            zip = word;
            before
        } else if let Some(code) = state_code(last) {
            state = code;
            break;
        } else if word.len() == 2
            && let Some(code) = state_code(word)
        {
            state = code;
            parts.push(before);
            break;
        } else {
            parts.push(last);
            break;
        };
        if !rest.trim().is_empty() {
            parts.push(rest.trim());
        }
    }
    let has_city = parts.len() > 1 && !(state.is_empty() && zip.is_empty());
    let city = if has_city { parts.pop().unwrap_or_default() } else { "" };
    [parts.join(", "), city.to_owned(), state.to_owned(), zip.to_owned()]
}

/// How streets end, in words and as they are shortened.
const STREETS: &str = "alley aly avenue ave boulevard blvd circle cir court ct cove cv crossing xing \
    drive dr expressway expy freeway fwy highway hwy landing lndg lane ln loop parkway pkwy pike \
    place pl plaza plz point pt road rd route rte run square sq street st terrace ter trace trce \
    trail trl turnpike tpke way";
/// What may follow a street: a direction.
const DIRECTIONS: &str = "n s e w ne nw se sw";
/// What may follow it then: a part of the house, with its number.
const UNITS: &str = "apt apartment bldg building fl floor lot rm room ste suite unit";

/// An address, taken apart for the fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "index.ts")]
pub struct AddressParts {
    /// House number and street; may be blank.
    pub address: String,
    /// The city.
    pub city: String,
    /// The code of the state.
    pub state: String,
    /// The ZIP code; may be blank.
    pub zip: String,
}

impl AddressParts {
    /// Reads `123 Main St, Nashville, TN 37201`, as mails, maps and listings write it: on one line or several, with or
    /// without commas, ZIP code and country. `None` if no city and state are found in it.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let [mut address, mut city, state, zip] = split(text);
        if city.is_empty() {
            (address, city) = street_and_city(&address);
        }
        let is_city = !city.trim().is_empty() && !city.bytes().any(|byte| byte.is_ascii_digit());
        (is_city && !state.is_empty()).then(|| Self {
            address,
            city: city.trim().to_owned(),
            state,
            zip,
        })
    }

    /// The address on one line, as [`read`](Self::read) reads it.
    #[must_use]
    pub fn one_line(&self) -> String {
        let end = [self.state.as_str(), &self.zip].join(" ");
        let parts = [self.address.as_str(), &self.city, end.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Splits `123 Main St Nashville` behind the street; without a house number all of it is the city.
fn street_and_city(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return (String::new(), words.join(" "));
    }
    let is = |list: &str, at: usize| words.get(at).is_some_and(|word| is_among(list, word));
    // A house number and at least one more word come before it: "12 Court St", "9 St Charles Ave".
    let Some(street) = (2..words.len()).find(|at| is(STREETS, *at)) else {
        return (words.join(" "), String::new());
    };
    let mut end = street + 1;
    // "5 Park Place Dr". A "St" behind the street begins the city: "12 Main St St Louis".
    while is(STREETS, end) && !is("st", end) {
        end += 1;
    }
    if is(DIRECTIONS, end) {
        end += 1;
    }
    if is(UNITS, end) || words.get(end) == Some(&"#") {
        end += 2;
    } else if words.get(end).is_some_and(|word| word.starts_with('#')) {
        end += 1;
    }
    let (street, city) = words.split_at(end.min(words.len()));
    (street.join(" "), city.join(" "))
}

fn is_among(list: &str, word: &str) -> bool {
    let word = fold(word);
    let word = word.trim_end_matches('.');
    list.split_whitespace().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn any_address_is_read_once_and_no_letter_is_invented(
            text in foreign::text(&["214 Larkspur Drive, Kokomo, IN 46901 US", "1 Main St\nFort Worth, Texas 76102"]),
        ) {
            let ([street, city, state, zip], cost) = cost::of(|| split(&text));
            prop_assert!(cost.is_small_for(text.len(), 6), "{cost:?} of {}", text.len());
            prop_assert!(text.contains(&city) && text.contains(&zip));
            prop_assert!(state.is_empty() || state_code(&state) == Some(state.as_str()));
            prop_assert!(street.len() <= 2 * text.len());
        }

        #[test]
        fn any_text_is_taken_apart_without_a_panic_and_what_is_written_is_read_again(
            text in foreign::text(&["123 Main St, Nashville, TN 37201", "12 Main St St Louis MO", "#4 12 Oak Ave NW Apt 3 Waco, Texas"]),
        ) {
            if let Some(parts) = AddressParts::read(&text) {
                prop_assert_eq!(AddressParts::read(&parts.one_line()), Some(parts));
            }
        }

        #[test]
        fn an_address_that_was_written_is_read_as_it_was(
            address in "[1-9][0-9]{0,4} [A-Z][a-z]{2,8} (St|Ave|Rd|Blvd N)(, Apt [0-9]{1,3})?",
            city in "[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9})?",
            state in prop::sample::select(vec!["TN", "NY", "CT", "ME", "LA"]),
            zip in "([0-9]{5}(-[0-9]{4})?)?",
        ) {
            let parts = AddressParts { address, city, state: state.to_owned(), zip };
            prop_assert_eq!(AddressParts::read(&parts.one_line()), Some(parts));
        }
    }

    #[test]
    fn addresses_are_split_as_exports_write_them() {
        for (text, parts) in [
            ("1 Main St, Nashville, TN 37201", ["1 Main St", "Nashville", "TN", "37201"]),
            ("1 Main St, Nashville, TN 37201, USA", ["1 Main St", "Nashville", "TN", "37201"]),
            (
                "1 Main St, Nashville, Tennessee, 37201, United States",
                ["1 Main St", "Nashville", "TN", "37201"],
            ),
            ("1 Main St, New York, NY 10001-1234", ["1 Main St", "New York", "NY", "10001-1234"]),
            ("1 Main St, Nashville TN", ["1 Main St", "Nashville", "TN", ""]),
            ("4581 Finch St. Bayshore CA 94326", ["4581 Finch St. Bayshore", "", "CA", "94326"]),
            ("1 Main St", ["1 Main St", "", "", ""]),
            ("", ["", "", "", ""]),
        ] {
            assert_eq!(split(text), parts, "{text}");
        }
    }
}
