//! Roofing terms in machine translation: what a crew would misread without the glossary.

use domain::{
    translations::glossary::{detect_language, protect},
    types::language::Language::{self, English, Spanish},
};
use proptest::prelude::*;

const DATA: &str = include_str!("../data/glossary.txt");

/// The output of a translator that changes nothing.
fn through(text: &str, from: Language, to: Language) -> String {
    let protected = protect(text, from, to);
    protected.restore(&protected.text).expect("every placeholder is there")
}

fn spanish(text: &str) -> String {
    through(text, English, Spanish)
}

fn english(text: &str) -> String {
    through(text, Spanish, English)
}

#[test]
fn a_crew_reads_the_terms_of_its_trade() {
    for (original, translated) in [
        ("Ridge vent", "Ventilación de cumbrera"),
        ("ridge vents", "ventilaciones de cumbrera"),
        ("24 square", "24 cuadros"),
        ("one square", "one cuadro"),
        ("two squares of shingles", "two cuadros of tejas"),
        ("Drip edge, 10 linear feet", "Gotero, 10 pies lineales"),
        ("120 sq. ft. of decking", "120 pies cuadrados of tablero"),
        ("It is 120 sq. ft.", "It is 120 pies cuadrados."),
        ("step  flashing", "tapajuntas escalonado"),
        ("drip-edge", "gotero"),
        ("Hip & ridge shingles", "Tejas de limatesa y cumbrera"),
        ("the boot leaks", "the bota de tubo leaks"),
        ("tear-off and re-roof", "retiro y techo nuevo"),
        ("NAIL GUN", "PISTOLA DE CLAVOS"),
        ("Chimney cricket", "Desviador de agua de chimenea"),
        ("tarp", "lona"),
        ("Dumpster", "Contenedor"),
        ("ice & water shield", "barrera contra hielo y agua"),
    ] {
        assert_eq!(spanish(original), translated);
    }
    for (original, translated) in [
        ("Goterón", "Drip edge"),
        ("goteron", "drip edge"),
        ("tres cuadros de teja asfáltica", "tres squares de asphalt shingle"),
        ("la canaleta de goteo", "la drip edge"),
        ("Ventilaciones de cumbrera", "Ridge vents"),
        ("la LIMAHOYA", "la VALLEY"),
        ("los tableros y las tejas", "los decking y las shingles"),
        ("pistola de clavos", "nail gun"),
        ("papel fieltro", "felt paper"),
    ] {
        let translated = translated.replace("los decking", "los deckings");
        assert_eq!(english(original), translated);
    }
}

#[test]
fn everyday_words_addresses_and_names_are_not_translated() {
    for original in [
        "Meet at 1402 Ridge Rd",
        "1402 Valley View Apartments",
        "the house on Ridge Road by the lake",
        "call Tom Crane about it",
        "a square hole in the wall",
        "is it square?",
        "my hip hurts",
        "wear your boots",
        "nail the boards down",
        "Tarp the house before it rains",
        "we vent it later",
        "write to info@ridge.com or see www.ridge.com",
        "ridges_2.pdf",
        "picture of a truck",
        "Simi Valley is far",
    ] {
        assert_eq!(spanish(original), original);
    }
    for original in ["Calle Cumbrera 12", "cuadro clínico", "paquete"] {
        assert_eq!(english(original), original);
    }
    assert_eq!(spanish("square foot"), "pie cuadrado");
    assert_eq!(protect("ridge", English, English).text, "ridge");
}

#[test]
fn an_article_agrees_with_the_term_that_replaces_a_placeholder() {
    let restored = |text: &str, answer: &str| protect(text, English, Spanish).restore(answer);
    let protected = protect("Check the ridge of the roof and the eaves", English, Spanish);
    assert_eq!(protected.text, "Check the [ZQ0] of the [ZQ1] and the [ZQ2]");
    assert_eq!(
        protected.restore("Revise el [ZQ0] de la [ZQ1] y el [ZQ2]").as_deref(),
        Some("Revise la cumbrera del techo y los aleros")
    );
    assert_eq!(
        restored("The underlayment", "El [ZQ0]").as_deref(),
        Some("La membrana"),
        "with its capital"
    );
    assert_eq!(restored("to the valley", "al [ZQ0]").as_deref(), Some("a la limahoya"));
    assert_eq!(restored("for the valley", "para el [ZQ0]").as_deref(), Some("para la limahoya"));
    let protected = protect("un alero", Spanish, English);
    assert_eq!(protected.restore("a [ZQ0]").as_deref(), Some("an eave"));
}

#[test]
fn a_placeholder_that_a_translator_mangled_is_still_read() {
    let protected = protect("Put the ridge vent on", English, Spanish);
    assert_eq!(protected.text, "Put the [ZQ0] on");
    for mangled in [
        "Ponga la [ZQ0]",
        "Ponga la [zq0]",
        "Ponga la [ ZQ 0 ]",
        "Ponga la [Zq-0]",
        "Ponga la 【ZQ0】",
        "Ponga la ［ＺＱ０］",
        "Ponga la ZQ0",
        "Ponga la[ZQ0]",
        "Ponga la {ZQ0}",
        "Ponga el [ZQ0]",
    ] {
        assert_eq!(
            protected.restore(mangled).as_deref(),
            Some("Ponga la ventilación de cumbrera"),
            "{mangled}"
        );
    }
    assert_eq!(
        protected.restore("[ZQ0]s y más").as_deref(),
        Some("Ventilación de cumbrera y más"),
        "the first word has its capital"
    );
    let bracketed = protect("[ridge] (ridge)", English, Spanish);
    assert_eq!(bracketed.restore(&bracketed.text).as_deref(), Some("[cumbrera] (cumbrera)"));
}

