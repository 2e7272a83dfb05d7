//! The terms of the glossary, from `data/glossary.txt`, and how they are matched.
//!
//! A line is `english,variant=español,variante`: the first of each side is the translation, all of them are
//! recognized, and so are their plurals. A spelling may have the prefixes `^`, `~`, `%` and `*` (see
//! [`Ambiguity`]); the Spanish one may have the suffix `!` where its ending does not show its gender, and `+`
//! where it is always plural; the English one its plural, where it is irregular (`foreman/foremen`).

use std::sync::LazyLock;

use crate::types::{language::Language, normalize::fold};

pub(crate) const DATA: &str = include_str!("../../data/glossary.txt");

/// The everyday meaning of a word, and so the context that makes it a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ambiguity(u8);

impl Ambiguity {
    /// `^`: a part of a body or a picture, unless preceded by an article or a number.
    pub const COUNTED_OR_NAMED: u8 = 1;
    /// `~`: a shape or a wrapping, unless it is counted and no other noun follows.
    pub const COUNTED: u8 = 2;
    /// `%`: also a verb, where an object follows.
    pub const VERB: u8 = 4;
    /// `*`: also a name of streets, places and people.
    pub const NAME: u8 = 8;

    pub const fn has(self, what: u8) -> bool {
        self.0 & what != 0
    }
}

/// A spelling of a term, folded for comparison.
#[derive(Debug)]
pub(crate) struct Spelling {
    pub folded: String,
    pub care: Ambiguity,
    /// None where the number before it decides: "24 square", "120 sq ft".
    pub is_plural: Option<bool>,
    /// The index of its term in [`Glossary::terms`].
    pub term: usize,
}

/// The forms of a term in a translation.
#[derive(Debug, Default)]
pub(crate) struct TermForms {
    pub one: String,
    pub many: String,
    /// Only for Spanish; English has no gender.
    pub is_feminine: bool,
    pub always_plural: bool,
}

/// The terms, and every spelling of them by language.
#[derive(Debug, Default)]
pub(crate) struct Glossary {
    pub terms: Vec<[TermForms; 2]>,
    pub spellings: [Vec<Spelling>; 2],
}

/// The glossary, read once.
pub(crate) static GLOSSARY: LazyLock<Glossary> = LazyLock::new(|| {
    let mut glossary = Glossary::default();
    for line in DATA.lines() {
        let (english, spanish) = line.split_once('=').unwrap_or((line, line));
        let term = glossary.terms.len();
        let written = [
            glossary.add(Language::English, term, english),
            glossary.add(Language::Spanish, term, spanish),
        ];
        glossary.terms.push(written);
    }
    glossary
});

impl Glossary {
    /// Adds one side of a line, and returns the forms for its translation.
    fn add(&mut self, language: Language, term: usize, side: &str) -> TermForms {
        let mut first = None;
        for variant in side.split(',') {
            let plain = variant.trim_start_matches(['^', '~', '%', '*']);
            let care = variant[..variant.len() - plain.len()].chars().fold(0, |care, mark| {
                care | match mark {
                    '^' => Ambiguity::COUNTED_OR_NAMED,
                    '~' => Ambiguity::COUNTED,
                    '%' => Ambiguity::VERB,
                    _ => Ambiguity::NAME,
                }
            });
            let one = plain.trim_end_matches(['!', '+']);
            let marks = &plain[one.len()..];
            let (one, many) = one.split_once('/').unwrap_or((one, ""));
            let many = match language {
                _ if !many.is_empty() => many.to_owned(),
                _ if marks == "+" => one.to_owned(),
                Language::English => english_plural(one),
                Language::Spanish => spanish_plural(one),
            };
            let is_spelled_alike = care & Ambiguity::COUNTED != 0 || one == many;
            for (is_plural, text) in [(false, one), (true, many.as_str())] {
                // The plural of a counted thing is recognized by its ending.
                let care = if is_plural { care & !Ambiguity::COUNTED } else { care };
                let is_plural = (is_plural || !is_spelled_alike).then_some(is_plural);
                self.spellings[language as usize].push(Spelling {
                    folded: fold(text),
                    care: Ambiguity(care),
                    is_plural,
                    term,
                });
            }
            first.get_or_insert(TermForms {
                is_feminine: ends_feminine(one) != (marks == "!"),
                always_plural: marks == "+",
                one: one.to_owned(),
                many,
            });
        }
        first.unwrap_or_default()
    }
}