#[test]
fn a_lost_or_invented_placeholder_is_reported_and_the_fallback_keeps_the_term() {
    let protected = protect("Put the ridge vent on two squares", English, Spanish);
    for lost in
        ["Ponga la", "Ponga la [ZQ0]", "[ZQ0] [ZQ0] [ZQ1]", "[ZQ0] [ZQ1] [ZQ7]", "[ZQ] [ZQ1]"]
    {
        assert_eq!(protected.restore(lost), None, "{lost}");
    }
    assert_eq!(protected.restore("[ZQ0] [ZQ1] [ZQ99999999999999999999999]"), None);
    assert_eq!(protected.mixed, "Put the ventilación de cumbrera on two cuadros");
    let answer = "Ponga la ventilacion de cumbrera en dos Cuadros";
    assert_eq!(protected.restore(answer).as_deref(), Some(answer));
    assert_eq!(protected.restore("Ponga la ventilación en dos cuadros"), None);
}

#[test]
fn a_text_that_contains_a_placeholder_gets_a_plain_translation() {
    for text in ["the ridge of ZQ1", "[zq 7] ridge"] {
        let protected = protect(text, English, Spanish);
        assert!(protected.is_empty() && protected.text == text && protected.mixed == text);
        assert_eq!(protected.restore(text).as_deref(), Some(text));
    }
}

#[test]
fn a_text_of_terms_alone_needs_no_translator() {
    for (text, is_whole) in [
        ("Ridge vent", true),
        ("Drip edge / step flashing (12)", true),
        ("Ridge vent, white", false),
        ("White", false),
        ("12", false),
    ] {
        assert_eq!(protect(text, English, Spanish).is_whole(), is_whole, "{text}");
    }
}

#[test]
fn the_language_of_a_text_is_detected_by_its_terms() {
    for (text, language) in [
        ("Ridge vent, white", Some(English)),
        ("Ventilación de cumbrera blanca", Some(Spanish)),
        ("fascia", None),
        ("Paint", None),
        ("", None),
    ] {
        assert_eq!(detect_language(text), language, "{text}");
    }
}

/// The terms that are recognized without context, in one language and in the other.
fn plain_terms() -> Vec<(String, String)> {
    let first = |side: &str| {
        let one = side.split(',').next().unwrap_or_default();
        one.split('/').next().unwrap_or_default().trim_end_matches(['!', '+']).to_owned()
    };
    let sides = DATA.lines().map(|line| line.split_once('=').expect("two sides"));
    sides
        .map(|(english, spanish)| (first(english), first(spanish)))
        .filter(|(english, spanish)| {
            // "OSB sheet" has a capital only in English.
            let is_plain = !english.starts_with(['^', '~', '%', '*']) && !spanish.starts_with('^');
            is_plain && !english.starts_with(char::is_uppercase)
        })
        .collect()
}

#[test]
fn every_term_is_translated_in_both_directions() {
    let terms = plain_terms();
    assert!(terms.len() > 150, "{}", terms.len());
    for (one, other) in terms {
        assert_eq!(spanish(&one), other);
        assert_eq!(english(&other), one);
    }
}

fn filler() -> impl Strategy<Value = String> {
    // Words of no trade, and the characters between them.
    prop_oneof![
        Just("xylo".to_owned()),
        Just("ñandú".to_owned()),
        Just("12".to_owned()),
        Just("- 3½ \"".to_owned()),
        Just("(ok)".to_owned()),
        Just("[x]".to_owned()),
        Just("👷🏽 … ¿?".to_owned()),
        Just("línea\n\nnueva".to_owned()),
    ]
}

proptest! {
    #[test]
    fn a_text_keeps_everything_except_its_terms(
        parts in prop::collection::vec((filler(), any::<prop::sample::Index>()), 0..20),
        end in filler(),
    ) {
        let terms = plain_terms();
        let (mut text, mut expected, mut back) = (String::new(), String::new(), String::new());
        for (filler, index) in &parts {
            let (english, spanish) = index.get(&terms);
            text.extend([filler, ", ", english, "; "]);
            expected.extend([filler, ", ", spanish, "; "]);
            back.extend([filler, ", ", english, "; "]);
        }
        let protected = protect(&(text.clone() + &end), English, Spanish);
        prop_assert_eq!(protected.restore(&protected.text), Some(expected.clone() + &end));
        prop_assert_eq!(protected.restore(&protected.mixed), Some(expected.clone() + &end));
        let protected = protect(&(expected + &end), Spanish, English);
        prop_assert_eq!(protected.restore(&protected.text), Some(back + &end));
    }

    #[test]
    fn no_text_and_no_translation_makes_it_panic(text in "\\PC{0,80}", answer in "\\PC{0,80}") {
        for (from, to) in [(English, Spanish), (Spanish, English)] {
            let protected = protect(&text, from, to);
            prop_assert!(protected.restore(&protected.text).is_some());
            let _ = protected.restore(&answer);
        }
    }

    #[test]
    fn no_translation_with_broken_placeholders_makes_it_panic(answer in "[\\[\\]【 ZQzqＺ０0-9a-]{0,40}") {
        let _ = protect("the ridge and the valley", English, Spanish).restore(&answer);
    }
}