/// The plural of the last word, or of the word before "of".
fn english_plural(one: &str) -> String {
    let (head, tail) = one.find(" of ").map_or((one, ""), |at| one.split_at(at));
    let plural = match head.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|hiss| head.ends_with(hiss)) => format!("{head}es"),
        _ => format!("{head}s"),
    };
    plural + tail
}

/// The plural of every word up to the first preposition.
fn spanish_plural(one: &str) -> String {
    const LINKS: &[&str] =
        &["de", "del", "a", "con", "contra", "por", "para", "en", "sobre", "y", "al"];
    let mut is_head = true;
    let words = one.split(' ').map(|word| {
        is_head = is_head && !LINKS.contains(&word);
        if is_head { spanish_plural_of_word(word) } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn spanish_plural_of_word(word: &str) -> String {
    const STRESSED: &[(&str, &str)] =
        &[("ón", "ones"), ("án", "anes"), ("ín", "ines"), ("és", "eses"), ("z", "ces")];
    if let Some((stem, plural)) =
        STRESSED.iter().find_map(|(end, plural)| Some((word.strip_suffix(end)?, plural)))
    {
        return format!("{stem}{plural}");
    }
    match word.chars().last() {
        Some('s') => word.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'é' | 'á' | 'ó') => format!("{word}s"),
        _ => format!("{word}es"),
    }
}

/// Whether the first word has a feminine ending.
fn ends_feminine(phrase: &str) -> bool {
    let word = phrase.split(' ').next().unwrap_or_default().trim_end_matches('s');
    word.ends_with(['a']) || word.ends_with("ión")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roofing_crew_finds_at_least_150_terms_of_its_trade_each_with_one_meaning() {
        assert!(GLOSSARY.terms.len() >= 150, "{}", GLOSSARY.terms.len());
        for (language, spellings) in GLOSSARY.spellings.iter().enumerate() {
            for spelling in spellings {
                let mut same = spellings.iter().filter(|other| other.folded == spelling.folded);
                assert!(
                    same.all(|other| other.term == spelling.term),
                    "{} of language {language} stands in two lines",
                    spelling.folded
                );
                assert!(
                    !spelling.folded.contains("  ") && spelling.folded.trim() == spelling.folded
                );
            }
        }
        assert!(DATA.lines().all(|line| line.matches('=').count() == 1));
    }

    #[test]
    fn plurals_are_those_that_people_write() {
        let plural_of = |english: &str| {
            let of = |term: &&[TermForms; 2]| term[0].one == english;
            let term = GLOSSARY.terms.iter().find(of).expect(english);
            (term[0].many.as_str(), term[1].many.as_str())
        };
        for (one, english, spanish) in [
            ("square", "squares", "cuadros"),
            ("square foot", "square feet", "pies cuadrados"),
            ("box of nails", "boxes of nails", "cajas de clavos"),
            ("valley", "valleys", "limahoyas"),
            ("truss", "trusses", "cerchas"),
            ("ridge vent", "ridge vents", "ventilaciones de cumbrera"),
            ("flashing", "flashings", "tapajuntas"),
            ("step flashing", "step flashings", "tapajuntas escalonados"),
            ("skylight", "skylights", "tragaluces"),
            ("safety harness", "safety harnesses", "arneses"),
            ("air compressor", "air compressors", "compresores"),
            ("foreman", "foremen", "capataces"),
            ("linear foot", "linear feet", "pies lineales"),
            ("tin snips", "tin snips", "tijeras para lámina"),
        ] {
            assert_eq!(plural_of(one), (english, spanish));
        }
    }
}
